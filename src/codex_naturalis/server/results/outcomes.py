"""Results of finished games with several seats: stored once per game, by the first process that gets to it.

Usually that is just after the last action. If the process ends just then, rated games are counted at the next
start, and the others when one of their guests asks for history.
"""

import asyncio
from typing import Any, Final

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Game
from codex_naturalis.seating import GuestOutcome, TableData, outcomes
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from ..database.schema import results, seats, solo_games, tables
from ..support.lifecycle import Service
from ..support.log import get_logger
from ..tables.bus import Bus
from ..tables.registry import Tables
from ..tables.store import Store, VersionConflictError
from ..tables.stored import Stored
from .ratings import rated_people, update_ratings

__all__ = ["Results"]

_log = get_logger(__name__)
_AT_ONCE: Final = 50
"""Games of one guest counted per request."""

_AT_START: Final = 1000


class Results(Service):
    """Service that counts finished games."""

    def __init__(self, store: Store, tables: Tables, bus: Bus) -> None:
        """Count the games at `tables` when they end."""
        self._store = store
        self._tables = tables
        self._counting: dict[str, asyncio.Task[None]] = {}
        self._counted: set[str] = set()
        """Tables in memory whose game has been counted."""

        bus.on_change(self.on_change, "ended", "people")

    def on_change(self, table_id: str) -> None:
        """Bus callback: count the game of a changed table, if it is over now."""
        table = self._tables.find_loaded(table_id)
        over = table is not None and table.data.stage is TableStage.OVER
        if not over or table_id in self._counting or table_id in self._counted:
            return
        task = self._counting[table_id] = asyncio.create_task(self.count(table_id))
        task.add_done_callback(lambda _: self._counting.pop(table_id, None))

    async def start(self) -> None:
        """Count games that were missed before."""
        await self.catch_up()

    async def close(self) -> None:
        """Wait for counts under way."""
        await asyncio.gather(*self._counting.values(), return_exceptions=True)

    async def catch_up(self) -> None:
        """Count rated games that ended while no process was running."""
        missed = (
            select(tables.c.id)
            .where(
                tables.c.rated, tables.c.stage == TableStage.OVER, tables.c.hidden.is_not(True), ~_exists(tables.c.id)
            )
            .order_by(tables.c.touched)
            .limit(_AT_START)
        )
        (rows,) = await self._store.read(missed)
        for row in rows:
            await self.count(row.id)

    async def fill_in(self, guest: str) -> None:
        """Count a guest's games that were finished before results were stored."""
        solo = select(solo_games.c.table_id).where(solo_games.c.table_id == tables.c.id).exists()
        missing = (
            select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.guest == guest, tables.c.stage == TableStage.OVER)
            .where(tables.c.what_if.is_(None), tables.c.hidden.is_not(True), ~solo, ~_exists(tables.c.id))
            .order_by(tables.c.touched.desc())
            .limit(_AT_ONCE)
        )
        (rows,) = await self._store.read(missing)
        for row in rows:
            await self.count(row.id)

    async def count(self, table_id: str) -> None:
        """Count a finished game, exactly once; a game that cannot be read is logged and skipped.

        A game of a duplicate round counts when the round is over: until then its points would help others who play.
        """
        try:
            data, game = await self._read_finished(table_id)
            if game is not None and not data.hidden:
                await self._keep(data, outcomes(data, game))
                self._remember(table_id)
        except ProblemError as problem:
            _log.warning("game not counted", table=table_id[:6], cause=problem.code.value)

    def _remember(self, table_id: str) -> None:
        self._counted = {each for each in self._counted if self._tables.find_loaded(each)} | {table_id}

    async def _read_finished(self, table_id: str) -> tuple[TableData, Game | None]:
        table = self._tables.find_loaded(table_id)
        if table:
            return table.data, table.game
        stored = await self._store.load(table_id)
        if stored is None:  # deleted since it was found
            raise ProblemError(Code.TABLE_UNKNOWN)
        return stored.data, await asyncio.to_thread(_replay, stored)

    async def _keep(self, data: TableData, found: tuple[GuestOutcome, ...]) -> None:
        if not found:
            return

        async def job(connection: AsyncConnection) -> None:
            await _count(connection, data, found)

        try:
            await self._store.write(job)
        except VersionConflictError:
            return  # another process has counted it


def _exists(table_id: Any) -> Any:  # noqa: ANN401 - a column, a condition
    return select(results.c.table_id).where(results.c.table_id == table_id).exists()


def _replay(stored: Stored) -> Game | None:
    data = stored.data
    if data.deal is None:
        return None
    try:
        return data.replay(stored.actions)
    except Exception:  # noqa: BLE001 - what cannot be replayed is reported at its table, and skipped here
        return None


async def _count(connection: AsyncConnection, data: TableData, found: tuple[GuestOutcome, ...]) -> None:
    if (await connection.execute(select(results.c.guest).where(results.c.table_id == data.id))).first():
        return
    ended = (await connection.execute(select(tables.c.touched).where(tables.c.id == data.id))).scalar_one()
    ranks = {one.guest: one.rank for one in found}
    rated = data.rated and len(ranks) == len(data.seat_rows) and await rated_people(connection, list(ranks))
    reckonings = await update_ratings(connection, ranks, ended) if rated else {}
    rows = [
        {
            "table_id": data.id,
            "guest": one.guest,
            "ended": ended,
            "seats": len(data.seat_rows),
            "rank": one.rank,
            "points": one.points,
            "won": one.won,
            "rating": reckonings[one.guest][0].rating if rated else None,
            "deviation": reckonings[one.guest][0].deviation if rated else None,
            "change": reckonings[one.guest][1] if rated else None,
        }
        for one in found
    ]
    try:
        await connection.execute(insert(results), rows)
    except IntegrityError:
        raise VersionConflictError from None
