"""Rematches: the table where the people of a finished game play again."""

from collections.abc import Awaitable, Callable

from codex_naturalis.seating import (
    Holder,
    SeatRow,
    TableData,
    add_note,
    make_rematch,
    own_row_of,
    return_to_rematch,
    seat_row_of,
)
from codex_naturalis.wire.errors import ProblemError
from codex_naturalis.wire.table import Note, NoteKind, TableStage

from ..bans.blocks import Blocks
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table
from .chat import bring_along
from .guests import Guests

__all__ = ["Rematches"]


class Rematches:
    """Operations on rematches: open or join one, or decline it."""

    def __init__(self, store: Store, tables: Tables, guests: Guests, blocks: Blocks) -> None:
        """Open rematches among `tables`, with the chat in `store`."""
        self._store = store
        self._tables = tables
        self._guests = guests
        self._blocks = blocks
        self.on_rematch: Callable[[str, tuple[str, ...], SeatRow], Awaitable[None]] | None = None
        """Invites the programs of a finished game to its rematch: table, their guests, and the host's seat row."""

    async def join(self, holder: Holder, table_id: str) -> Table:
        """Sit down at the rematch of a table, which the first person to ask opens: same bots, options and seats.

        Play begins when all have asked for it, in seats drawn by lot as for a first game (ruling R16).
        A closed rematch is opened again.
        """
        table = await self._tables.get(table_id)
        mine = own_row_of(table.data, holder)
        again = make_rematch(table.data, mine)
        opened = await self._find(table) or await self._open(table, mine, again)
        row, before = table.data.seat_rows[mine], table.data
        if row.guest:
            await self._blocks.check_seat(row.guest, (seated.guest for seated in opened.data.seat_rows))
        await opened.change(lambda data: return_to_rematch(data, holder, before, mine))
        self._guests.wake_program(row)
        return opened

    async def decline(self, holder: Holder, table_id: str) -> Table:
        """Notify the people who wait at the rematch of a table, once, that the caller declines for now."""
        table = await self._tables.get(table_id)
        name = table.data.seat_rows[own_row_of(table.data, holder)].name
        opened = await self._find(table)
        if opened is None:
            return table
        note = Note(0, NoteKind.DECLINED, name=name)

        def alter(data: TableData) -> TableData:
            heard = not data.gathering or note in data.notes or seat_row_of(data, holder) is not None
            return data if heard else add_note(data, note)

        await opened.change(alter)
        return table

    async def _open(self, table: Table, mine: int, again: TableData) -> Table:
        """Open the rematch `again` for the person in seat row `mine`, unless another person has just opened one."""
        made = await table.add_rematch(again, table.data.rematch)
        opened = await self._tables.get(made)
        if made == again.id and table.data.solo is None:
            await bring_along(self._store, table.id, made)
        if made == again.id:
            await self._invite(table, mine, made)
        return opened

    async def _invite(self, table: Table, mine: int, rematch: str) -> None:
        """Invite the programs of a finished game to its rematch, which the person in seat row `mine` opened."""
        rows = table.data.seat_rows
        guests = [each.guest for index, each in enumerate(rows) if each.program and index != mine]
        if self.on_rematch:
            await self.on_rematch(rematch, tuple(guest for guest in guests if guest), rows[mine])

    async def _find(self, table: Table) -> Table | None:
        """Return the rematch that a player asked for, or None if there is none, or if it was closed."""
        if table.data.rematch is None:
            return None
        try:
            opened = await self._tables.get(table.data.rematch)
        except ProblemError:
            return None  # everybody had left it
        return None if opened.data.stage is TableStage.CLOSED else opened
