"""Outcomes: how a finished game ended for each of its guests."""

from msgspec import Struct

from codex_naturalis.play import Game
from codex_naturalis.rules import Result

from .data import TableData

__all__ = ["GuestOutcome", "outcomes"]


class GuestOutcome(Struct, frozen=True):
    """Result of a game for one of its guests."""

    guest: str
    rank: int
    points: int
    won: bool


def outcomes(data: TableData, game: Game) -> tuple[GuestOutcome, ...]:
    """Return each guest's result of a finished game; empty for solo games and what-ifs."""
    result = game.state.result
    if result is None or data.solo or data.what_if:
        return ()
    return tuple(
        GuestOutcome(row.guest, _rank(result, row.seat), result.totals[row.seat], row.seat in result.winners)
        for row in data.seat_rows
        if row.guest is not None and row.seat is not None
    )


def _rank(result: Result, seat: int) -> int:
    """Return 1 for winners, otherwise 1 plus the number of seats that did better."""
    marks = [(other in result.winners, points) for other, points in enumerate(result.totals)]
    return 1 + sum(mark > marks[seat] for mark in marks)
