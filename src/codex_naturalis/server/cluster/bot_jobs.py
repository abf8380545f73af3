"""Bot jobs: leases on tables where bots are due, so that one of several processes plays them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from sqlalchemy import text

from codex_naturalis.wire.errors import Code, ProblemError

from ..database.bot_leases import OF_HOST, Lease, finish_job, given_back, renew_leases, take_jobs
from ..support.lifecycle import Service
from ..support.log import get_logger
from ..support.tasks import end, lasting, until_set
from ..tables.store import Store

__all__ = ["BotJobRunner", "bots_due"]

_log = get_logger(__name__)
_LOOK_SECONDS: Final = 1.0
"""Polling interval in seconds, for jobs whose wake-up call was missed."""

_PAUSE: Final = 1.0
_DEEP: Final = 8
"""Leases on tables with a viewer or a running clock, as a multiple of those on others."""

_IN_ONE_GO: Final = 8
"""Tables leased at once, so that other processes get a share."""


class BotJobRunner(Service):
    """Job runner of this process for the bots of all processes."""

    def __init__(
        self, store: Store, holder: str, play: Callable[[str], Awaitable[None]], most: int, seconds: float
    ) -> None:
        """Lease up to `most` tables for `holder`, each for `seconds`, renewed while `play` lets their bots act.

        More tables with a viewer or a running clock are leased: `play` itself schedules their turns.
        """
        self._seconds = seconds
        self._store = store
        self._holder = holder
        self._play = play
        self._most = most
        self._mine: dict[str, asyncio.Task[None]] = {}
        self._called = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start polling for jobs."""
        if self._most:
            self._tasks = [asyncio.create_task(self._look()), asyncio.create_task(self._keep())]

    def poll_now(self) -> None:
        """Poll at once."""
        self._called.set()

    async def close(self) -> None:
        """Stop, and release all leases."""
        await end(*self._tasks)
        await end(*self._mine.values())
        if self._tasks:
            with suppress(ProblemError):
                await self._store.write(lambda connection: given_back(connection, self._holder))

    async def _look(self) -> None:
        while True:
            self._called.clear()
            found = False
            with lasting("bots not seen to"), suppress(ProblemError):  # the writer says what the database says
                found = await self._take()
            if not found:
                await until_set(self._called, _LOOK_SECONDS)

    async def _take(self) -> bool:
        """Lease due tables; return whether there may be more."""
        room, idle = min(_DEEP * self._most - len(self._mine), _IN_ONE_GO), len(self._mine) < self._most
        if room <= 0:
            return False
        leases = await self._store.write(
            lambda connection: take_jobs(connection, self._holder, room, self._seconds, idle=idle)
        )
        for lease in leases:
            if lease.table not in self._mine:  # otherwise our lease expired while we were still at work
                task = self._mine[lease.table] = asyncio.create_task(self._see_to(lease))
                task.add_done_callback(partial(self._on_end, lease.table))
        return bool(leases)

    async def _see_to(self, lease: Lease) -> None:
        """Let a table's bots act until its job is done, or another process holds the lease."""
        left: Lease | None = lease
        while left:
            left = await self._play_once(left)

    def _on_end(self, table: str, task: "asyncio.Task[None]") -> None:
        del self._mine[table]
        if len(self._mine) + 1 >= min(OF_HOST, self._most):
            self._called.set()  # a table under its host's limit may have become free
        if not task.cancelled() and task.exception():
            _log.error("bots gave up", table=table[:6], cause=repr(task.exception()))

    async def _play_once(self, lease: Lease) -> Lease | None:
        """Let a table's bots act once; return the lease if there is more to do."""
        try:
            await self._play(lease.table)
            return await self._give_up(lease)
        except ProblemError as problem:
            if problem.code is Code.STORAGE_FAILED:
                await asyncio.sleep(_PAUSE)
                return lease
            _log.error("bots cannot play", table=lease.table[:6], cause=problem.code.value)
        with suppress(ProblemError):
            await self._give_up(lease)
        return None

    async def _give_up(self, lease: Lease) -> Lease | None:
        return await self._store.write(lambda connection: finish_job(connection, self._holder, lease), lease.table)

    async def _keep(self) -> None:
        """Renew the leases at a quarter of their time; stop jobs whose lease another process has taken."""
        while True:
            await asyncio.sleep(self._seconds / 4)
            mine = dict(self._mine)
            if not mine:
                continue
            with lasting("bots not kept"), suppress(ProblemError):
                ours = await self._store.write(
                    partial(renew_leases, holder=self._holder, tables=[*mine], seconds=self._seconds)
                )
                for table in mine.keys() - ours:
                    mine[table].cancel()  # not a job begun in the meantime, with a lease of its own


_DUE: Final = text(
    "select count(*) filter (where t.host = :guest) as mine, count(*) as many "
    "from jobs j join tables t on t.id = j.table_id"
)


async def bots_due(store: "Store", guest: str) -> tuple[int, int]:
    """Return the number of tables where bots are due to act: those of a guest, and all."""
    (found,) = await store.read(_DUE, guest=guest)
    return int(found[0].mine), int(found[0].many)
