"""How the database is read: all that is asked together is of one moment, and with SQLite one errand of a thread."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import Row, create_engine
from sqlalchemy.ext.asyncio import AsyncEngine

from .sqlite import durable

__all__ = ["Found", "PostgresReads", "Reads", "SqliteReads"]

Found = list[Sequence[Row[Any]]]
"""What each statement finds."""

_THREADS: Final = 4
_LITTLE_KEPT: Final = "cache_size=-256"
"""Kilobytes of pages that each thread keeps: a table is read once, and the system keeps the file's pages anyway."""


class Reads(Protocol):
    """A way to read."""

    async def __call__(self, statements: Sequence[Any], values: Mapping[str, object]) -> Found:
        """Return what each statement finds, where its parameters stand for `values`."""

    async def close(self) -> None:
        """End."""


class PostgresReads:
    """Through the connections that others write with.

    A single statement sees one moment by itself: it needs no errands to begin and to end.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        """Read through `engine`."""
        self._engine = engine
        self._plain = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def __call__(self, statements: Sequence[Any], values: Mapping[str, object]) -> Found:
        """Return what each statement finds."""
        engine = self._engine if len(statements) > 1 else self._plain
        async with engine.connect() as connection:
            return [(await connection.execute(statement, values)).all() for statement in statements]

    async def close(self) -> None:
        """Leave the engine to whoever made it."""


class SqliteReads:
    """On a few threads: going there and back once costs a fraction of doing so for every statement."""

    def __init__(self, place: Path) -> None:
        """Read the file at `place`, which is there when it is first read."""
        self._engine = create_engine(f"sqlite:///{place}", pool_size=_THREADS)
        durable(self._engine, _LITTLE_KEPT)
        self._threads = ThreadPoolExecutor(_THREADS, "reads")

    async def __call__(self, statements: Sequence[Any], values: Mapping[str, object]) -> Found:
        """Return what each statement finds."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, statements, values)

    def _read(self, statements: Sequence[Any], values: Mapping[str, object]) -> Found:
        with self._engine.connect() as connection:
            return [connection.execute(statement, values).all() for statement in statements]

    async def close(self) -> None:
        """Close the file."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()
