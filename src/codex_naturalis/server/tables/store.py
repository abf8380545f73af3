"""Store: guests, tables and actions in the database."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Row, Select, bindparam, case, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Clock, Clocks
from codex_naturalis.record import Seal
from codex_naturalis.rules import Action, Deal, GameOptions, RulesVersion, Seat
from codex_naturalis.seating import Guest, SeatRow, TableData, bots_seated
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import BotPace, Colour, NameMark, Note, SeatKind, TableStage, Version, WhatIf

from ..database.appends import Append, VersionConflictError
from ..database.bot_leases import add_job
from ..database.engine import FAULTS, Where, engine_at
from ..database.postgres import PostgresPool
from ..database.postgres_appends import PostgresAppends
from ..database.quotas import TABLES
from ..database.reads import Batcher, PostgresReads, Reads, SqliteReads
from ..database.schema import actions, acts, guests, seats, tables
from ..database.sqlite import truncate_log
from ..database.sqlite_appends import SqliteAppends
from ..database.writer import Job, OnCommit, T, Writer
from ..support.lifecycle import Service
from .clocks import ServiceClock, Timekeeper
from .guest_names import mark_in, mark_statements
from .stored import Answer, Stored

__all__ = ["Store", "VersionConflictError", "action_json", "clock_columns"]

_ENCODE: Final = msgspec.json.Encoder().encode
_DECODE_ACTION: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)
_DECODE_CLOCK: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Clock)
_DECODE_NOTES = msgspec.json.Decoder(tuple[Note, ...])
_AT_ONCE: Final = 4
"""Groups of appended actions on their way to PostgreSQL at the same time."""

_PAUSES: Final = (0.1, 0.2, 0.4, 0.8, 1.5, 2.0, 3.0)
"""Seconds before a read that follows a write is retried."""

_wrote_at: ContextVar[float] = ContextVar("wrote_at", default=float("-inf"))
"""Time when the running task last stored something."""

_READING: Final = 2
"""Queries for other processes' changes on their way at the same time."""

_OPEN = (TableStage.GATHERING, TableStage.PLAYING)
_WHOLE: Final = (
    select(tables).where(tables.c.id == bindparam("table")),
    select(seats).where(seats.c.table_id == bindparam("table")).order_by(seats.c.place),
    select(actions)
    .where(actions.c.table_id == bindparam("table"), actions.c.version > bindparam("after"))
    .order_by(actions.c.version),
    select(acts).where(acts.c.table_id == bindparam("table"), acts.c.version > bindparam("after")),
)
"""Stored data of a table, with its actions after a version."""

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
_GUEST: Final = (guests.c.id, guests.c.name, guests.c.generation, guests.c.portrait)
_GUESTS: Final = "select id, name, generation, portrait from guests where id = any($1::text[])"


@contextmanager
def _answering() -> Iterator[None]:
    """Turn database faults into a `ProblemError`."""
    try:
        yield
    except FAULTS as error:
        raise ProblemError(Code.STORAGE_FAILED) from error


class Store(Service):
    """Database access: reads, and the single writer."""

    def __init__(self, database: Where, timekeeper: Timekeeper | None = None, seconds: float = 5.0) -> None:
        """Use a SQLite file, or a shared PostgreSQL database with a time limit of `seconds` for each answer."""
        self.timekeeper: Timekeeper = timekeeper or Timekeeper()
        self.shared: bool = isinstance(database, str)
        """Whether other processes write to the database, too."""

        self._file = database if isinstance(database, Path) else None
        self._engine = engine_at(database, seconds)
        self.on_bots: Callable[[], None] | None = None
        """Called when bots may be due at a table, so that a process takes the job."""

        self._reads: Reads = (
            SqliteReads(database) if isinstance(database, Path) else PostgresReads(self._engine, seconds)
        )
        self._guests = Batcher(self._guests_among)
        appends = (
            SqliteAppends(database)
            if isinstance(database, Path)
            else PostgresAppends(PostgresPool(database, _AT_ONCE, seconds))
        )
        self._lines = PostgresPool(database, _READING, seconds) if isinstance(database, str) else None
        """Pool for reading other processes' changes; None with SQLite."""

        self._writer = Writer(self._engine, appends)
        self._writer.start()
        self.served: ServiceClock = ServiceClock()
        """Time scale of all deadlines."""

    def on_commit(self, told: OnCommit) -> None:
        """Call `told` after every commit."""
        self._writer.on_commit = told

    async def close(self) -> None:
        """Finish pending writes, and close all connections."""
        await self._writer.close()
        await self._reads.close()
        if self._lines:
            await self._lines.close()
        await self._engine.dispose()

    async def write(self, job: Job[T], about: str = "") -> T:
        """Run `job` in a write transaction, usually `about` one table; database faults become a `ProblemError`."""
        with _answering():
            result = await self._writer.write(job, about)
        _wrote_at.set(time.monotonic())
        return result

    async def truncate_log(self) -> None:
        """With SQLite, empty the write-ahead log after a deletion, whose text would stay in it until it is reused."""
        if self._file is not None:
            with suppress(sqlite3.Error):  # the deletion is stored; the log is overwritten later
                await asyncio.to_thread(truncate_log, self._file)

    async def check(self) -> None:
        """Raise a `ProblemError` unless the database answers."""
        await self.read(text("select 1"))

    async def read(self, *statements: Any, **values: object) -> list[Sequence[Row[Any]]]:  # noqa: ANN401 - any statement
        """Return the rows of each statement, from one snapshot; database faults become a `ProblemError`.

        Frequent statements are built once, with parameters filled from `values`. After a write of the same request a
        read is retried for some seconds: its data is already stored, and must not be reported as failed.
        """
        recent = time.monotonic() - _wrote_at.get() < sum(_PAUSES)
        for pause in _PAUSES if recent else ():
            with suppress(*FAULTS):
                return await self._reads(statements, values)
            await asyncio.sleep(pause)
        with _answering():
            return await self._reads(statements, values)

    # Guests

    async def guest(self, guest_id: str) -> Guest | None:
        """Return a guest; None if there is none."""
        return await self._guests.get(guest_id)

    async def _guests_among(self, ids: Sequence[str]) -> dict[str, Guest]:
        if self.shared:
            rows = await self.ask(lambda lines: lines.ask(_GUESTS, ids))
        else:
            rows = [*(await self.read(select(*_GUEST).where(guests.c.id.in_(ids))))[0]]
        return {each: Guest(each, *told) for each, *told in rows}

    async def add_guest(self, guest: Guest) -> None:
        """Store a new guest."""
        values = {"id": guest.id, "name": guest.name, "created": time.time()}

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(insert(guests), values)

        await self.write(job)

    async def mark_of(self, guest: Guest) -> NameMark | None:
        """Return the status of a guest's name: a program's, an account's, like an account's, or none (None)."""
        return mark_in(*await self.read(*mark_statements(guest)))

    # Tables

    async def add_table(
        self, data: TableData, before: TableData | None = None, played: Sequence[tuple[Seat, Action]] = ()
    ) -> Stored:
        """Store a new table, with actions already `played`, and with it the change `before` of its predecessor.

        Return it as stored.
        """
        data = self.start_clocks(data, len(played))

        async def job(connection: AsyncConnection) -> None:
            await self.put_table(connection, data, played)
            if before:
                await _change(connection, before)

        await self.write(job, data.id)
        return self._build_stored(data, played)

    async def open_table(self, data: TableData, most: int, played: Sequence[tuple[Seat, Action]] = ()) -> Stored:
        """Store a new table as `add_table` does; raise a `ProblemError` if its host then has more than `most` open."""
        data = self.start_clocks(data, len(played))

        async def job(connection: AsyncConnection) -> None:
            async with TABLES.within(connection, data.host, most=most):
                await self.put_table(connection, data, played)

        await self.write(job, TABLES.key(data.host))
        return self._build_stored(data, played)

    def _build_stored(self, data: TableData, played: Sequence[tuple[Seat, Action]]) -> Stored:
        if self._shares_bots(data):
            self.called_bots()
        return Stored(data, tuple(played), {}, len(played))

    def start_clocks(self, data: TableData, version: int = 0) -> TableData:
        """Return a new table with its clocks started, if play has begun, and its next deadline."""
        return self.timekeeper.set_deadline(data, self.served.now(), version)

    async def put_table(
        self, connection: AsyncConnection, data: TableData, played: Sequence[tuple[Seat, Action]] = ()
    ) -> None:
        """Insert a new table (see `start_clocks`) in the transaction of `connection`; then call `called_bots`."""
        try:
            await connection.execute(insert(tables), {"id": data.id, "version": len(played), **_table_values(data)})
        except IntegrityError:
            raise VersionConflictError from None
        await _put_seats(connection, data)
        await _put_actions(connection, data.id, played)
        if self._shares_bots(data):
            await add_job(connection, data.id)

    async def change_table(self, data: TableData, version: int) -> None:
        """Store a change of people or stage.

        Raises `VersionConflictError` unless it follows what is stored, at `version`.
        """
        bots = self._shares_bots(data)

        async def job(connection: AsyncConnection) -> None:
            await _change(connection, data, version)
            if bots:
                await add_job(connection, data.id)

        await self.write(job, data.id)
        if bots:
            self.called_bots()

    def _shares_bots(self, data: TableData) -> bool:
        """Return whether bots may be due here, and any process may take the job."""
        return self.shared and bool(bots_seated(data))

    def called_bots(self) -> None:
        """Notify this process, and through it the others, that bots may be due."""
        if self.on_bots:
            self.on_bots()

    async def drop_table(self, data: TableData, version: int) -> None:
        """Delete a table that its last guest has left; raise `VersionConflictError` if it has changed since."""

        async def job(connection: AsyncConnection) -> None:
            before = delete(tables).where(*_before(data), tables.c.version == version)
            if (await connection.execute(before)).rowcount != 1:
                raise VersionConflictError

        await self.write(job, data.id)

    async def load(self, table_id: str, after: Version = 0) -> Stored | None:
        """Return a stored table with its actions `after` a version; raise a `ProblemError` if it is damaged."""
        if "\0" in table_id:
            return None  # no id of ours has one, and PostgreSQL rejects it
        found, people, played, answers = await self.read(*_WHOLE, table=table_id, after=after)
        if not found:
            return None
        try:
            return Stored(
                _table(found[0], people),
                _decode_actions(played, after),
                {(row.seat, row.id): Answer(row.payload, row.version) for row in answers},
                found[0].version,
                after,
            )
        except (msgspec.MsgspecError, ValueError) as error:
            raise ProblemError(Code.TABLE_DAMAGED) from error

    async def ask(self, question: Callable[[PostgresPool], Awaitable[T]]) -> T:
        """Run `question` on the pool for other processes' changes; database faults become a `ProblemError`."""
        assert self._lines, "nobody else plays here"
        with _answering():
            return await question(self._lines)

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
        return [(data, row.version) for row in found if (data := _readable(row, by_table.get(row.id, [])))]

    async def count_open(self, host: str) -> int:
        """Return the number of a host's unfinished tables that count towards its limit."""
        (found,) = await self.read(TABLES.count(host))
        return int(found[0][0])

    async def open_with_deal(self, person: str, key: str) -> str | None:
        """Return the unfinished table with the deal of this key where a guest, or a seat link's secret, sits."""
        own = or_(seats.c.guest == person, seats.c.key == person)
        played = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
        played = played.where(tables.c.shared_deal == key, tables.c.stage.in_(_OPEN), tables.c.what_if.is_(None), own)
        (found,) = await self.read(played.limit(1))
        return found[0].id if found else None

    async def finished_deal(self, person: str | None, key: str) -> bool:
        """Return whether a guest, or a seat link's secret, has played the deal of this key to its end."""
        if person is None:
            return False
        own = or_(seats.c.guest == person, seats.c.key == person)
        played = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id)
        over = (tables.c.shared_deal == key, tables.c.stage == TableStage.OVER, tables.c.what_if.is_(None))
        (found,) = await self.read(played.where(*over, own).limit(1))
        return bool(found)

    async def find_requested(self, host: str, request: str) -> TableData | None:
        """Return the table that a guest opened with this idempotency key; None if there is none."""
        found = await self._tables(select(tables).where(tables.c.host == host, tables.c.request == request))
        return found[0][0] if found else None

    # Play

    async def append_actions(self, new: Append) -> None:
        """Append one act to a game; raise `VersionConflictError` if the table has changed before."""
        try:
            await self._writer.append_actions(new)
        except FAULTS as error:
            raise ProblemError(Code.STORAGE_FAILED) from error
        if self.shared and new.bots:
            self.called_bots()


async def _put_actions(connection: AsyncConnection, table_id: str, played: Sequence[tuple[Seat, Action]]) -> None:
    """Store the actions that a new table begins with."""
    rows = [
        {"table_id": table_id, "version": version, "seat": seat, "action": action_json(action)}
        for version, (seat, action) in enumerate(played, 1)
    ]
    if rows:
        await connection.execute(insert(actions), rows)


def _tables_of(guest: str) -> Select[Any]:
    mine = select(seats.c.table_id).where(seats.c.guest == guest)
    return select(tables).where(tables.c.id.in_(mine)).order_by(tables.c.touched.desc())


def _before(data: TableData) -> tuple[ColumnElement[bool], ...]:
    return tables.c.id == data.id, tables.c.revision == data.revision - 1


async def _change(connection: AsyncConnection, data: TableData, version: int | None = None) -> None:
    here = update(tables).where(*_before(data))
    if version is not None:
        here = here.where(tables.c.version == version)
    if (await connection.execute(here.values(_table_values(data)))).rowcount != 1:
        raise VersionConflictError
    await connection.execute(delete(seats).where(seats.c.table_id == data.id))
    await _put_seats(connection, data)


async def _put_seats(connection: AsyncConnection, data: TableData) -> None:
    rows = [
        {"table_id": data.id, "place": index, **msgspec.structs.asdict(row)} for index, row in enumerate(data.seat_rows)
    ]
    await connection.execute(insert(seats), rows)


def _table_values(data: TableData) -> dict[str, object]:
    clocks, deadline = clock_columns(data)
    return {
        "revision": data.revision,
        "party": data.party,
        "host": data.host,
        "stage": data.stage.value,
        "listed": data.listed,
        "rules": data.rules.value,
        "options": msgspec.json.encode(data.options).decode(),
        "deal": msgspec.json.encode(data.deal).decode() if data.deal else None,
        "rematch": data.rematch,
        "created": data.created,
        "touched": time.time(),
        "request": data.request,
        "asked": data.asked,
        "what_if": msgspec.json.encode(data.what_if).decode() if data.what_if else None,
        "hints": data.hints,
        "rated": data.rated or None,
        "origin": data.origin,
        "shared_deal": data.shared_deal,
        "counted": data.counted or None,
        "pace": None if data.pace is BotPace.PEOPLE else data.pace.value,
        "programs": data.programs or None,
        "tournament": data.tournament,
        "hidden": data.hidden or None,
        "seal": msgspec.json.encode(data.seal).decode() if data.seal else None,
        "clock": msgspec.json.encode(data.clock).decode() if data.clock else None,
        "notes": msgspec.json.encode(data.notes).decode() if data.notes else None,
        "marked": data.marked,
        "clocks": clocks,
        "deadline": deadline,
    }


def action_json(action: Action) -> str:
    """Return an action as JSON text."""
    return _ENCODE(action).decode()


def clock_columns(data: TableData) -> tuple[str | None, float | None]:
    """Return the columns `clocks` and `deadline` of a table's row."""
    return _ENCODE(data.clocks).decode() if data.clocks else None, data.deadline


def _table(row: Row[Any], people: Iterable[Row[Any]]) -> TableData:
    """Return the table in a row; raise `ValueError` if it is inconsistent."""
    data = TableData(
        id=row.id,
        party=row.party,
        host=row.host,
        options=msgspec.json.decode(row.options, type=GameOptions),
        listed=row.listed,
        created=row.created,
        seat_rows=tuple(
            SeatRow(
                SeatKind(other.kind),
                other.name,
                other.guest,
                other.key,
                other.seat,
                other.stand_in,
                other.mark and NameMark(other.mark),
                other.portrait,
                other.colour and Colour(other.colour),
            )
            for other in people
        ),
        stage=TableStage(row.stage),
        deal=msgspec.json.decode(row.deal, type=Deal) if row.deal else None,
        rematch=row.rematch,
        request=row.request,
        asked=row.asked,
        what_if=msgspec.json.decode(row.what_if, type=WhatIf) if row.what_if else None,
        hints=row.hints,
        rated=bool(row.rated),
        rules=RulesVersion(row.rules),
        origin=row.origin,
        shared_deal=row.shared_deal,
        counted=bool(row.counted),
        pace=BotPace(row.pace or BotPace.PEOPLE),
        programs=bool(row.programs),
        tournament=row.tournament,
        hidden=bool(row.hidden),
        seal=msgspec.json.decode(row.seal, type=Seal) if row.seal else None,
        clock=_DECODE_CLOCK.decode(row.clock) if row.clock else None,
        clocks=msgspec.json.decode(row.clocks, type=Clocks) if row.clocks else None,
        notes=_DECODE_NOTES.decode(row.notes) if row.notes else (),
        deadline=row.deadline,
        marked=row.marked,
        revision=row.revision,
    )
    _check(data)
    return data


def _check(data: TableData) -> None:
    if len(data.seat_rows) != data.options.seats or (data.deal is None and not data.gathering):
        raise ValueError("people, stage and deal do not fit")
    if data.stage in (TableStage.PLAYING, TableStage.OVER) and {row.seat for row in data.seat_rows} != set(
        range(data.options.seats)
    ):
        raise ValueError("the seats were not drawn")


def _readable(row: Row[Any], people: Iterable[Row[Any]]) -> TableData | None:
    try:
        return _table(row, people)
    except (msgspec.MsgspecError, ValueError):
        return None  # left out alone: the others are listed


def _decode_actions(rows: Sequence[Row[Any]], after: Version) -> tuple[tuple[Seat, Action], ...]:
    if [row.version for row in rows] != list(range(after + 1, after + len(rows) + 1)):
        raise ValueError("a version is missing")
    return tuple((row.seat, _DECODE_ACTION.decode(row.action)) for row in rows)
