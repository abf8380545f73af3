"""Group commit: one writer puts all waiting jobs into one transaction, then acknowledges each.

With SQLite all groups are committed in sequence. With PostgreSQL appended actions are committed in parallel to
other jobs, and to a slow group of their own.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from operator import itemgetter
from typing import Final, Protocol, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from codex_naturalis.wire.errors import Code, ProblemError

from ..support.log import get_logger
from .appends import Append, Appends, VersionConflictError
from .engine import FAULTS

__all__ = ["Job", "OnCommit", "Writer"]

_log = get_logger(__name__)

T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[T]]
"""Statements of one transaction. May run twice, so it must change nothing but the database."""

_MOST = 256
"""Jobs in one transaction."""

_WAITING = 4096
"""Jobs of a kind that may wait; further ones are refused."""

_LONG: Final = 0.05
"""Seconds after which the next group may start beside one that is still being committed."""

_Waiting = tuple[str, Job[object] | Append, "asyncio.Future[object]"]


class OnCommit(Protocol):
    """Callback for metrics, called after every commit."""

    def __call__(self, jobs: int, seconds: float, *, stored: bool) -> None:
        """Count `jobs` that took `seconds`, stored or failed."""


class _Lane:
    """Queue of one kind of job, with the groups being committed."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        """Groups that may be committed at the same time."""

        self.began = 0.0
        """Time when the last group was started, by the loop's clock."""

        self.timer: asyncio.TimerHandle | None = None
        """Timer that starts the next group beside a slow one."""

        self.waiting: list[_Waiting] = []
        self.tasks: set[asyncio.Task[None]] = set()
        """Tasks that commit groups."""

    def group(self) -> list[_Waiting]:
        """Remove the next group from the queue, sorted by table."""
        group, self.waiting = self.waiting[:_MOST], self.waiting[_MOST:]
        return sorted(group, key=itemgetter(0))


class Writer:
    """Single writer: all writes to the database go through it."""

    def __init__(self, engine: AsyncEngine, appends: Appends | None = None) -> None:
        """Write through `engine`, and appended actions through `appends`, from `start` to `close`."""
        latest = {"isolation_level": "READ COMMITTED"} if engine.dialect.name == "postgresql" else {}
        self._engine = engine.execution_options(writes=True, **latest)
        self._appends = appends
        self._jobs = _Lane(1)
        self._played = _Lane(appends.at_once) if appends and appends.at_once else self._jobs
        self._started = self._closed = self._failing = False
        self.on_commit: OnCommit | None = None

    def start(self) -> None:
        """Start committing."""
        self._started = True
        for lane in self._lanes:
            self._go(lane)

    @property
    def _lanes(self) -> set[_Lane]:
        return {self._jobs, self._played}

    async def close(self) -> None:
        """Commit what is waiting, and refuse further jobs."""
        self._closed = True
        while tasks := [task for lane in self._lanes for task in lane.tasks]:
            await asyncio.wait(tasks)
        if self._appends:
            await self._appends.close()

    async def write(self, job: Job[T], about: str = "") -> T:
        """Run `job` in a transaction and return its result once committed; raise what it raises, storing nothing.

        `about` is the table it changes: all processes lock tables in the same order, so that they cannot deadlock.
        """
        return await self._enqueue(self._jobs, job, about)  # type: ignore[return-value]  # the future of this job

    def append_actions(self, new: Append) -> "asyncio.Future[object]":
        """Store an appended act.

        The future raises `VersionConflictError` if another process changed the table first.
        """
        return self._enqueue(self._played, new, new.table)

    def _enqueue(self, lane: _Lane, job: Job[object] | Append, about: str) -> "asyncio.Future[object]":
        if self._closed:
            raise ProblemError(Code.SERVER_RESTARTING)
        if len(lane.waiting) >= _WAITING:
            raise ProblemError(Code.STORAGE_FAILED)
        done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        lane.waiting.append((about, job, done))
        self._go(lane)
        return done

    def _go(self, lane: _Lane) -> None:
        """Start a group soon, with all jobs of the same moment, or after the groups under way.

        A slow group, which may wait for a lock on one of its tables, does not hold up the next.
        """
        if not lane.waiting or len(lane.tasks) >= lane.at_once or not self._started:
            return
        loop = asyncio.get_running_loop()
        early = lane.began + _LONG - loop.time()
        if lane.tasks and early > 0:
            lane.timer = lane.timer or loop.call_later(early, self._go_beside, lane)
            return
        lane.began = loop.time()
        task = asyncio.create_task(self._store(lane), name="writer")
        lane.tasks.add(task)
        task.add_done_callback(partial(self._on_end, lane))

    def _on_end(self, lane: _Lane, task: "asyncio.Task[None]") -> None:
        lane.tasks.discard(task)
        if lane.waiting:
            self._go(lane)

    def _go_beside(self, lane: _Lane) -> None:
        lane.timer = None
        self._go(lane)

    async def _store(self, lane: _Lane) -> None:
        """Commit group after group until the queue is empty.

        Where groups may overlap, there is a pause after each, twice as long as it took: negligible under low load,
        while under high load larger groups make better use of each round trip and commit.
        """
        clock = asyncio.get_running_loop().time
        while group := lane.group():
            lane.began = clock()
            acts, jobs = list[_Waiting](), list[_Waiting]()
            for waiting in group:
                (acts if isinstance(waiting[1], Append) else jobs).append(waiting)
            for alike in filter(None, (acts, jobs)):
                await self._commit(alike)
            if lane.at_once > 1:
                await asyncio.sleep(min(2 * (clock() - lane.began), _LONG))

    async def _commit(self, batch: list[_Waiting]) -> None:
        """Commit `batch` in one transaction; if that fails, each job separately, so that only faulty ones fail."""
        began = time.monotonic()
        try:
            answers = await self._together([job for _, job, _ in batch])
        except Exception as error:  # noqa: BLE001 - passed on to the caller of the job
            if len(batch) == 1:
                self._note(error, began)
                _settle(batch[0][2], error)
                return
            for alone in batch:
                await self._commit([alone])
        else:
            self._report_commit(len(batch), began, stored=True)
            for (*_, done), answer in zip(batch, answers, strict=True):
                _settle(done, answer)

    def _note(self, error: Exception, began: float) -> None:
        """Log a database fault, once until it works again; a refused change is not one."""
        if isinstance(error, FAULTS):
            if not self._failing:
                _log.error("storage fails", cause=type(error.__cause__ or error).__name__, said=_error_text(error))
            self._failing = True
            self._report_commit(1, began, stored=False)

    def _report_commit(self, jobs: int, began: float, *, stored: bool) -> None:
        if stored and self._failing:
            self._failing = False
            _log.warning("storage works again")
        if self.on_commit:
            self.on_commit(jobs, time.monotonic() - began, stored=stored)

    async def _together(self, jobs: list[Job[object] | Append]) -> list[object]:
        """Run jobs that are either all appends or none."""
        if isinstance(jobs[0], Append):
            assert self._appends, "nobody said where to"
            taken = await self._appends(jobs)  # type: ignore[arg-type]  # all of them are
            return [VersionConflictError() if taken and one.table in taken else None for one in jobs]  # type: ignore[union-attr]
        async with self._engine.begin() as connection:
            return [await job(connection) for job in jobs]  # type: ignore[operator]  # none is an append


def _error_text(error: Exception) -> str:
    """Return the database's own message, without the statement and its values, which may be secret."""
    return str(error.orig) if isinstance(error, DBAPIError) else type(error).__name__


def _settle(done: "asyncio.Future[object]", answer: object) -> None:
    """Set the caller's result or exception, unless it was cancelled."""
    with suppress(asyncio.InvalidStateError):
        if isinstance(answer, Exception):
            done.set_exception(answer)
        else:
            done.set_result(answer)
