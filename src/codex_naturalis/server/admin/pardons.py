"""Pardons: the host lets a guest or a network begin as if it had asked for nothing yet. Works while servers run.

What was counted is in the memory of each server; a pardon is a row, which every server reads within seconds.
"""

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.engine import opened
from ..database.schema import accounts, pardons
from ..limits.limits import Limits
from ..support.errors import Problem
from ..support.tasks import end, lasting
from ..tables.store import Store
from .bans import known_guest

__all__ = ["Pardons", "pardon", "pardon_network"]

_LOOK_SECONDS: Final = 3.0
_KEPT_SECONDS: Final = 3600.0
"""How long a pardon is kept: a server that starts later has counted nothing."""


def pardon(place: Path | str, who: str) -> str:
    """Pardon whoever has an account of this name, or the guest of this id; return the name.

    Raises `Nobody` if there is none.
    """

    async def job(connection: AsyncConnection) -> str:
        guest, name = await known_guest(connection, who)
        await _add(connection, guest=guest)
        return name

    return _run(place, job)


def pardon_network(place: Path | str, address: str) -> str:
    """Pardon an address, or a network and all in it; return it. Raises `ValueError` if it is none."""
    network = str(ipaddress.ip_network(address, strict=False))

    async def job(connection: AsyncConnection) -> str:
        await _add(connection, network=network)
        return network

    return _run(place, job)


async def _add(connection: AsyncConnection, **whom: str) -> None:
    now = time.time()
    await connection.execute(delete(pardons).where(pardons.c.created < now - _KEPT_SECONDS))
    await connection.execute(insert(pardons), {**whom, "created": now})


def _run(place: Path | str, job: Callable[[AsyncConnection], Awaitable[str]]) -> str:
    async def work() -> str:
        async with opened(place, writes=True) as engine, engine.begin() as connection:
            return await job(connection)

    return asyncio.run(work())


class Pardons:
    """Takes the pardons of the host in."""

    def __init__(self, store: Store, limits: Limits) -> None:
        """Read them from `store`, and let `limits` forget."""
        self._store = store
        self._limits = limits
        self._last = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Pass over those that there are: nothing is counted yet. Look again and again from then on."""
        ((row,),) = await self._store.read(select(func.max(pardons.c.id).label("last")))
        self._last = row.last or 0
        self._task = asyncio.create_task(self._run(), name="pardons")

    async def close(self) -> None:
        """Look no more."""
        await end(self._task)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with lasting("pardons not looked at"), suppress(Problem):  # the writer says what the database says
                await self.look()

    async def look(self) -> None:
        """Take in what is new."""
        new = select(pardons, accounts.c.folded).join(accounts, accounts.c.guest == pardons.c.guest, isouter=True)
        (found,) = await self._store.read(new.where(pardons.c.id > self._last).order_by(pardons.c.id))
        for row in found:
            if row.network:
                self._limits.forgive_network(row.network)
            else:
                self._limits.forgive_guest(row.guest, row.folded)
            self._last = row.id
