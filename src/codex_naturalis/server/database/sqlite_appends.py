"""Writer of appended actions for SQLite: a group is one transaction, with a statement for each kind of row."""

import asyncio
import sqlite3
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy.exc import OperationalError

from .appends import Append, SoloResult, VersionConflictError
from .sqlite import prepare

__all__ = ["SqliteAppends"]

_ADVANCE: Final = "update tables set version = ?, touched = ? where id = ? and version = ? and revision = ?"
_ADVANCE_CLOCKS: Final = (
    "update tables set version = ?, touched = ?, clocks = ?, deadline = ? where id = ? and version = ? and revision = ?"
)
_END: Final = """
update tables set version = ?, touched = ?, clocks = case when ? then ? else clocks end, deadline = null,
    stage = 'over', revision = revision + 1
where id = ? and version = ? and revision = ?
"""
_ACTION: Final = "insert into actions (table_id, version, seat, action) values (?, ?, ?, ?)"
_ACT: Final = "insert into acts (table_id, seat, id, payload, version) values (?, ?, ?, ?, ?)"
_SOLO: Final = """
insert into solo_games (table_id, guest, level, ended, points, tybor, won, turns) values (?, ?, ?, ?, ?, ?, ?, ?)
"""


class SqliteAppends:
    """Writer with its own connection and thread, so that the loop hands over a whole transaction at once."""

    at_once = 0

    def __init__(self, file: Path) -> None:
        """Write into `file`, which must exist when the first action comes."""
        self._file = file
        self._thread = ThreadPoolExecutor(1, "appends")
        self._connection: sqlite3.Connection | None = None

    async def __call__(self, new: list[Append]) -> Collection[str]:
        """Store the acts, all or none."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._store, new)
        return ()

    async def close(self) -> None:
        """Close the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._leave)
        self._thread.shutdown()

    def _store(self, new: list[Append]) -> None:
        try:
            connection = self._open()
            connection.execute("begin immediate")
            put(connection, new)
            connection.execute("commit")
        except sqlite3.Error as error:
            self._leave()
            raise OperationalError(None, None, error) from error  # as everybody here knows it
        except VersionConflictError:
            connection.execute("rollback")
            raise

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._file, isolation_level=None)
            prepare(self._connection)
        return self._connection

    def _leave(self) -> None:
        """Close the file, rolling back any open transaction."""
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None


def put(connection: sqlite3.Connection, new: list[Append]) -> None:
    """Store the acts; raise `VersionConflictError` unless all of them follow what is stored.

    No bot jobs are added: the one process that has the file runs its bots without them.
    """
    advances: dict[str, list[tuple[object, ...]]] = {}
    for one in new:
        statement, values = _advance(one)
        advances.setdefault(statement, []).append(values)
    if sum([connection.executemany(statement, rows).rowcount for statement, rows in advances.items()]) != len(new):
        raise VersionConflictError
    connection.executemany(_ACTION, [row for one in new for row in one.rows()])
    connection.executemany(
        _ACT, [(one.table, one.seat, one.id, one.payload, one.last) for one in new if one.id is not None]
    )
    if results := [_result(one, one.solo) for one in new if one.solo]:
        connection.executemany(_SOLO, results)


def _advance(one: Append) -> tuple[str, tuple[object, ...]]:
    """Return the statement that advances the table to the next version, and its values."""
    follows = one.table, one.version, one.revision
    if one.over:
        clocks = one.clocks[0] if one.clocks else None
        return _END, (one.last, one.touched, one.clocks is not None, clocks, *follows)
    if one.clocks is None:
        return _ADVANCE, (one.last, one.touched, *follows)
    return _ADVANCE_CLOCKS, (one.last, one.touched, *one.clocks, *follows)


def _result(one: Append, solo: SoloResult) -> tuple[object, ...]:
    return one.table, solo.guest, solo.level.value, one.touched, solo.points, solo.tybor, solo.won, solo.turns
