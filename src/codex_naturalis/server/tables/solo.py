"""The solo games a guest has finished against Tybor: how they came out, and what that makes at each level.

A result is stored in the same breath as the last action of its game. Of games finished before results were kept, the
row is there without one; it is filled in the first time its guest asks.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Game
from codex_naturalis.rules import SoloLevel

from ..database.schema import solo_games
from ..support.errors import Problem
from ..wire.table import SoloGame, SoloHistory, SoloTally
from .data import SoloResult, Stored, TableData
from .store import Store

__all__ = ["PAGE", "Solos", "result_of"]

PAGE: Final = 20
"""Games told at a time."""

_TOLD: Final = tuple(solo_games.c[name] for name in ("table_id", "level", "ended", "points", "tybor", "won"))
_BY_TIME: Final = (solo_games.c.ended, solo_games.c.table_id)


def result_of(data: TableData, game: Game) -> SoloResult | None:
    """Return what a finished solo game came to; None for other games, and for what was played on from elsewhere."""
    result, tybor = game.state.result, game.state.tybor
    if result is None or tybor is None or data.what_if or data.solo is None:
        return None
    guest = next((place.guest for place in data.places if place.guest), None)
    if guest is None:
        return None
    return SoloResult(guest, data.solo, result.totals[0], tybor.score, bool(result.winners))


class _Counted(Struct):
    """What has been counted so far at one level, oldest game first."""

    played: int = 0
    won: int = 0
    best: int | None = None
    """The largest margin of a game won."""

    streak: int = 0
    longest: int = 0

    def add(self, margin: int, *, won: bool) -> bool:
        """Count one more game; return whether it was won by more than any before it, if any was."""
        self.played += 1
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)
        if not won:
            return False
        before, self.won = self.best, self.won + 1
        self.best = margin if before is None else max(before, margin)
        return before is not None and margin > before


class Solos:
    """Looks back on the solo games of guests, each guest's own and nobody else's."""

    def __init__(self, store: Store) -> None:
        """Look into `store`."""
        self._store = store

    async def history(self, guest: str, before: str | None = None) -> SoloHistory:
        """Return a guest's solo games, the last first, from the one that ended before the table `before` on."""
        await self._fill_in(guest)
        mine = (solo_games.c.guest == guest, solo_games.c.points.is_not(None))
        (rows,) = await self._store.read(select(*_TOLD).where(*mine).order_by(*_BY_TIME))
        return _told(rows, before)

    async def _fill_in(self, guest: str) -> None:
        """Play again what was finished before results were kept."""
        missing = (solo_games.c.guest == guest, solo_games.c.points.is_(None))
        (rows,) = await self._store.read(select(solo_games.c.table_id).where(*missing))
        for row in rows:
            await self._count(row.table_id)

    async def _count(self, table_id: str) -> None:
        try:
            stored = await self._store.load(table_id)
        except Problem:
            return  # damaged: it is left out
        found = await asyncio.to_thread(_played_again, stored) if stored else None
        if found is None:
            return
        values = {"points": found.points, "tybor": found.tybor, "won": found.won}

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(solo_games).where(solo_games.c.table_id == table_id).values(values))

        await self._store.write(job)


def _played_again(stored: Stored) -> SoloResult | None:
    data = stored.data
    if data.deal is None:
        return None
    try:
        return result_of(data, data.replayed(stored.actions))
    except Exception:  # noqa: BLE001 - what cannot be replayed says so at its table; here it is left out
        return None


def _told(rows: Sequence[Row[Any]], before: str | None) -> SoloHistory:
    """Tell games, oldest first in `rows`, and what they come to."""
    counted = {level.value: _Counted() for level in SoloLevel}
    bests: list[bool] = []
    last = len(rows)
    for index, row in enumerate(rows):
        bests.append(counted[row.level].add(row.points - row.tybor, won=row.won))
        if row.table_id == before:
            last = index
    first = max(0, last - PAGE)
    tallies = (SoloTally(SoloLevel(level), *astuple(one)) for level, one in counted.items())
    games = (_game(rows[index], best=bests[index]) for index in reversed(range(first, last)))
    return SoloHistory(tuple(tallies), tuple(games), more=first > 0)


def _game(row: Row[Any], *, best: bool) -> SoloGame:
    return SoloGame(row.table_id, SoloLevel(row.level), row.points, row.tybor, row.won, best, row.ended)
