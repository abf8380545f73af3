"""Event loop with a clock of its own: time passes only when everybody waits, and everything runs in one thread.

Callbacks belong to an owner, which is found in their context: a server that was killed, or a client. Those of an owner
who is dead are never run, so its tasks stop where they are, as those of a killed process do.
"""

import asyncio
import heapq
import sqlite3
from asyncio import events
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import Any, Final

__all__ = ["OWNER", "Owner", "SimulatedLoop", "StandstillError"]

_BUSY_SECONDS: Final = 5.0
"""How long a locked database is asked again, as SQLite's own time limit has it (`database.sqlite`)."""

_START: Final = 1000.0


class StandstillError(RuntimeError):
    """Everybody waits, and nothing will ever happen."""


class Owner:
    """Whoever runs tasks: they go on as long as it lives."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True


OWNER: Final[ContextVar[Owner | None]] = ContextVar("owner", default=None)


def _lives(context: Context | None) -> bool:
    owner = context.get(OWNER) if context is not None else None
    return owner is None or owner.alive


class _Handle(events.Handle):
    __slots__ = ()
    _context: Context

    def _run(self) -> None:
        if _lives(self._context):
            super()._run()


class _TimerHandle(events.TimerHandle):
    _context: Context

    def _run(self) -> None:
        if _lives(self._context):
            super()._run()


class _Task(asyncio.Task[Any]):
    """Task whose place in a set does not depend on where it lies in memory."""

    number = 0
    owner: Owner | None = None

    def __hash__(self) -> int:
        return self.number


class _Selector:
    """What the loop waits with: it lets time pass."""

    def __init__(self, loop: "SimulatedLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise StandstillError("everybody waits, and nothing will ever happen")
        self._loop.now += max(timeout, 0.0)
        return []


class SimulatedLoop(asyncio.BaseEventLoop):
    """Loop whose time is a number; jobs for threads run in it, after a delay drawn by chance."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.now = _START
        self.rng = rng
        self.slow = 1.0
        """By how much longer jobs take: more than 1 while the disk is slow."""

        self.unseen: list[str] = []
        """Failures of tasks that no other task waited for."""

        self.dead: list[_Task] = []
        """Tasks of the dead."""

        self._selector = _Selector(self)
        self._clock_resolution = 1e-9
        self._numbers = 0
        self.set_task_factory(self._make_task)
        self.set_exception_handler(self._on_exception)

    @property
    def elapsed(self) -> float:
        """Return the seconds since this world began."""
        return self.now - _START

    def time(self) -> float:
        """Return the seconds of this world's monotonic clock."""
        return self.now

    def _process_events(self, _: object) -> None:
        """Do nothing: there are no sockets."""

    def _write_to_self(self) -> None:
        """Do nothing: there is no other thread."""

    def _make_task(self, _: object, coro: Any, **named: Any) -> "_Task":  # noqa: ANN401 - asyncio's
        task = _Task(coro, loop=self, **named)
        self._numbers += 1
        task.number = self._numbers
        task.owner = (named.get("context") or copy_context()).get(OWNER)
        return task

    def kill(self, owner: Owner) -> None:
        """Let nothing of `owner` run any more. Its tasks are kept until the end: freed, they would clean up."""
        owner.alive = False
        self.dead += [task for task in asyncio.all_tasks(self) if isinstance(task, _Task) and task.owner is owner]

    def _on_exception(self, _: object, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not isinstance(error, StandstillError):
            self.unseen.append(f"{context['message']}: {error!r}")

    def _call_soon(self, callback: Any, args: Any, context: Context | None) -> _Handle:  # noqa: ANN401 - asyncio's
        handle = _Handle(callback, args, self, context)
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def call_soon_threadsafe(  # type: ignore[override]
        self,
        callback: Any,  # noqa: ANN401 - asyncio's
        *args: Any,  # noqa: ANN401 - likewise
        context: Context | None = None,
    ) -> _Handle:
        """Call soon: there is one thread."""
        return self._call_soon(callback, args, context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Any,  # noqa: ANN401 - asyncio's
        *args: Any,  # noqa: ANN401 - likewise
        context: Context | None = None,
    ) -> _TimerHandle:
        """Call at a time of this clock."""
        self._check_closed()  # type: ignore[attr-defined]
        timer = _TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer

    def run_in_executor(  # type: ignore[override]
        self,
        executor: Any,  # noqa: ANN401 - asyncio's
        func: Callable[..., Any],
        *args: Any,  # noqa: ANN401 - likewise
    ) -> "asyncio.Future[Any]":
        """Run a job for a thread after a delay, in one go; its answer comes after another."""
        del executor
        answer: asyncio.Future[Any] = self.create_future()
        self.run_job(lambda: func(*args), answer, self.draw_delay())
        return answer

    def draw_delay(self) -> float:
        """Return how long a job waits, or its answer: mostly under a millisecond, now and then much longer."""
        long = self.rng.random() < 0.02
        return self.rng.random() * (0.05 if long else 0.001) * self.slow

    def run_job(
        self, job: Callable[[], Any], answer: "asyncio.Future[Any] | None", delay: float, waited: float = 0.0
    ) -> None:
        """Run `job` after `delay`, again as long as the database is locked, and answer after another delay."""
        context = copy_context()

        def run() -> None:
            try:
                result, error = job(), None
            except Exception as raised:  # noqa: BLE001 - passed on to the caller
                result, error = None, raised
            if _locked(error) and waited < _BUSY_SECONDS:
                pause = 0.002 + self.rng.random() * 0.02
                self.run_job(job, answer, pause, waited + pause)
            elif answer is not None:
                self.call_later(self.draw_delay(), _settle, answer, result, error, context=context)

        self.call_later(delay, run, context=context)


def _locked(error: BaseException | None) -> bool:
    cause = getattr(error, "orig", error)
    return isinstance(cause, sqlite3.OperationalError) and "locked" in str(cause)


def _settle(answer: "asyncio.Future[Any]", result: object, error: BaseException | None) -> None:
    if answer.done():
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)
