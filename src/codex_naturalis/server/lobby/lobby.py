"""Lobby: seats at a table before play and around it, and the parts that list tables, open them and play again."""

from msgspec.structs import replace

from codex_naturalis.record import write_record
from codex_naturalis.rules import Seat
from codex_naturalis.seating import (
    Holder,
    SeatRow,
    add_bot,
    choose_colour,
    close_gathering,
    free_seat,
    own_row_of,
    remove_bot,
    row_for_bot,
    seat_row_of,
    sit_down,
)
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import Colour

from ..bans.blocks import Blocks
from ..results.ratings import check_person
from ..support.settings import Settings
from ..support.tokens import Tokens
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table
from .guests import Guests
from .listing import TableListing
from .opening import TableOpening
from .rematches import Rematches

__all__ = ["Lobby"]


class Lobby:
    """Operations behind the lobby's HTTP API; each refuses with a `ProblemError` that gives the reason."""

    def __init__(self, store: Store, tables: Tables, tokens: Tokens, settings: Settings) -> None:
        """Work on the tables in `store`."""
        self._store = store
        self._tables = tables
        self._tokens = tokens
        self.house_bots: dict[str, str] = settings.bots_by_path
        self.blocks: Blocks = Blocks(store)
        self.guests: Guests = Guests(store, tables, tokens, settings)
        self.listing: TableListing = TableListing(store, tables, self.guests, self.blocks)
        self.opening: TableOpening = TableOpening(store, tables, self.guests, settings)
        self.rematches: Rematches = Rematches(store, tables, self.guests, self.blocks)

    async def table(self, table_id: str) -> Table:
        """Return a table; raise a `ProblemError` if there is none."""
        return await self._tables.get(table_id)

    async def join(self, holder: Holder, table_id: str, colour: Colour | None = None) -> Table:
        """Take the first empty seat, with tokens of `colour`; a guest who has one already keeps it as it is."""
        await self.guests.check_program(await self.guests.find(holder))
        return await self.sit_down(holder, table_id, colour=colour)

    async def sit_down(
        self, holder: Holder, table_id: str, index: int | None = None, colour: Colour | None = None
    ) -> Table:
        """Take the empty seat row `index`, or the first one; a guest who has one already keeps it as it is."""
        guest = await self.guests.find(holder)
        table = await self._tables.get(table_id)
        if table.data.rated:
            await check_person(self._store, guest.id, programs_too=table.data.programs)
        row = replace(await self.guests.make_seat_row(guest), colour=colour)
        if seat_row_of(table.data, holder) is None:
            await self.blocks.check_seat(guest.id, (seated.guest for seated in table.data.seat_rows))
        await table.change(lambda data: sit_down(data, holder, row, index))
        self.guests.wake_program(row)
        return table

    async def choose_colour(self, holder: Holder, table_id: str, colour: Colour | None) -> Table:
        """Choose the colour of one's own tokens before play, None for a remaining one; first come, first served."""
        table = await self._tables.get(table_id)
        await table.change(lambda data: choose_colour(data, holder, colour))
        return table

    async def leave(self, holder: Holder, table_id: str) -> Table:
        """Free one's own seat before play begins; during play a stand-in takes over, and its owner may take it back."""
        table = await self._tables.get(table_id)
        mine = table.viewer(holder)
        if mine is not None and table.data.begun:
            await table.leave(mine)
            return table
        await table.change(lambda data: free_seat(data, holder))
        return table

    def row_for_bot(self, name: str, seat: Seat | None = None) -> SeatRow:
        """Return a seat row for a bot, the host's own included; see `seating.row_for_bot`."""
        return row_for_bot(name, self.house_bots, seat)

    async def add_bot(self, holder: Holder, table_id: str, bot: str, seat: Seat | None) -> Table:
        """Put a bot on an empty seat, by default the first. Host only."""
        row = self.row_for_bot(bot)
        table = await self._tables.get(table_id)
        await table.change(lambda data: add_bot(data, holder, row, seat))
        return table

    async def remove_bot(self, holder: Holder, table_id: str, seat: Seat) -> Table:
        """Take a bot off its seat before play begins. Host only."""
        table = await self._tables.get(table_id)
        await table.change(lambda data: remove_bot(data, holder, seat))
        return table

    async def close(self, holder: Holder, table_id: str) -> Table:
        """Close a table before play begins. Host only."""
        table = await self._tables.get(table_id)
        await table.change(lambda data: close_gathering(data, holder))
        return table

    async def seat_token(self, holder: Holder, table_id: str) -> str:
        """Return the private token of the caller's own seat, which takes it back on any device."""
        table = await self._tables.get(table_id)
        if table.data.secret or table.data.match:
            raise ProblemError(table.data.secrecy)
        key = table.data.seat_rows[own_row_of(table.data, holder)].key
        if key is None:  # deleted with its owner's account
            raise ProblemError(Code.SEAT_NONE)
        return self._tokens.for_seat(table.data.party, key)

    async def record(self, table_id: str, person: str | None) -> str:
        """Return the record of a finished game for `person`.

        Raises a `ProblemError` until all its cards may be seen.
        """
        table = await self._tables.get_finished(table_id, person)
        return write_record(table.get_finished_game().record(table.data.seal))
