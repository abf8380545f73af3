"""Rules of time and absence at a table: pure functions from one `TableData` to the next.

Time is served time, in seconds (see `deadlines`). A table always knows its next deadline; any process may handle it,
exactly once, because the write succeeds only if the stored table has not changed.
"""

import time
from collections.abc import Callable, Collection
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.play import Clocks
from codex_naturalis.play.clock import CALLED_SECONDS, DAY, LEFT_SECONDS, RETURN_SECONDS, USUAL, Grace
from codex_naturalis.rules import GameState, Phase, Seat, awaited
from codex_naturalis.seating import STAND_IN, SeatRow, TableData, add_note, close_table
from codex_naturalis.wire.socket import ClockMessage, ClocksMessage
from codex_naturalis.wire.table import Note, NoteKind, TableStage

from ..support.settings import Settings

__all__ = [
    "COMING_BACK",
    "GATHERING_SECONDS",
    "GONE_SECONDS",
    "LONGEST",
    "UNTOUCHED_SECONDS",
    "ServiceClock",
    "Timekeeper",
]


COMING_BACK: Final = 5.0
"""Seconds that served time stands still after a start, so that people can reconnect."""

LONGEST: Final = 20.0
"""Longest step in seconds between two beats; more means that this process was suspended."""


class ServiceClock:
    """Served time, as this process knows it."""

    def __init__(self, monotonic: Callable[[], float] | None = None) -> None:
        """Follow `monotonic`, or the system's monotonic clock, from 0."""
        self._monotonic = monotonic or time.monotonic
        self._base = 0.0
        self._from = self._monotonic()

    def start(self, seconds: float) -> None:
        """Continue from the stored `seconds`, after `COMING_BACK`."""
        self._base = seconds
        self._from = self._monotonic() + COMING_BACK

    def now(self) -> float:
        """Return the seconds served so far."""
        return self._base + min(max(0.0, self._monotonic() - self._from), LONGEST)

    def beat(self) -> None:
        """Record that this process is running; without beats, `now` stops after `LONGEST` seconds."""
        self._base, self._from = self.now(), max(self._from, self._monotonic())

    def at_least(self, seconds: float) -> None:
        """Adopt the time of other processes if it is ahead."""
        self.beat()
        self._base = max(self._base, seconds)


GATHERING_SECONDS: Final = 7 * DAY
"""Default number of seconds that a table waits for people before it is closed."""

GONE_SECONDS: Final = DAY
"""Default number of seconds after which a game that all people have left is closed."""

UNTOUCHED_SECONDS: Final = 90 * DAY
"""Default number of seconds without an action after which a game without clocks is closed."""

_HOUR: Final = 3600.0


class Timekeeper(Struct, frozen=True):
    """Policy for deadlines and absence, with the periods of this installation, in seconds."""

    stand_in: str = STAND_IN
    grace: Grace = USUAL
    left_seconds: float = LEFT_SECONDS
    called_seconds: float = CALLED_SECONDS
    return_seconds: float = RETURN_SECONDS
    gathering_seconds: float = GATHERING_SECONDS
    gone_seconds: float = GONE_SECONDS
    untouched_seconds: float = UNTOUCHED_SECONDS

    @classmethod
    def of(cls, settings: Settings) -> "Timekeeper":
        """Return the policy in `settings`."""
        return cls(
            settings.stand_in,
            Grace(settings.grace_seconds, settings.grace_hours * _HOUR),
            settings.left_seconds,
            settings.called_seconds,
            settings.return_seconds,
            settings.gathering_days * DAY,
            settings.gone_hours * _HOUR,
            settings.untouched_days * DAY,
        )

    def set_deadline(self, data: TableData, now: float, version: int = 0) -> TableData:
        """Return a table changed at `version` with its next deadline; its clocks are started if play has begun."""
        if data.stage is TableStage.PLAYING and data.clocks is None:
            present = [row.seat for row in data.seat_rows if row.present and row.seat is not None]
            asked = present if data.clock else []
            data = replace(data, clocks=Clocks.begin(data.clock, data.options.seats, asked, now))
        return replace(data, deadline=self._due(data, now), marked=version)

    def _due(self, data: TableData, now: float) -> float | None:
        if data.stage in (TableStage.OVER, TableStage.CLOSED):
            return None
        if data.gathering:
            return now + self.gathering_seconds
        if not data.attended:
            return now + self.gone_seconds
        ends = data.clocks.ends(self.grace) if data.clocks else None
        return now + self.untouched_seconds if ends is None else ends

    def after_action(self, data: TableData, seat: Seat, before: GameState, after: GameState, now: float) -> TableData:
        """Return the table after `seat` acted; the same object if no clock and no deadline changes."""
        clocks = data.clocks
        if clocks is None or (clocks.clock is None and clocks.seats[seat].grace is None):
            return data
        ended = after.phase is not Phase.DRAW or after.turn != seat
        done = [seat] if ended and _row(data, seat).present and seat in awaited(before) else []
        turned = clocks.end_turns(done, _find_asked(data, after), now)
        if turned is clocks:
            return data
        data = replace(data, clocks=turned)
        return replace(data, deadline=self._due(data, now))

    def expire_clocks(self, data: TableData, state: GameState | None, now: float, version: int) -> TableData:
        """Return the table after everything due by `now`; the same object if nothing was."""
        if data.deadline is None or data.deadline > now or data.stage not in (TableStage.GATHERING, TableStage.PLAYING):
            return data
        if data.clocks and state and data.attended and data.clocks.ends(self.grace) is not None:
            for seat in data.clocks.find_expired(now, self.grace):
                data = self._stand_in(data, seat, now, version)
            return self.set_deadline(data, now, version)
        if data.attended and not data.gathering and version > data.marked:
            return self.set_deadline(data, now, version)
        return close_table(data, NoteKind.CLOSED_UNTOUCHED if data.attended else NoteKind.CLOSED_GONE, version)

    def _stand_in(self, data: TableData, seat: Seat, now: float, version: int) -> TableData:
        clocks = data.clocks
        assert clocks
        if clocks.seats[seat].grace is None:
            data = add_note(data, Note(version, NoteKind.TIME_UP, seat))
        data = _with_row(data, replace(_row(data, seat), stand_in=self.stand_in))
        data = add_note(data, Note(version, NoteKind.STAND_IN, seat, self.stand_in))
        return replace(data, clocks=clocks.hand_over(seat, now))

    def begin_departure(self, data: TableData, seat: Seat, now: float, version: int) -> TableData:
        """Return the table after the owner of `seat` leaves: a bot soon plays on, if others play."""
        return self._depart(data, seat, now + self.left_seconds, Note(version, NoteKind.LEAVING, seat), now)

    def call_stand_in(self, data: TableData, seat: Seat, now: float, version: int) -> TableData:
        """Return the table after another player calls a stand-in for the absent owner of `seat`."""
        return self._depart(data, seat, now + self.called_seconds, Note(version, NoteKind.CALLED, seat), now)

    def replace_failed(self, data: TableData, seat: Seat, now: float, version: int) -> TableData:
        """Return the table after the program on `seat` gave no legal answer in time: a bot plays on at once."""
        return self._depart(data, seat, now, Note(version, NoteKind.TIME_UP, seat), now)

    def _depart(self, data: TableData, seat: Seat, end: float, note: Note, now: float) -> TableData:
        others = any(row.present and row.seat != seat for row in data.seat_rows)
        if data.stage is not TableStage.PLAYING or not others or not _row(data, seat).present:
            return data
        data = data if data.clocks else self.set_deadline(data, now, note.version)
        assert data.clocks
        clocks = data.clocks.leaving(seat, end)
        if clocks is data.clocks:
            return data
        return self.set_deadline(add_note(replace(data, clocks=clocks), note), now, note.version)

    def set_away(self, data: TableData, seat: Seat, until: float | None, now: float, version: int) -> TableData:
        """Return the table with the owner of `seat` on vacation until `until`, in served time, or back (None)."""
        if data.stage is not TableStage.PLAYING or data.clocks is None:
            return data
        clocks = data.clocks.away(seat, until, now)
        return data if clocks is data.clocks else self.set_deadline(replace(data, clocks=clocks), now, version)

    def cancel_departure(self, data: TableData, seat: Seat, now: float, version: int) -> TableData:
        """Return the table after the owner of `seat` returned before a bot took over."""
        if data.stage is not TableStage.PLAYING or data.clocks is None or data.clocks.seats[seat].grace is None:
            return data
        data = add_note(
            replace(data, clocks=data.clocks.cancel_departure(seat)), Note(version, NoteKind.RETURNED, seat)
        )
        return self.set_deadline(data, now, version)

    def return_seat(self, data: TableData, seat: Seat, state: GameState, now: float, version: int) -> TableData:
        """Return the table after the owner of `seat` takes it back."""
        row = _row(data, seat)
        if data.stage is not TableStage.PLAYING or row.stand_in is None:
            return self.cancel_departure(data, seat, now, version)
        data = _with_row(data, replace(row, stand_in=None))
        assert data.clocks
        asked = bool(data.clock) and seat in awaited(state)
        clocks = data.clocks.give_back(seat, now, asked=asked, least=self.return_seconds)
        return self.set_deadline(
            add_note(replace(data, clocks=clocks), Note(version, NoteKind.RETURNED, seat)), now, version
        )

    def to_message(self, data: TableData, now: float) -> ClocksMessage | None:
        """Return all clocks as sent to viewers; None if there are none and no deadline of a seat runs."""
        clocks = data.clocks
        if clocks is None or (clocks.clock is None and clocks.ends(self.grace) is None):
            return None
        over = data.stage is not TableStage.PLAYING
        messages = []
        for seat, one in enumerate(clocks.seats):
            left = one.left_at(now) if data.seat_rows[_index(data, seat)].guest else None
            end = None if over else one.ends(clocks.clock, self.grace)
            ends = None if end is None else max(0.0, end - now)
            running = one.since is not None
            away = None if over or one.away is None or one.away <= now else one.away - now
            messages.append(ClockMessage(seat, _round(left), running=running, ends=_round(ends), away=_round(away)))
        return ClocksMessage(tuple(messages))


def _round(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


def _find_asked(data: TableData, state: GameState) -> Collection[Seat]:
    """Return the seats of people that are to act, at a table with clocks."""
    return [seat for seat in awaited(state) if _row(data, seat).present] if data.clock else []


def _index(data: TableData, seat: Seat) -> int:
    return next(index for index, row in enumerate(data.seat_rows) if row.seat == seat)


def _row(data: TableData, seat: Seat) -> SeatRow:
    return data.seat_rows[_index(data, seat)]


def _with_row(data: TableData, row: SeatRow) -> TableData:
    assert row.seat is not None
    return data.with_row(_index(data, row.seat), row)
