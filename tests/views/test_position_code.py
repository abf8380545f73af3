"""Codes of positions: one line for what is known, which reads back; anything else is refused with its place."""

import re
from contextlib import suppress
from random import Random
from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis import from_code
from codex_naturalis.record import seeded_deal
from codex_naturalis.rules import (
    CodeError,
    GameOptions,
    GameState,
    InvalidDealError,
    RulesVersion,
    SoloLevel,
    begin,
    options_of,
)
from codex_naturalis.views import View, sample_world, view_of
from tests.strategies import games, play, viewers_of

URL_SAFE = re.compile(r"1\.[A-Za-z0-9._~-]*[A-Za-z0-9_~-]")
OPENING = "1.w.22en.s0r0.QKnE--38I38I16.5--_.1--_"


def played(options: GameOptions, seed: int, actions: int, rules: RulesVersion = RulesVersion.BY_THE_BOOK) -> GameState:
    """Return the state after some random actions, or at the end."""
    return play(begin(options, seeded_deal(options, f"code {seed}"), rules), "at random", seed, most=actions).last


@given(state=games())
def test_a_state_reads_back(state: GameState) -> None:
    """It is equal, has the same hash, the same code, and the address of a page can hold it."""
    again = from_code(state.code())
    assert again == state
    assert hash(again) == hash(state)
    assert URL_SAFE.fullmatch(state.code())


@given(state=games(), detailed=st.booleans())
def test_a_view_reads_back(state: GameState, detailed: bool) -> None:
    """For each player and for a spectator; it can be sampled, and says nothing that its viewer does not know."""
    for viewer in viewers_of(state):
        view = view_of(state, viewer, detailed=detailed)
        again = from_code(view.code(), detailed=detailed)
        assert again == view
        assert hash(again) == hash(view)
        world = sample_world(view, Random(1))
        assert view_of(world, viewer).code() == view.code()


def test_games_of_the_first_rules_have_codes() -> None:
    """They end otherwise, so their version is in the code."""
    state = played(options_of(1, solo=SoloLevel.EASY), 7, 500, RulesVersion.FIRST)
    assert from_code(state.code()) == state


@pytest.mark.parametrize("seed", range(12))
def test_a_code_is_short(seed: int) -> None:
    """At most 400 characters, also at the end of a game of four that goes on until no card is left."""
    assert len(played(options_of(4), seed, 500).code()) <= 400


@given(state=games(), seed=st.integers(0, 10**6), number=st.integers(1, 3))
def test_a_damaged_code_is_refused_or_is_another_position(state: GameState, seed: int, number: int) -> None:
    """Nothing else happens: never another exception, and each position is spelt in one way."""
    chance = Random(seed)
    for code in (state.code(), view_of(state, 0).code(), view_of(state, None).code()):
        signs = list(code)
        for _ in range(number):
            at = chance.randrange(len(signs))
            sign = chance.choice(ascii_letters + digits + "._~-")
            signs[at : at + chance.randint(0, 2)] = sign * chance.randint(0, 2)
            signs = signs or ["1"]
        damaged = "".join(signs)
        with suppress(CodeError):
            read = from_code(damaged)
            assert read.code() == damaged
            assert isinstance(read, GameState) or sample_world(read, Random(0))


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("", "character 1: the code ends where version 1 of the notation is expected"),
        ("2.a", "character 1: expected version 1 of the notation, got '2'"),
        ("1.9", "character 3: expected whose eyes it is seen with, got '9'"),
        ("1.3.22en.", "character 3: there is no seat 3"),
        ("1.w.25en", "character 6: expected the number of seats, got '5'"),
        ("1.w.21en.", "character 6: one seat needs a solo level, and solo needs one seat"),
        (OPENING.replace("QKnE", "QQnE"), "character 16: card 17 is at character 15 already"),
        (OPENING.replace("38I38I", "38I00I"), "character 26: a deck has a card on top, unless it is empty"),
        (OPENING.replace("38I38I", "39I38I"), "character 1: 39 cards in the resource deck, but 38 are left"),
        (OPENING.replace("s0r0", "s0r1"), "character 13: rounds are counted from 1, and from setup on"),
        (OPENING.replace("22en", "22en0"), "character 9: what else the code says leads to '.' here"),
        (f"{OPENING}.", "character 39: what else the code says leads to its end here"),
        ("1." * 501, "character 1001: a code has at most 1000 characters"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(code: str, problem: str) -> None:
    """In one sentence."""
    assert isinstance(from_code(OPENING), View)
    with pytest.raises(CodeError) as refused:
        from_code(code)
    assert str(refused.value) == problem
    assert 0 <= refused.value.at <= len(code)


def test_a_card_that_could_not_be_laid_is_named() -> None:
    """Cells that are closed, costs that are not met, and cards that nobody can hold."""
    code = played(options_of(2), 3, 30).code()
    seat = code.split(".")[5]
    hand, _, codex = seat.partition("_")
    at = code.index(seat) + len(hand) + 1
    with pytest.raises(CodeError, match=rf"character {at + 3}: there are \d open cells"):
        from_code(code.replace(codex, f"{codex[:2]}9{codex[3:]}", 1))
    with pytest.raises(CodeError, match="a hand has at most 3 cards"):
        from_code(code.replace(f"{hand}_", f"{hand}rarbrcrd_", 1))


def test_a_world_that_was_made_up_has_no_code() -> None:
    """Its deal is not one that was dealt; the view that it was drawn from has one."""
    world = sample_world(view_of(played(options_of(2), 1, 20), 0), Random(0))
    with pytest.raises(InvalidDealError, match="its view has one"):
        world.code()


def test_what_is_no_text_is_a_type_error() -> None:
    """It names the argument."""
    with pytest.raises(TypeError, match="code: expected str, got 7"):
        from_code(7)  # type: ignore[arg-type]


def test_states_and_views_are_one_line_in_a_debugger() -> None:
    """With what one asks first."""
    state = played(options_of(2), 5, 20)
    assert repr(state) == "<GameState: round 5, place, seat 0 to act, points 0 0>"
    assert repr(view_of(state, 0)).startswith("<View of seat 0: round 5, ")
    assert repr(view_of(state, None)).startswith("<View of a spectator: round 5, ")
    assert state._repr_svg_().startswith("<svg")
