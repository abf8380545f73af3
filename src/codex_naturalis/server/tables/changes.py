"""What other processes do at tables that are shown here: read for all of them at once, by the shortest way.

A table where people or stage changed as well is told apart by its revision, and read as a whole (`Store.load`).
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.play import Clocks
from codex_naturalis.rules import Action, Seat

from ..database.engine import NOW
from ..database.postgres import PostgresPool
from .data import Answer, Stored, TableData

__all__ = ["TableChanges", "TableStatus", "read_changes", "read_statuses"]

_NEWS: Final = """
select known.id, t.version as stands, t.revision, t.clocks, t.deadline, a.version, a.seat, a.action, s.id as act,
    s.payload
from unnest($1::text[], $2::int[]) as known (id, version)
join tables t on t.id = known.id
left join actions a on a.table_id = known.id and a.version > known.version
left join acts s on s.table_id = t.id and s.version = a.version and s.seat = a.seat
order by known.id, a.version
"""
"""One row for each action after the version that is known of its table, or one without any."""

_STANDINGS: Final = f"""
select t.id, t.version, t.revision, p.places
from tables t left join presence p on p.table_id = t.id and p.server <> $2 and p.until > {NOW}
where t.id = any($1::text[])
"""  # noqa: S608 - no values of others
"""One row for each other server through which people look at a table, or one without any."""

_ACTION: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)
_CLOCKS: Final = msgspec.json.Decoder(Clocks)


class _Row(NamedTuple):
    """A row of what `_NEWS` finds."""

    id: str
    stands: int
    revision: int
    clocks: str | None
    deadline: float | None
    version: int
    seat: int
    action: str | None
    act: str | None
    payload: str


class TableChanges(Struct, frozen=True, gc=False):
    """What was played at a table after a version, and how it stands now."""

    after: int
    version: int
    revision: int
    clocks: Clocks | None
    deadline: float | None
    actions: tuple[tuple[Seat, Action], ...] = ()
    answers: tuple[tuple[Seat, str, Answer], ...] = ()

    def since(self, version: int) -> "TableChanges":
        """Return what of it comes after `version`, where that was reached while this was read."""
        if not self.after < version <= self.version:
            return self
        return replace(self, after=version, actions=self.actions[version - self.after :])

    @property
    def whole(self) -> bool:
        """Return whether nothing is missing."""
        return len(self.actions) == self.version - self.after

    def stored(self, data: TableData) -> Stored:
        """Return it as it would be read with all else of a table, which was `data` before."""
        if (self.clocks, self.deadline) != (data.clocks, data.deadline):
            data = replace(data, clocks=self.clocks, deadline=self.deadline)
        answers = {(seat, act): answer for seat, act, answer in self.answers}
        return Stored(data, self.actions, answers, self.version)


class TableStatus(Struct, frozen=True, gc=False):
    """How far a table has come, and who looks at it through other servers."""

    version: int
    revision: int
    elsewhere: frozenset[int] = frozenset()
    """The places of those people."""


async def read_statuses(lines: PostgresPool, tables: Sequence[str], server: str) -> dict[str, TableStatus]:
    """Return how tables stand that are there, to `server`."""
    found: dict[str, TableStatus] = {}
    for table, version, revision, places in await lines.ask(_STANDINGS, tables, server):
        here = msgspec.json.decode(places, type=frozenset[int]) if places else frozenset[int]()
        before = found[table].elsewhere if table in found else frozenset[int]()
        found[table] = TableStatus(version, revision, before | here)
    return found


async def read_changes(lines: PostgresPool, known: Mapping[str, int]) -> dict[str, TableChanges]:
    """Return what there is after the version that is `known` of each table, but for those that are gone or damaged."""
    of: dict[str, list[_Row]] = {}
    for found in await lines.ask(_NEWS, [*known], [*known.values()]):
        row = _Row(*found)
        of.setdefault(row.id, []).append(row)
    news = {}
    for table, found in of.items():
        with suppress(msgspec.MsgspecError):  # whoever reads it as a whole says so
            news[table] = _news(known[table], found)
    return news


def _news(after: int, rows: Sequence[_Row]) -> TableChanges:
    first = rows[0]
    return TableChanges(
        after,
        first.stands,
        first.revision,
        _CLOCKS.decode(first.clocks) if first.clocks else None,
        first.deadline,
        tuple((row.seat, _ACTION.decode(row.action)) for row in rows if row.action is not None),
        tuple(_answers(rows)),
    )


def _answers(rows: Iterable[_Row]) -> Iterable[tuple[Seat, str, Answer]]:
    return ((row.seat, row.act, Answer(row.payload, row.version)) for row in rows if row.act is not None)
