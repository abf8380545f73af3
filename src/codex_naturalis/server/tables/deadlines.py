"""Deadlines of tables: rows that any process may handle, such as the end of a clock or of a table's wait for people.

They are in *served time*: the total seconds for which the database has been served. It never goes back, stands still
while no server runs, and is independent of the wall clock. One row holds it, which servers advance; a server that
is behind adopts it. So no player loses time to a restart, a clock that jumps, or a machine that sleeps.
"""

import asyncio
from contextlib import suppress
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from ..database.schema import served as rows
from ..database.schema import tables
from ..support.lifecycle import LoopingService
from ..support.log import get_logger
from ..support.tasks import lasting, until_set
from .registry import Tables, run_shielded
from .store import Store

__all__ = ["Deadlines"]

_log = get_logger(__name__)
_BEAT: Final = 5.0
"""Polling interval in seconds, which is also the most that a crash gives back to running clocks."""

_CALM_BEATS: Final = 12
"""Polls between two writes of the time, while no clock runs at a table in use."""

_AT_ONCE: Final = 100
_SET_ASIDE: Final = -1
_OLDER: Final = (
    tables.c.deadline.is_(None),
    tables.c.marked == 0,
    tables.c.stage.in_([TableStage.GATHERING, TableStage.PLAYING]),
)
"""Tables older than deadlines."""


class Deadlines(LoopingService):
    """Deadline poller: claims tables whose deadline has passed, and lets each carry out what is due."""

    def __init__(self, store: Store, tables: Tables) -> None:
        """Handle the deadlines of all tables in `store`."""
        self._store = store
        self._tables = tables
        self._early = asyncio.Event()
        self._next = 0.0
        self._beats = 0

    async def start(self) -> None:
        """Continue served time from the database, and start polling."""
        found, older = await self._store.read(select(rows.c.seconds), select(tables.c.id).where(*_OLDER).limit(1))
        self._store.served.start(found[0].seconds)
        if older:
            untouched = self._store.served.now() + self._store.timekeeper.untouched_seconds
            await self._store.write(lambda connection: _adopt(connection, untouched))
        await super().start()

    async def close(self) -> None:
        """Stop, and store the time."""
        await super().close()
        if self._task:
            with suppress(ProblemError):
                await self._note()

    def on_change(self, table_id: str) -> None:
        """Bus callback: poll sooner if a changed table has an earlier deadline."""
        table = self._tables.find_loaded(table_id)
        if table and table.data.deadline is not None and table.data.deadline < self._next:
            self._early.set()

    async def _run(self) -> None:
        while True:
            with lasting("deadlines not seen to"):
                await self.poll()
            wait = max(0.0, min(self._next - self._store.served.now(), _BEAT))
            await until_set(self._early, wait)
            self._early.clear()

    async def poll(self) -> None:
        """Poll: handle what is due, and find the next deadline."""
        await self._beat()
        self._next = self._store.served.now() + _BEAT
        due, following = await self._store.read(
            select(tables.c.id)
            .where(tables.c.deadline <= self._store.served.now())
            .order_by(tables.c.deadline)
            .limit(_AT_ONCE),
            select(func.min(tables.c.deadline)).where(tables.c.deadline > self._store.served.now()),
        )
        struck = [await run_shielded(self._expire(row.id)) for row in due]
        if len(due) == _AT_ONCE and any(struck):
            self._next = self._store.served.now()
        elif following[0][0] is not None:
            self._next = min(self._next, following[0][0])

    async def _expire(self, table_id: str) -> bool:
        """Handle a table's deadline; return False if it failed, so that one table cannot hold up the others."""
        try:
            await (await self._tables.get(table_id)).expire_clocks()
        except ProblemError as problem:
            if problem.code is Code.STORAGE_FAILED:
                raise
            await self._store.write(lambda connection: _set_aside(connection, table_id))
        except Exception:  # noqa: BLE001 - a mistake at one table must not hold up what is due at all the others
            _log.exception("deadline not seen to", table=table_id[:6])
            return False
        return True

    async def _beat(self) -> None:
        self._store.served.beat()
        self._beats += 1
        running = any(table.data.clocks and table.data.clocks.ends() for table in self._tables.in_memory())
        if running or self._beats % _CALM_BEATS == 0:
            await self._note()

    async def _note(self) -> None:
        """Store served time if ours is ahead; otherwise adopt the stored one."""
        mine = self._store.served.now()
        self._store.served.at_least(await self._store.write(lambda connection: _push_forward(connection, mine)))


async def _adopt(connection: AsyncConnection, deadline: float) -> None:
    """Give a deadline to tables that are older than deadlines."""
    here = update(tables).where(*_OLDER)
    await connection.execute(here.values(deadline=deadline, marked=tables.c.version))


async def _set_aside(connection: AsyncConnection, table_id: str) -> None:
    await connection.execute(update(tables).where(tables.c.id == table_id).values(deadline=None, marked=_SET_ASIDE))


async def _push_forward(connection: AsyncConnection, mine: float) -> float:
    await connection.execute(update(rows).where(rows.c.seconds < mine).values(seconds=mine))
    return float((await connection.execute(select(rows.c.seconds))).scalar_one())
