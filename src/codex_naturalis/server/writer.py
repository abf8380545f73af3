"""Group commit: one writer takes whatever is waiting into one transaction, then acknowledges each."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .appending import Append, Appends, PostgresAppends
from .codes import Code, Problem
from .database import FAULTS
from .log import get_logger

__all__ = ["Job", "OnCommit", "Writer"]

_log = get_logger(__name__)

T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[T]]
"""Statements that belong together. May run twice: nothing but the database may be changed in it."""

_MOST = 256
"""Jobs in one transaction."""

_WAITING = 4096
"""Jobs that may wait; more are refused at once."""

_Waiting = tuple[str, Job[object] | Append, "asyncio.Future[object]"]


class OnCommit(Protocol):
    """Is told of every commit: how many jobs, how many seconds, and whether they are stored."""

    def __call__(self, jobs: int, seconds: float, *, stored: bool) -> None:
        """Take note."""


class Writer:
    """The only way anything gets into the database."""

    def __init__(self, engine: AsyncEngine, appends: Appends | None = None) -> None:
        """Write through `engine`, and what is played through `appends`, from `start` to `close`."""
        latest = {"isolation_level": "READ COMMITTED"} if engine.dialect.name == "postgresql" else {}
        self._engine = engine.execution_options(writes=True, **latest)
        self._appends = appends or PostgresAppends(self._engine)
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue(_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._failing = False
        self.on_commit: OnCommit | None = None

    def start(self) -> None:
        """Begin to take jobs."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def close(self) -> None:
        """Finish what is waiting, and take nothing more."""
        self._closed = True
        if self._task:
            await self._queue.put(None)
            await self._task
        await self._appends.close()

    async def write(self, job: Job[T], about: str = "") -> T:
        """Return what `job` returns, once that is safely stored; raise what it raises, and nothing is stored.

        `about` is the table it changes: writers of several processes take tables in the same order, so that none waits
        for another that waits for it.
        """
        return await self._waiting(job, about)  # type: ignore[return-value]  # the future of this job

    async def append(self, new: Append) -> None:
        """Store what was played; raise `Taken` if another process changed the table first."""
        await self._waiting(new, new.table)

    async def _waiting(self, job: Job[object] | Append, about: str) -> object:
        if self._closed:
            raise Problem(Code.SERVER_RESTARTING)
        done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        try:
            self._queue.put_nowait((about, job, done))
        except asyncio.QueueFull:
            raise Problem(Code.STORAGE_FAILED) from None
        return await done

    async def _run(self) -> None:
        while (first := await self._queue.get()) is not None:
            batch = [first]
            while len(batch) < _MOST and not self._queue.empty():
                following = self._queue.get_nowait()
                if following is None:
                    self._queue.put_nowait(None)
                    break
                batch.append(following)
            batch.sort(key=lambda waiting: waiting[0])
            for kind in (True, False):
                alike = [waiting for waiting in batch if isinstance(waiting[1], Append) is kind]
                if alike:
                    await self._commit(alike)

    async def _commit(self, batch: list[_Waiting]) -> None:
        """Store `batch` together; if that fails, one by one, so that only the guilty ones fail."""
        began = time.monotonic()
        try:
            answers = await self._together([job for _, job, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is belongs to whoever waits for it
            if len(batch) == 1:
                self._note(error, began)
                _settle(batch[0][2], error=error)
                return
            for alone in batch:
                await self._commit([alone])
        else:
            self._tell(len(batch), began, stored=True)
            for (*_, done), answer in zip(batch, answers, strict=True):
                _settle(done, answer)

    def _note(self, error: Exception, began: float) -> None:
        """Report a fault of the database, once until it works again; a refused change is none."""
        if isinstance(error, FAULTS):
            if not self._failing:
                _log.error("storage fails", cause=type(error.__cause__ or error).__name__, said=_said(error))
            self._failing = True
            self._tell(1, began, stored=False)

    def _tell(self, jobs: int, began: float, *, stored: bool) -> None:
        if stored and self._failing:
            self._failing = False
            _log.warning("storage works again")
        if self.on_commit:
            self.on_commit(jobs, time.monotonic() - began, stored=stored)

    async def _together(self, jobs: list[Job[object] | Append]) -> list[object]:
        """Do jobs that are either all or none of them appends."""
        appends = [job for job in jobs if isinstance(job, Append)]
        if appends:
            await self._appends(appends)
            return [None] * len(jobs)
        async with self._engine.begin() as connection:
            return [await job(connection) for job in jobs if not isinstance(job, Append)]


def _said(error: Exception) -> str:
    """Return the database's own words, without the statement and its values: those may be secret."""
    return str(error.orig) if isinstance(error, DBAPIError) else type(error).__name__


def _settle(done: "asyncio.Future[object]", answer: object = None, error: Exception | None = None) -> None:
    """Acknowledge, unless whoever asked has gone."""
    with suppress(asyncio.InvalidStateError):
        if error:
            done.set_exception(error)
        else:
            done.set_result(answer)
