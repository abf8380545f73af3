"""Registry of the tables in use: loaded on demand, hibernated when nothing happens, unloaded when idle."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from ..support.lifecycle import LoopingService
from ..support.log import get_logger
from ..support.tasks import lasting
from .bus import CHANGED, Bus, Topic
from .store import Store
from .stored import Stored
from .table import Table

__all__ = ["Tables", "run_shielded"]

T = TypeVar("T")
_running: set["asyncio.Task[Any]"] = set()
_log = get_logger(__name__)


async def run_shielded(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` to its end even if the caller is cancelled, so that memory and database cannot diverge."""
    task = asyncio.create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_hear_failure)
        raise


def _hear_failure(task: "asyncio.Task[Any]") -> None:
    """Log the failure of work whose caller is gone; a refusal is no failure."""
    error = None if task.cancelled() else task.exception()
    if error and not isinstance(error, ProblemError):
        _log.error("failed after its caller had gone", exc_info=error)


class Tables(LoopingService):
    """Registry of this server's tables (LRU), with single-flight loading."""

    def __init__(self, store: Store, bus: Bus, most: int, rest: float) -> None:
        """Keep up to `most` tables in memory, more only while they are in use and for `rest` seconds afterwards.

        A game hibernates after `rest` seconds without events, even with viewers.
        """
        self._store = store
        self._bus = bus
        self._most = most
        self._rest = rest
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._when_loaded: list[Callable[[Table], None]] = []
        self.freshen: Callable[[Table], Awaitable[None]] | None = None
        """Hook that reads other processes' changes to a table; None with a private database."""

        self.damaged: set[str] = set()
        """Tables that could not be read since the start."""

    async def _run(self) -> None:
        """Hibernate games where nothing happens, in regular rounds."""
        while True:
            await asyncio.sleep(self._rest)
            for table in list(self._tables.values()):
                with lasting("a game does not rest"):
                    if table.hibernate():
                        await asyncio.sleep(0)  # so that the loop is not held for more than one

    def on_load(self, callback: Callable[[Table], None]) -> None:
        """Call `callback` with each table that is loaded."""
        self._when_loaded.append(callback)

    def find_loaded(self, table_id: str) -> Table | None:
        """Return a table if it is in memory and not marked as behind."""
        table = self._tables.get(table_id)
        return None if table and table.behind else table

    def find_in_memory(self, table_id: str) -> Table | None:
        """Return a table if it is in memory, even if marked as behind."""
        return self._tables.get(table_id)

    def publish(self, table_id: str, *topics: Topic) -> None:
        """Wake the viewers of a table that is not in memory here, in other processes."""
        self._bus.publish(table_id, *topics)

    def in_memory(self) -> Collection[Table]:
        """Return the tables in memory."""
        return self._tables.values()

    async def show_stored(self, *table_ids: str) -> None:
        """Show an already stored change of tables, here and in other processes.

        It does not fail: a table that cannot be read now is marked as behind, and read at its next use.
        """
        for table_id in table_ids:
            table = self._tables.get(table_id)
            if table and not table.closed:
                with suppress(ProblemError):
                    await table.refresh()
                    continue
            self.publish(table_id, *CHANGED)

    async def get(self, table_id: str) -> Table:
        """Return a table, loading it if need be; raise a `ProblemError` if it is unknown or damaged."""
        known = self._tables.pop(table_id, None)
        if known and not known.closed:
            self._keep(known)
            if self.freshen:
                await self.freshen(known)
            elif known.behind:
                await known.refresh()
            return known
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def get_finished(self, table_id: str, person: str | None) -> Table:
        """Return a table whose cards `person`, a guest or a seat link's secret, may see; None for strangers.

        Raises a `ProblemError` before the end of its game, and to people who play the same deal at another table.
        """
        table = await self.get(table_id)
        table.get_finished_game()
        await self.check_deal(table, person)
        return table

    async def check_deal(self, table: Table, person: str | None) -> None:
        """Raise a `ProblemError` if `table` shows a deal to a person still playing it at another table.

        The games of a match are shown only to people who have finished its deal.
        """
        data = table.data
        if data.day is not None:  # it is published when the day is over
            return
        if data.match and data.stage is TableStage.OVER and not await self._store.finished_deal(person, data.deal_key):
            raise ProblemError(Code.DEAL_UNFINISHED)
        own = data.stage is TableStage.PLAYING and data.seats_person(person)
        if person and not own and await self._store.open_with_deal(person, data.deal_key):
            raise ProblemError(Code.DEAL_PLAYED)

    async def add(self, stored: Stored) -> Table:
        """Add a table that was just stored; if it is being loaded or already loaded, return that one."""
        table_id = stored.data.id
        if table_id in self._tables or table_id in self._loading:
            return await self.get(table_id)
        return self._register(Table(stored, self._store, self._bus))

    async def _load(self, table_id: str) -> Table:
        try:
            table = Table(await self._load_stored(table_id), self._store, self._bus)
        except ProblemError as problem:
            if problem.code is Code.TABLE_DAMAGED:
                self.damaged.add(table_id)
                _log.error("table damaged", table=table_id[:6], cause=type(problem.__cause__).__name__)
            raise
        finally:
            del self._loading[table_id]
        self._register(table)
        if self.freshen:
            await self.freshen(table)
        return table

    def _register(self, table: Table) -> Table:
        self._keep(table)
        self._forget_idle()
        for callback in self._when_loaded:
            callback(table)
        return table

    async def _load_stored(self, table_id: str) -> Stored:
        stored = await self._store.load(table_id)
        if stored is None:
            raise ProblemError(Code.TABLE_UNKNOWN)
        return stored

    def _keep(self, table: Table) -> Table:
        """Make `table` the most recently used."""
        table.used = time.monotonic()
        self._tables[table.id] = table
        return table

    def _forget_idle(self) -> None:
        """Unload the least recently used idle tables beyond the limit, except those used in the last `rest` seconds."""
        excess = len(self._tables) - self._most
        rested = time.monotonic() - self._rest
        idle = [table for table in self._tables.values() if table.idle and table.used < rested]
        for table in idle[: max(0, excess)]:
            del self._tables[table.id]
