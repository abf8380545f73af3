"""What is stored again and again, an action of a game, by the shortest way: many of them with a statement of each kind.

Everything else goes through SQLAlchemy, which takes a millisecond to say what is said here in twenty microseconds.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from .durable import prepare

__all__ = ["Append", "Appends", "PostgresAppends", "SqliteAppends", "Taken"]


class Taken(Exception):  # noqa: N818  # reads as the sentence it is
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
    """Stores what was played at several tables in one transaction: all of it or nothing."""

    async def __call__(self, new: list[Append]) -> None:
        """Return when it is safe; raise `Taken` if another process changed one of the tables first."""

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

    def __init__(self, place: Path) -> None:
        """Write into the file at `place`, which is there when the first action comes."""
        self._place = place
        self._thread = ThreadPoolExecutor(1, "appends")
        self._connection: sqlite3.Connection | None = None

    async def __call__(self, new: list[Append]) -> None:
        """Store what was played."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._store, new)

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
        except Taken:
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
        raise Taken
    connection.executemany(_ACTION, [row for one in new for row in _actions(one)])
    connection.executemany(
        _ACT, [(one.table, one.seat, one.id, one.payload, one.last) for one in new if one.id is not None]
    )


def _actions(one: Append) -> list[tuple[str, int, int, str]]:
    return [(one.table, version, one.seat, action) for version, action in enumerate(one.actions, one.version + 1)]


_ALL: Final = """
with new as (
    select * from unnest(
        $1::text[], $2::int[], $3::int[], $4::int[], $5::float8[], $6::bool[], $7::text[], $8::float8[]
    ) as n (id, version, revision, last, touched, timed, clocks, deadline)
), held as (
    select id from tables where id = any($1::text[]) order by id for update
), moved as (
    update tables as t set version = new.last, touched = new.touched,
        clocks = case when new.timed then new.clocks else t.clocks end,
        deadline = case when new.timed then new.deadline else t.deadline end
    from new join held on held.id = new.id
    where t.id = new.id and t.version = new.version and t.revision = new.revision
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
select count(*) from moved
"""
"""One errand. Tables are locked in the order of their names, so that no two processes wait for each other."""


class PostgresAppends:
    """With one statement for all that was played."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Write through `engine`, which is closed by whoever opened it."""
        self._engine = engine

    async def __call__(self, new: list[Append]) -> None:
        """Store what was played."""
        async with self._engine.begin() as connection:
            moved = (await connection.exec_driver_sql(_ALL, columns(new))).scalar_one()
            if moved != len(new):
                raise Taken

    async def close(self) -> None:
        """Leave the engine to its owner."""


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
