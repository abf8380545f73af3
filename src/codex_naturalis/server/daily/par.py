"""Par of the days' deals, computed by a worker of low priority before each day begins.

Where several servers share a database, the holder of the lease on a day's row does it. Each level is stored as soon
as it is known, so that a restart loses little; levels that search wait until the kernel is compiled.
"""

import asyncio
from typing import Final

import msgspec
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play.par import PAR_PLAYERS, ParPlayer
from codex_naturalis.seating import new_id
from codex_naturalis.seating.days import day_after, today

from ..bots.warmup import Preparation
from ..bots.worker import is_kernel_compiled
from ..database.bot_leases import DATABASE_CLOCK, RELEASED, Leases
from ..database.schema import daily_deals
from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Lane, Scheduler, Urgency
from ..scheduling.worker_client import WorkerProcess
from ..scheduling.worker_main import LOW_PRIORITY
from ..support.lifecycle import LoopingService
from ..support.tasks import lasting
from ..tables.store import Store
from .deals import DailyDeal, DailyDeals
from .par_worker import ParQuestion, Results
from .wire import DailyPar

__all__ = ["Pars"]

_SETTLE_SECONDS: Final = 20.0
_LOOK_SECONDS: Final = 600.0
"""Seconds from the start to the first look for days without par, and between looks."""

_LEASE_SECONDS: Final = 600.0
"""Lease on a day, renewed with each question; far longer than any question takes."""

_LIMIT_SECONDS: Final = 300.0
"""Time limit for a question, after which the worker is replaced."""

_TOGETHER: Final = 4
"""Games in a question to a bot that searches; each occupies the lane for some seconds."""

_COST: Final = 2.0
"""Estimated seconds for a question."""

_SHARED: Final = Client("", "daily par")
_LEASES: Final = Leases(daily_deals)

_Known = dict[str, tuple[tuple[int, int], ...]]
"""Points and Tybor's of each game, by level."""

_KNOWN: Final = msgspec.json.Decoder(_Known)


class Pars(LoopingService):
    """Computes par, and returns it."""

    def __init__(
        self, store: Store, deals: DailyDeals, scheduler: Scheduler, preparation: Preparation, games: int
    ) -> None:
        """Store bots' results with `deals`; each level plays at most `games`, none if that is 0."""
        self._store = store
        self._deals = deals
        self._scheduler = scheduler
        self._preparation = preparation
        self._games = games
        self._name = new_id()[:8]
        self._worker = WorkerProcess(f"{__package__}.par_worker", LOW_PRIORITY)

    async def close(self) -> None:
        """End the work, and the worker."""
        await super().close()
        await self._worker.close()

    async def par_of(self, day: str) -> tuple[DailyPar, ...]:
        """Return a day's known par, weakest level first."""
        known = await self._read_known(day)
        return tuple(_mean(player, known[player.key]) for player in PAR_PLAYERS if known.get(player.key))

    async def work_out(self, day: str) -> bool:
        """Compute a day's missing par; return False if another process is doing so."""
        deal = await self._deals.of(day)
        if await self._missing(day) and await self._lease(day):
            try:
                for player in await self._missing(day):
                    await self._add(day, player, await self._play(deal, player))
            finally:
                await self._update(day, **RELEASED)
        return not await self._missing(day)

    async def _run(self) -> None:
        if not self._games:
            return
        await asyncio.sleep(_SETTLE_SECONDS)
        while True:
            for days in (0, 1, -1):
                with lasting("par not worked out"):
                    await self.work_out(day_after(today(), days))
            await self._worker.close()
            await asyncio.sleep(_LOOK_SECONDS)

    async def _missing(self, day: str) -> list[ParPlayer]:
        """Return the levels whose games are missing and can be played now."""
        known = await self._read_known(day)
        missing = [player for player in PAR_PLAYERS if player.key not in known]
        if not missing or is_kernel_compiled():
            return missing
        self._preparation.begin()
        return [player for player in missing if not _searches(player)]

    async def _play(self, deal: DailyDeal, player: ParPlayer) -> tuple[tuple[int, int], ...]:
        count = min(player.games, self._games)
        seeds = [f"{deal.seal.salt}/{player.key}/{game}" for game in range(count)]
        size = _TOGETHER if _searches(player) else count
        results: list[tuple[int, int]] = []
        for first in range(0, count, size):
            question = ParQuestion(player.bot, deal.options, deal.deal, tuple(seeds[first : first + size]))
            async with self._scheduler.turn(Lane.BACKGROUND, _SHARED, _COST, Urgency.IDLE):
                results += await self._worker.ask(question, Results, _LIMIT_SECONDS)
        return tuple(results)

    async def _read_known(self, day: str) -> _Known:
        (rows,) = await self._store.read(select(daily_deals.c.par).where(daily_deals.c.day == day))
        return _KNOWN.decode(rows[0].par) if rows and rows[0].par else {}

    async def _add(self, day: str, player: ParPlayer, results: tuple[tuple[int, int], ...]) -> None:
        known = {**await self._read_known(day), player.key: results}
        until = {"until": DATABASE_CLOCK + _LEASE_SECONDS} if self._store.shared else {}
        await self._update(day, par=msgspec.json.encode(known).decode(), **until)

    async def _lease(self, day: str) -> bool:
        """Take the lease on a day; a private database needs none."""
        if not self._store.shared:
            return True
        taken = _LEASES.lease_values(self._name, DATABASE_CLOCK, _LEASE_SECONDS)
        wanted = update(daily_deals).where(daily_deals.c.day == day, _LEASES.free(DATABASE_CLOCK)).values(**taken)

        async def job(connection: AsyncConnection) -> bool:
            return (await connection.execute(wanted)).rowcount == 1

        return await self._store.write(job)

    async def _update(self, day: str, **values: object) -> None:
        changed = update(daily_deals).where(daily_deals.c.day == day).values(**values)

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(changed)

        await self._store.write(job)


def _searches(player: ParPlayer) -> bool:
    """Return whether a level needs the compiled kernel."""
    return player.key in ("reader", "master")


def _mean(player: ParPlayer, results: tuple[tuple[int, int], ...]) -> DailyPar:
    points, tybor = (sum(column) / len(results) for column in zip(*results, strict=True))
    return DailyPar(player.key, len(results), points, tybor)
