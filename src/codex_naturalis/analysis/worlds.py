"""Sampled worlds that fit a view, ready to be played on."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from codex_naturalis.bots.planner.weights import AGAINST_TYBOR, AT_TABLE
from codex_naturalis.bots.search.determinization import determinize
from codex_naturalis.judgements.teacher import Turn, Worth
from codex_naturalis.kernel.bridge import code_of, load, new_games
from codex_naturalis.kernel.layout import MAX_SEATS, Games
from codex_naturalis.kernel.mcts.worlds import HIDDEN
from codex_naturalis.kernel.planner.weights import planner_weights_of
from codex_naturalis.kernel.value_network.exact_math import exps
from codex_naturalis.rules import GameState, Phase, Seat
from codex_naturalis.views import View, sample_worlds

from .beliefs import beliefs_about, sample_objectives
from .playouts import ALL_HANDS, play_on_from, redraw

__all__ = [
    "UNCERTAINTY",
    "Ends",
    "Uncertainty",
    "Worlds",
    "chances",
    "ends_of",
    "open_worlds",
    "worlds_from",
    "worlds_of",
]

CLEAR: Final = 6.0
"""Scale of a clear victory, in points of the margin, as the search sees it."""


class Uncertainty(Struct, frozen=True):
    """Spread of a margin among players of unknown strength, in points per round to come: a mixture of two logistics."""

    even: float
    """Scale among players who are about as strong as each other."""

    uneven: float
    """Scale among players of whom one is the stronger."""

    share: float
    """Probability of the latter."""


UNCERTAINTY: Final = Uncertainty(even=0.12, uneven=5.0, share=0.36)
"""Found by the least cross-entropy in 1,200 positions; `python -m research.fit_strength` names the best mixtures."""

_FARTHEST: Final = 60.0
_GRID: Final = 61
_ROUNDS: Final = 3
"""Search for the points that margins are moved by: its bounds, and how often they are narrowed to a cell of a grid."""


class Ends(Struct, frozen=True):
    """Results of the games after one turn for one seat, world by world."""

    margins: Any
    """Margins: points of the seat ahead of the best of the others."""

    wins: Any
    """Parts of the victory, 0 to 1."""

    chances: Any
    """The same with the strength of the players unknown: the values that are reported."""

    @property
    def merits(self) -> Any:  # noqa: ANN401 - an array
        """Return the rewards, 0 to 1: half the victory and half how clear it is, which the search maximises."""
        return _rewards(self.margins, self.wins)

    def shift(self, merit: float) -> Worth:
        """Return the worth of a turn whose merit is higher by `merit`, all margins moved by the same points.

        Margins are whole points; each is spread over the point around it, so that the victory grows smoothly with them.
        """
        wins, low, high = self.wins - _win_shares(self.margins), -_FARTHEST, _FARTHEST
        wanted, fading = float(self.merits.mean()) + merit, exps(-self.margins / CLEAR)
        for _ in range(_ROUNDS if merit else 0):
            grid = np.linspace(low, high, _GRID)
            clear = 1.0 / (1.0 + fading * exps(-grid / CLEAR)[:, None])
            there = (0.5 * (wins + _win_shares(self.margins + grid[:, None])) + 0.5 * clear).mean(1)
            at = min(max(1, int((there < wanted).sum())), _GRID - 1)
            low, high = float(grid[at - 1]), float(grid[at])
        points = (low + high) / 2
        margins = self.margins + points
        win = min(1.0, max(0.0, float((self.chances + _win_shares(margins) - _win_shares(self.margins)).mean())))
        return Worth(float(margins.mean()), win, float(_rewards(margins, win).mean()))


def ends_of(end: Any, seat: Seat) -> Ends:  # noqa: ANN401 - an array
    """Return how games ended for one seat, of what `Worlds.play` returns for a turn."""
    return Ends(end[:, seat, 0], end[:, seat, 1], chances(end)[:, seat])


def chances(end: Any, strength: Uncertainty = UNCERTAINTY) -> Any:  # noqa: ANN401 - arrays
    """Return each seat's probability of victory in each world, players' strength being unknown.

    A margin is then certain up to a distribution that grows with the rounds to come (`Uncertainty`). The result is
    normalized, as more than two seats may have a chance each of beating the best of the others.
    """
    margins, wins, rounds = end[..., 0], end[..., 1], end[..., 2]
    even, uneven = (_logistic(margins, scale * rounds) for scale in (strength.even, strength.uneven))
    likely = np.where(rounds > 0, even + strength.share * (uneven - even), wins)
    return likely / np.maximum(1.0, likely.sum(1, keepdims=True))


def _logistic(margins: Any, scale: Any) -> Any:  # noqa: ANN401 - arrays
    return 1.0 / (1.0 + exps(-margins / np.maximum(scale, 1e-9)))


def _rewards(margins: Any, wins: Any) -> Any:  # noqa: ANN401 - arrays
    return 0.5 * wins + 0.5 / (1.0 + exps(-margins / CLEAR))


def _win_shares(margins: Any) -> Any:  # noqa: ANN401 - arrays
    return np.clip(margins + 0.5, 0.0, 1.0)


class Worlds:
    """Kernel records of worlds that fit a view."""

    def __init__(self, first: GameState, games: Games) -> None:
        """Keep the records, which differ from `first` only in what is hidden; the last one is working space."""
        self.first = first
        self.count: int = len(games) - 1
        self.games = games
        self.planners = _planner_weights(solo=self.first.tybor is not None)

    def after(self, seat: Seat, turns: Sequence[Turn], first: int, last: int) -> list[Ends]:
        """Play on after each of `turns` of `seat` in worlds `first` up to `last`; return how it ended for that seat."""
        return [ends_of(end, seat) for end in self.play(seat, turns, first, last)]

    def as_they_are(self) -> list[Ends]:
        """Play on in all worlds; return how it ended for each seat."""
        (end,) = self.play(0, [()], 0, self.count)
        return [ends_of(end, seat) for seat in range(len(self.first.seats))]

    def play(self, seat: Seat, turns: Sequence[Turn], first: int, last: int) -> Any:  # noqa: ANN401 - an array
        """Play on as `after`; return for each turn, world and seat: margin, part of the victory, rounds played."""
        codes = np.array([self._codes(seat, turn) for turn in turns], np.int64)
        ends = np.zeros((len(codes), self.count, MAX_SEATS, 3))
        play_on_from(self.games, first, last, self.planners, codes, ends)
        return ends[:, first:last, : len(self.first.seats)]

    def _codes(self, seat: Seat, turn: Turn) -> tuple[int, int]:
        codes = [code_of(self.first, seat, action) for action in turn]
        first, second, *_ = (*codes, -1, -1)
        return first, second


@cache
def _planner_weights(*, solo: bool) -> Any:  # noqa: ANN401 - an array
    return planner_weights_of(asdict(AGAINST_TYBOR if solo else AT_TABLE))


def worlds_of(view: View, rng: Random, count: int) -> Worlds:
    """Sample worlds that fit `view`, using nothing else.

    Hidden cards are equally likely in every possible place; the likelihood of other seats' secret objectives follows
    from their codices (`beliefs`).
    """
    if view.phase in (Phase.SIDE, Phase.OBJECTIVE):  # others choose, too: nothing that the kernel draws
        return worlds_from(sample_worlds(view, rng, count))
    assert view.viewer is not None
    known, hidden, first = determinize(view, rng)
    games = new_games(count + 1)
    games[0] = known[0]
    redraw(games, hidden, view.viewer, rng.getrandbits(60))
    beliefs = beliefs_about(view)
    for at in range(count if beliefs else 0):
        for seat, card in sample_objectives(beliefs, rng).items():
            games[at]["objective"][seat] = card
    return Worlds(first, games)


def open_worlds(state: GameState, rng: Random, count: int) -> Worlds:
    """Sample worlds for an observer of every hand, but only the decks' top backs; play has begun."""
    games = new_games(count + 1)
    load(games, 0, state)
    redraw(games, np.zeros(2, HIDDEN), ALL_HANDS, rng.getrandbits(60))
    return Worlds(state, games)


def worlds_from(states: Sequence[GameState]) -> Worlds:
    """Return exactly these worlds, which differ only in what is hidden."""
    games = new_games(len(states) + 1)
    for at, state in enumerate(states):
        load(games, at, state)
    return Worlds(states[0], games)
