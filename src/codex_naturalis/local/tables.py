"""Tables and people of this device, with every game they began."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from codex_naturalis.play import Game
from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import (
    EMPTY,
    Guest,
    Holder,
    SeatRow,
    TableData,
    make_rematch,
    make_table,
    make_what_if,
    new_id,
    own_row_of,
    return_to_rematch,
)
from codex_naturalis.seating.names import clean_name
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import NewTable, NewWhatIf, Portrait, SeatKind, TableStage, WhatIf

from .bots import LocalBots, check_playable
from .session import LocalSession
from .store import Commit, LocalStore, StoredAction, StoredTable
from .table import LocalTable

__all__ = ["HERE", "LocalTables"]

HERE: Final = "~"
"""Prefix of the ids of local tables; no server makes such an id."""


class LocalTables:
    """All tables of this device. A person's token is their id: it never leaves the device."""

    def __init__(
        self, store: LocalStore, bots: LocalBots, tables: Iterable[StoredTable] = (), guests: Iterable[Guest] = ()
    ) -> None:
        """Load the contents of `store`."""
        self._store = store
        self._bots = bots
        self._guests = {guest.id: guest for guest in guests}
        self._tables = {kept.data.id: self._live(kept) for kept in tables}

    def _live(self, kept: StoredTable) -> LocalTable:
        return LocalTable(kept, self._store, self._bots.attend)

    # People

    def holder_of(self, token: str | None) -> Holder:
        """Return the holder of a token; empty if it belongs to no person of this device."""
        return Holder(guest=token if token in self._guests else None)

    def guest(self, holder: Holder) -> Guest:
        """Return a person; raise a `ProblemError` if there is none."""
        found = self._guests.get(holder.guest or "")
        if found is None:
            raise ProblemError(Code.TOKEN_INVALID)
        return found

    async def add_guest(self, name: str) -> Guest:
        """Return a new person."""
        return await self._keep(Guest(new_id(), clean_name(name)))

    async def rename(self, holder: Holder, name: str) -> Guest:
        """Rename a person, including at their open tables."""
        return await self._keep(replace(self.guest(holder), name=clean_name(name)))

    async def choose_portrait(self, holder: Holder, portrait: Portrait | None) -> Guest:
        """Change a person's portrait, including at their open tables."""
        return await self._keep(replace(self.guest(holder), portrait=portrait))

    async def _keep(self, guest: Guest) -> Guest:
        await self._store.commit(Commit(guest=guest))
        self._guests[guest.id] = guest
        for table in self.tables_of(Holder(guest=guest.id)):
            if table.data.stage in (TableStage.GATHERING, TableStage.PLAYING):
                await table.change(lambda data: _with_person(data, guest))
        return guest

    def row_for(self, holder: Holder) -> SeatRow:
        """Return a seat row for a person."""
        guest = self.guest(holder)
        return SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), portrait=guest.portrait)

    # Tables

    def table(self, table_id: str) -> LocalTable:
        """Return a table; raise a `ProblemError` if there is none."""
        found = self._tables.get(table_id)
        if found is None:
            raise ProblemError(Code.TABLE_UNKNOWN)
        return found

    def tables_of(self, holder: Holder) -> list[LocalTable]:
        """Return the tables where a person sits or sat, most recently changed first."""
        found = [table for table in self._tables.values() if table.viewer(holder) is not None]
        return sorted(found, key=lambda table: -table.touched)

    async def open(self, holder: Holder, wanted: NewTable, request: str | None = None) -> LocalTable:
        """Open a table; a repeated `request` returns the same one."""
        host = self.guest(holder)
        for table in self._tables.values():
            if request and table.data.request == request:
                return table
        for name in wanted.bots:
            check_playable(name)
        if wanted.clock or wanted.listed or wanted.rated:
            raise ProblemError(Code.SERVER_NEEDED)
        first = replace(self.row_for(holder), colour=wanted.colour) if wanted.sits else EMPTY
        data = make_table(host.id, first, wanted)
        return await self.add(replace(data, request=request))

    async def add(self, data: TableData, played: Iterable[tuple[Seat, Action]] = ()) -> LocalTable:
        """Store a new table, with the actions played before; its id marks it as this device's."""
        data = replace(data, id=HERE + data.id, party=HERE + data.party.removeprefix(HERE))
        kept = StoredTable(data, tuple(StoredAction(seat, action) for seat, action in played), data.created)
        if not await self._store.commit(Commit(data, data.id, 0, kept.actions, kept.touched)):
            raise ProblemError(Code.STORAGE_FAILED)
        table = self._tables[data.id] = self._live(kept)
        return table

    async def rematch(self, holder: Holder, table_id: str) -> LocalTable:
        """Sit down at the rematch of a table; the first request opens it."""
        table = self.table(table_id)
        mine, before = own_row_of(table.data, holder), table.data
        opened = self._tables.get(before.rematch or "")
        if opened is None or opened.data.stage is TableStage.CLOSED:
            opened = await self.add(make_rematch(before, mine))
            rematch = opened.id
            await table.change(lambda data: replace(data, rematch=rematch))
        await opened.change(lambda data: return_to_rematch(data, holder, before, mine))
        return opened

    async def what_if(self, holder: Holder, game: Game, origin: WhatIf, wanted: NewWhatIf) -> LocalTable:
        """Open a table that plays on from a finished game against bots."""
        check_playable(wanted.bot)
        data = make_what_if(self.row_for(holder), game, origin, wanted)
        return await self.add(data, game.actions[: origin.version])

    async def read_again(self, table_id: str) -> None:
        """Reload a table that another window has changed or opened."""
        known = self._tables.get(table_id)
        if known is not None:
            await known.read_again()
        elif kept := await self._store.read(table_id):
            self._tables[table_id] = self._live(kept)

    def open_session(self, table_id: str, send: Callable[[bytes], None]) -> LocalSession:
        """Return a session at a table; raise a `ProblemError` if there is none."""
        return LocalSession(self.table(table_id), send, self.holder_of)


def _with_person(data: TableData, guest: Guest) -> TableData:
    rows = tuple(
        replace(row, name=guest.name, portrait=guest.portrait) if row.guest == guest.id else row
        for row in data.seat_rows
    )
    return data if rows == data.seat_rows else replace(data, seat_rows=rows)
