"""Worker pool: processes that compute bots' actions, each replaced after a failure or a timeout."""

import asyncio
import secrets
from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec

from codex_naturalis.bots import SearchBot, bot_named
from codex_naturalis.rules import Action
from codex_naturalis.views import View

from ..scheduling.worker_process import WorkerFailed, WorkerProcess, killed
from ..scheduling.worker_program import PATIENT
from .worker import BotQuestion, BotReply

__all__ = ["WorkerPool", "expected_seconds"]

_REPLIES = msgspec.json.Decoder(BotReply)
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
        arguments = [PATIENT] if idle else []
        self._workers = [WorkerProcess(f"{__package__}.worker", *arguments) for _ in range(count)]
        self._idle: asyncio.LifoQueue[WorkerProcess] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def choose(self, bot: str, view: View, player: str = "", chance: str | None = None) -> Action:
        """Return the action of `bot` for `player`, a seat at a table; raise `WorkerFailed` if there is none.

        With `chance`, a seed, the answer depends on bot, view and seed alone: nothing is kept from turn to turn.
        """
        question = BotQuestion(bot, view, chance or secrets.token_hex(16), chance or player)
        worker = await self._idle.get()
        try:
            reply = await worker.ask(question, self._limit, _REPLIES.decode)
        finally:
            self._idle.put_nowait(worker)
            self._rest_later()
        if reply.action is None:
            raise WorkerFailed(reply.fault)
        if reply.stood_in:
            self._unready()
        return reply.action

    def _rest_later(self) -> None:
        """Set the timer that ends idle processes."""
        if self._resting:
            self._resting.cancel()
        if self._idle_seconds:
            self._resting = asyncio.get_running_loop().call_later(self._idle_seconds, self._rest)

    def _rest(self) -> None:
        idle = [self._idle.get_nowait() for _ in range(self._idle.qsize())]
        for worker in idle:
            self._idle.put_nowait(worker)
            ending = asyncio.create_task(killed(worker.detached()))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all workers."""
        if self._resting:
            self._resting.cancel()
        await asyncio.gather(*self._ending, *(worker.close() for worker in self._workers))
