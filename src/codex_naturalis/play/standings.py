"""Standings of an arena: wins, points, time and Elo of each bot."""

from collections.abc import Sequence
from time import perf_counter

from msgspec import Struct

from .arena import Arena, ArenaGame
from .elo import elo_ratings

__all__ = ["BotStanding", "Standings", "Tally"]


class BotStanding(Struct, frozen=True, omit_defaults=True):
    """Standing of one bot."""

    name: str
    wins: int
    """Games won outright."""

    draws: int
    """Victories shared with others."""

    mean_total: float
    ms_per_turn: float
    elo: float
    """Rating in Elo; 0 is the average of the bots, or Tybor."""

    elo_error: float
    """Error of the rating: half the width of the 95 % interval."""

    faults: int = 0
    """Questions without a legal answer in time."""

    forfeits: int = 0
    """Games forfeited by a fault."""


class Standings(Struct, frozen=True):
    """Standings of all bots."""

    games: int
    bots: tuple[BotStanding, ...]
    seconds: float


class Tally:
    """Accumulator of games."""

    def __init__(self, arena: Arena) -> None:
        """Begin without games."""
        self._arena = arena
        bots = len(arena.bots)
        self._games = 0
        self._wins = [0] * bots
        self._draws = [0] * bots
        self._totals = [0] * bots
        self._turns = [0] * bots
        self._seconds = [0.0] * bots
        self._faults = [0] * bots
        self._forfeits = [0] * bots
        opponents = bots + (arena.options.solo is not None)
        self._scores = [[0.0] * opponents for _ in range(opponents)]
        self._begun = perf_counter()

    def add(self, game: ArenaGame) -> None:
        """Count one more game."""
        self._games += 1
        winners = [game.seating[seat] for seat in game.winners]
        for bot in winners:
            self._wins[bot] += len(winners) == 1
            self._draws[bot] += len(winners) > 1
        for seat, bot in enumerate(game.seating):
            self._totals[bot] += game.totals[seat]
            self._turns[bot] += game.turns[bot]
            self._seconds[bot] += game.seconds[bot]
        for fault in game.faults:
            self._faults[fault.bot] += 1
        for bot in game.forfeited:
            self._forfeits[bot] += 1
        self._compare(_places(game))

    def _compare(self, places: Sequence[tuple[int, int]]) -> None:
        """Count every pair once, by rank."""
        for a, own in enumerate(places):
            for b, other in enumerate(places):
                if a != b:
                    self._scores[a][b] += 1.0 if own > other else 0.5 if own == other else 0.0

    def standings(self) -> Standings:
        """Return the standings of all bots so far."""
        ratings = elo_ratings(self._scores)
        tybor = ratings[-1][0] if self._arena.options.solo else 0.0
        spread = 2 if self._arena.options.solo else 1
        """Against Tybor, who is at 0, the error is that of the difference: twice that of each about their mean."""
        return Standings(
            self._games,
            tuple(
                BotStanding(
                    name,
                    self._wins[bot],
                    self._draws[bot],
                    round(self._totals[bot] / max(1, self._games), 3),
                    round(1000 * self._seconds[bot] / max(1, self._turns[bot]), 3),
                    round(ratings[bot][0] - tybor, 1),
                    round(ratings[bot][1] * spread, 1),
                    self._faults[bot],
                    self._forfeits[bot],
                )
                for bot, name in enumerate(self._arena.bots)
            ),
            round(perf_counter() - self._begun, 3),
        )


def _places(game: ArenaGame) -> list[tuple[int, int]]:
    """Return the sort key of each bot, and of Tybor last: victory, then the total; forfeits come last."""
    places = [(0, 0)] * len(game.seating)
    for seat, bot in enumerate(game.seating):
        places[bot] = (-1, 0) if bot in game.forfeited else (int(seat in game.winners), game.totals[seat])
    if game.tybor is not None:
        places.append((int(not game.winners), game.tybor))
    return places
