"""Comparisons: people's results with one deal, in the same seat, at all tables that had it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, func, or_, select

from codex_naturalis.seating import TableData
from codex_naturalis.wire.table import TableStage

from ..database.schema import guests, results, seats, solo_games, tables
from ..results.outcomes import Results
from ..tables.registry import Tables
from ..tables.store import Store
from .challenges import root_of
from .wire import DealResult, DealResults

__all__ = ["Comparisons"]

_MOST: Final = 200
"""Results in an answer, earliest first."""


class Comparisons:
    """Reads the results of a deal, which are hidden while the caller still plays it."""

    def __init__(self, store: Store, tables: Tables, outcomes: Results) -> None:
        """Read from `store`; `outcomes` counts games that are not counted yet."""
        self._store = store
        self._tables = tables
        self._outcomes = outcomes

    async def of_table(self, table_id: str, person: str | None) -> DealResults:
        """Return the results with the deal of a finished table, for `person`, a guest; None for strangers."""
        table = await self._tables.get_finished(table_id, person)
        data = await root_of(self._tables, table.data)
        rows, under_way = await self._read(data)
        if data.solo is None and table_id not in {row.id for row in rows}:
            await self._outcomes.count(table_id)  # its last action was stored a moment ago
            rows, under_way = await self._read(data)
        return DealResults(data.options.seats, tuple(_rank(rows, person)), under_way)

    async def _read(self, data: TableData) -> tuple[Sequence[Row[Any]], int]:
        """Return the results with the deal of a table, earliest first, and the number of tables that play it."""
        key = data.deal_key
        rows, counted = await self._store.read(_solo(key) if data.solo else _at_tables(key), _open(key))
        return rows, int(counted[0][0])


def _having(key: str) -> ColumnElement[bool]:
    return or_(tables.c.shared_deal == key, tables.c.id == key)


def _solo(key: str) -> Any:  # noqa: ANN401 - a query of any columns
    columns = (solo_games.c.points, solo_games.c.tybor, solo_games.c.won, solo_games.c.ended)
    played = select(tables.c.id, solo_games.c.guest, guests.c.name, seats.c.seat, *columns)
    played = played.join(solo_games, solo_games.c.table_id == tables.c.id)
    known = _with_people(played, solo_games.c.guest, key).where(solo_games.c.points.is_not(None))
    return known.order_by(solo_games.c.ended)


def _at_tables(key: str) -> Any:  # noqa: ANN401 - a query of any columns
    columns = (results.c.points, results.c.won, results.c.ended)
    played = select(tables.c.id, results.c.guest, guests.c.name, seats.c.seat, *columns)
    played = played.join(results, results.c.table_id == tables.c.id)
    return _with_people(played, results.c.guest, key).order_by(results.c.ended)


def _with_people(played: Any, guest: Any, key: str) -> Any:  # noqa: ANN401 - a query of any columns
    """Return the query for the finished tables with a deal, their seats and their people's names."""
    seat = (seats.c.table_id == tables.c.id) & (seats.c.guest == guest)
    named = played.join(guests, guests.c.id == guest).join(seats, seat)
    return named.where(_having(key), tables.c.stage == TableStage.OVER, tables.c.what_if.is_(None)).limit(_MOST)


def _open(key: str) -> Any:  # noqa: ANN401 - a query of any columns
    under_way = (_having(key), tables.c.stage == TableStage.PLAYING, tables.c.what_if.is_(None))
    return select(func.count()).select_from(tables).where(*under_way)


def _mark(row: Row[Any]) -> tuple[int, int]:
    """Return the sort key of results in one seat: the margin over Tybor, or victory, then points."""
    ahead = row.points - row.tybor if hasattr(row, "tybor") else int(row.won)
    return ahead, row.points


def _rank(rows: Sequence[Row[Any]], person: str | None) -> Iterable[DealResult]:
    """Yield the results seat by seat, best first."""
    attempts: Counter[str] = Counter()
    ranked = []
    for row in rows:
        attempts[row.guest] += 1
        rank = 1 + sum(_mark(other) > _mark(row) for other in rows if other.seat == row.seat)
        ranked.append(_result(row, rank, _share(row, rows), attempts[row.guest], own=row.guest == person))
    return sorted(ranked, key=lambda result: (result.seat, result.rank))


def _share(row: Row[Any], rows: Sequence[Row[Any]]) -> float | None:
    """Return the share of matchpoints against others' first games in the same seat; `rows` have the first games first.

    People's second games are compared, too, but none is compared with one: its player knew the cards.
    """
    firsts = {other.guest: other for other in reversed(rows)}
    others = [other for guest, other in firsts.items() if guest != row.guest and other.seat == row.seat]
    points = [(_mark(row) > _mark(other)) + 0.5 * (_mark(row) == _mark(other)) for other in others]
    return round(sum(points) / len(points), 4) if points else None


def _result(row: Row[Any], rank: int, share: float | None, attempt: int, *, own: bool) -> DealResult:
    tybor = row.tybor if hasattr(row, "tybor") else None
    return DealResult(row.id, row.name, row.seat, row.points, tybor, row.won, rank, share, attempt, own)
