"""Queries for tables: the public list, a person's tables, and those with a certain deal."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Row, Select, bindparam, case, func, or_, select

from codex_naturalis.seating import TableData
from codex_naturalis.wire.table import TableStage

from ..database.database import Database
from ..database.quotas import TABLES
from ..database.schema import seats, tables
from ..database.table_rows import read_table

__all__ = ["TableQueries"]

_OPEN: Final = (TableStage.GATHERING, TableStage.PLAYING)
_OF_HOST: Final = 3
_OF_NETWORK: Final = 10
"""Listed tables of one host, and of one network, that wait for guests; and as many games to watch."""


def _select_listed() -> Select[Any]:
    """Return the query for listed tables: fair queueing by host and network."""
    waits = tables.c.stage == TableStage.GATHERING
    when = case((waits, tables.c.created), else_=-tables.c.touched).label("since")
    alike = [tables.c.id, tables.c.stage, func.coalesce(tables.c.origin, tables.c.host).label("network"), when]
    of_host = func.row_number().over(partition_by=[tables.c.stage, tables.c.host], order_by=when).label("turn")
    wanted = tables.c.listed, tables.c.stage.in_(_OPEN), tables.c.touched > bindparam("since")
    hosts = select(*alike, of_host).where(*wanted).subquery().c
    of_network = func.row_number().over(partition_by=[hosts.stage, hosts.network], order_by=[hosts.turn, hosts.since])
    networks = select(hosts.id, hosts.stage, hosts.since, of_network.label("turn")).where(hosts.turn <= _OF_HOST)
    shown = networks.subquery().c
    rank = func.row_number().over(partition_by=shown.stage, order_by=[shown.turn, shown.since]).label("rank")
    ranked = select(shown.id, shown.stage, rank).where(shown.turn <= _OF_NETWORK).subquery().c
    return select(ranked.id).where(ranked.rank <= bindparam("most")).order_by(ranked.stage, ranked.rank)


_LISTED: Final = _select_listed()


class TableQueries(Database):
    """Finds tables, without their actions; one that is damaged is left out, so that the others are found."""

    async def list_tables(self, since: float, most: int) -> list[tuple[TableData, int]]:
        """Return listed tables touched after `since`, each with its version: `most` that wait, and as many games.

        Fair by network: first the one of each network that has waited longest, or was active last, then the second of
        each, a few in all; so one person's many tables cannot crowd out another's.
        """
        (rows,) = await self.read(_LISTED, since=since, most=most)
        found = {data.id: (data, version) for data, version in await self.tables_among([row.id for row in rows])}
        return [found[row.id] for row in rows if row.id in found]

    async def tables_of(self, guest_id: str, most: int) -> list[tuple[TableData, int]]:
        """Return up to `most` tables of a guest, unfinished ones first, then newest first, each with its version."""
        first = _tables_of(guest_id).order_by(None).order_by(tables.c.stage.in_(_OPEN).desc(), tables.c.touched.desc())
        ids = first.with_only_columns(tables.c.id).limit(most)
        return await self._tables(_tables_of(guest_id).where(tables.c.id.in_(ids)))

    async def open_tables_of(self, guest_id: str, most: int) -> list[tuple[TableData, int]]:
        """Return a guest's unfinished tables, each with its version."""
        return await self._tables(_tables_of(guest_id).where(tables.c.stage.in_(_OPEN)).limit(most))

    async def tables_among(self, ids: Sequence[str]) -> list[tuple[TableData, int]]:
        """Return the tables with these ids, each with its version."""
        return await self._tables(select(tables).where(tables.c.id.in_(ids)))

    async def _tables(self, wanted: Any) -> list[tuple[TableData, int]]:  # noqa: ANN401 - any selection of tables
        ids = wanted.with_only_columns(tables.c.id)
        found, people = await self.read(
            wanted, select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.place)
        )
        by_table: dict[str, list[Row[Any]]] = {}
        for row in people:
            by_table.setdefault(row.table_id, []).append(row)
        return [(data, row.version) for row in found if (data := _read_if_whole(row, by_table.get(row.id, [])))]

    async def count_open(self, host: str) -> int:
        """Return the number of a host's unfinished tables that count towards its limit."""
        (found,) = await self.read(TABLES.count(host))
        return int(found[0][0])

    async def open_with_deal(self, person: str, key: str) -> str | None:
        """Return the unfinished table with the deal of this key where a guest, or a seat link's secret, sits."""
        (found,) = await self.read(_with_deal(person, key, tables.c.stage.in_(_OPEN)).limit(1))
        return found[0].id if found else None

    async def finished_deal(self, person: str | None, key: str) -> bool:
        """Return whether a guest, or a seat link's secret, has played the deal of this key to its end."""
        if person is None:
            return False
        (found,) = await self.read(_with_deal(person, key, tables.c.stage == TableStage.OVER).limit(1))
        return bool(found)

    async def find_requested(self, host: str, request: str) -> TableData | None:
        """Return the table that a guest opened with this idempotency key; None if there is none."""
        found = await self._tables(select(tables).where(tables.c.host == host, tables.c.request == request))
        return found[0][0] if found else None


def _tables_of(guest: str) -> Select[Any]:
    mine = select(seats.c.table_id).where(seats.c.guest == guest)
    return select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.touched.desc())


def _with_deal(person: str, key: str, stage: ColumnElement[bool]) -> Select[Any]:
    """Return the query for tables with the deal of this key where a guest, or a seat link's secret, sits."""
    own = or_(seats.c.guest == person, seats.c.key == person)
    played = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
    return played.where(tables.c.shared_deal == key, stage, tables.c.what_if.is_(None), own)


def _read_if_whole(row: Row[Any], people: Iterable[Row[Any]]) -> TableData | None:
    try:
        return read_table(row, people)
    except (msgspec.MsgspecError, ValueError):
        return None
