"""Expectations of a finished game: how it stood before and after each turn, given all hands but not the decks.

Planners play on for everybody. Where players are better than planners, each turn brings its player ahead by what the
others will gain in turn, so whoever has just played is told too much, and whoever is to play too little. The mean gain
of the turns of this game says by how much, and a seat that has taken fewer turns than the others is owed as much for
each of them (its tempo). Players who are worse than planners owe it to each other, in the same way.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

import numpy as np

from codex_naturalis.judgements.teacher import Turn
from codex_naturalis.rules import Action, Draw, GameState, Place, Seat

from .worlds import Ends, ends_of, open_worlds

__all__ = ["Expected", "PlayedTurn", "expectations", "turns_of"]


class PlayedTurn(NamedTuple):
    """Turn of a finished game, or choice of setup, with the state before it."""

    version: int
    state: GameState
    seat: Seat
    turn: Turn


class Expected(NamedTuple):
    """Ends of the games that are played on from one turn."""

    taken: PlayedTurn

    before: tuple[Ends, ...]
    """For each seat, if planners play on at once."""

    after: Ends
    """For the seat that took the turn, after it."""

    gained: float
    """Points of the margin that the turn brings more than a planner's turn."""


def turns_of(steps: Sequence[tuple[GameState, Seat, Action]]) -> Iterator[PlayedTurn]:
    """Yield the turns of a game, whose `steps` are its actions, each with its seat and the state before it.

    A placement and the draw that follows it are one turn; a choice of setup is yielded as a turn of its own.
    """
    for version, ((state, seat, action), following) in enumerate(zip_longest(steps, steps[1:])):
        if not isinstance(action, Draw):
            draw = following[2:] if following and isinstance(following[2], Draw) else ()
            yield PlayedTurn(version, state, seat, (action, *draw))


def expectations(turns: Sequence[PlayedTurn], seed: str, count: int) -> Iterator[Expected]:
    """Yield what was to be expected before and after each of `turns`, all those of one game, in `count` worlds each.

    Both are played on in the same worlds with the same random numbers. Choices of setup are left out.
    """
    turns = [one for one in turns if isinstance(one.turn[0], Place)]
    played = [_play_on(one, seed, count) for one in turns]
    gained = [
        float((after - before)[:, one.seat, 0].mean()) for one, (before, after) in zip(turns, played, strict=True)
    ]
    tempo, seats = float(np.mean(gained)), len(turns[0].state.seats)
    taken = np.zeros(seats)
    for one, (before, after), gain in zip(turns, played, gained, strict=True):
        moved_before = _move(before, tempo * _turns_owed(taken))
        taken[one.seat] += 1
        moved_after = _move(after, tempo * _turns_owed(taken))
        standing = tuple(ends_of(moved_before, seat) for seat in range(seats))
        yield Expected(one, standing, ends_of(moved_after, one.seat), gain)


def _play_on(one: PlayedTurn, seed: str, count: int) -> Any:  # noqa: ANN401 - arrays
    """Return how games end if planners play on at once, and after the turn: `Worlds.play`."""
    worlds = open_worlds(one.state, Random(f"{seed}:curve:{one.version}"), count)
    return worlds.play(one.seat, [(), one.turn], 0, worlds.count)


def _turns_owed(taken: Any) -> Any:  # noqa: ANN401 - an array
    """Return by how many turns each seat is behind the mean of the others; by none if there are no others."""
    others = len(taken) - 1
    return (taken.sum() - taken) / others - taken if others else np.zeros(1)


def _move(end: Any, points: Any) -> Any:  # noqa: ANN401 - arrays
    """Add `points` to each seat's margins, but not in games that end in this round: there is nothing to gain."""
    moved = end.copy()
    moved[..., 0] += np.where(end[..., 2] > 0, points, 0.0)
    return moved
