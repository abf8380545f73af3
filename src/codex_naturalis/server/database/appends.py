"""What is stored again and again, an action of a game, by the shortest way: many of them with a statement of each kind.

Everything else goes through SQLAlchemy, which takes a millisecond to say what is said here in twenty microseconds.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct
from sqlalchemy.exc import OperationalError

from .engine import NOW
from .postgres import PostgresPool
from .sqlite import prepare

__all__ = ["Append", "Appends", "PostgresAppends", "SqliteAppends", "VersionConflict"]


class VersionConflict(Exception):  # noqa: N818  # reads as the sentence it is
    """Somebody else changed the table first: look again."""


class Append(Struct, frozen=True, gc=False):
    """What one act adds to a game that goes on."""

    table: str
    version: int
    """The version before it."""

    revision: int
    touched: float
    seat: int
    actions: tuple[str, ...]
    id: str | None
    """The client's; None for bots."""

    payload: str | None
    clocks: tuple[str | None, float | None] | None = None
    """How the clocks stand after it and when something is due, if it changes them."""

    @property
    def last(self) -> int:
        """Return the version after it."""
        return self.version + len(self.actions)


class Appends(Protocol):
    """Stores what was played at several tables in one transaction."""

    at_once: int
    """Groups that may be on their way at the same time, and beside whatever else is stored; 0 if it is one by one."""

    async def __call__(self, new: list[Append]) -> Collection[str]:
        """Return, when it is safe, the tables that another process changed first: nothing of these is stored.

        Raise `VersionConflict` if there are some, and nothing is stored at all.
        """

    async def close(self) -> None:
        """Let go of the database."""


_MOVE: Final = "update tables set version = ?, touched = ? where id = ? and version = ? and revision = ?"
_MOVE_CLOCKS: Final = (
    "update tables set version = ?, touched = ?, clocks = ?, deadline = ? where id = ? and version = ? and revision = ?"
)
_ACTION: Final = "insert into actions (table_id, version, seat, action) values (?, ?, ?, ?)"
_ACT: Final = "insert into acts (table_id, seat, id, payload, version) values (?, ?, ?, ?, ?)"


class SqliteAppends:
    """On a connection and a thread of its own, so that a whole transaction is one errand."""

    at_once = 0

    def __init__(self, place: Path) -> None:
        """Write into the file at `place`, which is there when the first action comes."""
        self._place = place
        self._thread = ThreadPoolExecutor(1, "appends")
        self._connection: sqlite3.Connection | None = None

    async def __call__(self, new: list[Append]) -> Collection[str]:
        """Store what was played: all of it or nothing."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._store, new)
        return ()

    async def close(self) -> None:
        """Close the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._leave)
        self._thread.shutdown()

    def _store(self, new: list[Append]) -> None:
        try:
            connection = self._opened()
            connection.execute("begin immediate")
            put(connection, new)
            connection.execute("commit")
        except sqlite3.Error as error:
            self._leave()
            raise OperationalError(None, None, error) from error  # as everybody here knows it
        except VersionConflict:
            connection.execute("rollback")
            raise

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._place, isolation_level=None)
            prepare(self._connection)
        return self._connection

    def _leave(self) -> None:
        """Close the file; what was begun is undone."""
        if self._connection:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None


def put(connection: sqlite3.Connection, new: list[Append]) -> None:
    """Write down what was played."""
    plain = [(one.last, one.touched, one.table, one.version, one.revision) for one in new if one.clocks is None]
    timed = [
        (one.last, one.touched, *one.clocks, one.table, one.version, one.revision)
        for one in new
        if one.clocks is not None
    ]
    moved = connection.executemany(_MOVE, plain).rowcount if plain else 0
    moved += connection.executemany(_MOVE_CLOCKS, timed).rowcount if timed else 0
    if moved != len(new):
        raise VersionConflict
    connection.executemany(_ACTION, [row for one in new for row in _actions(one)])
    connection.executemany(
        _ACT, [(one.table, one.seat, one.id, one.payload, one.last) for one in new if one.id is not None]
    )


def _actions(one: Append) -> list[tuple[str, int, int, str]]:
    return [(one.table, version, one.seat, action) for version, action in enumerate(one.actions, one.version + 1)]


_ALL: Final = f"""
with new as (
    select * from unnest(
        $1::text[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::bool[], $7::text[], $8::float8[]
    ) as n (id, version, revision, last, touched, timed, clocks, deadline)
), held as (
    select id from tables where id = any($1::text[]) order by id for no key update
), moved as (
    update tables as t set version = new.last, touched = new.touched,
        clocks = case when new.timed then new.clocks else t.clocks end,
        deadline = case when new.timed then new.deadline else t.deadline end
    from new join held on held.id = new.id
    where t.id = new.id and t.version = new.version and t.revision = new.revision and {NOW} < $18::float8
    returning t.id
), played as (
    insert into actions (table_id, version, seat, action)
    select id, version, seat, action from unnest($9::text[], $10::int[], $11::int[], $12::text[])
    as n (id, version, seat, action) join moved using (id)
), said as (
    insert into acts (table_id, seat, id, payload, version)
    select id, seat, act, payload, version from unnest($13::text[], $14::int[], $15::text[], $16::text[], $17::int[])
    as n (id, seat, act, payload, version) join moved using (id)
)
select array(select id from moved), {NOW}::float8
"""  # noqa: S608 - no values of others
"""One errand, which finds out by itself whether it was done before, and whether it comes too late.

Tables are locked in the order of their names, so that no two errands wait for each other.
"""

_TRIES: Final = 2
"""How often to ask when PostgreSQL's clock says that it is too late, though an answer came: it has jumped."""

_CLOCK: Final = f"select {NOW}::float8"


class PostgresAppends:
    """With one statement for all that was played.

    No table has more than one act under way, so nothing that goes out at the same time depends on each other. Each
    statement says, by PostgreSQL's own clock, until when anybody waits for it: what was refused because no answer came
    is not stored when PostgreSQL wakes.
    """

    def __init__(self, lines: PostgresPool) -> None:
        """Write through `lines`."""
        self._lines = lines
        self.at_once = lines.most
        self._clock: tuple[float, float] | None = None
        """What PostgreSQL's clock last said, and ours when we heard it."""

    async def __call__(self, new: list[Append]) -> Collection[str]:
        """Store what was played."""
        asked = {one.table for one in new}
        if len(asked) != len(new):
            raise VersionConflict  # by one another: one of them follows, or is too late
        values = columns(new)
        for _ in range(_TRIES):
            until = await self._now() + self._lines.seconds
            ((moved, now),) = await self._lines.ask(_ALL, *values, until)
            self._clock = now, time.monotonic()
            if moved or now < until:
                return asked.difference(moved)
        raise TimeoutError

    async def _now(self) -> float:
        """Return what PostgreSQL's clock says, or did a moment ago."""
        if self._clock is None:
            ((now,),) = await self._lines.ask(_CLOCK)
            self._clock = now, time.monotonic()
        now, heard = self._clock
        return now + time.monotonic() - heard

    async def close(self) -> None:
        """Hang up."""
        await self._lines.close()


def columns(new: list[Append]) -> tuple[list[object], ...]:
    """Return what the statement is given: an array for each column."""
    clocks = [one.clocks or (None, None) for one in new]
    actions: list[tuple[object, ...]] = [row for one in new for row in _actions(one)]
    acts = [one for one in new if one.id is not None]

    def each(value: Callable[[Append], object], of: list[Append]) -> list[object]:
        return [value(one) for one in of]

    return (
        each(lambda one: one.table, new),
        each(lambda one: one.version, new),
        each(lambda one: one.revision, new),
        each(lambda one: one.last, new),
        each(lambda one: one.touched, new),
        each(lambda one: one.clocks is not None, new),
        [text for text, _ in clocks],
        [deadline for _, deadline in clocks],
        *([row[at] for row in actions] for at in range(4)),
        each(lambda one: one.table, acts),
        each(lambda one: one.seat, acts),
        each(lambda one: one.id, acts),
        each(lambda one: one.payload, acts),
        each(lambda one: one.last, acts),
    )
