"""Sharing: several processes on one database; each shows the others' changes, and one of them does each job.

The database is the truth. A process that shows a table reads its changes when called over the bus, when the bus is back
after a failure, and every two seconds; a write that loses to another process reads first and is repeated. A table
without viewers is marked as behind, and read when it is next used.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from sqlalchemy import func, select

from codex_naturalis.seating import new_id
from codex_naturalis.wire.errors import ProblemError

from ..bots.turns import BotTurns
from ..database.reads import Batcher
from ..database.schema import chat, hushed
from ..lobby.chat import Chats
from ..support.lifecycle import Service
from ..support.settings import Settings
from ..support.tasks import end, lasting
from ..tables.bus import ANYTHING, Bus, Message
from ..tables.changes import TableStatus, read_changes, read_statuses
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table
from .bot_jobs import BotJobRunner
from .presence import Presence
from .transports import BusTransport, NatsTransport, PostgresTransport

__all__ = ["Sharing", "share"]

_LOOK_SECONDS: Final = 2.0
"""Polling interval in seconds, for calls that were missed."""

_LONGEST_PAUSE: Final = 0.05
"""Longest pause after reading changes, in seconds."""

_BOT_TABLES: Final = 32
"""Tables where bots act at the same time, for each worker process."""


class Sharing(Service):
    """Member of a cluster: this process among those on its database."""

    def __init__(
        self, settings: Settings, store: Store, bus: Bus, tables: Tables, bot_turns: BotTurns, chats: Chats
    ) -> None:
        """Share the tables in `store`."""
        self.name: str = new_id()[:8]
        self._store = store
        self._bus = bus
        self._tables = tables
        self._chats = chats
        self._transport = self._transport_for(settings)
        self._statuses = Batcher(self._read_statuses)
        self._presence = Presence(store, tables, self.name, lambda table: bus.publish_elsewhere(table, "people"))
        most = _BOT_TABLES * settings.bot_workers
        self._bot_jobs = BotJobRunner(store, self.name, bot_turns.play_at, most, settings.lease_seconds)
        self._due: dict[str, set[Message]] = {}
        self._wakeup = asyncio.Event()
        self._all_due = False
        self._tasks: list[asyncio.Task[None]] = []

    def _transport_for(self, settings: Settings) -> BusTransport:
        if settings.bus_url:
            return NatsTransport(settings.bus_url, self._on_message, self._on_reconnect)
        return PostgresTransport(settings.database_url, self._on_message, self._on_reconnect)

    async def start(self) -> None:
        """Start listening, polling, and running jobs."""
        self._bus.add_transport(self._transport.send)
        self._bus.on_change(self._on_change, "changed", "people")
        self._bus.on_change(self._presence.on_change, "changed", "people")
        self._tables.freshen = self._fresh
        self._store.on_bots = self._called_bots
        await self._transport.start()
        await self._presence.start()
        await self._bot_jobs.start()
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._look())]

    async def close(self) -> None:
        """Leave the cluster; the other processes take over its jobs."""
        await end(*self._tasks)
        await self._bot_jobs.close()
        await self._presence.close()
        await self._transport.close()

    @property
    def reached(self) -> bool:
        """Return whether the bus is connected."""
        return bool(self._transport.holds)

    def _called_bots(self) -> None:
        """Call for bot jobs: the first process with room takes them."""
        self._bot_jobs.poll_now()
        self._bus.publish_elsewhere("", "bots")

    # Calls

    def _on_message(self, table_id: str, message: Message) -> None:
        table = self._tables.find_in_memory(table_id)
        if message == "bots":
            self._bot_jobs.poll_now()
        elif message == "chat" or (table and table.audience.watchers):
            self._read_soon(table_id, message)
        else:
            if table:
                table.behind = True
            self._bus.publish_here(table_id, *ANYTHING)

    def _on_change(self, table_id: str) -> None:
        """Read a table that is marked as behind, now that it has a viewer."""
        table = self._tables.find_in_memory(table_id)
        if table and table.behind and table.audience.watchers:
            table.behind = False
            self._read_soon(table_id, "table", "people")

    def _read_soon(self, table_id: str, *messages: Message) -> None:
        self._due.setdefault(table_id, set()).update(messages)
        self._wakeup.set()

    def _on_reconnect(self) -> None:
        """Poll all tables, since calls may have been missed while the bus was down."""
        self._all_due = True
        self._wakeup.set()
        self._bot_jobs.poll_now()

    # Reads

    async def _read(self) -> None:
        """Read changes, then pause for twice as long as that took, so that more of them are read together."""
        while True:
            await self._wakeup.wait()
            began = time.monotonic()
            self._wakeup.clear()
            due, self._due = self._due, {}
            with lasting("others not followed"):
                if self._all_due:
                    self._all_due = False
                    await self._look_once()
                await self._take_in(due)
            await asyncio.sleep(min(2 * (time.monotonic() - began), _LONGEST_PAUSE))

    async def _take_in(self, due: dict[str, set[Message]]) -> None:
        """Read the tables in `due`, with as few queries as possible."""
        present = {table_id: table for table_id in due if (table := self._tables.find_loaded(table_id))}

        def tables_of(message: Message) -> list[Table]:
            return [table for table_id, table in present.items() if message in due[table_id]]

        for table_id in [table_id for table_id, messages in due.items() if "chat" in messages]:
            with suppress(ProblemError):  # the database does not answer; polling asks again
                await self._chats.refresh(table_id)
        with suppress(ProblemError):
            await self._hear_people(tables_of("people"))
        with suppress(ProblemError):
            await self._read_on(tables_of("table"))
        for table_id in present:
            self._bus.publish_here(table_id, *ANYTHING)

    async def _read_on(self, changed: list[Table]) -> None:
        """Apply actions that other processes have stored."""
        known = {table.id: (table.data, table.version) for table in changed}
        changes = await self._store.ask(lambda pool: read_changes(pool, known)) if known else {}
        for table in changed:
            with suppress(ProblemError):  # reported to the table's viewers
                await table.apply_stored_changes(changes.get(table.id))

    async def _read_statuses(self, ids: Sequence[str]) -> dict[str, TableStatus]:
        return await self._store.ask(lambda pool: read_statuses(pool, ids, self.name))

    async def _hear_people(self, present: Sequence[Table]) -> None:
        """Read the viewers on other servers."""
        found = await self._read_statuses([table.id for table in present]) if present else {}
        for table_id, status in found.items():
            self._set_elsewhere(self._tables.find_loaded(table_id), status.elsewhere)

    def _set_elsewhere(self, table: Table | None, elsewhere: frozenset[int]) -> None:
        """Set a table's viewers on other servers."""
        if table and table.audience.elsewhere != elsewhere:
            table.audience.elsewhere = elsewhere
            self._bus.publish_here(table.id, "people")

    async def _fresh(self, table: Table) -> None:
        """Bring a table up to date before it is used, as another process may have changed it."""
        before, table.behind = table.position, False
        try:
            found = await self._statuses.get(table.id)
            await table.catch_up(found.position if found else None, before)
        except ProblemError:
            table.behind = True
            raise
        self._set_elsewhere(table, found.elsewhere if found else frozenset())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with lasting("not looked for what was missed"):
                await self._look_once()

    async def _look_once(self) -> None:
        """Poll all tables with viewers, in case a call was missed."""
        with suppress(ProblemError):
            used = [table for table in self._tables.in_memory() if table.audience.watchers]
            if not used:
                return
            for table_id, message in await self._find_changed(used):
                self._read_soon(table_id, message)

    async def _find_changed(self, used: list[Table]) -> list[tuple[str, Message]]:
        """Return the tables and messages that others have changed; presence is updated on the way."""
        before = {table.id: table.position for table in used}
        ids = list(before)
        found = await self._read_statuses(ids)
        said, silent = await self._store.read(
            select(chat.c.table_id, func.max(chat.c.number).label("last"), func.count().label("many"))
            .where(chat.c.table_id.in_(ids))
            .group_by(chat.c.table_id),
            select(hushed.c.table_id).where(hushed.c.table_id.in_(ids)),
        )
        changed: list[tuple[str, Message]] = []
        for table in used:
            stands = found.get(table.id)
            self._set_elsewhere(table, stands.elsewhere if stands else frozenset())
            if not table.is_known(stands.position if stands else None, before[table.id]):
                changed.append((table.id, "table"))
        lines = {row.table_id: (row.last, row.many) for row in said}
        muted = {row.table_id for row in silent}
        there = {one: (*lines.get(one, (0, 0)), one in muted) for one in ids}
        return changed + [(one, "chat") for one in ids if self._chats.summary(one) != there[one]]


def share(
    settings: Settings, store: Store, bus: Bus, tables: Tables, bot_turns: BotTurns, chats: Chats
) -> Sharing | None:
    """Let bots act at these tables; with a shared database, join the cluster."""
    if not settings.shared:
        bus.on_change(bot_turns.on_change, "bots", "changed", "people")
        tables.on_load(bot_turns.attend)
        return None
    sharing = Sharing(settings, store, bus, tables, bot_turns, chats)
    bus.on_change(bot_turns.rung_elsewhere, "changed", "people")
    return sharing
