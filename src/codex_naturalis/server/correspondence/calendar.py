"""Calendar of deadlines: an iCalendar feed (RFC 5545) at a secret address, which its owner can revoke.

It names the other people at a table and when the own turn ends; nothing of the game. The address is a password: only
its digest is stored.
"""

import re
import secrets
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.i18n import Locale, words
from codex_naturalis.play import Correspondence
from codex_naturalis.rules import Seat

from ..database.schema import calendars as rows
from ..moderation.bans import Bans
from ..notifications.texts import names_at
from ..support.errors import Code, ProblemError
from ..tables.data import TableData
from ..tables.store import Store
from .wire import CalendarInfo, CalendarLink

__all__ = ["Calendars", "feed"]

_PATH: Final = "/api/v1/calendar/"
_MOST: Final = 200
_FOLD: Final = 75
"""Octets in a line, without its end (RFC 5545, 3.1)."""

_SPECIAL: Final = re.compile(r"([\\;,])")


class Calendars:
    """Service that creates, revokes and reads calendars."""

    def __init__(self, store: Store, bans: Bans, home: str) -> None:
        """Read deadlines from `store`; links in events begin with `home`, the server's public URL."""
        self._store = store
        self._bans = bans
        self._home = home.rstrip("/")

    async def told(self, guest: str) -> CalendarInfo:
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
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//codex-naturalis//deadlines//EN", "CALSCALE:GREGORIAN"]
    lines += [f"X-WR-CALNAME:{_text(words(language)('calendar.name'))}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for data in tables:
        for seat, left in _ends(guest, data, now):
            lines += _event(data, seat, wall + left, wall, home, language)
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


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


def _event(data: TableData, seat: Seat, end: float, wall: float, home: str, language: Locale) -> list[str]:
    say = words(language)
    clock = data.clocks.seats[seat] if data.clocks else None
    turn = int(clock.since or 0) if clock else 0
    return [
        "BEGIN:VEVENT",
        f"UID:{data.id}-{seat}-{turn}@codex-naturalis",
        f"DTSTAMP:{_time(wall)}",
        f"DTSTART:{_time(end)}",
        f"DTEND:{_time(end)}",
        f"SUMMARY:{_text(say('calendar.turn', names=names_at(data, seat, language)))}",
        f"DESCRIPTION:{_text(say('calendar.turn_text'))}",
        *([f"URL:{home}/t/{data.id}"] if home else []),
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(say('calendar.turn', names=names_at(data, seat, language)))}",
        "TRIGGER:-PT8H",
        "END:VALARM",
        "END:VEVENT",
    ]


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text).replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """Yield a line in parts of at most 75 octets, the later ones beginning with a space; no letter is cut."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > _FOLD:
            yield part
            part = " "
        part += letter
    yield part


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
