"""Blocks: people whom a guest wants to avoid. Blocked people are never notified."""

import time
from collections.abc import Iterable, Sequence
from typing import Final

from sqlalchemy import delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.wire.errors import Code, ProblemError

from ..database.engine import put
from ..database.quotas import BLOCKS
from ..database.schema import blocks
from ..tables.store import Store

__all__ = ["Blocks", "pairs_apart"]

_MOST: Final = 200
"""People one guest may block."""


class Blocks:
    """Service for the blocks of all guests."""

    def __init__(self, store: Store) -> None:
        """Keep them in `store`."""
        self._store = store

    async def of(self, guest: str | None) -> dict[str, str]:
        """Return the guests that `guest` has blocked, with the names they had then."""
        if guest is None:
            return {}
        mine = select(blocks.c.blocked, blocks.c.name).where(blocks.c.guest == guest).order_by(blocks.c.created)
        (rows,) = await self._store.read(mine)
        return {row.blocked: row.name for row in rows}

    async def add(self, guest: str, blocked: str, name: str) -> None:
        """Block a person; a second time changes nothing."""
        row = {"guest": guest, "blocked": blocked, "name": name, "created": time.time()}

        async def job(connection: AsyncConnection) -> None:
            async with BLOCKS.within(connection, guest, most=_MOST):
                await put(connection, blocks, [row])

        await self._store.write(job, BLOCKS.key(guest))

    async def remove(self, guest: str, blocked: str) -> None:
        """Lift a block; nothing changes if there is none."""
        mine = delete(blocks).where(blocks.c.guest == guest, blocks.c.blocked == blocked)
        await self._store.write(lambda connection: connection.execute(mine))

    async def check_seat(self, guest: str, seated: Iterable[str | None]) -> None:
        """Raise a `ProblemError` if a seated person has blocked `guest`, or the other way round."""
        others = [other for other in seated if other and other != guest]
        if not others:
            return
        either = or_(
            blocks.c.guest.in_(others) & (blocks.c.blocked == guest),
            blocks.c.blocked.in_(others) & (blocks.c.guest == guest),
        )
        (rows,) = await self._store.read(select(blocks.c.guest).where(either).limit(1))
        if rows:
            raise ProblemError(Code.SEAT_REFUSED)


async def pairs_apart(connection: AsyncConnection, people: Sequence[str]) -> frozenset[frozenset[str]]:
    """Return the pairs among `people` of whom one has blocked the other."""
    pairs = select(blocks.c.guest, blocks.c.blocked).where(blocks.c.guest.in_(people), blocks.c.blocked.in_(people))
    rows = (await connection.execute(pairs)).all()
    return frozenset(frozenset((row.guest, row.blocked)) for row in rows)
