"""Changes by other processes, read from PostgreSQL for all tables shown here in one query.

A table whose people or stage have changed is recognised by its revision, and read as a whole (`Store.load`).
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.play import Clocks
from codex_naturalis.rules import Action
from codex_naturalis.seating import TableData
from codex_naturalis.wire.table import Version

from ..database.engine import NOW
from ..database.postgres import PostgresPool
from .stored import Answer, Position, Stored

__all__ = ["TableStatus", "read_changes", "read_statuses"]

_CHANGES: Final = """
select known.id, t.version as stands, t.revision, t.clocks, t.deadline, a.version, a.seat, a.action, s.id as act,
    s.payload
from unnest($1::text[], $2::int[]) as known (id, version)
join tables t on t.id = known.id
left join actions a on a.table_id = known.id and a.version > known.version
left join acts s on s.table_id = t.id and s.version = a.version and s.seat = a.seat
order by known.id, a.version
"""
"""One row for each action after the known version of its table, or one row without an action."""

_STATUSES: Final = f"""
select t.id, t.version, t.revision, p.places
from tables t left join presence p on p.table_id = t.id and p.server <> $2 and p.until > {NOW}
where t.id = any($1::text[])
"""  # noqa: S608 - no values of others
"""One row for each other server with viewers of a table, or one row without seat rows."""

_ACTION: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)
_CLOCKS: Final = msgspec.json.Decoder(Clocks)


class _Row(NamedTuple):
    """Row of `_CHANGES`."""

    id: str
    current: int
    revision: int
    clocks: str | None
    deadline: float | None
    version: int
    seat: int
    action: str | None
    act: str | None
    payload: str


class TableStatus(Struct, frozen=True, gc=False):
    """Position of a table, and its viewers on other servers."""

    position: Position
    elsewhere: frozenset[int] = frozenset()
    """Indices of their seat rows."""


async def read_statuses(pool: PostgresPool, tables: Sequence[str], server: str) -> dict[str, TableStatus]:
    """Return the status of each table that exists, with its viewers on servers other than `server`."""
    found: dict[str, TableStatus] = {}
    for table, version, revision, rows in await pool.ask(_STATUSES, tables, server):
        here = msgspec.json.decode(rows, type=frozenset[int]) if rows else frozenset[int]()
        before = found[table].elsewhere if table in found else frozenset[int]()
        found[table] = TableStatus((version, revision), before | here)
    return found


async def read_changes(pool: PostgresPool, known: Mapping[str, tuple[TableData, Version]]) -> dict[str, Stored]:
    """Return what is stored of each table after its `known` version, the people as they are known.

    Only their clocks, deadline and revision are read. Deleted and damaged tables are left out.
    """
    of: dict[str, list[_Row]] = {}
    for found in await pool.ask(_CHANGES, [*known], [version for _, version in known.values()]):
        row = _Row(*found)
        of.setdefault(row.id, []).append(row)
    changes = {}
    for table, found in of.items():
        with suppress(msgspec.MsgspecError):  # reported when it is read as a whole
            changes[table] = _to_stored(*known[table], found)
    return changes


def _to_stored(data: TableData, after: Version, rows: Sequence[_Row]) -> Stored:
    first = rows[0]
    clocks = _CLOCKS.decode(first.clocks) if first.clocks else None
    return Stored(
        replace(data, clocks=clocks, deadline=first.deadline, revision=first.revision),
        tuple((row.seat, _ACTION.decode(row.action)) for row in rows if row.action is not None),
        {(row.seat, row.act): Answer(row.payload, row.version) for row in rows if row.act is not None},
        first.current,
        after,
    )
