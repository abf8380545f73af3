"""Invitations: the host of a table asks a program to sit down, and waits a moment for its answer."""

import asyncio
import time
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.rules import Seat
from codex_naturalis.seating import Holder, SeatRow, host_row_of, seat_row_of
from codex_naturalis.seating.names import fold_name
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import SeatKind, TableStage

from ..database.schema import accounts, invitations, programs, tables
from ..lobby.guests import PROGRAM
from ..lobby.lobby import Lobby
from ..support.settings import Settings
from ..support.tasks import until_set
from ..tables.bus import CHANGED, Bus
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table
from .bot_accounts import check_on
from .presence import ProgramsHere

__all__ = ["Invitations"]

_WAIT_SECONDS: Final = 5.0
"""Seconds that a host waits for the answer."""


class Invitations:
    """Service that carries invitations from hosts to programs, also between processes."""

    def __init__(
        self, store: Store, tables: Tables, lobby: Lobby, bus: Bus, here: ProgramsHere, settings: Settings
    ) -> None:
        """Keep invitations in `store`, and wake programs over the `bus`."""
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._bus = bus
        self._here = here
        self._settings = settings
        lobby.rematches.on_rematch = self._again

    async def invite(self, holder: Holder, table_id: str, name: str, seat: Seat | None) -> Table:
        """Invite a program to a table, and wait until it sits there.

        Raises a `ProblemError` if it does not. Host only.
        """
        check_on(self._settings)
        table = await self._tables.get(table_id)
        host = host_row_of(table.data, holder)
        if seat is not None and not 0 <= seat < len(table.data.seat_rows):
            raise ProblemError(Code.SEAT_UNKNOWN, seats=len(table.data.seat_rows))
        if seat is not None and table.data.seat_rows[seat].kind is not SeatKind.EMPTY:
            raise ProblemError(Code.SEAT_TAKEN, seat=seat)
        if table.data.rated and not table.data.programs:
            raise ProblemError(Code.RATED_PROGRAMS)
        guest = await self._program(name)
        await self._put(table_id, guest, host, seat)
        try:
            await self._wait_seated(table, guest)
        finally:
            await self._drop(table_id, guest)
        return table

    async def _program(self, name: str) -> str:
        """Return the guest of the program of this name; raise a `ProblemError` if it cannot be invited."""
        wanted = select(accounts.c.guest).join(programs, programs.c.guest == accounts.c.guest)
        (found,) = await self._store.read(wanted.where(accounts.c.folded == fold_name(name)))
        if not found:
            raise ProblemError(Code.PROGRAM_UNKNOWN)
        free = await self._here.free(found[0].guest)
        if free is None:
            raise ProblemError(Code.PROGRAM_ABSENT)
        if free < 1:
            raise ProblemError(Code.PROGRAM_BUSY)
        return str(found[0].guest)

    async def _wait_seated(self, table: Table, guest: str) -> None:
        """Wait until the program sits at the table; raise a `ProblemError` if it declines, or says nothing."""
        changed, end = asyncio.Event(), time.monotonic() + _WAIT_SECONDS

        def listener(_: object) -> None:
            changed.set()

        self._bus.listen(table.id, listener)
        try:
            while (left := end - time.monotonic()) > 0:
                table = await self._tables.get(table.id)
                if seat_row_of(table.data, Holder(guest=guest)) is not None:
                    return
                if not await self._store_has(table.id, guest):
                    raise ProblemError(Code.PROGRAM_DECLINED)
                changed.clear()
                await until_set(changed, left)
        finally:
            self._bus.forget(table.id, listener)
        raise ProblemError(Code.PROGRAM_SILENT, seconds=int(_WAIT_SECONDS))

    async def _again(self, table_id: str, guests: tuple[str, ...], host: SeatRow) -> None:
        """Invite the programs of a finished game to its rematch, without waiting for them."""
        for guest in guests:
            await self._put(table_id, guest, host, None)

    async def _put(self, table_id: str, guest: str, host: SeatRow, seat: Seat | None) -> None:
        by = {"by": host.name or "", "host": host.guest}
        row = {"table_id": table_id, "guest": guest, "place": seat, "made": time.time()} | by

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(invitations).where(*_one(table_id, guest)))
            await connection.execute(insert(invitations), row)

        await self._store.write(job)
        self._bus.publish(PROGRAM + guest, "person")

    async def _drop(self, table_id: str, guest: str) -> bool:
        async def job(connection: AsyncConnection) -> bool:
            return bool((await connection.execute(delete(invitations).where(*_one(table_id, guest)))).rowcount)

        return await self._store.write(job)

    async def _store_has(self, table_id: str, guest: str) -> bool:
        (found,) = await self._store.read(select(invitations.c.made).where(*_one(table_id, guest)))
        return bool(found)

    # By the program

    async def of(self, guest: str) -> list[Row[Any]]:
        """Return the open invitations of a program: its `table_id`, and the host's name as `by`."""
        (found,) = await self._store.read(_gathering().where(invitations.c.guest == guest))
        return list(found)

    async def accept(self, holder: Holder, table_id: str) -> None:
        """Sit down at a table; raise a `ProblemError` if the invitation or the seat is gone."""
        assert holder.guest
        (found,) = await self._store.read(select(invitations).where(*_one(table_id, holder.guest)))
        if not found:
            raise ProblemError(Code.INVITATION_NONE)
        await self._lobby.sit_down(holder, table_id, found[0].place)
        await self._drop(table_id, holder.guest)

    async def decline(self, guest: str, table_id: str) -> None:
        """Decline an invitation; its host is notified."""
        if not await self._drop(table_id, guest):
            raise ProblemError(Code.INVITATION_NONE)
        self._bus.publish(table_id, *CHANGED)


def _gathering() -> Any:  # noqa: ANN401 - a statement
    here = tables.c.id == invitations.c.table_id
    return select(invitations).join(tables, here).where(tables.c.stage == TableStage.GATHERING)


def _one(table_id: str, guest: str) -> tuple[Any, ...]:
    return invitations.c.table_id == table_id, invitations.c.guest == guest
