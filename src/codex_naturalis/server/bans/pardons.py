"""Pardons, as a running server applies them: the rate limits of a guest or a network are reset.

The counts are in each server's memory; a pardon is a row, which every server polls within seconds.
"""

import asyncio
from contextlib import suppress
from typing import Final

from sqlalchemy import func, select

from codex_naturalis.wire.errors import ProblemError

from ..database.schema import accounts, pardons
from ..limits.limits import RateLimiter
from ..support.lifecycle import LoopingService
from ..support.tasks import lasting
from ..tables.store import Store

__all__ = ["Pardons"]

_LOOK_SECONDS: Final = 3.0


class Pardons(LoopingService):
    """Background task that polls pardons and applies them."""

    def __init__(self, store: Store, limits: RateLimiter) -> None:
        """Read pardons from `store`, and reset the buckets in `limits`."""
        self._store = store
        self._limits = limits
        self._last = 0

    async def start(self) -> None:
        """Skip the pardons stored so far, as nothing is counted yet; poll from then on."""
        ((row,),) = await self._store.read(select(func.max(pardons.c.id).label("last")))
        self._last = row.last or 0
        await super().start()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with lasting("pardons not looked at"), suppress(ProblemError):  # the writer says what the database says
                await self.look()

    async def look(self) -> None:
        """Poll: apply new pardons."""
        new = select(pardons, accounts.c.folded).join(accounts, accounts.c.guest == pardons.c.guest, isouter=True)
        (found,) = await self._store.read(new.where(pardons.c.id > self._last).order_by(pardons.c.id))
        for row in found:
            if row.network:
                self._limits.reset_network(row.network)
            else:
                self._limits.reset_guest(row.guest, row.folded)
            self._last = row.id
