"""Leases: one process at a time holds a row, and it is free again once its time is up."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Column, Float, Integer, MetaData, String, Table, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.server.database.bot_leases import Leases
from codex_naturalis.server.database.engine import engine_at
from tests.several import Cluster

ROWS = Table(
    "rows", MetaData(), Column("n", Integer, primary_key=True), Column("holder", String), Column("until", Float)
)
LEASES = Leases(ROWS)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return where to keep rows."""
    if request.param == "sqlite":
        return tmp_path / "rows.db"
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.bare()


@pytest.fixture
async def connection(place: Path | str) -> AsyncIterator[AsyncConnection]:
    """Return a connection to a database with two rows without a lease."""
    engine = engine_at(place)
    async with engine.begin() as connection:
        await connection.run_sync(ROWS.metadata.create_all)
        await connection.execute(ROWS.insert(), [{"n": n, "holder": None, "until": 0.0} for n in (1, 2)])
        yield connection
    await engine.dispose()


async def take(connection: AsyncConnection, holder: str, now: float) -> list[int]:
    """Let `holder` take every free row for ten seconds, and return which."""
    taken = update(ROWS).where(LEASES.free(now)).values(**LEASES.lease_values(holder, now, 10.0)).returning(ROWS.c.n)
    return sorted((await connection.scalars(taken)).all())


async def held(connection: AsyncConnection, holder: str) -> list[int]:
    """Return the rows that `holder` holds."""
    return sorted((await connection.scalars(select(ROWS.c.n).where(LEASES.held_by(holder)))).all())


async def test_a_row_is_held_until_its_lease_expires(connection: AsyncConnection) -> None:
    """No other process takes it before; any may afterwards."""
    assert await take(connection, "ann", 100.0) == [1, 2]
    assert await take(connection, "bob", 110.0) == []
    assert await take(connection, "bob", 110.1) == [1, 2]
    assert await held(connection, "ann") == []


async def test_a_renewed_lease_goes_on(connection: AsyncConnection) -> None:
    """Of the rows renewed, and only if they are still one's own."""
    await take(connection, "ann", 100.0)
    await connection.execute(LEASES.renew("ann", 105.0, 10.0).where(ROWS.c.n == 1))
    await connection.execute(LEASES.renew("bob", 105.0, 10.0))
    assert await take(connection, "bob", 112.0) == [2]


async def test_a_released_row_is_free_at_once(connection: AsyncConnection) -> None:
    """And what others hold stays theirs."""
    await take(connection, "ann", 100.0)
    await connection.execute(LEASES.release("bob"))
    assert await take(connection, "bob", 101.0) == []
    await connection.execute(LEASES.release("ann"))
    assert await take(connection, "bob", 101.0) == [1, 2]
