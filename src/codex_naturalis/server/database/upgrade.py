"""Migrations (Alembic), run automatically at the start of a server or worker.

A copy of a SQLite file is kept first, so that a host can go back to the previous version.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from .copies import DamagedDatabaseError, before_upgrade, check_room, write_copy

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

__all__ = [
    "HEAD",
    "MigrationError",
    "NewerDatabaseError",
    "NoCopyError",
    "known_revisions",
    "revision_of",
    "upgrade",
]

HEAD: Final = "1303"
"""Revision of the newest migration."""

_ALONE: Final = Lock()
"""Alembic runs one migration at a time in a process."""

_BY_ONE: Final = 0x636F646578
"""Key of PostgreSQL's advisory lock, which admits one migrating process at a time."""

_ROOM: Final = 2
"""Free space required, in sizes of the database: one for the copy, one for rewritten tables."""

_PATIENT_SECONDS: Final = 60.0
"""Time limit in seconds for waiting on another process that migrates."""


class NewerDatabaseError(Exception):
    """The database was migrated by a newer version of this program, which has a revision that this one lacks."""


class MigrationError(Exception):
    """The database could not be migrated, for a reason other than its version; says why."""


class NoCopyError(Exception):
    """No copy could be written before a migration, so nothing was changed; says why."""


def upgrade(database: Path | str) -> None:
    """Create or migrate `database`.

    Raises `NewerDatabaseError` if it is ahead of this version, and `MigrationError` if Alembic cannot migrate it.

    A copy of a file is kept under `copies.before_upgrade`; without room for it nothing is touched, and `DiskFullError`
    or `NoCopyError` is raised. Must be called outside an event loop.
    """
    if isinstance(database, str):
        asyncio.run(_upgrade_server(database))
    elif (found := revision_of(database)) != HEAD:
        if found is not None:
            _check_known(found)
            check_room(database, database.parent, _ROOM)
        _migrate(database)


@cache
def known_revisions() -> frozenset[str]:
    """Return the revisions of all versions of the schema up to this one."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - slow to import

    with _report_causes():
        return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _check_known(revision: str) -> None:
    if revision not in known_revisions():
        raise NewerDatabaseError


def revision_of(path: Path) -> str | None:
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
            revision = _read_revision(connection)
            if revision == HEAD:
                return  # another process was first
            if revision is not None:
                _keep_copy(path)  # within the lock: what is copied is what is migrated
            _bring_up(connection, revision)
    finally:
        engine.dispose()


def _keep_copy(path: Path) -> None:
    """Copy a file before it is migrated; raise `NoCopyError` if that fails."""
    try:
        write_copy(path, before_upgrade(path), replace=True)
    except (sqlite3.DatabaseError, DamagedDatabaseError, OSError) as error:
        raise NoCopyError(str(error)) from error


async def _upgrade_server(url: str) -> None:
    """Migrate PostgreSQL under the advisory lock; processes that start at the same time wait."""
    from sqlalchemy import text  # noqa: PLC0415

    from .engine import engine_at  # noqa: PLC0415

    engine = engine_at(url, _PATIENT_SECONDS)
    try:
        async with engine.execution_options(isolation_level="READ COMMITTED").begin() as connection:
            await connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": _BY_ONE})
            if (revision := await connection.run_sync(_read_revision)) != HEAD:
                await connection.run_sync(_bring_up, revision)
    finally:
        await engine.dispose()


def _read_revision(connection: Connection) -> Any:  # noqa: ANN401 - what the database has there
    """Return the revision of a database; None if it is empty."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.exec_driver_sql("select version_num from alembic_version").scalar()


def _bring_up(connection: Connection, revision: str | None) -> None:
    """Run the migrations that follow `revision`, or all of them if it is None."""
    from alembic import command  # noqa: PLC0415

    if revision is not None:
        _check_known(revision)
    config = _config()
    with _report_causes(), _ALONE:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def _report_causes() -> Iterator[None]:
    """Turn the failure of a command of Alembic into a `MigrationError` that says why."""
    from alembic.util import CommandError  # noqa: PLC0415

    try:
        yield
    except CommandError as error:
        raise MigrationError(str(error)) from error


def _config() -> Config:
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "codex_naturalis.server.database:migrations")
    return config
