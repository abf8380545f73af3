"""Tells people that it is their turn, if they wish and do not look: finds out what there is to tell, and sends it.

Neither is done where it could delay a game. What changed is looked at a moment later by the process that changed it; a
look over all that was touched lately, once a minute, finds what a process left that died. What there is to tell becomes
a row, and a row is told once: by whichever process takes it, after a while in which whom it is for may have acted.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import groupby
from typing import Final

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.schema import seats, tables, ways
from ..moderation.bans import Bans
from ..support.errors import Code, Problem
from ..support.log import get_logger
from ..support.tasks import end, lasting, until_set
from ..support.tokens import Holder
from ..tables.bus import Bus
from ..tables.data import new_id
from ..tables.registry import Tables
from ..tables.seating import seat_row_of
from ..tables.store import Store
from ..tables.table import Table
from ..wire.table import TableStage
from ..wire.way_kind import WayKind
from .facts import LATE_SECONDS, Notice, notices_of
from .outbox import WAYS_AT_ONCE, Due, next_due, noted, put_in, settled, taken, tidied, tried
from .senders import Senders, StoredSubscription, Undelivered
from .words import Item, message_of, sentence

__all__ = ["Notifier"]

_log = get_logger(__name__)
_LOOK_SECONDS: Final = 60.0
"""How often to look over all that was touched since the last time, and a little before."""

_BACK_SECONDS: Final = 60.0
_FIRST_BACK_SECONDS: Final = 3 * 24 * 3600.0
_BEAT: Final = 5.0
_MOST: Final = 50
"""Messages of one kind that are on their way at the same time."""

_MOST_LOOKED: Final = 1000
_TOLD: Final = (TableStage.PLAYING, TableStage.OVER)
_LAST_SECONDS: Final = 2.0
"""How long what is on its way may take when the server ends."""


class Notifier:
    """The messenger of one process."""

    def __init__(self, store: Store, tables: Tables, bus: Bus, carriers: Senders, bans: Bans, wait: float) -> None:
        """Tell what happens at `tables`, by `carriers`, to those who have not acted after `wait` seconds."""
        self.name = new_id()[:8]
        self._store = store
        self._tables = tables
        self._carriers = carriers
        self._bans = bans
        self._wait = wait
        self._guests: frozenset[str] = frozenset()
        """Who wishes to be told."""

        self._changed: set[str] = set()
        self._known: set[tuple[str, Notice, bool]] = set()
        """What this process has written down, so that it is not done again and again."""

        self._early = asyncio.Event()
        self._looked: float | None = None
        self._anew = False
        self._task: asyncio.Task[None] | None = None
        self._sending: dict[asyncio.Task[None], StoredSubscription] = {}
        """What is on its way, each with the way it goes."""

        bus.on_ring(self._rung)

    def start(self) -> None:
        """Begin, if there is any way to tell anybody."""
        if self._carriers.kinds:
            self._task = asyncio.create_task(self._run(), name="notifier")

    async def close(self) -> None:
        """Stop; what is on its way may arrive, the rest is left to whoever comes next."""
        await end(self._task)
        if self._sending:
            await asyncio.wait(self._sending, timeout=_LAST_SECONDS)
        await end(*self._sending)

    def asked(self) -> None:
        """Take note that somebody wishes to be told, or does not any more."""
        self._anew = True
        self._early.set()

    def _rung(self, table_id: str) -> None:
        table = self._tables.loaded(table_id) if self._guests else None
        if table and any(place.guest in self._guests for place in table.data.places):
            self._changed.add(table_id)
            self._early.set()

    async def _run(self) -> None:
        while True:
            self._early.clear()
            wait = _BEAT
            with lasting("nobody was told"):
                wait = await self._round()
            await until_set(self._early, wait)

    async def _round(self) -> float:
        """Find out what there is to tell, and send what is due; return how long nothing else is."""
        if self._anew or self._looked is None or abs(time.time() - self._looked) >= _LOOK_SECONDS:
            self._anew = False
            await self._look()
        changed, self._changed = self._changed, set()
        for table_id in changed:
            table = self._tables.loaded(table_id)
            if table:
                await self._put_in(table)
        wait = await next_due(self._store) if self._guests else None
        if wait == 0.0:
            await self._send()
        return min(wait or _BEAT, _BEAT)

    # Finding out

    async def _look(self) -> None:
        """Look over all that may have been missed: what was touched lately, and turns that end soon."""
        began = time.time()
        since = began - _FIRST_BACK_SECONDS if self._looked is None else self._looked - _BACK_SECONDS
        (found,) = await self._store.read(select(ways.c.guest).where(ways.c.ready).distinct())
        self._guests = frozenset(row.guest for row in found)
        if self._guests:
            await self._store.write(tidied)
            for table_id in await self._missed(since):
                with suppress(Problem):  # damaged, or gone: it says so to whoever looks
                    await self._put_in(await self._tables.get(table_id))
        self._looked = began
        self._known = {one for one in self._known if self._tables.loaded(one[0])}

    async def _missed(self, since: float) -> list[str]:
        """Return tables of people who wish to be told where there may be something to tell."""
        asked = exists().where(seats.c.table_id == tables.c.id, seats.c.guest == ways.c.guest, ways.c.ready)
        now = self._store.served.now()
        lately = select(tables.c.id).where(tables.c.touched >= since, tables.c.stage.in_(_TOLD), asked)
        ending = select(tables.c.id).where(
            tables.c.deadline.between(now, now + LATE_SECONDS + self._store.timekeeper.grace.correspondence),
            tables.c.stage == TableStage.PLAYING,
            tables.c.clock.contains("correspondence"),
            asked,
        )
        found = await self._store.read(lately.order_by(tables.c.touched).limit(_MOST_LOOKED), ending)
        return list(dict.fromkeys(row.id for rows in found for row in rows))

    async def _put_in(self, table: Table) -> None:
        """Note what there is to tell at a table to people who wish it, and what they see themselves."""
        state, looking = table.game.state if table.game else None, table.audience.looking(table.data)
        seen: set[Notice] = set()
        unseen: set[Notice] = set()
        for one in notices_of(table.data, state, self._store.served.now()):
            if one.guest in self._guests:
                (seen if seat_row_of(table.data, Holder(guest=one.guest)) in looking else unseen).add(one)
        await self._write_down(table.id, unseen, seen=False)
        await self._write_down(table.id, seen, seen=True)

    async def _write_down(self, table: str, news: set[Notice], *, seen: bool) -> None:
        new = [one for one in news if (table, one, seen) not in self._known]
        touched = await self._touched(table) if new else None
        if touched is not None:
            wait = None if seen else self._wait
            if await self._store.write(lambda connection: put_in(connection, table, touched, new, wait)):
                self._known.update((table, one, seen) for one in new)

    async def _touched(self, table: str) -> float | None:
        (found,) = await self._store.read(select(tables.c.touched).where(tables.c.id == table))
        return found[0].touched if found else None

    # Telling

    async def _send(self) -> None:
        """Send what is due: for each kind of way there is room of its own, and each guest takes a little of it."""
        for kind in self._carriers.kinds:
            guests = Counter(way.guest for way in self._sending.values() if way.kind is kind)
            busy = [guest for guest, count in guests.items() if count >= WAYS_AT_ONCE]
            if (room := _MOST - guests.total()) > 0:
                self._send_all(await self._store.write(partial(self._take, kind, room, busy)))

    async def _take(self, kind: WayKind, room: int, busy: list[str], connection: AsyncConnection) -> list[Due]:
        return await taken(connection, self.name, kind, room, busy)

    def _send_all(self, due: list[Due]) -> None:
        for _, several in groupby(sorted(due, key=lambda one: one.way.id), key=lambda one: one.way.id):
            told = list(several)
            task = asyncio.create_task(self._tell(told))
            self._sending[task] = told[0].way
            task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        """Let others that wait have the room that a message took."""
        del self._sending[task]
        self._early.set()

    async def _tell(self, several: list[Due]) -> None:
        """Tell in one message what is due in one way, and is still so."""
        with lasting("nobody was told"):  # the lease ends, and somebody tries again
            found = [(one, await self._item(one)) for one in several]
            told = [(one, item) for one, item in found if item]
            stale = [one for one, item in found if item is None]
            await self._store.write(lambda connection: settled(connection, self.name, stale))
            if told:
                await self._carry([one for one, _ in told], [item for _, item in told])

    async def _item(self, due: Due) -> Item | None:
        """Return what to say; None if it is not so any more, or nobody may be told."""
        if self._bans.of_guest(due.way.guest):
            return None
        try:
            table = await self._tables.get(due.table)
        except Problem as problem:
            if problem.code is Code.STORAGE_FAILED:
                raise
            return None
        state, now = table.game.state if table.game else None, self._store.served.now()
        for one in notices_of(table.data, state, now):
            if state and (one.guest, one.kind, one.turn) == (due.way.guest, due.kind, due.turn):
                return sentence(one, table.data, state, now, due.way.language)
        return None

    async def _carry(self, several: Sequence[Due], items: Sequence[Item]) -> None:
        way = several[0].way
        fault: Undelivered | None = None
        try:
            await self._carriers.carry(way, message_of(_name_of(several), items, way.language))
        except Undelivered as error:
            fault = error
            _log.info("message not delivered", kind=way.kind.value, cause=error.cause)

        async def job(connection: AsyncConnection) -> None:
            await noted(connection, way.id, fault)
            if fault is None or fault.lasting:
                await settled(connection, self.name, several)
            else:
                await tried(connection, self.name, several, fault.wait)

        await self._store.write(job)


def _name_of(several: Sequence[Due]) -> str:
    """Return a name for a message that is the same whoever sends it, and whenever."""
    said = sorted(f"{one.way.id} {one.table} {one.kind} {one.turn}" for one in several)
    return sha256("\n".join(said).encode()).hexdigest()[:32]
