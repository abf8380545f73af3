"""Bot jobs and their leases: rows for tables where bots are due, each leased by one of several processes.

A lease expires if its holder dies. All times are by the database's clock, so machines' clocks do not matter. Two
processes that act at one table by mistake do no harm: the second action has a stale version and is refused.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Float, Table, Update, delete, literal_column, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .engine import NOW
from .schema import jobs

__all__ = [
    "DATABASE_CLOCK",
    "OF_HOST",
    "RELEASED",
    "Lease",
    "Leases",
    "add_job",
    "finish_job",
    "given_back",
    "renew_leases",
    "take_jobs",
]


DATABASE_CLOCK: Final[ColumnElement[float]] = literal_column(NOW, Float)
"""Time by PostgreSQL's clock, in seconds since 1970."""

RELEASED: Final[dict[str, Any]] = {"holder": None, "until": 0.0}
"""Values of the two columns of a row without a holder."""


class Leases:
    """Leases on the rows of one table; times are in seconds since 1970, by numbers or as SQL."""

    def __init__(self, table: Table) -> None:
        """Use the columns `holder` and `until` of `table`."""
        self._table = table
        self._holder: ColumnElement[str] = table.c.holder
        self._until: ColumnElement[float] = table.c.until

    def free(self, now: Any) -> ColumnElement[bool]:  # noqa: ANN401 - a number or an SQL expression
        """Return the condition that no lease is running."""
        free: ColumnElement[bool] = self._until < now
        return free

    def held_by(self, holder: str) -> ColumnElement[bool]:
        """Return the condition that `holder` is the last that took the lease."""
        return self._holder == holder

    def lease_values(self, holder: str, now: Any, seconds: float) -> dict[str, Any]:  # noqa: ANN401 - as above
        """Return the values of the two columns of a row that `holder` has for `seconds` from `now`."""
        return {"holder": holder, "until": now + seconds}

    def renew(self, holder: str, now: Any, seconds: float) -> Update:  # noqa: ANN401 - as above
        """Return the update that renews the leases of `holder` for `seconds` from `now`; the caller names the rows."""
        return update(self._table).where(self.held_by(holder)).values(until=now + seconds)

    def release(self, holder: str) -> Update:
        """Return the update that releases the leases of `holder`."""
        return update(self._table).where(self.held_by(holder)).values(**RELEASED)


OF_HOST: Final = 16
_OF_NETWORK: Final = 32
"""Leases per process on tables of one host, and of one network, to leave room for others' tables."""

_WANTED: Final = text(
    "insert into jobs (table_id, wanted, until) values (:table, 1, 0) "
    "on conflict (table_id) do update set wanted = jobs.wanted + 1"
)
_TAKEN: Final = text(
    f"""
with held as (
    select t.host, coalesce(t.origin, t.host) as network, j.holder = :holder as mine
    from jobs j join tables t on t.id = j.table_id where j.until >= {NOW}
), hosts as (
    select host, count(*) as many, count(*) filter (where mine) as mine from held group by host
), networks as (
    select network, count(*) as many, count(*) filter (where mine) as mine from held group by network
), free as (
    select j.table_id, t.host, coalesce(t.origin, t.host) as network, j.until,
        case when exists (select 1 from presence p where p.table_id = j.table_id and p.until >= {NOW}) then 0
            when t.clock is not null then 1 else 2 end as urgency
    from jobs j join tables t on t.id = j.table_id where j.until < {NOW}
), of_host as (
    select free.*, coalesce(h.many, 0) as held, coalesce(h.mine, 0) as mine,
        row_number() over (partition by host, urgency order by free.until) as turn
    from free left join hosts h using (host)
), of_network as (
    select o.table_id, o.urgency, o.until, coalesce(n.many, 0) + row_number() over (
            partition by network, o.urgency order by o.held + o.turn, o.until) as turn,
        o.mine + o.turn <= :of_host and coalesce(n.mine, 0) + row_number() over (
            partition by network order by o.urgency, o.held + o.turn, o.until) <= :of_network as allowed
    from of_host o left join networks n using (network)
), chosen as (
    select j.table_id as id from jobs j join of_network o on o.table_id = j.table_id
    where j.until < {NOW} and o.allowed and (o.urgency < 2 or :idle)
    order by o.urgency, o.turn, o.until limit :most for update of j skip locked
)
update jobs set holder = :holder, until = {NOW} + :seconds from chosen
where jobs.table_id = chosen.id returning jobs.table_id, jobs.wanted
"""  # noqa: S608 - no values of others
)
"""By priority class (tables with viewers, those with a clock, all others), then fairly by network and host: the one
with the fewest leases comes first.
"""

_LEASES: Final = Leases(jobs)


class Lease(msgspec.Struct, frozen=True):
    """Lease of this process on a table."""

    table: str
    wanted: int
    """Number of requests for the job when the lease was taken."""


async def add_job(connection: AsyncConnection, table: str) -> None:
    """Add a job for a table, in the transaction after which bots are due there."""
    await connection.execute(_WANTED, {"table": table})


async def take_jobs(
    connection: AsyncConnection, holder: str, most: int, seconds: float, *, idle: bool = True
) -> list[Lease]:
    """Lease up to `most` free jobs for `seconds`; tables without viewers or a clock only if `idle`."""
    values = {"holder": holder, "most": most, "seconds": seconds, "idle": idle}
    rows = await connection.execute(_TAKEN, values | {"of_host": OF_HOST, "of_network": _OF_NETWORK})
    return [Lease(row.table_id, row.wanted) for row in rows]


async def renew_leases(connection: AsyncConnection, holder: str, tables: Sequence[str], seconds: float) -> set[str]:
    """Renew leases for `seconds` from now; return the tables whose lease is still ours."""
    renewal = _LEASES.renew(holder, DATABASE_CLOCK, seconds).where(jobs.c.table_id.in_(tables))
    return set((await connection.scalars(renewal.returning(jobs.c.table_id))).all())


async def finish_job(connection: AsyncConnection, holder: str, lease: Lease) -> Lease | None:
    """Delete a finished job; if it was wanted again in the meantime, return the lease with the new count."""
    ours = (jobs.c.table_id == lease.table, _LEASES.held_by(holder))
    if (await connection.execute(delete(jobs).where(*ours, jobs.c.wanted == lease.wanted))).rowcount:
        return None
    again = (await connection.scalars(select(jobs.c.wanted).where(*ours))).first()
    return None if again is None else Lease(lease.table, again)


async def given_back(connection: AsyncConnection, holder: str) -> None:
    """Release all leases of `holder`."""
    await connection.execute(_LEASES.release(holder))
