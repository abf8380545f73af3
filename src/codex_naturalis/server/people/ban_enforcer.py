"""Ban enforcer: the background task that removes banned guests from their seats, where bots play on for them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from sqlalchemy import select

from codex_naturalis.seating import Holder
from codex_naturalis.wire.errors import ProblemError
from codex_naturalis.wire.table import TableStage

from ..bans.bans import Bans
from ..database.schema import seats, tables
from ..lobby.lobby import Lobby
from ..support.lifecycle import LoopingService
from ..support.tasks import lasting, until_set
from ..tables.registry import Tables, run_shielded
from ..tables.store import Store

__all__ = ["BanEnforcer"]

_ROUND_SECONDS: Final = 60.0
"""Seconds between sweeps: a rematch may have given banned guests new seats."""


class BanEnforcer(LoopingService):
    """Background task that takes banned guests off the tables: seats become free, and in running games bots play on."""

    def __init__(self, store: Store, kept: Tables, lobby: Lobby, known: Bans) -> None:
        """Watch the seats at the tables in `kept` for banned guests."""
        self._store = store
        self._tables = kept
        self._lobby = lobby
        self._bans = known
        self._again = asyncio.Event()
        known.on_new(self._again.set)

    async def start(self) -> None:
        """Start with a sweep, for bans made while no server ran."""
        self._again.set()
        await super().start()

    async def _run(self) -> None:
        while True:
            await until_set(self._again, _ROUND_SECONDS)
            self._again.clear()
            with lasting("seats not freed"):
                await self._clear(self._bans.guests)

    async def _clear(self, guests: Sequence[str]) -> None:
        mine = (
            select(tables.c.id, seats.c.guest)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.guest.in_(guests), seats.c.stand_in.is_(None))
            .where(tables.c.stage.in_([TableStage.GATHERING, TableStage.PLAYING]))
        )
        (found,) = await self._store.read(mine) if guests else ((),)
        for row in found:
            with lasting("seat not freed"), suppress(ProblemError):  # deleted, or damaged
                await run_shielded(self._lobby.leave(Holder(guest=row.guest), row.id))
