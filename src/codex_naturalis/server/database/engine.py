"""Where everything is kept: in a file of SQLite's by one server, or in PostgreSQL by as many as there are."""

import math
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Engine, Table, event, make_url
from sqlalchemy.exc import InvalidatePoolError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from .sqlite import durable

__all__ = ["FAULTS", "NOW", "WELL_FOR", "Where", "dsn_of", "engine_at", "insert_into", "opened", "put", "settings_of"]

Where = Path | str
"""The file of SQLite's, or the address of PostgreSQL."""

NOW: Final = "extract(epoch from clock_timestamp())"
"""The clock that several processes share, in PostgreSQL's words: seconds since 1970."""

FAULTS: Final = (SQLAlchemyError, OSError)
"""What a database raises that is not there, refuses, or takes too long."""

_CONNECTIONS: Final = 12
WELL_FOR: Final = 0.2
"""Seconds for which a connection is taken to be well after it was."""


def engine_at(place: Where, seconds: float = 5.0) -> AsyncEngine:
    """Return the way to a database: what it has acknowledged is safe, and what is read together is of one moment.

    PostgreSQL may take so many `seconds` for a connection, and for an answer.
    """
    if isinstance(place, Path):
        engine = create_async_engine(f"sqlite+aiosqlite:///{place}", pool_size=4)
        durable(engine.sync_engine)
        return engine
    url = _url(place).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(
        _plain_ssl(url, "sslmode", "ssl"),
        isolation_level="REPEATABLE READ",
        pool_size=_CONNECTIONS,
        max_overflow=0,
        pool_timeout=seconds,
        connect_args={"timeout": seconds, "command_timeout": seconds, "server_settings": settings_of(seconds)},
    )
    _try_first(engine.sync_engine)
    return engine


def _try_first(engine: Engine) -> None:
    """Give out no dead connections: nobody's action is refused only because the database was started again.

    What a moment ago was well, and has not been heard of since, is not asked: that would take as long as to use it.
    """

    @event.listens_for(engine, "checkin")
    def _given_back(_: object, record: Any) -> None:  # noqa: ANN401 - the pool's
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def _taken(connection: Any, record: Any, _: object) -> None:  # noqa: ANN401 - likewise
        if connection.driver_connection.is_closed():
            raise InvalidatePoolError
        if time.monotonic() - record.info.get("used", math.inf) > WELL_FOR:
            try:
                connection.run_async(lambda driver: driver.execute("select 1"))
            except Exception as error:
                raise InvalidatePoolError from error


def settings_of(seconds: float) -> dict[str, str]:
    """Return what every connection to PostgreSQL asks for: to wait so many `seconds` for others, and to be safe."""
    return {
        "application_name": "codex-naturalis",
        "lock_timeout": f"{1000 * seconds:.0f}ms",
        "synchronous_commit": "on",
    }


def dsn_of(place: str) -> str:
    """Return the address of PostgreSQL as its own driver reads it."""
    url = _plain_ssl(_url(place).set(drivername="postgresql"), "ssl", "sslmode")
    return url.render_as_string(hide_password=False)


def _url(place: str) -> URL:
    return make_url(place.replace("postgres://", "postgresql://", 1))


def _plain_ssl(url: URL, theirs: str, ours: str) -> URL:
    """Let both words for encryption be understood."""
    if theirs not in url.query:
        return url
    return url.update_query_dict({ours: url.query[theirs]}).difference_update_query([theirs])


@asynccontextmanager
async def opened(place: Where, **options: Any) -> AsyncIterator[AsyncEngine]:  # noqa: ANN401 - SQLAlchemy's
    """Open the way to a database for as long as a command takes."""
    engine = engine_at(place)
    try:
        yield engine.execution_options(**options)
    finally:
        await engine.dispose()


def insert_into(connection: AsyncConnection, table: Table) -> Any:  # noqa: ANN401 - of either kind
    """Return an insert that can say what to do with a row that is there already."""
    from sqlalchemy.dialects import postgresql, sqlite  # noqa: PLC0415 - the one of the two that is there is loaded

    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


async def put(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, object]]) -> None:
    """Insert rows, each in the place of the one with the same key if there is any."""
    new = insert_into(connection, table)
    keys = [column.name for column in table.primary_key]
    others = {name: new.excluded[name] for name in rows[0] if name not in keys}
    await connection.execute(new.on_conflict_do_update(index_elements=keys, set_=others), rows)
