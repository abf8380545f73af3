"""Notices: messages due to a table's absent people, computed at any time from the table's state."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from codex_naturalis.play import Clocks, Correspondence
from codex_naturalis.rules import GameState, Seat, awaited
from codex_naturalis.seating import SeatRow, TableData
from codex_naturalis.wire.table import NoteKind, SeatKind, TableStage

__all__ = ["LATE_SECONDS", "Notice", "NoticeKind", "hours_left", "notices_of"]

LATE_SECONDS: Final = 8 * 3600.0
"""Seconds before the end of a turn at which the reminder is due; only correspondence clocks have one."""


class NoticeKind(StrEnum):
    """Kind of notice; its value is part of the text keys and of webhook messages."""

    TURN = "turn"
    LATE = "late"
    """Reminder: at most `LATE_SECONDS` are left for the turn."""

    REPLACED = "replaced"
    """A bot plays for the guest, whose time was up or who was replaced on request."""

    OVER = "over"
    ROUND = "round"
    """A round of a tournament begins soon; this one belongs to no table."""


class Notice(Struct, frozen=True):
    """Notice for one guest, sent at most once: guest, table, `kind` and `turn` identify it permanently."""

    guest: str
    seat: Seat
    kind: NoticeKind
    turn: int
    """The round of a game, 0 before the first and at the end; for `REPLACED`, the version at which the bot took over;
    for `ROUND`, the round of the tournament.
    """


def notices_of(data: TableData, state: GameState | None, now: float) -> list[Notice]:
    """Return the notices of a table with at least two people, else none; `now` is served time in seconds."""
    people = [row for row in data.seat_rows if row.kind is SeatKind.GUEST]
    if state is None or data.what_if or len(people) < 2:  # noqa: PLR2004 - a single person waits for no other
        return []
    found = (_notices_for(data, state, row, now) for row in people)
    return [one for several in found for one in several]


def _notices_for(data: TableData, state: GameState, row: SeatRow, now: float) -> list[Notice]:
    guest, seat = row.guest, row.seat
    if guest is None or seat is None:
        return []
    if data.stage is TableStage.OVER:
        return [Notice(guest, seat, NoticeKind.OVER, 0)]
    if data.stage is not TableStage.PLAYING:
        return []
    if row.stand_in is not None:
        since = _replaced_at(data, seat)
        return [] if since is None else [Notice(guest, seat, NoticeKind.REPLACED, since)]
    if seat not in awaited(state):
        return []
    left = _seconds_left(data.clocks, seat, now)
    late = left is not None and left <= LATE_SECONDS
    return [Notice(guest, seat, kind, state.round) for kind in (NoticeKind.TURN, *([NoticeKind.LATE] if late else []))]


def _seconds_left(clocks: Clocks | None, seat: Seat, now: float) -> float | None:
    """Return the seconds left for the turn, negative when late; None without a running correspondence clock."""
    if clocks is None or not isinstance(clocks.clock, Correspondence) or clocks.seats[seat].since is None:
        return None
    return clocks.seats[seat].left_at(now)


def hours_left(data: TableData, seat: Seat, now: float) -> int:
    """Return the hours left for the turn, rounded, at least 1."""
    return max(1, round((_seconds_left(data.clocks, seat, now) or 0.0) / 3600))


def _replaced_at(data: TableData, seat: Seat) -> int | None:
    """Return the version at which a bot took over; None if the seat's person left on purpose."""
    why = (NoteKind.TIME_UP, NoteKind.CALLED, NoteKind.LEAVING)
    last = next((note for note in reversed(data.notes) if note.seat == seat and note.kind in why), None)
    return None if last is None or last.kind is NoteKind.LEAVING else last.version
