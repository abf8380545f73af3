"""Tables where bots are to act, as rows that any process of several may take: a lease, which ends if its holder does.

All of it goes by the clock of the database, so the clocks of machines do not matter. Two who act at one table by
mistake, one of them too slow, do no harm: the second action is of an old version and falls away.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import TextClause, bindparam, text
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import NOW

__all__ = ["Lease", "done", "given_back", "renewed", "taken", "wanted"]


_WANTED: Final = text(
    "insert into jobs (table_id, wanted, until) values (:table, 1, 0) "
    "on conflict (table_id) do update set wanted = jobs.wanted + 1"
)
_TAKEN: Final = text(
    f"update jobs set holder = :holder, until = {NOW} + :seconds from ("  # noqa: S608 - no values of others
    f"select table_id as id from jobs where until < {NOW} order by until limit :most for update skip locked"
    ") as free where jobs.table_id = free.id returning jobs.table_id, jobs.wanted"
)
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


async def taken(connection: AsyncConnection, holder: str, most: int, seconds: float) -> list[Lease]:
    """Take up to `most` tables that nobody sees to, for so long."""
    rows = await _run(connection, _TAKEN, holder=holder, most=most, seconds=seconds)
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
