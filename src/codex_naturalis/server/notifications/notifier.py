"""Notifier: finds the notices due to people who are not looking, and sends them.

It never delays a game. The process that changed a table checks it a moment later; once a minute a sweep over recently
touched tables finds what a dead process left behind. A notice becomes a row of the outbox, sent once by the process
that takes its lease, after a delay in which its guest may already have acted.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import groupby
from typing import Final

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Holder, new_id, seat_row_of
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.kinds import SubscriptionKind
from codex_naturalis.wire.table import TableStage

from ..bans.bans import Bans
from ..database.schema import seats, subscriptions, tables
from ..support.lifecycle import LoopingService
from ..support.log import get_logger
from ..support.tasks import end, lasting, until_set
from ..tables.bus import Bus, Topic
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table
from .notices import LATE_SECONDS, Notice, notices_of
from .outbox import (
    SUBSCRIPTIONS_AT_ONCE,
    Due,
    count_undelivered,
    delete_settled,
    lease_rows,
    mark_settled,
    next_due,
    put_in,
    schedule_retry,
    store_outcome,
)
from .senders import Senders, StoredSubscription, UndeliveredError, faults_counted
from .texts import Item, message_of, sentence

__all__ = ["Notifier"]

_log = get_logger(__name__)
_LOOK_SECONDS: Final = 60.0
"""Interval of the sweep over all tables touched since the last one, with some overlap."""

_BACK_SECONDS: Final = 60.0
_FIRST_BACK_SECONDS: Final = 3 * 24 * 3600.0
_BEAT: Final = 5.0
_MOST: Final = 50
"""Messages of one kind in flight at the same time."""

_MOST_LOOKED: Final = 1000
_TOPICS: Final[tuple[Topic, ...]] = ("played", "ended", "changed", "clocks", "people")
_NOTIFIED_STAGES: Final = (TableStage.PLAYING, TableStage.OVER)
_LAST_SECONDS: Final = 2.0
"""Time limit for messages in flight when the server stops."""


class Notifier(LoopingService):
    """Notification service of one process."""

    def __init__(self, store: Store, tables: Tables, bus: Bus, senders: Senders, bans: Bans, wait: float) -> None:
        """Watch `tables` and send by `senders` to guests who have not acted within `wait` seconds."""
        self.name: str = new_id()[:8]
        self._store = store
        self._tables = tables
        self._senders = senders
        self._bans = bans
        self._wait = wait
        self._guests: frozenset[str] = frozenset()
        """Guests with at least one confirmed subscription."""

        self._changed: set[str] = set()
        self._known: set[tuple[str, Notice, bool]] = set()
        """Notices this process has written to the outbox, so that each is written once."""

        self.on_subject: Callable[[Due], Awaitable[Item | None]] | None = None
        """Words notices that belong to no table, such as `tournament/…`; a table id has no slash."""

        self._undelivered: dict[str, int] = {}
        self._early = asyncio.Event()
        self._looked: float | None = None
        self._anew = False
        self._sending: dict[asyncio.Task[None], StoredSubscription] = {}
        """Messages in flight, each with its subscription."""

        self._bus = bus

    async def start(self) -> None:
        """Start, if the host offers any kind of notification."""
        if self._senders.kinds:
            await super().start()

    async def close(self) -> None:
        """Stop: messages in flight may still arrive, the rest stays in the outbox for other processes."""
        await super().close()
        if self._sending:
            await asyncio.wait(self._sending, timeout=_LAST_SECONDS)
        await end(*self._sending)

    def count_undelivered(self, kind: SubscriptionKind) -> int:
        """Return the number of overdue messages of `kind` at the last sweep."""
        return self._undelivered.get(kind.value, 0)

    def on_subscription(self) -> None:
        """Note that subscriptions have changed; the next round begins at once."""
        self._anew = True
        self._early.set()

    def _on_change(self, table_id: str) -> None:
        table = self._tables.find_loaded(table_id)
        if table and any(row.guest in self._guests for row in table.data.seat_rows):
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
        """Write new notices to the outbox and send what is due; return the seconds until the next round."""
        if self._anew or self._looked is None or abs(time.time() - self._looked) >= _LOOK_SECONDS:
            self._anew = False
            await self._look()
        changed, self._changed = self._changed, set()
        for table_id in changed:
            table = self._tables.find_loaded(table_id)
            if table:
                await self._put_in(table)
        wait = await next_due(self._store) if self._guests else None
        if wait == 0.0:
            await self._send()
        return min(wait or _BEAT, _BEAT)

    # Finding out

    async def _look(self) -> None:
        """Sweep: write notices of tables touched lately, and of correspondence turns that end soon."""
        began = time.time()
        since = began - _FIRST_BACK_SECONDS if self._looked is None else self._looked - _BACK_SECONDS
        (found,) = await self._store.read(select(subscriptions.c.guest).where(subscriptions.c.ready).distinct())
        self._guests = frozenset(row.guest for row in found)
        self._bus.follow(self._on_change, *_TOPICS, wanted=bool(self._guests))
        if self._guests:
            await self._store.write(delete_settled)
            for table_id in await self._find_missed(since):
                with suppress(ProblemError):  # damaged or deleted; opening the table reports that
                    await self._put_in(await self._tables.get(table_id))
        self._undelivered = await count_undelivered(self._store)
        self._looked = began
        self._known = {one for one in self._known if self._tables.find_loaded(one[0])}

    async def _find_missed(self, since: float) -> list[str]:
        """Return the tables with subscribers where a notice may be due."""
        seated = (seats.c.table_id == tables.c.id, seats.c.guest == subscriptions.c.guest)
        asked = exists().where(*seated, subscriptions.c.ready)
        now = self._store.served.now()
        lately = select(tables.c.id).where(tables.c.touched >= since, tables.c.stage.in_(_NOTIFIED_STAGES), asked)
        ending = select(tables.c.id).where(
            tables.c.deadline.between(now, now + LATE_SECONDS + self._store.timekeeper.grace.correspondence),
            tables.c.stage == TableStage.PLAYING,
            tables.c.clock.contains("correspondence"),
            asked,
        )
        found = await self._store.read(lately.order_by(tables.c.touched).limit(_MOST_LOOKED), ending)
        return list(dict.fromkeys(row.id for rows in found for row in rows))

    async def _put_in(self, table: Table) -> None:
        """Write a table's notices to the outbox; notices that guests see on screen are marked as settled."""
        state, looking = table.game.state if table.game else None, table.audience.looking(table.data)
        seen: set[Notice] = set()
        unseen: set[Notice] = set()
        for one in notices_of(table.data, state, self._store.served.now()):
            if one.guest in self._guests:
                (seen if seat_row_of(table.data, Holder(guest=one.guest)) in looking else unseen).add(one)
        await self._write_down(table.id, unseen, seen=False)
        await self._write_down(table.id, seen, seen=True)

    async def _write_down(self, table: str, notices: set[Notice], *, seen: bool) -> None:
        new = [one for one in notices if (table, one, seen) not in self._known]
        touched = await self._last_change(table) if new else None
        if touched is not None:
            wait = None if seen else self._wait
            if await self._store.write(lambda connection: put_in(connection, table, touched, new, wait)):
                self._known.update((table, one, seen) for one in new)

    async def _last_change(self, table: str) -> float | None:
        (found,) = await self._store.read(select(tables.c.touched).where(tables.c.id == table))
        return found[0].touched if found else None

    # Telling

    async def _send(self) -> None:
        """Send what is due, at most `_MOST` of each kind and to `SUBSCRIPTIONS_AT_ONCE` of each guest."""
        for kind in self._senders.kinds:
            guests = Counter(subscription.guest for subscription in self._sending.values() if subscription.kind is kind)
            busy = [guest for guest, count in guests.items() if count >= SUBSCRIPTIONS_AT_ONCE]
            if (room := _MOST - guests.total()) > 0:
                self._send_all(await self._store.write(partial(self._take, kind, room, busy)))

    async def _take(self, kind: SubscriptionKind, room: int, busy: list[str], connection: AsyncConnection) -> list[Due]:
        return await lease_rows(connection, self.name, kind, room, busy)

    def _send_all(self, due: list[Due]) -> None:
        for _, several in groupby(sorted(due, key=_subscription_id), key=_subscription_id):
            batch = list(several)
            task = asyncio.create_task(self._send_due(batch))
            self._sending[task] = batch[0].subscription
            task.add_done_callback(self._on_sent)

    def _on_sent(self, task: asyncio.Task[None]) -> None:
        """Free a message's slot, and let the next round begin."""
        del self._sending[task]
        self._early.set()

    async def _send_due(self, several: list[Due]) -> None:
        """Send the notices due by one subscription, and still true, as one message."""
        with lasting("nobody was told"):  # the lease expires, and another process tries again
            valid: list[tuple[Due, Item]] = []
            stale: list[Due] = []
            failed: list[Due] = []
            for one in several:
                try:
                    with faults_counted():
                        item = await self._item(one)
                except UndeliveredError:
                    failed.append(one)
                else:
                    valid.append((one, item)) if item else stale.append(one)
            await self._store.write(lambda connection: self._put_away(connection, stale, failed))
            if valid:
                await self._deliver([one for one, _ in valid], [item for _, item in valid])

    async def _put_away(self, connection: AsyncConnection, stale: list[Due], failed: list[Due]) -> None:
        await mark_settled(connection, self.name, stale)
        await schedule_retry(connection, self.name, failed)

    async def _item(self, due: Due) -> Item | None:
        """Return a notice in words; None if no longer true, or its guest is banned."""
        if self._bans.of_guest(due.subscription.guest):
            return None
        if "/" in due.table:
            return await self.on_subject(due) if self.on_subject else None
        try:
            table = await self._tables.get(due.table)
        except ProblemError as problem:
            if problem.code is Code.STORAGE_FAILED:
                raise
            return None
        state, now = table.game.state if table.game else None, self._store.served.now()
        for one in notices_of(table.data, state, now):
            if state and (one.guest, one.kind, one.turn) == (due.subscription.guest, due.kind, due.turn):
                return sentence(one, table.data, state, now, due.subscription.language)
        return None

    async def _deliver(self, several: Sequence[Due], items: Sequence[Item]) -> None:
        subscription = several[0].subscription
        fault: UndeliveredError | None = None
        try:
            with faults_counted():
                message = message_of(_name_of(several), items, subscription.language)
            await self._senders.deliver(subscription, message)
        except UndeliveredError as error:
            fault = error
            _log.info("message not delivered", kind=subscription.kind.value, cause=error.cause)

        async def job(connection: AsyncConnection) -> None:
            await store_outcome(connection, subscription.id, fault)
            if fault is None or fault.lasting:
                await mark_settled(connection, self.name, several)
            else:
                await schedule_retry(connection, self.name, several, fault.wait)

        await self._store.write(job)


def _name_of(several: Sequence[Due]) -> str:
    """Return a message id that depends only on the content: the same in any process, and on every retry."""
    said = sorted(f"{one.subscription.id} {one.table} {one.kind} {one.turn}" for one in several)
    return sha256("\n".join(said).encode()).hexdigest()[:32]


def _subscription_id(due: Due) -> str:
    return due.subscription.id
