"""Queue of Play now: rows that expire unless polled, so that no one is seated who has gone.

A search is stored with its guest as the key, so a guest waits once. Each poll of a search renews it, and looks for
others; a group is marked in one transaction, so no other process can do the same. The table is then opened under the
mark as its idempotency key. So any process finishes the work of one that died, and none seats anyone
twice.
"""

import time
from math import isfinite
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import Row, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Clock, Correspondence, RealTime
from codex_naturalis.seating import Guest, Holder, new_id
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import NameMark, NewTable

from ..bans.blocks import pairs_apart
from ..bots.warmup import Preparation
from ..database.bot_leases import DATABASE_CLOCK
from ..database.engine import put
from ..database.schema import ratings, seekers
from ..lobby.lobby import Lobby
from ..results.ratings import check_person, rating_at
from ..tables.registry import Tables
from ..tables.store import Store, VersionConflictError
from ..tables.table import Table
from .matching import BOT_AFTER, Seeker, fitting_bot, group_of
from .wire import Seek, Seeking, SeekPace

__all__ = ["PlayNow"]

_LEASE: Final = 12.0
"""Seconds that a search lasts without a poll."""

_MOST: Final = 200
"""Others considered, longest waiting first."""

_TRIES: Final = 3
"""Attempts where processes meet in the database."""

_CLOCKS: Final[dict[str, Clock]] = {SeekPace.LIVE: RealTime(900, 20), SeekPace.DAYS: Correspondence(2)}


class PlayNow:
    """Matchmaking service."""

    def __init__(self, store: Store, tables: Tables, lobby: Lobby, preparation: Preparation) -> None:
        """Keep the queue in `store`, and open tables as `lobby` does."""
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._preparation = preparation

    async def seek(self, guest: Guest, wanted: Seek) -> Seeking:
        """Begin or change a search; return the table to a guest who has just been seated."""
        if await self._store.mark_of(guest) is NameMark.PROGRAM:
            raise ProblemError(Code.PROGRAM_INVITED)
        if wanted.rated:
            await check_person(self._store, guest.id, programs_too=False)
        await self._lobby.opening.check_limit(guest, bots=False)
        mine = select(ratings).where(ratings.c.guest == guest.id, ratings.c.seats == wanted.seats)
        (found,) = await self._store.read(mine)
        rating = rating_at(found[0] if found else None, time.time())
        asked = {"seats": wanted.seats, "pace": wanted.pace.value, "rated": wanted.rated}
        known = {"rating": rating.rating, "deviation": rating.deviation}

        async def job(connection: AsyncConnection) -> None:
            old = await self._own(connection, guest.id)
            if old is not None and (old.match or asked == {name: getattr(old, name) for name in asked}):
                return
            now = await self._time(connection)
            fresh = {"since": now, "until": now + _LEASE, "match": None, "table_id": None}
            await put(connection, seekers, [{"guest": guest.id, **asked, **known, **fresh}])

        await self._store.write(job)
        return await self.look(guest)

    async def look(self, guest: Guest) -> Seeking:
        """Continue a guest's search and return its progress; raise a `ProblemError` if there is none."""
        for tries in range(_TRIES):
            try:
                row, others, now = await self._store.write(lambda connection: self._match(connection, guest.id))
                break
            except VersionConflictError:
                continue
            except ProblemError as problem:
                if problem.code is not Code.STORAGE_FAILED or tries == _TRIES - 1 or not self._store.shared:
                    raise
        else:
            raise ProblemError(Code.STORAGE_FAILED)
        table = row.table_id or (await self._find_table(row.match) if row.match else None)
        return self._to_response(_seeker(row, now), row, others, table)

    async def cancel(self, guest: Guest) -> None:
        """Cancel the search; a guest already seated stays so."""
        mine = delete(seekers).where(seekers.c.guest == guest.id, seekers.c.match.is_(None))
        await self._store.write(lambda connection: connection.execute(mine))

    async def take_bot(self, holder: Holder, guest: Guest, origin: str | None) -> str:
        """Play against the offered bot; return the table, which has people instead if they came just now."""
        found = await self.look(guest)
        if found.table or found.bot is None:
            return found.table or _none()
        mine = delete(seekers).where(seekers.c.guest == guest.id, seekers.c.match.is_(None))
        gone = await self._store.write(lambda connection: connection.execute(mine))
        if not gone.rowcount:
            return (await self.look(guest)).table or _none()
        self._preparation.begin()
        wanted = NewTable(found.seats, bots=(found.bot,) * (found.seats - 1))
        return (await self._lobby.opening.open(holder, wanted, None, origin)).id

    # In the database

    @property
    def _now(self) -> Any:  # noqa: ANN401 - a number or an SQL expression
        return DATABASE_CLOCK if self._store.shared else time.time()

    async def _time(self, connection: AsyncConnection) -> float:
        return float((await connection.execute(select(self._now))).scalar_one()) if self._store.shared else time.time()

    async def _own(self, connection: AsyncConnection, guest: str) -> Row[Any] | None:
        mine = select(seekers).where(seekers.c.guest == guest, seekers.c.until > await self._time(connection))
        return (await connection.execute(mine)).one_or_none()

    async def _match(self, connection: AsyncConnection, guest: str) -> tuple[Row[Any], int, float]:
        """Renew a search and mark its group, if there is one; return its row, how many others wait, and the time."""
        row, now = await self._own(connection, guest), await self._time(connection)
        if row is None:
            raise ProblemError(Code.SEEK_NONE)
        if row.match:
            return row, 0, now
        if row.until - now < _LEASE / 2:
            renewed = update(seekers).where(seekers.c.guest == guest).values(until=now + _LEASE)
            await connection.execute(renewed)
            await connection.execute(delete(seekers).where(seekers.c.until < now - 10 * _LEASE))
        alike = (seekers.c.seats == row.seats, seekers.c.pace == row.pace, seekers.c.rated == row.rated)
        waiting = select(seekers).where(*alike, seekers.c.match.is_(None), seekers.c.until > now)
        found = (await connection.execute(waiting.order_by(seekers.c.since).limit(_MOST))).all()
        others = [each for each in found if each.guest != guest]
        apart = await pairs_apart(connection, [each.guest for each in found])
        group = group_of(_seeker(row, now), [_seeker(each, now) for each in others], row.seats, apart)
        if group is None:
            return row, len(others), now
        match = new_id()
        chosen = (seekers.c.guest.in_(group), seekers.c.match.is_(None))
        marked = update(seekers).where(*chosen).values(match=match, until=now + _LEASE)
        if (await connection.execute(marked)).rowcount != row.seats:
            raise VersionConflictError
        return (await connection.execute(select(seekers).where(seekers.c.guest == guest))).one(), len(others), now

    # At the table

    async def _find_table(self, match: str) -> str | None:
        """Return the table of a group, which the first process opens.

        If one of a group has deleted the account, the others wait again, and there is none.
        """
        (rows,) = await self._store.read(select(seekers).where(seekers.c.match == match).order_by(seekers.c.since))
        table = next((row.table_id for row in rows if row.table_id), None)
        if table is None and (not rows or len(rows) < rows[0].seats):
            apart = update(seekers).where(seekers.c.match == match, seekers.c.table_id.is_(None)).values(match=None)
            await self._store.write(lambda connection: connection.execute(apart))
            return None
        if table is None:
            opened = await self._open_table(match, rows)
            table = opened.id
            statement = update(seekers).where(seekers.c.match == match).values(table_id=table)
            await self._store.write(lambda connection: connection.execute(statement))
        return str(table)

    async def _open_table(self, match: str, rows: Any) -> Table:  # noqa: ANN401 - rows of the queue
        host = rows[0].guest
        known = await self._store.find_requested(host, match)
        if known is None:
            wanted = NewTable(rows[0].seats, rated=bool(rows[0].rated), clock=_CLOCKS[rows[0].pace])
            data = await self._lobby.opening.seat_together([row.guest for row in rows], wanted)
            try:
                return await self._tables.add(await self._store.add_table(replace(data, request=match)))
            except VersionConflictError:
                known = await self._store.find_requested(host, match)
        if known is None:
            raise ProblemError(Code.STORAGE_FAILED)
        return await self._tables.get(known.id)

    def _to_response(self, own: Seeker, row: Row[Any], others: int, table: str | None) -> Seeking:
        opponents = self._preparation.opponents()
        bot = fitting_bot(own.rating, opponents) if own.waited >= BOT_AFTER and not table else None
        reach = own.reach if isfinite(own.reach) else None
        return Seeking(row.seats, SeekPace(row.pace), bool(row.rated), own.waited, others, reach, bot, table)


def _seeker(row: Row[Any], now: float) -> Seeker:
    return Seeker(row.guest, row.rating, row.deviation, max(0.0, now - row.since))


def _none() -> str:
    raise ProblemError(Code.SEEK_NONE)
