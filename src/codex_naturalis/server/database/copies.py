"""Copies of a SQLite database: written whole or not at all, checked, and readable only by their owner."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Final

from ..support.private_files import sync

__all__ = [
    "DamagedDatabaseError",
    "DiskFullError",
    "before_upgrade",
    "check_room",
    "delete_expired",
    "find_fault",
    "set_aside_name",
    "size_of",
    "write_copy",
]

_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR)
"""SQLite's primary error codes for a malformed file, or one that the disk fails to read."""

_STEPS: Final = 10_000
"""SQLite instructions between two checks of whether to stop."""

_KEPT_SECONDS: Final = 7 * 24 * 3600.0


class DamagedDatabaseError(Exception):
    """The file fails SQLite's check; says where."""


class DiskFullError(Exception):
    """There is too little room for a copy; nothing was written."""

    def __init__(self, needed: int, free: int) -> None:
        """Store the bytes needed and the bytes free."""
        super().__init__(needed, free)
        self.needed: int = needed
        self.free: int = free

    def __str__(self) -> str:
        """Return both numbers in a sentence."""
        return f"{self.needed:,} bytes are needed, {self.free:,} are free"


@contextmanager
def _reading(path: Path, stop: Event | None) -> Iterator[sqlite3.Connection]:
    """Open a database read-only; setting `stop` interrupts its queries."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=10, isolation_level=None)) as connection:
        if stop:
            connection.set_progress_handler(stop.is_set, _STEPS)
        yield connection


def find_fault(path: Path, stop: Event | None = None) -> str | None:
    """Return the first fault that SQLite's `quick_check` finds in a file; None if it is whole.

    Raises `sqlite3.OperationalError` if the check could not be made, or `stop` was set.
    """
    try:
        with _reading(path, stop) as connection:
            found = str(connection.execute("pragma quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in _DAMAGE:
            raise
        return str(error)
    return None if found == "ok" else " ".join(found.split())


def size_of(database: Path) -> int:
    """Return the bytes of a database and its write-ahead log."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def check_room(database: Path, folder: Path, times: int = 1) -> None:
    """Raise `DiskFullError` unless the disk of `folder` has room for `times` copies of `database`."""
    needed, free = times * size_of(database), shutil.disk_usage(folder).free
    if free < needed:
        raise DiskFullError(needed, free)


def write_copy(database: Path, target: Path, *, replace: bool = False, stop: Event | None = None) -> None:
    """Write a consistent snapshot of `database` to `target`, checked, with mode 0600; servers may use `database`.

    Until it is whole it has another name, so a killed process leaves nothing under this one. Raises
    `FileExistsError` if `target` is there and not to be replaced, `DiskFullError`, `DamagedDatabaseError` if the copy
    fails the check, and `sqlite3.DatabaseError` if `database` cannot be read or the copy not be written.
    """
    if target.exists() and not replace:
        raise FileExistsError(str(target))
    check_room(database, target.parent)
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite accepts an empty file
    try:
        with _reading(database, stop) as connection:
            connection.execute("vacuum into ?", (str(draft),))
        if fault := find_fault(draft, stop):
            raise DamagedDatabaseError(fault)
        sync(draft)
        draft.replace(target)
        sync(target.parent)
    finally:
        draft.unlink(missing_ok=True)


def before_upgrade(database: Path) -> Path:
    """Return the name of the copy that is kept when `database` is migrated; a later one replaces it."""
    return database.with_name(f"{database.name}.before-upgrade")


def set_aside_name(database: Path, moment: str) -> Path:
    """Return the name under which `database` is kept when a backup replaces it."""
    return database.with_name(f"{database.name}.replaced-{moment}")


def delete_expired(database: Path, now: float) -> list[str]:
    """Delete copies from before an upgrade or a restore that are older than seven days; return their names.

    They still contain people who have since deleted their account.
    """
    patterns = (before_upgrade(database).name, set_aside_name(database, "").name)
    copies = [path for pattern in patterns for path in database.parent.glob(f"{pattern}*")]
    expired = [path for path in copies if now - path.stat().st_mtime > _KEPT_SECONDS]
    for path in expired:
        path.unlink(missing_ok=True)
    return sorted(path.name for path in expired)
