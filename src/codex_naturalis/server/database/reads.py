"""Reads: several statements in one snapshot, and with SQLite in one call to a thread."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from sqlalchemy import Row, create_engine
from sqlalchemy.ext.asyncio import AsyncEngine

from .engine import refuse_unstorable
from .sqlite import durable

__all__ = ["Batcher", "Found", "PostgresReads", "Reads", "SqliteReads"]


T = TypeVar("T")
_MOST: Final = 500
"""Keys in one query."""


class Batcher(Generic[T]):
    """Batches look-ups by key; equal keys share one answer."""

    def __init__(self, look: Callable[[Sequence[str]], Awaitable[Mapping[str, T]]]) -> None:
        """Use `look`, which returns the values of those keys that exist."""
        self._look = look
        self._asked: dict[str, asyncio.Future[T | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def get(self, key: str) -> T | None:
        """Return the value of `key`, None if there is none; raise what `look` raised."""
        answer = self._asked.get(key)
        if answer is None:
            answer = self._asked[key] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        try:
            while self._asked:
                now = dict(list(self._asked.items())[:_MOST])
                for key in now:
                    del self._asked[key]
                await self._answer(now)
        finally:
            self._asking = None

    async def _answer(self, asked: Mapping[str, "asyncio.Future[T | None]"]) -> None:
        try:
            found = await self._look(list(asked))
            for key, answer in asked.items():
                answer.set_result(found.get(key))
        except Exception as error:  # noqa: BLE001 - passed on to the callers
            for answer in asked.values():
                answer.set_exception(error)
                answer.exception()  # retrieved, as the callers may be gone
        finally:
            for answer in asked.values():
                answer.cancel()


Found = list[Sequence[Row[Any]]]
"""Rows of each statement."""

_THREADS: Final = 4
_LITTLE_KEPT: Final = "cache_size=-256"
"""Page cache of each thread in KiB: a table is read once, and the system caches the file anyway."""


class Reads(Protocol):
    """Read access to the database."""

    async def __call__(self, statements: Sequence[Any], values: Mapping[str, object]) -> Found:
        """Return the rows of each statement, with `values` as its parameters, all from one snapshot."""

    async def close(self) -> None:
        """Release connections and threads."""


class PostgresReads:
    """Reads over the engine's pool, which writes use, too.

    A single statement is a snapshot by itself: it runs in autocommit, without begin and commit.
    """

    def __init__(self, engine: AsyncEngine, seconds: float) -> None:
        """Read over `engine`, within `seconds` in all: probing, connecting and statements have a limit each."""
        self._engine = engine
        self._seconds = seconds
        self._plain = engine.execution_options(isolation_level="AUTOCOMMIT")

    async def __call__(self, statements: Sequence[Any], values: Mapping[str, object]) -> Found:
        """Return the rows of each statement."""
        engine = self._engine if len(statements) > 1 else self._plain
        async with asyncio.timeout(self._seconds), engine.connect() as connection:
            return [(await connection.execute(statement, values)).all() for statement in statements]

    async def close(self) -> None:
        """Do nothing: the engine belongs to its creator."""


class SqliteReads:
    """Reads on a few threads: one call to a thread for all statements, not one for each."""

    def __init__(self, file: Path) -> None:
        """Read `file`, which need not exist before the first read."""
        self._engine = create_engine(f"sqlite:///{file}", pool_size=_THREADS)
        durable(self._engine, _LITTLE_KEPT)
        refuse_unstorable(self._engine)
        self._threads = ThreadPoolExecutor(_THREADS, "reads")

    async def __call__(self, statements: Sequence[Any], values: Mapping[str, object]) -> Found:
        """Return the rows of each statement."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, statements, values)

    def _read(self, statements: Sequence[Any], values: Mapping[str, object]) -> Found:
        with self._engine.connect() as connection:
            return [connection.execute(statement, values).all() for statement in statements]

    async def close(self) -> None:
        """Stop the threads and close the file."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()
