"""Export of all data about a guest: it walks the schema, so that no table can be forgotten."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Row, Select, Table, or_, select

from codex_naturalis import __version__

from ..database.schema import programs
from ..database.schema.personal import INDIRECT, REFERENCES, Indirect, Reference
from ..limits.token_buckets import TokenBuckets
from ..tables.store import Store
from .wire import PersonalData

__all__ = ["Exports", "withheld"]

_PER_SECOND: Final = 1 / 300
_AT_ONCE: Final = 3
"""Exports of one guest: a burst, and one in five minutes; each reads all games of the guest."""


class Exports:
    """Service that exports all data stored about a guest and its programs."""

    def __init__(self, store: Store) -> None:
        """Read from `store`."""
        self._store = store
        self._buckets = TokenBuckets(_PER_SECOND, _AT_ONCE)

    async def of(self, guest: str) -> bytes:
        """Return a guest's `PersonalData`, encoded; raise a `ProblemError` if the guest asks too often."""
        self._buckets.take(guest)
        (owned,) = await self._store.read(select(programs.c.guest).where(programs.c.owner == guest))
        wanted = _statements([guest, *(row.guest for row in owned)])
        rows = await self._store.read(*wanted.values())
        return await asyncio.to_thread(_encode, list(wanted), rows)


def _exported_columns() -> tuple[Reference | Indirect, ...]:
    return (*(one for one in REFERENCES if not one.untold), *INDIRECT)


def _statements(people: Sequence[str]) -> dict[str, Select[Any]]:
    """Return a query for each table: the rows of these guests without withheld columns."""
    by_table: dict[Table, list[Reference | Indirect]] = {}
    for one in _exported_columns():
        by_table.setdefault(one.table, []).append(one)
    return {table.name: _statement(table, found, people) for table, found in by_table.items()}


def _statement(table: Table, found: Sequence[Reference | Indirect], people: Sequence[str]) -> Select[Any]:
    hidden = {name for one in found for name in one.withholds}
    columns = [column for column in table.columns if column.name not in hidden]
    return select(*columns).where(or_(*(one.of(people) for one in found))).order_by(*table.primary_key)


def withheld() -> Mapping[str, str]:
    """Return the columns that an export leaves out, as `table.column`, each with the reason."""
    columns = {f"{one.table.name}.{name}": why for one in _exported_columns() for name, why in one.withholds.items()}
    return columns | {f"{one.table.name}.{one.column.name}": one.untold for one in REFERENCES if one.untold}


def _encode(names: Sequence[str], found: Sequence[Sequence[Row[Any]]]) -> bytes:
    rows = {name: tuple(row._asdict() for row in of_table) for name, of_table in zip(names, found, strict=True)}
    return msgspec.json.encode(PersonalData(time.time(), __version__, rows, dict(withheld())))
