"""Worker pool: processes that compute bots' actions, each replaced after a failure or a timeout."""

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Final

from codex_naturalis.bots import SearchBot, UnknownBotError, bot_named
from codex_naturalis.rules import Action
from codex_naturalis.seating.chance import draw_seed
from codex_naturalis.views import View

from ..scheduling.worker_client import WorkerProcess, kill
from ..scheduling.worker_main import LOW_PRIORITY
from .worker import BotQuestion, BotReply

__all__ = ["WorkerPool", "expected_seconds"]

_QUICK: Final = 0.01
_OWN_LIMIT: Final = 0.9
"""Share of the limit for a bot by path: the rest is for its worker process, which then needs no replacing."""

_PREPARING: Final = 60.0
"""Seconds more for the first question to a bot that is not ours: it may have to prepare."""

_UNKNOWN: Final = 1.0
"""Expected seconds of a third-party bot: it may be slow, so it must not delay quick ones."""


@cache
def expected_seconds(bot: str) -> float:
    """Return the expected seconds of computation for one decision of `bot`."""
    if not is_own(bot):
        return _UNKNOWN
    found = bot_named(bot)
    return found.expected if isinstance(found, SearchBot) else _QUICK


@cache
def is_own(bot: str) -> bool:
    """Return whether a bot is one of ours, not from another package or a path."""
    try:
        return type(bot_named(bot)).__module__.startswith("codex_naturalis.")
    except UnknownBotError:
        return False


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
        self._known: dict[WorkerProcess, tuple[object, set[str]]] = {}
        """Bots that each process has played, with that process."""

        self._limit = limit
        self._idle_seconds = idle
        self._resting: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()
        arguments = [LOW_PRIORITY] if idle else []
        self._workers = [WorkerProcess(f"{__package__}.worker", *arguments) for _ in range(count)]
        self._idle: asyncio.LifoQueue[WorkerProcess] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def choose(self, bot: str, view: View, player: str = "", chance: str | None = None, path: str = "") -> Action:
        """Return the action of `bot` for `player`, a seat at a table; raise `WorkerFailedError` if there is none.

        With `chance`, a seed, the answer depends only on bot, view and seed: nothing is kept from turn to turn. With
        a `path`, the bot is the one that it names; never give one from the network, since it runs what it names.
        """
        seed, seconds = chance or draw_seed(), self._limit * _OWN_LIMIT if path else None
        question = BotQuestion(bot, view, seed, chance or player, path, seconds)
        worker = await self._idle.get()
        limit = self._limit + (_PREPARING if self._unknown(worker, bot) else 0.0)
        try:
            reply = await worker.ask(question, BotReply, limit)
        finally:
            if worker.process is not None:  # it has replied, if only with a fault
                self._known.setdefault(worker, (worker.process, set()))[1].add(bot)
            self._idle.put_nowait(worker)
            self._rest_later()
        if reply.stood_in:
            self._unready()
        return reply.action

    def _unknown(self, worker: WorkerProcess, bot: str) -> bool:
        """Return whether a process has not played this third-party bot yet, and may have to prepare it."""
        process, bots = self._known.get(worker, (None, set()))
        if process is not worker.process or process is None:
            self._known.pop(worker, None)
            bots = set()
        return bot not in bots and not is_own(bot)

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
            ending = asyncio.create_task(kill(worker.detach()))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all workers."""
        if self._resting:
            self._resting.cancel()
        await asyncio.gather(*self._ending, *(worker.close() for worker in self._workers))
