"""Presence of programs: those connected to any process that shares the database.

A row with an expiry is renewed while the connection lasts. The newest connection of an account owns the row; an older
one notices and ends.
"""

import asyncio
import time
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.wire.programs import ProgramHere

from ..database.schema import accounts, programs, programs_here, ratings
from ..people.history import RANKED, standing_of
from ..support.lifecycle import LoopingService
from ..support.tasks import lasting
from ..tables.store import Store

__all__ = ["ProgramsHere", "still_here"]

_HERE_SECONDS: Final = 60.0
"""Seconds after which a row expires unless it is renewed."""

_RENEW_SECONDS: Final = 20.0
_MOST: Final = 100
"""Programs in one answer."""


def still_here() -> ColumnElement[bool]:
    """Return the SQL condition for programs that are connected."""
    return programs_here.c.until > time.time()


class ProgramsHere(LoopingService):
    """Registry of the programs that are connected."""

    def __init__(self, store: Store) -> None:
        """Keep the rows in `store`."""
        self._store = store
        self._mine: dict[str, str] = {}
        """Connections of this process, by their id, with the guest of each."""

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            if self._mine:
                with lasting("programs not renewed"):
                    await self._renew()

    async def _renew(self) -> None:
        mine = programs_here.c.connection.in_(list(self._mine))

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(programs_here).where(mine).values(until=time.time() + _HERE_SECONDS))

        await self._store.write(job)

    async def arrive(self, guest: str, connection_id: str, about: str, free: int) -> None:
        """Store a new connection, which replaces an older one."""
        self._mine[connection_id] = guest
        row = {"guest": guest, "connection": connection_id, "about": about, "free": free}

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(programs_here).where(programs_here.c.guest == guest))
            await connection.execute(insert(programs_here), {**row, "until": time.time() + _HERE_SECONDS})

        await self._store.write(job)

    async def change(self, connection_id: str, free: int) -> None:
        """Store how many games a connection could still begin."""
        mine = programs_here.c.connection == connection_id

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(programs_here).where(mine).values(free=free))

        await self._store.write(job)

    async def leave(self, connection_id: str) -> bool:
        """Remove a connection; return whether it was its account's newest."""
        self._mine.pop(connection_id, None)

        async def job(connection: AsyncConnection) -> bool:
            mine = delete(programs_here).where(programs_here.c.connection == connection_id)
            return bool((await connection.execute(mine)).rowcount)

        return await self._store.write(job)

    async def newest(self, guest: str) -> str | None:
        """Return the id of an account's connection; None if there is none."""
        (found,) = await self._store.read(select(programs_here.c.connection).where(programs_here.c.guest == guest))
        return str(found[0].connection) if found else None

    async def free(self, guest: str) -> int | None:
        """Return how many games a program could still begin; None if it is not connected."""
        mine = select(programs_here.c.free).where(programs_here.c.guest == guest, still_here())
        (found,) = await self._store.read(mine)
        return int(found[0].free) if found else None

    async def list_programs(self) -> tuple[ProgramHere, ...]:
        """Return the programs that are connected, by name."""
        here = _select_programs().where(still_here()).order_by(accounts.c.folded).limit(_MOST)
        rated = RANKED.where(ratings.c.guest.in_(here.with_only_columns(programs_here.c.guest)))
        rows, ranked = await self._store.read(here, rated.order_by(ratings.c.seats))
        return tuple(
            ProgramHere(
                row.name,
                row.owned_by,
                row.about,
                busy=row.free < 1,
                standings=tuple(standing_of(one) for one in ranked if one.guest == row.guest),
            )
            for row in rows
        )


def _select_programs() -> Any:  # noqa: ANN401 - a statement
    owners = accounts.alias("owners")
    joined = programs_here.join(accounts, accounts.c.guest == programs_here.c.guest)
    joined = joined.join(programs, programs.c.guest == programs_here.c.guest)
    joined = joined.join(owners, owners.c.guest == programs.c.owner)
    columns = (accounts.c.name, owners.c.name.label("owned_by"), programs_here.c.guest, programs_here.c.about)
    return select(*columns, programs_here.c.free).select_from(joined)
