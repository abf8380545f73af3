"""Outbox: notices as rows, inserted once, leased by one process at a time, kept for a while after they were sent.

A lease expires if its holder dies, so nothing is lost; a message that was in flight may arrive twice, under the same
message id. Processes that share a database go by its clock.
"""

import time
from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Update, and_, case, delete, func, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.wire.kinds import SubscriptionKind

from ..database.bot_leases import DATABASE_CLOCK, RELEASED, Leases
from ..database.engine import insert_into
from ..database.schema import notices, subscriptions
from ..tables.store import Store
from .links import CONFIRM_SECONDS
from .notices import Notice, NoticeKind
from .senders import StoredSubscription, UndeliveredError, stored_subscription

__all__ = [
    "LEASE_SECONDS",
    "SUBSCRIPTIONS_AT_ONCE",
    "Due",
    "delete_settled",
    "lease_rows",
    "mark_settled",
    "next_due",
    "put_in",
    "schedule_retry",
    "store_outcome",
]

LEASE_SECONDS: Final = 120.0
"""Seconds that a row stays with the process that took it, if that process dies."""

SUBSCRIPTIONS_AT_ONCE: Final = 2
"""Subscriptions of one guest that are served at the same time."""

_KEPT_SECONDS: Final = 100 * 24 * 3600.0
"""How long settled rows are kept, in seconds: longer than a turn without a clock may take."""

_OVERDUE_SECONDS: Final = 600.0
_PAUSES: Final = (60.0, 300.0, 1800.0, 7200.0, 21600.0)
"""Delay before each retry, in seconds."""

_LEASES: Final = Leases(notices)
_ROW: Final = (notices.c.way, notices.c.table_id, notices.c.kind, notices.c.turn)


class Due(Struct, frozen=True):
    """Row of the outbox, leased by this process."""

    subscription: StoredSubscription
    table: str
    kind: NoticeKind
    turn: int
    tries: int


async def _now(connection: AsyncConnection) -> float:
    if connection.dialect.name != "postgresql":
        return time.time()
    return float((await connection.execute(select(DATABASE_CLOCK))).scalar_one())


async def put_in(
    connection: AsyncConnection, table: str, touched: float, added: Collection[Notice], wait: float | None
) -> bool:
    """Insert notices of a table, due after `wait` seconds, for each subscription that is older than the table's change.

    With `wait` None they count as seen and are settled. Returns False if any was left out as its subscription is
    newer.
    """
    theirs = subscriptions.c.guest.in_({one.guest for one in added})
    asked = select(subscriptions.c.id, subscriptions.c.guest, subscriptions.c.since)
    found = (await connection.execute(asked.where(theirs, subscriptions.c.ready))).all()
    now = await _now(connection)
    addressed = [(to, one) for to in found for one in added if one.guest == to.guest]
    fresh = [(to, one) for to, one in addressed if to.since <= touched or one.kind is NoticeKind.LATE]
    rows = [
        {"way": to.id, "table_id": table, "kind": one.kind.value, "turn": one.turn, "due": now + (wait or 0.0)}
        | {"settled": now if wait is None else None}
        for to, one in fresh
    ]
    if rows:
        new = insert_into(connection, notices)
        if wait is None:
            seen = {"settled": func.coalesce(notices.c.settled, new.excluded.settled)}
            new = new.on_conflict_do_update(index_elements=list(notices.primary_key), set_=seen)
        else:
            new = new.on_conflict_do_nothing()
        await connection.execute(new, rows)
    return len(fresh) == len(addressed)


async def lease_rows(
    connection: AsyncConnection, holder: str, kind: SubscriptionKind, most: int, busy: Collection[str] = ()
) -> list[Due]:
    """Lease up to `most` rows due by subscriptions of one kind.

    Guests are served in turn, each by at most `SUBSCRIPTIONS_AT_ONCE` subscriptions; guests in `busy` are passed over.
    """
    now = await _now(connection)
    free = (notices.c.settled.is_(None), notices.c.due <= now, _LEASES.free(now))
    theirs = (subscriptions.c.kind == kind.value, subscriptions.c.guest.not_in(busy))
    turn = func.dense_rank().over(partition_by=subscriptions.c.guest, order_by=notices.c.way).label("rank")
    ranked = (
        select(*_ROW, turn).join(subscriptions, subscriptions.c.id == notices.c.way).where(*free, *theirs).subquery()
    )
    same = and_(*(column == ranked.c[column.name] for column in _ROW))
    wanted = select(*_ROW, notices.c.tries).join(ranked, same).where(*free, ranked.c.rank <= SUBSCRIPTIONS_AT_ONCE)
    wanted = wanted.order_by(ranked.c.rank, notices.c.due, *_ROW).limit(most)
    rows = (await connection.execute(wanted.with_for_update(of=notices, skip_locked=True))).all()
    for row in rows:
        await connection.execute(_here(row).values(**_LEASES.lease_values(holder, now, LEASE_SECONDS)))
    known = await _subscriptions(connection, {row.way for row in rows})
    return [Due(known[row.way], row.table_id, NoticeKind(row.kind), row.turn, row.tries) for row in rows]


def _here(row: Any) -> Update:  # noqa: ANN401 - whatever names a row
    return update(notices).where(*(column == value for column, value in zip(_ROW, row, strict=False)))


async def _subscriptions(connection: AsyncConnection, ids: Collection[str]) -> dict[str, StoredSubscription]:
    found = (await connection.execute(select(subscriptions).where(subscriptions.c.id.in_(ids)))).all()
    return {row.id: stored_subscription(row) for row in found}


async def mark_settled(connection: AsyncConnection, holder: str, done: Sequence[Due]) -> None:
    """Mark rows as settled: sent, or no longer needed."""
    now = await _now(connection)
    for due in done:
        await connection.execute(_mine(holder, due).values(settled=now, **RELEASED))


async def schedule_retry(
    connection: AsyncConnection, holder: str, missed: Sequence[Due], wait: float | None = None
) -> None:
    """Schedule a retry, after `wait` seconds at least; after the last one the row is settled as failed."""
    now = await _now(connection)
    for due in missed:
        again = due.tries < len(_PAUSES)
        pause = max(_PAUSES[due.tries], min(wait or 0.0, _PAUSES[-1])) if again else 0.0
        change = {"due": now + pause} if again else {"settled": now}
        await connection.execute(_mine(holder, due).values(tries=due.tries + 1, **RELEASED, **change))


async def store_outcome(connection: AsyncConnection, subscription: str, fault: UndeliveredError | None) -> None:
    """Store on a subscription whether its last message arrived; delete it if its address is gone."""
    here = subscriptions.c.id == subscription
    if fault and fault.gone:
        await connection.execute(delete(subscriptions).where(here))
        return
    cause = fault.cause if fault else None
    changed = subscriptions.c.fault.is_distinct_from(cause)
    await connection.execute(update(subscriptions).where(here, changed).values(fault=cause))


def _mine(holder: str, due: Due) -> Update:
    return _here((due.subscription.id, due.table, due.kind.value, due.turn)).where(_LEASES.held_by(holder))


async def next_due(store: Store) -> float | None:
    """Return the seconds until the next row is due; None if there is none."""
    at = func.min(case((notices.c.until > notices.c.due, notices.c.until), else_=notices.c.due))
    clock = DATABASE_CLOCK if store.shared else literal(time.time())
    ((row,),) = await store.read(select(at.label("at"), clock.label("now")).where(notices.c.settled.is_(None)))
    return None if row.at is None else max(0.0, float(row.at) - float(row.now))


async def count_undelivered(store: Store) -> dict[str, int]:
    """Return the number of messages of each kind that wait for a retry or are long overdue."""
    clock = DATABASE_CLOCK if store.shared else literal(time.time())
    late = or_(notices.c.tries > 0, notices.c.due < clock - _OVERDUE_SECONDS)
    wanted = select(subscriptions.c.kind, func.count().label("waiting")).join(
        notices, notices.c.way == subscriptions.c.id
    )
    (rows,) = await store.read(wanted.where(notices.c.settled.is_(None), late).group_by(subscriptions.c.kind))
    return {row.kind: row.waiting for row in rows}


async def delete_settled(connection: AsyncConnection) -> None:
    """Delete settled rows past their time, and addresses that were never confirmed."""
    now = await _now(connection)
    await connection.execute(delete(notices).where(notices.c.settled < now - _KEPT_SECONDS))
    late = subscriptions.c.since < now - CONFIRM_SECONDS
    await connection.execute(delete(subscriptions).where(~subscriptions.c.ready, late))
