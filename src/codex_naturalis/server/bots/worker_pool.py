"""Worker pool: processes that compute bots' actions, each replaced after a failure or a timeout."""

import asyncio
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Final

import msgspec

from codex_naturalis.bots import SearchBot, bot_named
from codex_naturalis.rules import Action
from codex_naturalis.views import View

from .worker import PATIENT, BotQuestion, BotReply

__all__ = ["WorkerFailed", "WorkerPool", "expected_seconds"]

_REPLIES = msgspec.json.Decoder(BotReply)
_LONGEST_LINE: Final = 1 << 20
_QUICK: Final = 0.01
_UNKNOWN: Final = 1.0
"""Expected seconds of a third-party bot: it may be slow, so it must not delay quick ones."""


@cache
def expected_seconds(bot: str) -> float:
    """Return the expected seconds of computation for one decision of `bot`."""
    found = bot_named(bot)
    if isinstance(found, SearchBot):
        return found.expected
    return _QUICK if type(found).__module__.startswith("codex_naturalis.") else _UNKNOWN


class WorkerFailed(Exception):  # noqa: N818  # reads as the sentence it is
    """The worker died or exceeded its time, or the bot raised."""


class WorkerPool:
    """Pool of worker processes, started on demand."""

    def __init__(
        self, count: int, limit: float, unready: Callable[[], None] = lambda: None, idle: float | None = None
    ) -> None:
        """Use up to `count` processes, with a `limit` in seconds for each question.

        `unready` is called when the fallback bot chose because the kernel is not compiled. With `idle` the processes
        run at low priority, and end after that many seconds without work.
        """
        self._unready = unready
        self._limit = limit
        self._idle_seconds = idle
        self._resting: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._idle: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(count):
            self._idle.put_nowait(None)
        self._all: set[asyncio.subprocess.Process] = set()

    async def choose(self, bot: str, view: View, player: str = "") -> Action:
        """Return the action of `bot` for `player`, a seat at a table; raise `WorkerFailed` if there is none."""
        question = msgspec.json.encode(BotQuestion(bot, view, secrets.token_hex(16), player)) + b"\n"
        worker = await self._idle.get()
        kept: asyncio.subprocess.Process | None = None
        try:
            worker = worker if worker and worker.returncode is None else await self._start()
            async with asyncio.timeout(self._limit):
                reply = await _ask(worker, question)
            kept = worker
        except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
            raise WorkerFailed(repr(error)) from error
        finally:
            self._idle.put_nowait(kept)  # first: the caller may be cancelled again while the worker ends
            self._rest_later()
            if kept is None and worker:
                await self._end(worker)
        if reply.action is None:
            raise WorkerFailed(reply.fault)
        if reply.stood_in:
            self._unready()
        return reply.action

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        program = [sys.executable, "-m", f"{__package__}.worker", *([PATIENT] if self._idle_seconds else [])]
        worker = await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE)
        self._all.add(worker)
        return worker

    async def _end(self, worker: asyncio.subprocess.Process) -> None:
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
        self._all.discard(worker)

    def _rest_later(self) -> None:
        """Set the timer that ends idle processes."""
        if self._resting:
            self._resting.cancel()
        if self._idle_seconds:
            self._resting = asyncio.get_running_loop().call_later(self._idle_seconds, self._rest)

    def _rest(self) -> None:
        idle = [self._idle.get_nowait() for _ in range(self._idle.qsize())]
        for worker in idle:
            self._idle.put_nowait(None)
            if worker:
                ending = asyncio.create_task(self._end(worker))
                self._ending.add(ending)
                ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all workers."""
        if self._resting:
            self._resting.cancel()
        await asyncio.gather(*(self._end(worker) for worker in set(self._all)))


async def _ask(worker: asyncio.subprocess.Process, question: bytes) -> BotReply:
    assert worker.stdin
    assert worker.stdout
    worker.stdin.write(question)
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    if not line:
        raise BrokenPipeError("the worker has ended")
    return _REPLIES.decode(line)
