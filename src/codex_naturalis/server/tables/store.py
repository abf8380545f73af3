"""Store: guests, tables and actions in the database."""

import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from sqlalchemy import bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import Guest, TableData, bots_seated
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import NameMark, Version

from ..database.appends import Append, VersionConflictError
from ..database.bot_leases import add_job
from ..database.engine import FAULTS, Where
from ..database.quotas import TABLES
from ..database.reads import Batcher
from ..database.schema import actions, acts, guests, seats, tables
from ..database.table_rows import decode_actions, delete_table, insert_table, read_table, update_table
from .clocks import ServiceClock, Timekeeper
from .guest_names import mark_in, mark_statements
from .queries import TableQueries
from .stored import Answer, Stored

__all__ = ["Store", "VersionConflictError"]

_WHOLE: Final = (
    select(tables).where(tables.c.id == bindparam("table")),
    select(seats).where(seats.c.table_id == bindparam("table")).order_by(seats.c.place),
    select(actions)
    .where(actions.c.table_id == bindparam("table"), actions.c.version > bindparam("after"))
    .order_by(actions.c.version),
    select(acts).where(acts.c.table_id == bindparam("table"), acts.c.version > bindparam("after")),
)
"""Stored data of a table, with its actions after a version."""

_GUEST: Final = (guests.c.id, guests.c.name, guests.c.generation, guests.c.portrait)
_GUESTS: Final = "select id, name, generation, portrait from guests where id = any($1::text[])"


class Store(TableQueries):
    """All that is stored of guests and tables: `TableQueries` finds tables, `Database` reads and writes anything."""

    def __init__(self, database: Where, timekeeper: Timekeeper | None = None, seconds: float = 5.0) -> None:
        """Use a SQLite file, or a shared PostgreSQL database with a time limit of `seconds` for each answer."""
        super().__init__(database, seconds)
        self.timekeeper: Timekeeper = timekeeper or Timekeeper()
        self.on_bots: Callable[[], None] | None = None
        """Called when bots may be due at a table, so that a process takes the job."""

        self._guests = Batcher(self._guests_among)
        self.served: ServiceClock = ServiceClock()
        """Time scale of all deadlines."""

    # Guests

    async def guest(self, guest_id: str) -> Guest | None:
        """Return a guest; None if there is none."""
        return await self._guests.get(guest_id)

    async def _guests_among(self, ids: Sequence[str]) -> dict[str, Guest]:
        if self.shared:
            rows = await self.ask(lambda pool: pool.ask(_GUESTS, ids))
        else:
            rows = [*(await self.read(select(*_GUEST).where(guests.c.id.in_(ids))))[0]]
        return {guest_id: Guest(guest_id, *others) for guest_id, *others in rows}

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
                await update_table(connection, before)

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
            self.notify_bots_due()
        return Stored(data, tuple(played), {}, len(played))

    def start_clocks(self, data: TableData, version: int = 0) -> TableData:
        """Return a new table with its clocks started, if play has begun, and its next deadline."""
        return self.timekeeper.set_deadline(data, self.served.now(), version)

    async def put_table(
        self, connection: AsyncConnection, data: TableData, played: Sequence[tuple[Seat, Action]] = ()
    ) -> None:
        """Insert a new table (see `start_clocks`) in the transaction of `connection`; then call `notify_bots_due`."""
        await insert_table(connection, data, played)
        if self._shares_bots(data):
            await add_job(connection, data.id)

    async def change_table(self, data: TableData, version: int) -> None:
        """Store a change of people or stage.

        Raises `VersionConflictError` unless it follows what is stored, at `version`.
        """
        bots = self._shares_bots(data)

        async def job(connection: AsyncConnection) -> None:
            await update_table(connection, data, version)
            if bots:
                await add_job(connection, data.id)

        await self.write(job, data.id)
        if bots:
            self.notify_bots_due()

    def _shares_bots(self, data: TableData) -> bool:
        """Return whether bots may be due here, and any process may take the job."""
        return self.shared and bool(bots_seated(data))

    def notify_bots_due(self) -> None:
        """Notify this process, and through it the others, that bots may be due."""
        if self.on_bots:
            self.on_bots()

    async def drop_table(self, data: TableData, version: int) -> None:
        """Delete a table that its last guest has left; raise `VersionConflictError` if it has changed since."""

        async def job(connection: AsyncConnection) -> None:
            await delete_table(connection, data, version)

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
                read_table(found[0], people),
                decode_actions(played, after),
                {(row.seat, row.id): Answer(row.payload, row.version) for row in answers},
                found[0].version,
                after,
            )
        except (msgspec.MsgspecError, ValueError) as error:
            raise ProblemError(Code.TABLE_DAMAGED) from error

    # Play

    async def append_actions(self, new: Append) -> None:
        """Append one act to a game; raise `VersionConflictError` if the table has changed before."""
        try:
            await self._writer.append_actions(new)
        except FAULTS as error:
            raise ProblemError(Code.STORAGE_FAILED) from error
        if self.shared and new.bots:
            self.notify_bots_due()
