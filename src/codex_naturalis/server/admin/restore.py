"""Restore: replace the SQLite file with a backup, and keep the replaced file beside it."""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from ..backups.integrity import forget_result
from ..database.copies import DamagedDatabaseError, find_fault, set_aside_name, write_copy
from ..database.upgrade import NewerDatabaseError, known_revisions, revision_of
from ..support.private_files import sync

__all__ = ["ForeignFileError", "restore"]

_JOURNALS = ("-wal", "-shm")
_TABLES = {"guests", "tables", "actions"}
"""Tables that every version of the schema has."""


class ForeignFileError(Exception):
    """The file is no database of this program."""


def restore(backup: Path, database: Path) -> Path | None:
    """Replace `database` with a copy of `backup`; return the path where the replaced file is kept, if there was one.

    The caller holds the lock of the data folder: no server runs. Nothing is touched until the backup has been checked
    and copied. A crash leaves the old database or the restored one, never both mixed.

    Raises `ForeignFileError`, `NewerDatabaseError`, `MigrationError`, `DamagedDatabaseError`, `DiskFullError`,
    `OSError`, and `sqlite3.DatabaseError` if `backup` cannot be read.
    """
    _check(backup)
    draft = database.with_name(f"{database.name}.restored")
    write_copy(backup, draft, replace=True)
    aside = _set_aside(database) if database.exists() else None
    forget_result(database)
    _discard_log(database)
    draft.replace(database)
    sync(database.parent)
    return aside


def _check(backup: Path) -> None:
    """Raise an exception unless `backup` is a whole database of ours, of this version or an earlier one."""
    if fault := find_fault(backup):
        raise DamagedDatabaseError(fault)
    revision = revision_of(backup)
    if revision is None or not _tables(backup).issuperset(_TABLES):
        raise ForeignFileError(str(backup))
    if revision not in known_revisions():
        raise NewerDatabaseError


def _tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return {str(row[0]) for row in connection.execute("select name from sqlite_master where type = 'table'")}


def _set_aside(database: Path) -> Path:
    """Give `database` and its write-ahead log a second name that contains the time; return the database's."""
    aside = set_aside_name(database, f"{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}")
    for ending in ("", "-wal"):
        file, name = Path(f"{database}{ending}"), Path(f"{aside}{ending}")
        if file.exists():
            os.link(file, name)
            os.utime(name)  # from now on it is kept for seven days
    sync(database.parent)
    return aside


def _discard_log(database: Path) -> None:
    """Write the log back into the old file, as a start would, and remove it: SQLite would lay it over the new file."""
    if database.exists():
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(database)) as connection:
            connection.execute("pragma wal_checkpoint(truncate)")
    for ending in _JOURNALS:
        database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)
