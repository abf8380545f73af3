"""GameTally of games: counts for cards, objectives, starters, openings and seats, from which rates follow.

All numbers are sums, so that tallies of parts add up. A victory is 12, shared by those who won: 6 for each of two.
`docs/reference/rates.md` defines the rates.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

__all__ = [
    "VICTORY",
    "CardTally",
    "GameTally",
    "GoldTally",
    "ObjectiveTally",
    "OpeningTally",
    "SeatTally",
    "opening_of",
]

VICTORY: Final = 12
"""Worth of a victory: divisible by any number of seats that share it."""

_CARDS: Final = 80
_GOLD: Final = 40
_FIRST_STARTER: Final = 81
_FIRST_OBJECTIVE: Final = 87
_MOST_POINTS: Final = 80
_MOST_ROUNDS: Final = 40


class SeatTally(Struct, array_like=True):
    """How often something was had by a seat, and what came of it."""

    number: int = 0
    won: int = 0
    points: int = 0
    """Totals at the end."""

    def add(self, won: int, points: int) -> None:
        """Add one seat of a game."""
        self.number += 1
        self.won += won
        self.points += points


class CardTally(Struct, array_like=True):
    """How a card was come by and what became of it; each pair is a number of seats and their victories."""

    dealt: int = 0
    dealt_won: int = 0
    drawn: int = 0
    drawn_won: int = 0
    up: int = 0
    """Laid face up."""

    up_won: int = 0
    up_points: int = 0
    """Points of those placements."""

    down: int = 0
    """Laid face down."""

    down_won: int = 0
    left: int = 0
    """In the hand at the end."""

    left_won: int = 0


class ObjectiveTally(Struct, array_like=True):
    """How often an objective was offered, kept and common to all, and what it came to."""

    offered: int = 0
    kept: int = 0
    kept_won: int = 0
    kept_done: int = 0
    """Seats that kept it and fulfilled it at least once."""

    kept_points: int = 0
    passed: int = 0
    """Seats that kept the other one."""

    passed_won: int = 0
    common: int = 0
    """Seats in games in which it was common to all."""

    common_done: int = 0
    common_points: int = 0


class OpeningTally(Struct, array_like=True):
    """How often the first two cards of a seat lay so, and its victories."""

    number: int = 0
    won: int = 0


class GoldTally(Struct, array_like=True):
    """Gold cards laid face up in one round, their points, and the victories of their seats."""

    number: int = 0
    points: int = 0
    won: int = 0


class GameTally(Struct):
    """Counts of the games of one group."""

    games: int = 0
    rounds: int = 0
    seats: list[SeatTally] = []
    """By seat, the first player first."""

    cards: list[CardTally] = []
    """By card, 1 to 80."""

    objectives: list[ObjectiveTally] = []
    """By objective, 87 to 102."""

    starters: list[SeatTally] = []
    """By starter, 81 to 86, each with its front and its back."""

    openings: dict[str, OpeningTally] = {}
    """By `opening_of`."""

    totals: list[int] = []
    """Number of seats with each total, from 0 on."""

    gold: list[GoldTally] = []
    """By round, from the first on."""

    @classmethod
    def empty(cls, seats: int) -> "GameTally":
        """Return the tally of no game."""
        return cls(
            seats=[SeatTally() for _ in range(seats)],
            cards=[CardTally() for _ in range(_CARDS)],
            objectives=[ObjectiveTally() for _ in range(16)],
            starters=[SeatTally() for _ in range(12)],
            totals=[0] * (_MOST_POINTS + 1),
            gold=[GoldTally() for _ in range(_MOST_ROUNDS)],
        )

    def trim(self) -> "GameTally":
        """Return itself without the rounds and totals beyond the last that occurred."""
        while self.gold and not self.gold[-1].number:
            self.gold.pop()
        while self.totals and not self.totals[-1]:
            self.totals.pop()
        return self

    def add(
        self,
        rounds: int,
        seats: Sequence[Sequence[Any]],
        turns: Iterable[Sequence[Any]],
        cards: Iterable[Sequence[Any]],
    ) -> None:
        """Add a game by its rows, with the columns named in `SEATS`, `TURNS` and `CARDS` (`tallying`)."""
        self.games += 1
        self.rounds += rounds
        shares = [VICTORY // winners if won else 0 for *_, won, winners in seats]
        for seat, row in enumerate(seats):
            self._add_seat(seat, row, shares[seat])
        for card, origin, seat, laid, side, points in cards:
            if origin is not None:
                self._add_card(card, origin, laid, side, points, shares[seat])
        self._add_openings(turns, shares)

    def _add_seat(self, seat: int, row: Sequence[Any], share: int) -> None:
        starter, side, first, second, *offered, kept, points_first, points_second, points_kept, total, _, _ = row
        self.seats[seat].add(share, total)
        self.starters[2 * (starter - _FIRST_STARTER) + (side == "back")].add(share, total)
        self.totals[min(total, _MOST_POINTS)] += 1
        for card, points in ((first, points_first), (second, points_second)):
            common = self.objectives[card - _FIRST_OBJECTIVE]
            common.common += 1
            common.common_done += points > 0
            common.common_points += points
        for card in offered:
            tally = self.objectives[card - _FIRST_OBJECTIVE]
            tally.offered += 1
            if card == kept:
                tally.kept += 1
                tally.kept_won += share
                tally.kept_done += points_kept > 0
                tally.kept_points += points_kept
            else:
                tally.passed += 1
                tally.passed_won += share

    def _add_card(self, card: int, origin: str, laid: int | None, side: str | None, points: int, share: int) -> None:
        tally = self.cards[card - 1]
        if origin == "dealt":
            tally.dealt += 1
            tally.dealt_won += share
        else:
            tally.drawn += 1
            tally.drawn_won += share
        if laid is None:
            tally.left += 1
            tally.left_won += share
        elif side == "back":
            tally.down += 1
            tally.down_won += share
        else:
            tally.up += 1
            tally.up_won += share
            tally.up_points += points
            if card > _GOLD:
                gold = self.gold[min(laid, _MOST_ROUNDS) - 1]
                gold.number += 1
                gold.points += points
                gold.won += share

    def _add_openings(self, turns: Iterable[Sequence[Any]], shares: Sequence[int]) -> None:
        first: dict[int, Sequence[Any]] = {}
        done: set[int] = set()
        for seat, *placed in turns:
            if seat in done:
                continue
            if seat not in first:
                first[seat] = placed
                continue
            done.add(seat)
            tally = self.openings.setdefault(opening_of(first[seat], placed), OpeningTally())
            tally.number += 1
            tally.won += shares[seat]
            if len(done) == len(shares):
                return


def opening_of(first: Sequence[Any], second: Sequence[Any]) -> str:
    """Return how the first two cards of a seat lie, turned and mirrored codices alike: `onward up down`.

    Each is a side, u and v. The second lies `onward` from the first, away from the starter on the same line; `beside`,
    round the corner from it; `across`, on the starter's opposite corner; or `next`, on one of the two other corners.
    """
    side, u, v = first
    other, u_2, v_2 = second
    along, off = u * u_2 + v * v_2, abs(u * v_2 - v * u_2)
    shape = {(2, 0): "onward", (1, 1): "beside", (-1, 0): "across", (0, 1): "next"}[along, off]
    return f"{shape} {_UP[side]} {_UP[other]}"


_UP: Final = {"front": "up", "back": "down"}
