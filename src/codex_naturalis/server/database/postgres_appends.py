"""Writer of appended actions for PostgreSQL: a group is one statement, which is a transaction of its own."""

import time
from collections.abc import Collection, Sequence
from typing import Final

from .appends import Append, SoloResult, VersionConflictError
from .engine import NOW
from .postgres import PostgresPool

__all__ = ["PostgresAppends"]

_WRITE: Final = f"""
with new as (
    select * from unnest(
        $2::text[], $3::int[], $4::int[], $5::int[], $6::float8[], $7::bool[], $8::text[], $9::float8[], $10::bool[],
        $11::bool[]
    ) as n (id, version, revision, last, touched, timed, clocks, deadline, over, bots)
), held as (
    select id from tables where id = any($2::text[]) order by id for no key update
), moved as (
    update tables as t set version = new.last, touched = new.touched,
        clocks = case when new.timed then new.clocks else t.clocks end,
        deadline = case when new.over then null when new.timed then new.deadline else t.deadline end,
        stage = case when new.over then 'over' else t.stage end, revision = t.revision + new.over::int
    from new join held on held.id = new.id
    where t.id = new.id and t.version = new.version and t.revision = new.revision and {NOW} < $1::float8
    returning t.id, new.touched, new.bots
), played as (
    insert into actions (table_id, version, seat, action)
    select id, version, seat, action from unnest($12::text[], $13::int[], $14::int[], $15::text[])
    as n (id, version, seat, action) join moved using (id)
), said as (
    insert into acts (table_id, seat, id, payload, version)
    select id, seat, act, payload, version from unnest($16::text[], $17::int[], $18::text[], $19::text[], $20::int[])
    as n (id, seat, act, payload, version) join moved using (id)
)"""  # noqa: S608 - no values of others
_RESULTS_AND_JOBS: Final = """, ended as (
    insert into solo_games (table_id, guest, level, ended, points, tybor, won, turns)
    select id, guest, level, touched, points, tybor, won, turns
    from unnest($21::text[], $22::text[], $23::text[], $24::int[], $25::int[], $26::bool[],
        $27::int[])
    as n (id, guest, level, points, tybor, won, turns) join moved using (id)
), called as (
    insert into jobs (table_id, wanted, until) select id, 1, 0 from moved where bots
    on conflict (table_id) do update set wanted = jobs.wanted + 1
)"""
_MOVED: Final = f" select array(select id from moved), {NOW}::float8"  # noqa: S608 - likewise
_SHORT: Final = _WRITE + _MOVED
_LONG: Final = _WRITE + _RESULTS_AND_JOBS + _MOVED
"""One statement, which detects whether it was executed before, or comes too late.

Tables are locked in the order of their names, so that no two statements wait for each other. Parts that few groups
need are left out of the others: each kind of row takes PostgreSQL some microseconds, even without any rows.
"""

_TRIES: Final = 2
"""Attempts when PostgreSQL's clock reports lateness though an answer came: the clock has jumped."""

_CLOCK: Final = f"select {NOW}::float8"


class PostgresAppends:
    """Writer that stores a group in one statement.

    No table has more than one act under way, so concurrent statements never depend on each other. Each statement has a
    deadline by PostgreSQL's own clock, after which no caller waits for it: an act refused for lack of an answer
    is not stored when PostgreSQL recovers.
    """

    def __init__(self, lines: PostgresPool) -> None:
        """Write through `lines`."""
        self._lines = lines
        self.at_once: int = lines.most
        self._clock: tuple[float, float] | None = None
        """Last reading of PostgreSQL's clock, and ours when it arrived."""

    async def __call__(self, new: list[Append]) -> Collection[str]:
        """Store the acts."""
        asked = {one.table for one in new}
        if len(asked) != len(new):
            raise VersionConflictError  # by one another: one of them follows, or is too late
        statement, values = build_statement(new)
        for _ in range(_TRIES):
            until = await self._now() + self._lines.seconds
            ((moved, now),) = await self._lines.ask(statement, until, *values)
            self._clock = now, time.monotonic()
            if moved or now < until:
                return asked.difference(moved)
        raise TimeoutError

    async def _now(self) -> float:
        """Return PostgreSQL's time, extrapolated from a recent reading."""
        if self._clock is None:
            ((now,),) = await self._lines.ask(_CLOCK)
            self._clock = now, time.monotonic()
        now, heard = self._clock
        return now + time.monotonic() - heard

    async def close(self) -> None:
        """Close the connections."""
        await self._lines.close()


def build_statement(new: list[Append]) -> tuple[str, list[list[object]]]:
    """Return the statement that stores `new`, and its arrays after `until`: one for each column of each kind of row."""
    acts = [(one.table, one.seat, one.id, one.payload, one.last) for one in new if one.id is not None]
    columns = [
        *_transpose([_advance(one) for one in new], 10),
        *_transpose([row for one in new for row in one.rows()], 4),
        *_transpose(acts, 5),
    ]
    if not any(one.solo or one.bots for one in new):
        return _SHORT, columns
    return _LONG, columns + _transpose([_result(one.table, one.solo) for one in new if one.solo], 7)


def _advance(one: Append) -> tuple[object, ...]:
    clocks, deadline = one.clocks or (None, None)
    return (
        one.table,
        one.version,
        one.revision,
        one.last,
        one.touched,
        one.clocks is not None,
        clocks,
        deadline,
        one.over,
        one.bots,
    )


def _result(table: str, solo: SoloResult) -> tuple[object, ...]:
    return table, solo.guest, solo.level.value, solo.points, solo.tybor, solo.won, solo.turns


def _transpose(rows: Sequence[tuple[object, ...]], width: int) -> list[list[object]]:
    """Return the columns of rows that are `width` values wide; there may be no rows."""
    return [[row[at] for row in rows] for at in range(width)]
