"""Results of a day: queries over the attempts that count, which are finished tables with the day's deal.

An attempt counts if its last action was stored before the day was over. People without an account are ranked
separately, since guests are free to make: each network adds a few of them at most. Everything is read in one
snapshot, as sums and the best few, so that a day with many people costs little more than one with few.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, Select, Subquery, and_, case, func, not_, or_, select

from codex_naturalis.seating.days import day_of_key, ends_at, key_of_day
from codex_naturalis.wire.table import TableStage

from ..database.schema import accounts, seats, solo_games, tables
from ..tables.store import Store
from .wire import DailyBar, DailyResult

__all__ = ["GUESTS_OF_NETWORK", "Attempt", "DailyResults", "DailyScore", "Field"]

_LEADERS: Final = 20
_MET: Final = 50
"""Rows of the two standings."""

GUESTS_OF_NETWORK: Final = 8
"""Attempts by guests of one network, the first to be finished, that stand in the guests' curve."""

_BY_GUEST: Final = or_(accounts.c.guest.is_(None), accounts.c.created > tables.c.created)
"""Whether an attempt was begun without an account, whatever its player made later."""

_MARGIN: Final = solo_games.c.points - solo_games.c.tybor
_TURNS: Final = func.coalesce(solo_games.c.turns, 0)
_ORDER: Final = (_MARGIN.desc(), solo_games.c.points.desc(), _TURNS, solo_games.c.ended)


class DailyScore(Struct, frozen=True):
    """Score by which finished games are compared."""

    points: int
    tybor: int
    turns: int | None


class Attempt(Struct, frozen=True):
    """A guest's table with a day's deal, and its score once the game is over."""

    table: str
    counted: bool
    by_guest: bool
    score: DailyScore | None

    @property
    def finished(self) -> bool:
        """Return whether the game is over."""
        return self.score is not None


class Field(Struct, frozen=True):
    """All results of a day beside one of them."""

    curve: tuple[DailyBar, ...]
    guests: tuple[DailyBar, ...]
    result: DailyResult | None
    best: tuple[DailyResult, ...]
    met: tuple[DailyResult, ...]


class DailyResults:
    """Reads people's results with the days' deals."""

    def __init__(self, store: Store) -> None:
        """Read from `store`."""
        self._store = store

    async def attempt(self, guest: str, day: str) -> Attempt | None:
        """Return a guest's table with a day's deal: the finished one that counts, or the last finished.

        Without a finished one it is the one under way, else a closed one.
        """
        mine = _with_solo(tables.c.id, tables.c.counted, _BY_GUEST.label("by_guest"), *_RESULT)
        mine = mine.join(accounts, accounts.c.guest == tables.c.host, isouter=True).where(
            tables.c.host == guest, tables.c.shared_deal == key_of_day(day), tables.c.what_if.is_(None)
        )
        unfinished = case((solo_games.c.points.is_(None), 1), else_=0)
        closed = case((tables.c.stage == TableStage.CLOSED, 1), else_=0)
        uncounted = case((tables.c.counted, 0), else_=1)
        order = (unfinished, closed, uncounted, tables.c.touched.desc())
        (rows,) = await self._store.read(mine.order_by(*order).limit(1))
        return _attempt(rows[0], day) if rows else None

    async def open_table(self, guest: str, day: str) -> str | None:
        """Return a guest's table with a day's deal whose game is not over; None if there is none."""
        mine = (tables.c.host == guest, tables.c.shared_deal == key_of_day(day), tables.c.stage == TableStage.PLAYING)
        found = select(tables.c.id).where(*mine, tables.c.what_if.is_(None)).order_by(tables.c.touched.desc())
        (rows,) = await self._store.read(found.limit(1))
        return rows[0].id if rows else None

    async def players(self, day: str) -> int:
        """Return the number of people who finished a day's deal in time, guests counted as in their curve."""
        fields = (_counting(day).subquery(), _guests(day))
        counted = await self._store.read(*(select(func.count()).select_from(field) for field in fields))
        return sum(int(rows[0][0]) for rows in counted)

    async def days_of(self, guest: str) -> dict[str, tuple[int, int]]:
        """Return the days on which a guest has finished the deal in time, with the points, and Tybor's."""
        mine = _with_solo(tables.c.shared_deal, *_RESULT, inner=True).where(tables.c.host == guest, tables.c.counted)
        (rows,) = await self._store.read(mine)
        days = {day_of_key(row.shared_deal): row for row in rows}
        return {day: (row.points, row.tybor) for day, row in days.items() if day and row.ended < ends_at(day)}

    async def field(self, day: str, guest: str | None, own: DailyScore | None) -> Field:
        """Return all results of a day that count, beside `own`, which need not."""
        rows = _counting(day)
        margins = rows.with_only_columns(_MARGIN.label("margin")).subquery()
        best = rows.order_by(*_ORDER).limit(_LEADERS)
        met = rows.where(tables.c.host.in_(_met_by(guest or ""))).order_by(*_ORDER).limit(_MET)
        ahead = rows.with_only_columns(func.count()).where(_better_than(own) if own else tables.c.id.is_(None))
        bars, guests, leaders, friends, better = await self._store.read(
            _curve(margins), _curve(_guests(day)), best, met, ahead
        )
        ranked = await self._rank(day, friends)
        result = _own(own, better[0][0] + 1) if own else None
        return Field(
            tuple(DailyBar(bar.margin, bar.people) for bar in bars),
            tuple(DailyBar(bar.margin, bar.people) for bar in guests),
            result,
            tuple(_result(row, rank, guest) for row, rank in zip(leaders, _ranks(leaders), strict=True)),
            tuple(_result(row, rank, guest) for row, rank in zip(friends, ranked, strict=True)),
        )

    async def _rank(self, day: str, rows: Sequence[Row[Any]]) -> list[int]:
        """Return the rank of each of some results among all."""
        if not rows:
            return []
        asked = [_counting(day).with_only_columns(func.count()).where(_better_than(_score(row))) for row in rows]
        return [found[0][0] + 1 for found in await self._store.read(*asked)]


_RESULT: Final = (solo_games.c.points, solo_games.c.tybor, solo_games.c.turns, solo_games.c.ended)


def _with_solo(*columns: Any, inner: bool = False) -> Select[Any]:  # noqa: ANN401 - any columns
    return select(*columns).join_from(tables, solo_games, solo_games.c.table_id == tables.c.id, isouter=not inner)


def _in_time(day: str) -> Select[Any]:
    """Return the query for the attempts at a day's deal that were finished in time, by guests, too."""
    people = _with_solo(tables.c.id, tables.c.host, accounts.c.name, *_RESULT, inner=True)
    return people.join(accounts, accounts.c.guest == tables.c.host, isouter=True).where(
        tables.c.shared_deal == key_of_day(day),
        tables.c.counted,
        solo_games.c.points.is_not(None),
        solo_games.c.ended < ends_at(day),
    )


def _counting(day: str) -> Select[Any]:
    """Return the query for the attempts at a day's deal that count: those of people with an account."""
    return _in_time(day).where(not_(_BY_GUEST))


def _guests(day: str) -> Subquery:
    """Return the margins of guests, from each network only those finished first."""
    network = func.coalesce(tables.c.origin, tables.c.host)
    turn = func.row_number().over(partition_by=network, order_by=solo_games.c.ended).label("turn")
    found = _in_time(day).where(_BY_GUEST).with_only_columns(_MARGIN.label("margin"), turn).subquery()
    return select(found.c.margin).where(found.c.turn <= GUESTS_OF_NETWORK).subquery()


def _curve(margins: Subquery) -> Select[Any]:
    """Return the query for the number of people with each margin."""
    margin = margins.c.margin
    return select(margin, func.count().label("people")).group_by(margin).order_by(margin)


def _met_by(guest: str) -> Select[Any]:
    """Return the query for a guest and the people at the same tables."""
    mine = select(seats.c.table_id).where(seats.c.guest == guest)
    return select(seats.c.guest).where(seats.c.table_id.in_(mine), seats.c.guest.is_not(None))


def _better_than(one: DailyScore) -> ColumnElement[bool]:
    margin: ColumnElement[int] = _MARGIN
    turns: ColumnElement[int] = _TURNS
    more, equal = margin > one.points - one.tybor, margin == one.points - one.tybor
    alike: ColumnElement[bool] = solo_games.c.points == one.points
    fewer = turns < (one.turns or 0)
    return or_(more, and_(equal, solo_games.c.points > one.points), and_(equal, alike, fewer))


def _attempt(row: Row[Any], day: str) -> Attempt:
    late = row.ended is not None and row.ended >= ends_at(day)
    return Attempt(
        row.id, bool(row.counted) and not late, bool(row.by_guest), None if row.points is None else _score(row)
    )


def _score(row: Row[Any]) -> DailyScore:
    return DailyScore(row.points, row.tybor, row.turns)


def _ranks(rows: Sequence[Row[Any]]) -> list[int]:
    """Return the ranks of results in their order: equal ones share the first of their places."""
    marks = [(row.points - row.tybor, row.points, row.turns) for row in rows]
    return [marks.index(mark) + 1 for mark in marks]


def _own(one: DailyScore, rank: int) -> DailyResult:
    return DailyResult(rank, "", one.points, one.tybor, one.turns, own=True)


def _result(row: Row[Any], rank: int, guest: str | None) -> DailyResult:
    return DailyResult(rank, row.name, row.points, row.tybor, row.turns, own=row.host == guest)
