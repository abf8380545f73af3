"""Calendar of deadlines: an iCalendar feed (RFC 5545) at a secret address, which its owner can revoke.

It names other people at a table and the end of the owner's turn; nothing of the game. The address is a password:
only its digest is stored.
"""

import secrets
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.i18n import Locale, words
from codex_naturalis.play import Correspondence
from codex_naturalis.rules import Seat
from codex_naturalis.seating import TableData
from codex_naturalis.wire.errors import Code, ProblemError

from ..bans.bans import Bans
from ..database.schema import calendars as rows
from ..notifications.texts import names_at
from ..tables.store import Store
from .wire import CalendarInfo, CalendarLink

if TYPE_CHECKING:
    from icalendar import Event

__all__ = ["Calendars", "feed"]

_PATH: Final = "/api/v1/calendar/"
_MOST: Final = 200
_REMINDER: Final = timedelta(hours=8)
"""Time from a calendar's reminder to the end of a turn."""


class Calendars:
    """Service that creates, revokes and reads calendars."""

    def __init__(self, store: Store, bans: Bans, home: str) -> None:
        """Read deadlines from `store`; links in events begin with `home`, the server's public URL."""
        self._store = store
        self._bans = bans
        self._home = home.rstrip("/")

    async def info(self, guest: str) -> CalendarInfo:
        """Return whether a guest has a calendar."""
        (found,) = await self._store.read(select(rows.c.created).where(rows.c.guest == guest))
        return CalendarInfo(found[0].created if found else None)

    async def create(self, guest: str, language: Locale) -> CalendarLink:
        """Create a guest's calendar; the address of an earlier one is void."""
        token = secrets.token_urlsafe(24)
        values = {"guest": guest, "digest": _digest(token), "language": language, "created": time.time()}

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(rows).where(rows.c.guest == guest))
            await connection.execute(insert(rows), values)

        await self._store.write(job, guest)
        return CalendarLink(f"{_PATH}{token}.ics")

    async def revoke(self, guest: str) -> None:
        """Delete a guest's calendar."""
        await self._store.write(lambda connection: connection.execute(delete(rows).where(rows.c.guest == guest)))

    async def read(self, token: str) -> str:
        """Return the calendar at a secret address; raise a `ProblemError` if there is none."""
        (found,) = await self._store.read(select(rows).where(rows.c.digest == _digest(token)))
        if not found:
            raise ProblemError(Code.REQUEST_UNKNOWN)
        guest, language = found[0].guest, found[0].language
        self._bans.check(guest)
        tables = [data for data, _ in await self._store.open_tables_of(guest, _MOST)]
        return feed(guest, tables, self._store.served.now(), time.time(), self._home, language)


def feed(guest: str, tables: list[TableData], now: float, wall: float, home: str, language: Locale) -> str:
    """Return the calendar of a guest's turns that end at a known time.

    `now` is the present served time, `wall` the same moment in seconds since 1970.
    """
    from icalendar import Calendar  # noqa: PLC0415 - few ask for one, and it takes a tenth of a second to import

    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", "-//codex-naturalis//deadlines//EN")
    calendar.add("CALSCALE", "GREGORIAN")
    calendar.add("X-WR-CALNAME", words(language)("calendar.name"))
    calendar.add("REFRESH-INTERVAL", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    for data in tables:
        for seat, left in _ends(guest, data, now):
            calendar.add_component(_event(data, seat, wall + left, wall, home, language))
    written: bytes = calendar.to_ical()
    return written.decode()


def _ends(guest: str, data: TableData, now: float) -> Iterator[tuple[Seat, float]]:
    """Yield a guest's seat at a table, and the seconds until its turn ends, if its clock runs or will."""
    if data.clocks is None or not isinstance(data.clock, Correspondence):
        return
    for row in data.seat_rows:
        if row.guest != guest or row.seat is None or not row.present:
            continue
        clock = data.clocks.seats[row.seat]
        if clock.since is not None and clock.left is not None:
            yield row.seat, clock.since + clock.left - now


def _event(data: TableData, seat: Seat, end: float, wall: float, home: str, language: Locale) -> "Event":
    from icalendar import Alarm, Event  # noqa: PLC0415 - as above

    say = words(language)
    clock = data.clocks.seats[seat] if data.clocks else None
    turn = int(clock.since or 0) if clock else 0
    summary = say("calendar.turn", names=names_at(data, seat, language))
    event = Event()
    event.add("UID", f"{data.id}-{seat}-{turn}@codex-naturalis")
    event.add("DTSTAMP", _time(wall))
    event.add("DTSTART", _time(end))
    event.add("DTEND", _time(end))
    event.add("SUMMARY", summary)
    event.add("DESCRIPTION", say("calendar.turn_text"))
    if home:
        event.add("URL", f"{home}/t/{data.id}")
    alarm = Alarm()
    alarm.add("ACTION", "DISPLAY")
    alarm.add("DESCRIPTION", summary)
    alarm.add("TRIGGER", -_REMINDER)
    event.add_component(alarm)
    return event


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(int(seconds), UTC)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
