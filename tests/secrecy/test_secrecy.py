"""Secrecy: two games that differ only in what is hidden from a viewer look the same to it."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.json import encode

from codex_naturalis.record import Record, opening, seeded_deal
from codex_naturalis.rules import (
    ChooseObjective,
    ChooseSide,
    GameState,
    MarketRefilled,
    Phase,
    SoloLevel,
    awaited,
    legal_actions,
    options_of,
)
from codex_naturalis.views import Viewer, redact, view_of
from tests.named_cards import cards_named
from tests.strategies import (
    STYLES,
    Played,
    games,
    hidden_cards,
    hidden_swaps,
    play,
    played_games,
    shuffle_hidden,
    twin_of,
    viewers_of,
)

TABLES = [(1, SoloLevel.EASY), (1, SoloLevel.NORMAL), (1, SoloLevel.HARD), (2, None), (3, None), (4, None)]


@given(state=games(), seed=st.integers(), detailed=st.booleans())
def test_a_view_cannot_tell_hidden_cards_apart(state: GameState, seed: int, *, detailed: bool) -> None:
    """Two games that differ only in what a viewer cannot see look the same to that viewer, byte by byte."""
    for viewer in viewers_of(state):
        twin = shuffle_hidden(state, viewer, Random(seed))
        view, other = view_of(state, viewer, detailed=detailed), view_of(twin, viewer, detailed=detailed)
        assert view == other
        assert encode(view) == encode(other)


def shown(played: Played, viewer: Viewer) -> list[bytes]:
    """Return every view of the game that `viewer` gets, as bytes."""
    return [encode(view_of(state, viewer)) for state in played.states]


def heard(played: Played, viewer: Viewer) -> list[bytes]:
    """Return what `viewer` hears of every action, as bytes."""
    return [encode([redact(event, viewer) for event in step.events]) for step in played.steps]


@given(played=played_games(), seed=st.integers())
def test_a_whole_game_cannot_be_told_from_its_twin(played: Played, seed: int) -> None:
    """From the deal on, each view and each event a viewer gets is the same in a game with other hidden cards."""
    for viewer in viewers_of(played.last):
        twin = twin_of(played, viewer, Random(seed))
        assert shown(played, viewer) == shown(twin, viewer)
        assert heard(played, viewer) == heard(twin, viewer)


@given(state=games())
def test_no_unknown_card_is_named(state: GameState) -> None:
    """No view, however detailed, names a card whose front its viewer has not seen."""
    for viewer in viewers_of(state):
        named = cards_named(to_builtins(view_of(state, viewer, detailed=True)))
        assert named & hidden_cards(state, viewer) == set()


@given(played=played_games())
def test_no_event_names_a_card_that_stays_unknown(played: Played) -> None:
    """No event, as a viewer hears it, names a card that this viewer does not know even at the end."""
    for viewer in viewers_of(played.last):
        events = [redact(event, viewer) for step in played.steps for event in step.events]
        assert cards_named(to_builtins(events)) & hidden_cards(played.last, viewer) == set()


@given(state=games())
def test_a_viewer_knows_the_own_cards_and_actions(state: GameState) -> None:
    """A seat sees its own hand, its own choices, and exactly its own legal actions; a spectator has none."""
    for viewer in range(len(state.seats)):
        view, own = view_of(state, viewer), state.seats[viewer]
        assert tuple(held.card for held in view.seats[viewer].hand) == own.hand
        assert view.legal == legal_actions(state, viewer)
        assert view.objective == own.objective
        assert view.awaited == awaited(state)
    assert view_of(state, None).legal == ()


@given(played=played_games())
def test_what_lay_in_the_market_is_known_to_all(played: Played) -> None:
    """Exactly the cards that ever lay face up in the market count as seen by everybody."""
    seen = {*played.opening.market.resource, *played.opening.market.gold}
    for step in played.steps:
        seen |= {event.card for event in step.events if isinstance(event, MarketRefilled)}
    cards = {*played.last.deal.market.resource, *range(1, 81)}
    assert {card for card in cards if played.last.has_seen(card)} == seen - {None}


@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_setup_tells_nobody_what_others_chose(seats: int, solo: SoloLevel | None) -> None:
    """R16: at every moment of setup, other sides and other objectives would have looked and sounded the same."""
    options = options_of(seats, solo=solo)
    played = play(opening(Record(options, deal=seeded_deal(options, "setup"))), "at random", seats)
    differing = set()
    for length, seed in product(range(2 * seats + 1), range(6)):
        so_far = played.until(length)
        for viewer in viewers_of(played.last):
            twin = twin_of(so_far, viewer, Random(seed))
            assert shown(so_far, viewer) == shown(twin, viewer)
            assert heard(so_far, viewer) == heard(twin, viewer)
            pairs = zip(so_far.actions, twin.actions, strict=True)
            differing |= {type(ours[1]) for ours, theirs in pairs if ours != theirs}
    assert differing == ({ChooseObjective} if solo else {ChooseSide, ChooseObjective})


@pytest.mark.parametrize(("seats", "solo"), TABLES)
@pytest.mark.parametrize("style", sorted(STYLES))
def test_every_phase_of_every_table_has_twins(seats: int, solo: SoloLevel | None, style: str) -> None:
    """Secrecy holds after every single action of whole games, and there was something to hide in each phase."""
    options = options_of(seats, solo=solo)
    start = opening(Record(options, deal=seeded_deal(options, f"{style} {seats}")))
    hidden_in = set()
    for state in play(start, style, seats).states:
        for viewer in viewers_of(state):
            swaps = hidden_swaps(state, viewer, Random(1))
            if any(card != other for card, other in swaps.items()):
                hidden_in.add(state.phase)
            twin = shuffle_hidden(state, viewer, Random(1))
            assert view_of(state, viewer) == view_of(twin, viewer)
    assert hidden_in == set(Phase)
