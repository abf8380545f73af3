"""Rounds of a tournament: pairings and results."""

from fractions import Fraction
from typing import Final

from msgspec import Struct

__all__ = ["Entrant", "Pairing", "RoundResult", "TableResult", "margin", "share_beaten", "table_sizes"]

Entrant = str
"""Name of one player, person or bot; each is different."""

_HALF: Final = Fraction(1, 2)


class Pairing(Struct, frozen=True):
    """Who plays whom in one round."""

    tables: tuple[tuple[Entrant, ...], ...]
    """The entrants of each table, by seat."""

    bye: Entrant | None = None
    """The entrant without an opponent."""


class TableResult(Struct, frozen=True):
    """Result of one tournament game, by seat."""

    entrants: tuple[Entrant, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """Seats of the winners; objective cards have already decided between equal totals (rulebook, "End of the game")."""


class RoundResult(Struct, frozen=True):
    """Results of all tables of one round."""

    tables: tuple[TableResult, ...]
    bye: Entrant | None = None

    @property
    def games(self) -> dict[Entrant, tuple[TableResult, int]]:
        """Return the table and the seat of each entrant who played."""
        return {entrant: (table, seat) for table in self.tables for seat, entrant in enumerate(table.entrants)}


def share_beaten(table: TableResult, seat: int) -> Fraction:
    """Return the share of opponents that `seat` beat, a shared rank counting half: for two seats 1, ½ or 0."""
    own = _rank(table, seat)
    others = [_rank(table, other) for other in range(len(table.entrants)) if other != seat]
    wins = sum((_compare(own, other) for other in others), Fraction(0))
    return wins / len(others)


def _rank(table: TableResult, seat: int) -> tuple[bool, int]:
    return seat in table.winners, table.totals[seat]


def _compare(own: tuple[bool, int], other: tuple[bool, int]) -> Fraction:
    return Fraction(own > other) if own != other else _HALF


def margin(table: TableResult, seat: int) -> int:
    """Return how many points `seat` is ahead of the best of its opponents, or behind if negative."""
    return table.totals[seat] - max(total for other, total in enumerate(table.totals) if other != seat)


def table_sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """Return the sizes of the fewest tables of at most `seats` that hold all entrants, as even as can be.

    No entrant sits out with three or four seats: nine entrants play at three tables of three. A table of one, which
    only an odd number of entrants for two seats leaves, is a bye.
    """
    tables = -(-entrants // seats)
    return tuple(entrants // tables + (number < entrants % tables) for number in range(tables))
