"""History of a guest's solo games against Tybor: each result, and totals for each level.

A result is stored in the transaction of its game's last action. Games finished before results were stored have a row
without one, which is filled in when their guest first asks.
"""

import asyncio
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import SoloResult, solo_history
from codex_naturalis.wire.errors import ProblemError
from codex_naturalis.wire.table import SoloHistory

from ..database.schema import solo_games, tables
from ..tables.store import Store
from ..tables.stored import Stored

__all__ = ["Solos"]

_COLUMNS: Final = tuple(solo_games.c[name] for name in ("table_id", "level", "ended", "points", "tybor", "won"))
_REPEATED: Final = tables.c.shared_deal.is_not(None) & tables.c.counted.is_(None)
"""Condition for games whose cards could be known before: they do not enter anyone's record."""

_BY_TIME: Final = (solo_games.c.ended, solo_games.c.table_id)


class Solos:
    """Service for the history of solo games; guests see only their own."""

    def __init__(self, store: Store) -> None:
        """Read from `store`."""
        self._store = store

    async def history(self, guest: str, before: str | None = None) -> SoloHistory:
        """Return a page of a guest's solo games, newest first, from before the one at the table `before`."""
        await self._fill_in(guest)
        mine = (solo_games.c.guest == guest, solo_games.c.points.is_not(None))
        (rows,) = await self._store.read(select(*_COLUMNS).join(tables).where(*mine, ~_REPEATED).order_by(*_BY_TIME))
        return solo_history(rows, before)

    async def _fill_in(self, guest: str) -> None:
        """Compute results of games that were finished before results were stored."""
        missing = (solo_games.c.guest == guest, solo_games.c.points.is_(None))
        (rows,) = await self._store.read(select(solo_games.c.table_id).where(*missing))
        for row in rows:
            await self._count(row.table_id)

    async def _count(self, table_id: str) -> None:
        try:
            stored = await self._store.load(table_id)
        except ProblemError:
            return  # damaged tables are skipped
        found = await asyncio.to_thread(_played_again, stored) if stored else None
        if found is None:
            return
        values = {"points": found.points, "tybor": found.tybor, "won": found.won, "turns": found.turns}

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(solo_games).where(solo_games.c.table_id == table_id).values(values))

        await self._store.write(job)


def _played_again(stored: Stored) -> SoloResult | None:
    data = stored.data
    if data.deal is None:
        return None
    try:
        return data.solo_result(data.replay(stored.actions))
    except Exception:  # noqa: BLE001 - what cannot be replayed is reported at its table, and skipped here
        return None
