"""Games of one person: where it is their turn, and the score over rematches among the same people."""

from collections.abc import Iterable, Mapping, Sequence

from codex_naturalis.wire.people import Evening, RunningGame, Waiting
from codex_naturalis.wire.table import SeatKind, TableInfo

from .data import TableData

__all__ = ["find_waiting", "score_rematches"]


def find_waiting(running: Sequence[RunningGame]) -> Waiting:
    """Return the games in which it is their owner's turn, with and without other people, separately.

    `running` has the most recently active first, the result those that have waited longest.
    """
    games = [game.table for game in reversed(running) if game.viewer in game.awaited]
    return Waiting(
        tuple(table.id for table in games if _is_shared(table)),
        tuple(table.id for table in games if not _is_shared(table)),
    )


def score_rematches(data: TableData, finished: Iterable[Mapping[str, bool]]) -> Evening:
    """Return the score among the people of a table; each `finished` game says which of its guests won."""
    people = {row.guest for row in data.seat_rows if row.guest}
    games = [won for won in finished if won.keys() == people]
    seats = sorted(data.seat_rows, key=lambda row: (row.seat is None, row.seat or 0))
    return Evening(
        len(games),
        tuple(None if row.guest is None else sum(won[row.guest] for won in games) for row in seats),
        sum(not any(won.values()) for won in games),
    )


def _is_shared(table: TableInfo) -> bool:
    return table.what_if is None and sum(seat.kind is SeatKind.GUEST for seat in table.seats) > 1
