"""Worker processes that think for bots, off the event loop: each is replaced when it fails or is late."""

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
"""Seconds we expect a bot of another package to think: it may be slow, and holds no quick one up."""


@cache
def expected_seconds(bot: str) -> float:
    """Return how long `bot` thinks about a decision, about."""
    found = bot_named(bot)
    if isinstance(found, SearchBot):
        return found.expected
    return _QUICK if type(found).__module__.startswith("codex_naturalis.") else _UNKNOWN


class WorkerFailed(Exception):  # noqa: N818  # reads as the sentence it is
    """The worker died, was late, or the bot raised."""


class WorkerPool:
    """A few worker processes, each started when it is needed."""

    def __init__(
        self, count: int, limit: float, unready: Callable[[], None] = lambda: None, idle: float | None = None
    ) -> None:
        """Think in up to `count` processes, each question for up to `limit` seconds.

        `unready` is called when a bot cannot think yet, and another chose for it. With `idle` the processes stand back
        behind all others, and end when they have had nothing to do for so many seconds.
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
        """Return what `bot` does for `player`, a seat at a table; raise `WorkerFailed` if no answer comes."""
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
            self._idle.put_nowait(kept)  # first: whoever asked may give up once more while the worker ends
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
        """End those that have nothing to do, unless somebody asks in time."""
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
