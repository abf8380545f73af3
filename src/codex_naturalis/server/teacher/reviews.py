"""Leases on reviews: one of several servers computes each, and its lease expires if it dies.

The other servers poll its progress. All times are by the database's clock.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from sqlalchemy import delete, text
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.engine import NOW
from ..database.schema import reviewing
from ..support.errors import Problem
from ..support.tasks import end, lasting
from ..tables.data import new_id
from ..tables.store import Store

__all__ = ["ReviewLeases"]

_TAKEN: Final = text(
    f"insert into reviewing (game, holder, until, part) values (:game, :holder, {NOW} + :seconds, 0) "  # noqa: S608 - no values of others
    "on conflict (game) do update set holder = excluded.holder, until = excluded.until, part = 0 "
    f"where reviewing.until < {NOW} returning game"
)
_RENEWED: Final = text(
    f"update reviewing set until = {NOW} + :seconds, part = :part where game = :game and holder = :holder"  # noqa: S608
)
_PART: Final = text(f"select part from reviewing where game = :game and until >= {NOW}")  # noqa: S608


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
            values = {"game": game, "holder": self._name, "seconds": self._seconds}
            return (await connection.execute(_TAKEN, values)).first() is not None

        return await self._store.write(job)

    async def part(self, game: str) -> float | None:
        """Return the progress of the lease's holder, 0 to 1; None if the lease is free."""
        if not self._store.shared:
            return None
        (found,) = await self._store.read(_PART.bindparams(game=game))
        return float(found[0].part) if found else None

    @asynccontextmanager
    async def kept(self, game: str, parts: list[float]) -> AsyncIterator[None]:
        """Renew the lease while the block runs, with the last of `parts` as its progress; release it afterwards."""
        if not self._store.shared:
            yield
            return
        keeping = asyncio.create_task(self._keep(game, parts))
        try:
            yield
        finally:
            await end(keeping)
            with suppress(Problem):
                await self._store.write(lambda connection: self._given_up(connection, game))

    async def _keep(self, game: str, parts: list[float]) -> None:
        while True:
            await asyncio.sleep(self._seconds / 4)
            values = {"game": game, "holder": self._name, "seconds": self._seconds, "part": parts[-1]}
            with lasting("review not kept"), suppress(Problem):
                await self._store.write(lambda connection: _renewed(connection, values))  # noqa: B023

    async def _given_up(self, connection: AsyncConnection, game: str) -> None:
        await connection.execute(delete(reviewing).where(reviewing.c.game == game, reviewing.c.holder == self._name))


async def _renewed(connection: AsyncConnection, values: dict[str, object]) -> None:
    await connection.execute(_RENEWED, values)
