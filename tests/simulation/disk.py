"""Disk of a simulated world: SQLite's own files, opened by connections that can fail, and end with their server."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any, Final
from unittest.mock import patch

import aiosqlite

from codex_naturalis.server.database import sqlite as settings

from .loop import OWNER, Owner, SimulatedLoop

__all__ = ["Disk"]

_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=OFF", "busy_timeout=0", "foreign_keys=ON", "secure_delete=ON")
"""As the server's, but that nothing waits in real time: the loop asks a locked database again, and no power fails."""


class Disk:
    """All connections of a world, and how many of their statements fail."""

    def __init__(self, loop: SimulatedLoop, rng: Random) -> None:
        self._loop = loop
        self._rng = rng
        self.failing = 0.0
        """Share of the statements that fail."""

        self.fails_at = 0
        """Number of the one statement that fails, counted from 1; 0 for none."""

        self.statements = 0
        self.on_failure: Callable[[], None] = lambda: None
        self._open: dict[Owner, list[sqlite3.Connection]] = {}
        self._wrapped: dict[Owner, list[aiosqlite.Connection]] = {}

    def check(self) -> None:
        """Fail, if the disk does so now."""
        if OWNER.get() is None:
            return
        self.statements += 1
        if self.statements == self.fails_at or (self.failing and self._rng.random() < self.failing):
            self.on_failure()
            raise sqlite3.OperationalError("disk I/O error")

    def forget(self, owner: Owner) -> None:
        """Close what a killed server had open: what it had not committed is undone."""
        for wrapped in self._wrapped.pop(owner, []):
            wrapped._connection = None
        for connection in self._open.pop(owner, []):
            with suppress(sqlite3.ProgrammingError):  # the server has closed it itself
                connection.rollback()  # closed with a statement under way, it would keep its lock
            connection.close()

    @contextmanager
    def used(self) -> Iterator[None]:
        """Let all of SQLite go through this disk."""
        connect, disk = sqlite3.connect, self

        def opened(*args: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401 - sqlite3's
            connection: sqlite3.Connection = connect(*args, **{**named, "factory": _connection_to(disk)})
            owner = OWNER.get()
            if owner is not None:
                disk._open.setdefault(owner, []).append(connection)
            return connection

        with (
            patch.object(sqlite3, "connect", opened),
            patch.object(sqlite3.dbapi2, "connect", opened),
            patch.object(settings, "_PRAGMAS", _PRAGMAS),
            patch.object(settings, "_TIMEOUT", 0),
            patch.object(aiosqlite.Connection, "__init__", self._begin_connection()),
        ):
            yield

    def _begin_connection(self) -> Callable[..., None]:
        begin, disk = aiosqlite.Connection.__init__, self

        def init(self: aiosqlite.Connection, *args: Any, **named: Any) -> None:  # noqa: ANN401 - the library's
            begin(self, *args, **named)
            self._tx = _Line(disk._loop)  # type: ignore[assignment]
            self._thread = _NoThread()  # type: ignore[assignment]
            if owner := OWNER.get():
                disk._wrapped.setdefault(owner, []).append(self)

        return init


class _NoThread:
    """In place of the thread of a connection."""

    daemon = True

    def start(self) -> None:
        """Do nothing."""


class _Line:
    """What is asked of one connection: one after the other."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._free = 0.0

    def put_nowait(self, asked: tuple["asyncio.Future[Any] | None", Callable[[], Any]]) -> None:
        """Run a job after those before it."""
        answer, job = asked
        self._free = max(self._free, self._loop.time()) + self._loop.draw_delay()
        self._loop.run_job(job, answer, self._free - self._loop.time())


def _connection_to(disk: Disk) -> type[sqlite3.Connection]:
    class Cursor(sqlite3.Cursor):
        def execute(self, *args: Any) -> Any:  # noqa: ANN401 - sqlite3's
            disk.check()
            return super().execute(*args)

        def executemany(self, *args: Any) -> Any:  # noqa: ANN401 - likewise
            disk.check()
            return super().executemany(*args)

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = None) -> Any:  # noqa: ANN401 - likewise
            return super().cursor(factory or Cursor)

        def execute(self, *args: Any) -> Any:  # noqa: ANN401 - likewise
            disk.check()
            return super().execute(*args)

        def executemany(self, *args: Any) -> Any:  # noqa: ANN401 - likewise
            disk.check()
            return super().executemany(*args)

        def commit(self) -> None:
            disk.check()
            super().commit()

    return Connection
