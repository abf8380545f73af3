"""Recorded games: the states that the server plays back, and who brings each about."""

from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import GameOptions, GameState, SeededShuffler, apply, awaited, deal, pick_legal
from codex_naturalis.views import view_of

__all__ = ["RecordedGame", "record_games"]

_WORKED_OUT: Final = ("legal", "previews", "blocked", "unpaid", "outlook", "viewer")
"""Fields of our views that a client with rules of its own works out by itself."""


class RecordedGame(Struct, frozen=True):
    """One random game of two."""

    actors: list[int]
    """Who brings about each state but the first."""

    states: list[Any]
    """What both know is `shared`, what one of them knows `own`; their seats are taken apart in the same way."""


def record_games(number: int) -> list[RecordedGame]:
    """Return random games of two, the same ones each time."""
    return [_record_game(seed) for seed in range(number)]


def _record_game(seed: int) -> RecordedGame:
    rng = Random(seed).random
    state = deal(catalogue(), GameOptions(seats=2), SeededShuffler(str(seed)))
    actors, states = list[int](), [_stored(state)]
    while seats := awaited(state):
        state = apply(state, seats[0], pick_legal(state, seats[0], lambda choices: int(rng() * choices))).state
        actors.append(seats[0])
        states.append(_stored(state))
    return RecordedGame(actors, states)


def _stored(state: GameState) -> dict[str, Any]:
    first, second = (msgspec.to_builtins(view_of(state, seat), str_keys=True) for seat in (0, 1))
    for view in (first, second):
        for name in _WORKED_OUT:
            del view[name]
    pairs = [_split(*seats) for seats in zip(first.pop("seats"), second.pop("seats"), strict=True)]
    shared, *own = _split(first, second)
    return {
        "shared": shared | {"seats": [seat for seat, *_ in pairs]},
        "own": [each | {"seats": [seat[1 + viewer] for seat in pairs]} for viewer, each in enumerate(own)],
    }


def _split(first: dict[str, Any], second: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the fields that are equal, and the others of each."""
    shared = {name: value for name, value in first.items() if second[name] == value}
    rest = [{name: value for name, value in each.items() if name not in shared} for each in (first, second)]
    return shared, rest[0], rest[1]
