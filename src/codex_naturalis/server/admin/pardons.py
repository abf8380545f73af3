"""Pardons: reset the rate limits of a guest or a network, also while servers run.

The counts are in each server's memory; a pardon is a row, which every server polls within seconds.
"""

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.engine import open_engine
from ..database.schema import pardons
from .bans import known_guest

__all__ = ["pardon", "pardon_network"]

_KEPT_SECONDS: Final = 3600.0
"""How long a pardon is stored, in seconds: a server that starts later has counted nothing."""


def pardon(database: Path | str, who: str) -> str:
    """Pardon the account of this name, or the guest of this id; return the name.

    Raises `NotFoundError` if there is neither.
    """

    async def job(connection: AsyncConnection) -> str:
        guest, name = await known_guest(connection, who)
        await _add(connection, guest=guest)
        return name

    return _run(database, job)


def pardon_network(database: Path | str, address: str) -> str:
    """Pardon an address or a network; return it. Raises `ValueError` if it is not one."""
    network = str(ipaddress.ip_network(address, strict=False))

    async def job(connection: AsyncConnection) -> str:
        await _add(connection, network=network)
        return network

    return _run(database, job)


async def _add(connection: AsyncConnection, **whom: str) -> None:
    now = time.time()
    await connection.execute(delete(pardons).where(pardons.c.created < now - _KEPT_SECONDS))
    await connection.execute(insert(pardons), {**whom, "created": now})


def _run(database: Path | str, job: Callable[[AsyncConnection], Awaitable[str]]) -> str:
    async def work() -> str:
        async with open_engine(database, writes=True) as engine, engine.begin() as connection:
            return await job(connection)

    return asyncio.run(work())
