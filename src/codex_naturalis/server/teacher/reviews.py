"""Leases on reviews: one of several servers computes each, and its lease expires if it dies.

The other servers poll its progress. All times are by the database's clock.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import new_id
from codex_naturalis.wire.errors import ProblemError

from ..database.bot_leases import DATABASE_CLOCK, Leases
from ..database.engine import insert_into
from ..database.schema import reviewing
from ..support.tasks import end, lasting
from ..tables.store import Store

__all__ = ["ReviewLeases"]

_LEASES: Final = Leases(reviewing)


class ReviewLeases:
    """Leases on reviews, as this server sees them."""

    def __init__(self, store: Store, seconds: float) -> None:
        """Keep them in `store`; each lasts for `seconds` unless its holder renews it."""
        self._store = store
        self._seconds = seconds
        self._name = new_id()[:8]

    async def take(self, game: str) -> bool:
        """Take the lease on the review of `game`; return whether this server has it. A private database needs none."""
        if not self._store.shared:
            return True

        async def job(connection: AsyncConnection) -> bool:
            taken = {**_LEASES.lease_values(self._name, DATABASE_CLOCK, self._seconds), "part": 0.0}
            new = insert_into(connection, reviewing).values(game=game, **taken)
            new = new.on_conflict_do_update(index_elements=["game"], set_=taken, where=_LEASES.free(DATABASE_CLOCK))
            return (await connection.execute(new.returning(reviewing.c.game))).first() is not None

        return await self._store.write(job)

    async def part(self, game: str) -> float | None:
        """Return the progress of the lease's holder, 0 to 1; None if the lease is free."""
        if not self._store.shared:
            return None
        running = (reviewing.c.game == game, ~_LEASES.free(DATABASE_CLOCK))
        (found,) = await self._store.read(select(reviewing.c.part).where(*running))
        return float(found[0].part) if found else None

    @asynccontextmanager
    async def keep_lease(self, game: str, parts: list[float]) -> AsyncIterator[None]:
        """Renew the lease while the block runs, with the last of `parts` as its progress; release it afterwards."""
        if not self._store.shared:
            yield
            return
        keeping = asyncio.create_task(self._keep(game, parts))
        try:
            yield
        finally:
            await end(keeping)
            with suppress(ProblemError):
                await self._store.write(lambda connection: self._given_up(connection, game))

    async def _keep(self, game: str, parts: list[float]) -> None:
        while True:
            await asyncio.sleep(self._seconds / 4)
            with lasting("review not kept"), suppress(ProblemError):
                await self._store.write(lambda connection: self._renew(connection, game, parts[-1]))

    async def _renew(self, connection: AsyncConnection, game: str, part: float) -> None:
        renewal = _LEASES.renew(self._name, DATABASE_CLOCK, self._seconds)
        await connection.execute(renewal.where(reviewing.c.game == game).values(part=part))

    async def _given_up(self, connection: AsyncConnection, game: str) -> None:
        await connection.execute(delete(reviewing).where(reviewing.c.game == game, _LEASES.held_by(self._name)))
