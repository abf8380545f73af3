"""Migrations (Alembic), run automatically at the start of a server or worker."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["HEAD", "NewerDatabase", "upgrade"]

HEAD: Final = "1302"
"""Revision of the newest migration."""

_ALONE: Final = Lock()
"""Alembic runs one migration at a time in a process."""

_BY_ONE: Final = 0x636F646578
"""Key of PostgreSQL's advisory lock, which admits one migrating process at a time."""


_PATIENT_SECONDS: Final = 60.0
"""Time limit in seconds for waiting on another process that migrates."""


class NewerDatabase(Exception):  # noqa: N818  # reads as the sentence it is
    """The database was migrated by a newer version of this program."""


def upgrade(database: Path | str) -> None:
    """Create or migrate `database`; raise `NewerDatabase` if it is ahead of this version.

    Must be called outside an event loop.
    """
    if isinstance(database, str):
        asyncio.run(_upgrade_server(database))
    elif _revision(database) != HEAD:
        _migrate(database)


def _revision(path: Path) -> str | None:
    """Return a file's revision, with the standard library only: most starts need no migration, nor Alembic."""
    if not path.exists():
        return None
    with closing(sqlite3.connect(path)) as connection:
        if not connection.execute("select 1 from sqlite_master where name = 'alembic_version'").fetchone():
            return None
        found = connection.execute("select version_num from alembic_version").fetchone()
        return str(found[0]) if found else None


def _migrate(path: Path) -> None:
    from sqlalchemy import create_engine  # noqa: PLC0415 - slow to import, and rarely needed

    from .sqlite import durable  # noqa: PLC0415

    engine = create_engine(f"sqlite:///{path}", execution_options={"writes": True})
    durable(engine)
    try:
        with engine.begin() as connection:
            _bring_up(connection)
    finally:
        engine.dispose()


async def _upgrade_server(url: str) -> None:
    """Migrate PostgreSQL under the advisory lock; processes that start at the same time wait."""
    from sqlalchemy import text  # noqa: PLC0415

    from .engine import engine_at  # noqa: PLC0415

    engine = engine_at(url, _PATIENT_SECONDS)
    try:
        async with engine.execution_options(isolation_level="READ COMMITTED").begin() as connection:
            await connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": _BY_ONE})
            if await connection.run_sync(_noted) != HEAD:
                await connection.run_sync(_bring_up)
    finally:
        await engine.dispose()


def _noted(connection: Connection) -> Any:  # noqa: ANN401 - what the database has there
    """Return the revision of a PostgreSQL database; None if it is empty."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.exec_driver_sql("select version_num from alembic_version").scalar()


def _bring_up(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "codex_naturalis.server.database:migrations")
    try:
        with _ALONE:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise NewerDatabase from error
