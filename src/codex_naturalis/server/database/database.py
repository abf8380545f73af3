"""Database: reads from one snapshot, and writes through the only writer, with SQLite or PostgreSQL."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Row, text

from codex_naturalis.wire.errors import Code, ProblemError

from ..support.lifecycle import Service
from .engine import FAULTS, Where, engine_at
from .postgres import PostgresPool
from .postgres_appends import PostgresAppends
from .reads import PostgresReads, Reads, SqliteReads
from .sqlite import truncate_log
from .sqlite_appends import SqliteAppends
from .writer import Job, OnCommit, Writer

__all__ = ["Database"]

T = TypeVar("T")
_AT_ONCE: Final = 4
"""Groups of appended actions on their way to PostgreSQL at the same time."""

_READING: Final = 2
"""Queries for other processes' changes on their way at the same time."""

_PAUSES: Final = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0, 3.0)
"""Seconds before a read that follows a write is retried."""

_wrote_at: ContextVar[float] = ContextVar("wrote_at", default=float("-inf"))
"""Time when the running task last stored something."""


@contextmanager
def _refuse_faults() -> Iterator[None]:
    """Turn database faults into a `ProblemError`."""
    try:
        yield
    except FAULTS as error:
        raise ProblemError(Code.STORAGE_FAILED) from error


class Database(Service):
    """Connections to the database, for reads and for writes."""

    def __init__(self, database: Where, seconds: float = 5.0) -> None:
        """Use a SQLite file, or a shared PostgreSQL database with a time limit of `seconds` for each answer."""
        self.shared: bool = isinstance(database, str)
        """Whether other processes write to the database, too."""

        self._file = database if isinstance(database, Path) else None
        self._engine = engine_at(database, seconds)
        self._reads: Reads = (
            SqliteReads(database) if isinstance(database, Path) else PostgresReads(self._engine, seconds)
        )
        appends = (
            SqliteAppends(database)
            if isinstance(database, Path)
            else PostgresAppends(PostgresPool(database, _AT_ONCE, seconds))
        )
        self._pool = PostgresPool(database, _READING, seconds) if isinstance(database, str) else None
        """Pool for reading other processes' changes; None with SQLite."""

        self._writer = Writer(self._engine, appends)
        self._writer.start()

    def on_commit(self, listener: OnCommit) -> None:
        """Call `listener` after every commit."""
        self._writer.on_commit = listener

    async def close(self) -> None:
        """Finish pending writes, and close all connections."""
        await self._writer.close()
        await self._reads.close()
        if self._pool:
            await self._pool.close()
        await self._engine.dispose()

    async def write(self, job: Job[T], about: str = "") -> T:
        """Run `job` in a write transaction, usually `about` one table; database faults become a `ProblemError`."""
        with _refuse_faults():
            result = await self._writer.write(job, about)
        _wrote_at.set(time.monotonic())
        return result

    async def truncate_log(self) -> None:
        """With SQLite, empty the write-ahead log after a deletion, whose text would stay in it until it is reused."""
        if self._file is not None:
            with suppress(sqlite3.Error):  # the deletion is stored; the log is overwritten later
                await asyncio.to_thread(truncate_log, self._file)

    async def check(self) -> None:
        """Raise a `ProblemError` unless the database answers."""
        await self.read(text("select 1"))

    async def read(self, *statements: Any, **values: object) -> list[Sequence[Row[Any]]]:  # noqa: ANN401 - any statement
        """Return the rows of each statement, from one snapshot; database faults become a `ProblemError`.

        Frequent statements are built once, with parameters filled from `values`. After a write of the same request a
        read is retried for some seconds: its data is already stored, and must not be reported as failed.
        """
        recent = time.monotonic() - _wrote_at.get() < sum(_PAUSES)
        for pause in _PAUSES if recent else ():
            with suppress(*FAULTS):
                return await self._reads(statements, values)
            await asyncio.sleep(pause)
        with _refuse_faults():
            return await self._reads(statements, values)

    async def ask(self, question: Callable[[PostgresPool], Awaitable[T]]) -> T:
        """Run `question` on the pool for other processes' changes; database faults become a `ProblemError`."""
        assert self._pool, "nobody else plays here"
        with _refuse_faults():
            return await question(self._pool)
