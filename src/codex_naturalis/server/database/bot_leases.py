"""Tables where bots are to act, as rows that any process of several may take: a lease, which ends if its holder does.

All of it goes by the clock of the database, so the clocks of machines do not matter. Two who act at one table by
mistake, one of them too slow, do no harm: the second action is of an old version and falls away.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from .engine import NOW

__all__ = ["OF_HOST", "Lease", "done", "given_back", "renewed", "taken", "wanted"]


OF_HOST: Final = 16
_OF_NETWORK: Final = 32
"""Tables of one host, and of one network, that a process sees to at the same time: room is left for the others'."""

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
"""By priority class (whose people look, those with a clock, the others), within it in turns between networks and hosts:
whoever has fewest tables that are seen to comes next."""

_RENEWED: Final = text(
    f"update jobs set until = {NOW} + :seconds where holder = :holder and table_id in :tables returning table_id"  # noqa: S608
).bindparams(bindparam("tables", expanding=True))
_DONE: Final = text("delete from jobs where table_id = :table and holder = :holder and wanted = :wanted")
_STILL: Final = text("select wanted from jobs where table_id = :table and holder = :holder")
_BACK: Final = text("update jobs set holder = null, until = 0 where holder = :holder")


class Lease(msgspec.Struct, frozen=True):
    """A table that one process sees to for a while."""

    table: str
    wanted: int
    """What there was to do when it was taken."""


async def wanted(connection: AsyncConnection, table: str) -> None:
    """Note, in the breath that makes it so, that bots are to act at a table."""
    await connection.execute(_WANTED, {"table": table})


async def taken(
    connection: AsyncConnection, holder: str, most: int, seconds: float, *, idle: bool = True
) -> list[Lease]:
    """Take up to `most` tables that nobody sees to, for so long; only with `idle` those where nobody waits."""
    values = {"holder": holder, "most": most, "seconds": seconds, "idle": idle}
    rows = await _run(connection, _TAKEN, **values, of_host=OF_HOST, of_network=_OF_NETWORK)
    return [Lease(row.table_id, row.wanted) for row in rows]


async def renewed(connection: AsyncConnection, holder: str, tables: Sequence[str], seconds: float) -> set[str]:
    """Keep tables for so long from now; return those that are still ours."""
    rows = await _run(connection, _RENEWED, holder=holder, tables=list(tables), seconds=seconds)
    return {row.table_id for row in rows}


async def done(connection: AsyncConnection, holder: str, lease: Lease) -> Lease | None:
    """Give a table up; or return it again, if there is more to do by now."""
    found = await connection.execute(_DONE, {"table": lease.table, "holder": holder, "wanted": lease.wanted})
    if found.rowcount:
        return None
    rows = await _run(connection, _STILL, table=lease.table, holder=holder)
    return Lease(lease.table, rows[0].wanted) if rows else None


async def given_back(connection: AsyncConnection, holder: str) -> None:
    """Leave everything to others at once."""
    await connection.execute(_BACK, {"holder": holder})


async def _run(connection: AsyncConnection, statement: TextClause, **values: object) -> Sequence[Any]:
    return (await connection.execute(statement, values)).all()
