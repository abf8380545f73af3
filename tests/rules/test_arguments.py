"""A wrong argument is named, with what was expected, whatever it is."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import codex_naturalis as codex
from codex_naturalis.catalogue import Side
from codex_naturalis.record import seeded_deal
from codex_naturalis.rules import (
    ChooseObjective,
    ChooseSide,
    Draw,
    GameOptions,
    GameState,
    IllegalAction,
    Place,
    Source,
    begin,
    follow,
    legal_actions,
    options_of,
    why_not,
)
from codex_naturalis.rules import apply as rules_apply
from codex_naturalis.views import sample_world, sample_worlds, view_of

OPTIONS = options_of(2)
DEAL = seeded_deal(OPTIONS, "arguments")


def playing() -> GameState:
    """Return a game in which seat 0 lays a card."""
    game = begin(OPTIONS, DEAL)
    for seat in (0, 1):
        game = rules_apply(game, seat, ChooseSide(Side.FRONT)).state
    for seat in (0, 1):
        game = rules_apply(game, seat, ChooseObjective(DEAL.seats[seat].objectives[0])).state
    return game


GAME = playing()
HAND = GAME.seats[GAME.turn].hand[0]
CELL = next(iter(GAME.seats[GAME.turn].codex.open))
LAID = rules_apply(GAME, GAME.turn, Place(HAND, Side.BACK, CELL)).state
TURN = GAME.turn
ANY: Any = None

WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: rules_apply(GAME, TURN, ANY), "action"),
    (lambda: rules_apply(GAME, TURN, "front"), "action"),  # type: ignore[arg-type]
    (lambda: rules_apply(GAME, TURN, 7), "action"),  # type: ignore[arg-type]
    (lambda: rules_apply(GAME, "0", Draw(Source.GOLD_1)), "seat"),  # type: ignore[arg-type]
    (lambda: rules_apply(GAME, ANY, Draw(Source.GOLD_1)), "seat"),
    (lambda: rules_apply(GAME, TURN, Place(HAND, "up", CELL)), "side"),  # type: ignore[arg-type]
    (lambda: rules_apply(GAME, TURN, Place(HAND, ANY, CELL)), "side"),
    (lambda: rules_apply(GAME, TURN, Place(HAND, Side.BACK, 3)), "cell"),  # type: ignore[arg-type]
    (lambda: rules_apply(GAME, TURN, Place(HAND, Side.BACK, (1, 1, 1))), "cell"),  # type: ignore[arg-type]
    (lambda: rules_apply(GAME, TURN, Place(HAND, Side.BACK, ("1", "1"))), "cell"),  # type: ignore[arg-type]
    (lambda: rules_apply(GAME, TURN, Place([HAND], Side.BACK, CELL)), "card"),  # type: ignore[arg-type]
    (lambda: rules_apply(LAID, TURN, Draw("gold_9")), "source"),  # type: ignore[arg-type]
    (lambda: rules_apply(LAID, TURN, Draw(ANY)), "source"),
    (lambda: rules_apply(begin(OPTIONS, DEAL), 0, ChooseSide("up")), "side"),  # type: ignore[arg-type]
    (lambda: list(follow(GAME, [(TURN, "front")])), "action"),  # type: ignore[list-item]
    (lambda: legal_actions(GAME, 2), "seat"),
    (lambda: legal_actions(GAME, -1), "seat"),
    (lambda: legal_actions(GAME, "0"), "seat"),  # type: ignore[arg-type]
    (lambda: why_not(GAME, TURN, HAND, "up", CELL), "side"),  # type: ignore[arg-type]
    (lambda: view_of(GAME, 2), "viewer"),
    (lambda: view_of(GAME, -1), "viewer"),
    (lambda: view_of(GAME, "0"), "viewer"),  # type: ignore[arg-type]
    (lambda: GameOptions("2"), "seats"),  # type: ignore[arg-type]
    (lambda: GameOptions(ANY), "seats"),
    (lambda: options_of(7), "seats"),
    (lambda: options_of(2, "de"), "preset"),  # type: ignore[arg-type]
    (lambda: options_of(1, solo="brutal"), "solo"),  # type: ignore[arg-type]
    (lambda: options_of(2, refill="none"), "refill"),
    (lambda: begin({"seats": 2}, DEAL), "options"),  # type: ignore[arg-type]
    (lambda: seeded_deal({"seats": 2}, "one"), "options"),  # type: ignore[arg-type]
    (lambda: sample_world(GAME, Random(1)), "view"),  # type: ignore[arg-type]
    (lambda: sample_worlds(ANY, Random(1), 3), "view"),
]


@pytest.mark.parametrize(("call", "argument"), WRONG)
def test_a_wrong_argument_is_named(call: Callable[[], object], argument: str) -> None:
    """The sentence begins with its name, or the rules refuse the action by it."""
    with pytest.raises((TypeError, ValueError, IllegalAction)) as caught:
        call()
    assert argument in str(caught.value), repr(caught.value)


@pytest.mark.parametrize("seat", [2, -1, 99])
def test_a_seat_that_is_not_there_has_its_reason(seat: int) -> None:
    """Programs find the reason; nothing counts seats from the end."""
    with pytest.raises(IllegalAction) as caught:
        codex.apply(GAME, seat, Draw(Source.GOLD_1))
    assert (caught.value.reason, caught.value.facts) == ("illegal.no_such_seat", {"seat": seat})
