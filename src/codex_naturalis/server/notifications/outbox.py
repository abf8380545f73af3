"""Outbox: notices as rows, inserted once, leased by one process at a time, kept for a while after they were sent.

A lease expires if its holder dies, so nothing is lost; a message that was in flight may arrive twice, under the same
message id. Processes that share a database go by its clock.
"""

import time
from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Update, and_, case, delete, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.engine import insert_into
from ..database.leases import DATABASE_CLOCK, RELEASED, Leases
from ..database.schema import notices, ways
from ..tables.store import Store
from ..wire.way_kind import WayKind
from .facts import Notice, NoticeKind
from .links import CONFIRM_SECONDS
from .senders import StoredSubscription, Undelivered, stored_subscription

__all__ = [
    "LEASE_SECONDS",
    "WAYS_AT_ONCE",
    "Due",
    "next_due",
    "noted",
    "put_in",
    "settled",
    "taken",
    "tidied",
    "tried",
]

LEASE_SECONDS: Final = 120.0
"""How long a row stays with the process that took it, in seconds, if that process dies."""

WAYS_AT_ONCE: Final = 2
"""Subscriptions of one guest that are sent to at the same time."""

_KEPT_SECONDS: Final = 100 * 24 * 3600.0
"""How long settled rows are kept, in seconds: longer than a turn without a clock may take."""

_PAUSES: Final = (60.0, 300.0, 1800.0, 7200.0, 21600.0)
"""Delay before each retry, in seconds."""

_LEASES: Final = Leases(notices)
_ROW: Final = (notices.c.way, notices.c.table_id, notices.c.kind, notices.c.turn)


class Due(Struct, frozen=True):
    """Row of the outbox, leased by this process."""

    way: StoredSubscription
    table: str
    kind: NoticeKind
    turn: int
    tries: int


async def _now(connection: AsyncConnection) -> float:
    if connection.dialect.name != "postgresql":
        return time.time()
    return float((await connection.execute(select(DATABASE_CLOCK))).scalar_one())


async def put_in(
    connection: AsyncConnection, table: str, touched: float, news: Collection[Notice], wait: float | None
) -> bool:
    """Insert notices of a table, due after `wait` seconds, for each subscription that is older than the table's change.

    With `wait` None they count as seen and are settled. Returns False if any was left out, its subscription being
    newer.
    """
    asked = select(ways.c.id, ways.c.guest, ways.c.since).where(ways.c.guest.in_({one.guest for one in news}))
    found = (await connection.execute(asked.where(ways.c.ready))).all()
    now = await _now(connection)
    told = [(way, one) for way in found for one in news if one.guest == way.guest]
    fresh = [(way, one) for way, one in told if way.since <= touched or one.kind is NoticeKind.LATE]
    rows = [
        {"way": way.id, "table_id": table, "kind": one.kind.value, "turn": one.turn, "due": now + (wait or 0.0)}
        | {"settled": now if wait is None else None}
        for way, one in fresh
    ]
    if rows:
        new = insert_into(connection, notices)
        if wait is None:
            seen = {"settled": func.coalesce(notices.c.settled, new.excluded.settled)}
            new = new.on_conflict_do_update(index_elements=list(notices.primary_key), set_=seen)
        else:
            new = new.on_conflict_do_nothing()
        await connection.execute(new, rows)
    return len(fresh) == len(told)


async def taken(
    connection: AsyncConnection, holder: str, kind: WayKind, most: int, busy: Collection[str] = ()
) -> list[Due]:
    """Lease up to `most` rows due by subscriptions of one kind.

    Guests are served in turn, each by at most `WAYS_AT_ONCE` subscriptions; guests in `busy` are passed over.
    """
    now = await _now(connection)
    free = (notices.c.settled.is_(None), notices.c.due <= now, _LEASES.free(now))
    theirs = (ways.c.kind == kind.value, ways.c.guest.not_in(busy))
    turn = func.dense_rank().over(partition_by=ways.c.guest, order_by=notices.c.way).label("rank")
    ranked = select(*_ROW, turn).join(ways, ways.c.id == notices.c.way).where(*free, *theirs).subquery()
    same = and_(*(column == ranked.c[column.name] for column in _ROW))
    wanted = select(*_ROW, notices.c.tries).join(ranked, same).where(*free, ranked.c.rank <= WAYS_AT_ONCE)
    wanted = wanted.order_by(ranked.c.rank, notices.c.due, *_ROW).limit(most)
    rows = (await connection.execute(wanted.with_for_update(of=notices, skip_locked=True))).all()
    for row in rows:
        await connection.execute(_here(row).values(**_LEASES.taken(holder, now, LEASE_SECONDS)))
    known = await _ways(connection, {row.way for row in rows})
    return [Due(known[row.way], row.table_id, NoticeKind(row.kind), row.turn, row.tries) for row in rows]


def _here(row: Any) -> Update:  # noqa: ANN401 - whatever names a row
    return update(notices).where(*(column == value for column, value in zip(_ROW, row, strict=False)))


async def _ways(connection: AsyncConnection, ids: Collection[str]) -> dict[str, StoredSubscription]:
    found = (await connection.execute(select(ways).where(ways.c.id.in_(ids)))).all()
    return {row.id: stored_subscription(row) for row in found}


async def settled(connection: AsyncConnection, holder: str, done: Sequence[Due]) -> None:
    """Mark rows as settled: sent, or not needed any more."""
    now = await _now(connection)
    for due in done:
        await connection.execute(_mine(holder, due).values(settled=now, **RELEASED))


async def tried(connection: AsyncConnection, holder: str, missed: Sequence[Due], wait: float | None = None) -> None:
    """Schedule a retry, after `wait` seconds at least; after the last one the row is settled as failed."""
    now = await _now(connection)
    for due in missed:
        again = due.tries < len(_PAUSES)
        pause = max(_PAUSES[due.tries], min(wait or 0.0, _PAUSES[-1])) if again else 0.0
        change = {"due": now + pause} if again else {"settled": now}
        await connection.execute(_mine(holder, due).values(tries=due.tries + 1, **RELEASED, **change))


async def noted(connection: AsyncConnection, way: str, fault: Undelivered | None) -> None:
    """Store on a subscription whether its last message arrived; delete it if its address is gone."""
    here = ways.c.id == way
    if fault and fault.gone:
        await connection.execute(delete(ways).where(here))
        return
    cause = fault.cause if fault else None
    await connection.execute(update(ways).where(here, ways.c.fault.is_distinct_from(cause)).values(fault=cause))


def _mine(holder: str, due: Due) -> Update:
    return _here((due.way.id, due.table, due.kind.value, due.turn)).where(_LEASES.held_by(holder))


async def next_due(store: Store) -> float | None:
    """Return the seconds until the next row is due; None if there is none."""
    at = func.min(case((notices.c.until > notices.c.due, notices.c.until), else_=notices.c.due))
    clock = DATABASE_CLOCK if store.shared else literal(time.time())
    ((row,),) = await store.read(select(at.label("at"), clock.label("now")).where(notices.c.settled.is_(None)))
    return None if row.at is None else max(0.0, float(row.at) - float(row.now))


async def tidied(connection: AsyncConnection) -> None:
    """Delete settled rows past their time, and addresses that were never confirmed."""
    now = await _now(connection)
    await connection.execute(delete(notices).where(notices.c.settled < now - _KEPT_SECONDS))
    await connection.execute(delete(ways).where(~ways.c.ready, ways.c.since < now - CONFIRM_SECONDS))
