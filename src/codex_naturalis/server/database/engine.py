"""Database engine: a SQLite file for one server, or PostgreSQL for any number of them."""

import math
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Engine, Table, event, make_url
from sqlalchemy.exc import InvalidatePoolError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from codex_naturalis.wire.errors import Code, ProblemError

from .sqlite import durable

__all__ = [
    "FAULTS",
    "NOW",
    "WELL_FOR",
    "Where",
    "dsn_of",
    "engine_at",
    "insert_into",
    "open_engine",
    "put",
    "refuse_unstorable",
    "settings_of",
]

Where = Path | str
"""Path of a SQLite file, or URL of PostgreSQL."""

NOW: Final = "extract(epoch from clock_timestamp())"
"""SQL expression for PostgreSQL's clock, which all processes share: seconds since 1970."""

FAULTS: Final = (SQLAlchemyError, OSError)
"""Exceptions of a database that cannot be reached, refuses, or times out."""

_DATA_EXCEPTION: Final = "22"
_INTEGERS: Final = 1 << 63
_CONNECTIONS: Final = 12
WELL_FOR: Final = 0.2
"""Seconds after its last use for which a connection is trusted without a probe."""


def engine_at(database: Where, seconds: float = 5.0) -> AsyncEngine:
    """Return an engine with durable commits, whose read transactions see a single snapshot.

    `seconds` is PostgreSQL's time limit for connecting, and for each statement.
    """
    if isinstance(database, Path):
        engine = create_async_engine(f"sqlite+aiosqlite:///{database}", pool_size=4)
        durable(engine.sync_engine)
        refuse_unstorable(engine.sync_engine)
        return engine
    url = _url(database).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(
        _plain_ssl(url, "sslmode", "ssl"),
        isolation_level="REPEATABLE READ",
        pool_size=_CONNECTIONS,
        max_overflow=0,
        pool_timeout=seconds,
        connect_args={"timeout": seconds, "command_timeout": seconds, "server_settings": settings_of(seconds)},
    )
    _try_first(engine.sync_engine)
    refuse_unstorable(engine.sync_engine)
    return engine


def refuse_unstorable(engine: Engine) -> None:
    """Raise a `ProblemError` for values that a database cannot take, in place of a fault of the database.

    These are texts with the character NUL, and integers beyond 64 bits, with SQLite and PostgreSQL alike, and values
    that PostgreSQL reports out of a column's range (SQLSTATE class 22). Requests with most of them are refused on
    arrival; this covers values decoded later, such as a path in a query, and numbers used only for look-ups.
    """

    @event.listens_for(engine, "before_cursor_execute")
    def _about_to_run(_: object, __: object, ___: str, values: Any, *____: object) -> None:  # noqa: ANN401 - of any form
        if _unstorable(values):
            raise ProblemError(Code.REQUEST_MALFORMED)

    @event.listens_for(engine, "handle_error")
    def _on_error(context: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
        if str(getattr(context.original_exception, "sqlstate", "")).startswith(_DATA_EXCEPTION):
            raise ProblemError(Code.REQUEST_MALFORMED)


def _unstorable(values: object) -> bool:
    """Return whether any of `values`, of one statement or several, is a text with a NUL or too large an integer."""
    match values:
        case str():
            return "\0" in values
        case int():
            return not -_INTEGERS <= values < _INTEGERS
        case dict():
            return any(map(_unstorable, values.values()))
        case list() | tuple():
            return any(map(_unstorable, values))
        case _:
            return False


def _try_first(engine: Engine) -> None:
    """Probe pooled connections before use, so that no action fails merely because the database was restarted.

    A connection used less than `WELL_FOR` seconds ago is not probed, which would take as long as using it.
    """

    @event.listens_for(engine, "checkin")
    def _given_back(_: object, record: Any) -> None:  # noqa: ANN401 - the pool's
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def _on_checkout(connection: Any, record: Any, _: object) -> None:  # noqa: ANN401 - likewise
        if connection.driver_connection.is_closed():
            raise InvalidatePoolError
        if time.monotonic() - record.info.get("used", math.inf) > WELL_FOR:
            try:
                connection.run_async(lambda driver: driver.execute("select 1"))
            except Exception as error:
                raise InvalidatePoolError from error


def settings_of(seconds: float) -> dict[str, str]:
    """Return PostgreSQL's session settings: lock timeout in `seconds`, and synchronous commits."""
    return {
        "application_name": "codex-naturalis",
        "lock_timeout": f"{1000 * seconds:.0f}ms",
        "synchronous_commit": "on",
    }


def dsn_of(database: str) -> str:
    """Return the URL of PostgreSQL in the form that asyncpg reads."""
    url = _plain_ssl(_url(database).set(drivername="postgresql"), "ssl", "sslmode")
    return url.render_as_string(hide_password=False)


def _url(database: str) -> URL:
    return make_url(database.replace("postgres://", "postgresql://", 1))


def _plain_ssl(url: URL, theirs: str, ours: str) -> URL:
    """Translate the query parameter for TLS between SQLAlchemy's name and the driver's."""
    if theirs not in url.query:
        return url
    return url.update_query_dict({ours: url.query[theirs]}).difference_update_query([theirs])


@asynccontextmanager
async def open_engine(database: Where, **options: Any) -> AsyncIterator[AsyncEngine]:  # noqa: ANN401 - SQLAlchemy's
    """Open an engine for the duration of a command."""
    engine = engine_at(database)
    try:
        yield engine.execution_options(**options)
    finally:
        await engine.dispose()


def insert_into(connection: AsyncConnection, table: Table) -> Any:  # noqa: ANN401 - of either kind
    """Return an insert in the connection's dialect, which has `on_conflict_do_update`."""
    from sqlalchemy.dialects import postgresql, sqlite  # noqa: PLC0415 - only the dialect in use is loaded

    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


async def put(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, object]]) -> None:
    """Upsert rows: each replaces the one with the same primary key."""
    new = insert_into(connection, table)
    keys = [column.name for column in table.primary_key]
    others = {name: new.excluded[name] for name in rows[0] if name not in keys}
    await connection.execute(new.on_conflict_do_update(index_elements=keys, set_=others), rows)
