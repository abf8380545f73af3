"""Vacations: days on which an account's clocks stop at tables with days for each turn, except in tournaments.

A vacation is stored once, and any process applies it to the clocks of the tables: at once where play is under way,
elsewhere when it begins. A clock on vacation needs no deadline of its own: it resumes when the vacation ends.
"""

import asyncio
import math
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Row, Select, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Correspondence
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from ..database.quotas import VACATIONS
from ..database.schema import seats, tables
from ..database.schema import vacations as rows
from ..people.accounts import Accounts, check_account
from ..support.lifecycle import LoopingService
from ..support.tasks import lasting, until_set
from ..tables.bus import Bus
from ..tables.registry import Tables, run_shielded
from ..tables.store import Store
from ..tables.table import Table
from .wire import Vacation

__all__ = ["Vacations"]

_DAY: Final = 24 * 3600.0
_SWEEP: Final = 60.0
"""Seconds between two sweeps over the vacations under way."""

_EXACT: Final = 60.0
"""Seconds by which a clock's vacation may differ from the stored one, since served time is not wall time."""


class Vacations(LoopingService):
    """Service for the vacations of accounts, within a yearly allowance."""

    def __init__(self, store: Store, kept: Tables, accounts: Accounts, bus: Bus, allowance: int) -> None:
        """Grant `allowance` days in each calendar year."""
        self._store = store
        self._tables = kept
        self._accounts = accounts
        self._allowance = allowance
        self._away: dict[str, float] = {}
        """End of each guest's vacation under way, in seconds since 1970."""

        self._swept = -_SWEEP
        self._due: set[str] = set()
        self._early = asyncio.Event()
        self._bus = bus

    def _follow(self) -> None:
        """Listen to the tables only while anyone is on vacation."""
        self._bus.follow(self._on_change, "clocks", "changed", wanted=bool(self._away))

    def _on_change(self, table_id: str) -> None:
        table = self._tables.find_loaded(table_id)
        if table and self._missing(table):
            self._due.add(table_id)
            self._early.set()

    def _missing(self, table: Table) -> list[tuple[int, float | None]]:
        """Return the seats whose clock lacks their owner's vacation, with its end in served time."""
        data, found = table.data, []
        if data.tournament is not None:
            return []  # a round waits for its slowest game, so no one may hold it up for weeks
        if data.stage is not TableStage.PLAYING or data.clocks is None or not isinstance(data.clock, Correspondence):
            return []
        for row in data.seat_rows:
            if row.seat is None or row.guest is None or row.program:
                continue
            known, until = data.clocks.seats[row.seat].away, self._to_service_time(self._away.get(row.guest))
            if known is not None and known <= self._store.served.now():
                known = None
            if (known is None) != (until is None) or (known and until and abs(known - until) > _EXACT):
                found.append((row.seat, until))
        return found

    def _to_service_time(self, until: float | None) -> float | None:
        """Return the served time of a future moment; None for a past one."""
        left = 0.0 if until is None else until - time.time()
        return self._store.served.now() + left if left > 0 else None

    async def _run(self) -> None:
        while True:
            if time.monotonic() - self._swept >= _SWEEP:
                with lasting("vacations not swept"):
                    await self._sweep()
            await until_set(self._early, _SWEEP)
            self._early.clear()
            due, self._due = self._due, set()
            for table_id in due:
                with lasting("vacation not seen to"):
                    await run_shielded(self._apply(table_id))

    async def _sweep(self) -> None:
        now, self._swept = time.time(), time.monotonic()
        seated = select(seats.c.table_id).join(tables).join(rows, rows.c.guest == seats.c.guest)
        here = (rows.c.ends > now, tables.c.stage == TableStage.PLAYING, tables.c.clock.contains("correspondence"))
        away, at = await self._store.read(
            select(rows.c.guest, rows.c.ends).where(rows.c.ends > now), seated.where(*here)
        )
        self._away = {row.guest: row.ends for row in away}
        self._follow()
        for row in at:
            with suppress(ProblemError):  # a damaged table has no clocks that run
                await run_shielded(self._apply(row.table_id))

    async def _apply(self, table_id: str) -> None:
        table = await self._tables.get(table_id)
        for seat, until in self._missing(table):
            await table.away(seat, until)

    async def vacation_of(self, guest: str) -> Vacation:
        """Return a guest's allowance, and the vacation under way."""
        granted = self._allowance if await self._accounts.has(guest) else 0
        (found,) = await self._store.read(_recent(guest))
        return _standing(found, granted)

    async def begin(self, guest: str, days: int) -> Vacation:
        """Begin a vacation of `days`; raise a `ProblemError` without an account, or if fewer are left."""
        if not await self._accounts.has(guest):
            raise ProblemError(Code.ACCOUNT_NONE)
        now = time.time()
        values = {"guest": guest, "began": now, "ends": now + days * _DAY, "year": datetime.now(UTC).year}

        async def job(connection: AsyncConnection) -> None:
            async with VACATIONS.within(connection, guest, most=1):
                await check_account(connection, guest)
                vacation = _standing((await connection.execute(_recent(guest))).all(), self._allowance)
                if vacation.until is not None or days > vacation.left:
                    raise ProblemError(Code.VACATION_DAYS, count=vacation.left)
                await connection.execute(insert(rows), values)

        await self._store.write(job, VACATIONS.key(guest))
        return await self._change_vacation(guest)

    async def end(self, guest: str) -> Vacation:
        """End a vacation now; a day begun is used up."""
        now = time.time()
        here = update(rows).where(rows.c.guest == guest, rows.c.ends > now).values(ends=now)
        await self._store.write(lambda connection: connection.execute(here), guest)
        return await self._change_vacation(guest)

    async def _change_vacation(self, guest: str) -> Vacation:
        vacation = await self.vacation_of(guest)
        if vacation.until is None:
            self._away.pop(guest, None)
        else:
            self._away[guest] = vacation.until
        self._follow()
        mine = (
            select(seats.c.table_id)
            .join(tables)
            .where(
                seats.c.guest == guest, tables.c.stage == TableStage.PLAYING, tables.c.clock.contains("correspondence")
            )
        )
        for row in (await self._store.read(mine))[0]:
            with suppress(ProblemError):
                await run_shielded(self._apply(row.table_id))
        return vacation


def _recent(guest: str) -> Select[Any]:
    """Return the query for a guest's vacations of this year, and one under way from the year before."""
    year = datetime.now(UTC).year
    return select(rows).where(rows.c.guest == guest, or_(rows.c.year == year, rows.c.ends > time.time()))


def _standing(found: Sequence[Row[Any]], granted: int) -> Vacation:
    """Return the remaining days of those `granted` for this year, and the end of the vacation under way."""
    now, year = time.time(), datetime.now(UTC).year
    used = sum(math.ceil((row.ends - row.began) / _DAY) for row in found if row.year == year)
    return Vacation(granted, max(0, granted - used), next((row.ends for row in found if row.ends > now), None))
