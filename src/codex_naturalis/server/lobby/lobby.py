"""Lobby: operations around a game, such as opening a table, taking or leaving a seat, and playing again."""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from codex_naturalis.record import write_record
from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import (
    EMPTY,
    Guest,
    Holder,
    SeatRow,
    TableData,
    add_bot,
    add_note,
    begin_play,
    choose_colour,
    close_gathering,
    free_seat,
    info_of,
    make_options,
    make_rematch,
    make_table,
    new_id,
    own_row_of,
    remove_bot,
    return_to_rematch,
    row_for_bot,
    seat_of,
    seat_row_of,
    sit_down,
)
from codex_naturalis.seating.names import clean_name
from codex_naturalis.views import Viewer
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import (
    Colour,
    NameMark,
    NewTable,
    Note,
    NoteKind,
    Portrait,
    SeatKind,
    TableInfo,
    TableStage,
)

from ..bans.blocks import Blocks
from ..bans.restraints import Restraints
from ..results.ratings import check_person, check_rules
from ..support.settings import Settings
from ..support.tokens import Tokens
from ..tables.guest_names import store_guest
from ..tables.registry import Tables
from ..tables.store import Store, VersionConflictError
from ..tables.stored import Stored
from ..tables.table import Table
from .chat import bring_along

__all__ = ["PROGRAM", "Lobby"]

PROGRAM: Final = "program "
"""Prefix of the bus topic for a program that is invited or seated."""

_MOST_LISTED: Final = 100
"""Tables of one guest in an answer."""

_MOST_WAITING: Final = 60
"""Public tables in an answer, waiting tables and games to watch together."""

_RECENT_SECONDS: Final = 24 * 3600.0
"""How long an inactive table is listed, and counts towards its host's limit, in seconds."""


class Lobby:
    """Operations behind the lobby's HTTP API; each refuses with a `ProblemError` that gives the reason."""

    def __init__(self, store: Store, tables: Tables, tokens: Tokens, settings: Settings) -> None:
        """Work on the tables in `store`."""
        self._store = store
        self._tables = tables
        self._tokens = tokens
        self._settings = settings
        self.blocks: Blocks = Blocks(store)
        self._restraints = Restraints(store)
        self.house_bots: dict[str, str] = settings.bots_by_path
        self.on_bots: Callable[[str], Awaitable[tuple[int, int]]] | None = None
        """Counts the tables at which bots are due to act: those of a guest, and all."""

        self.on_rematch: Callable[[str, tuple[str, ...], str], Awaitable[None]] | None = None
        """Invites the programs of a finished game to its rematch: table, their guests, and the host's name."""

    # Guests

    async def new_guest(self, name: str) -> tuple[Guest, str]:
        """Return a new guest, and the token that authenticates it."""
        guest = Guest(new_id(), clean_name(name))
        await self._store.add_guest(guest)
        return guest, self._tokens.for_guest(guest.id)

    async def guest(self, holder: Holder) -> Guest:
        """Return the guest of a token; raise a `ProblemError` if there is none."""
        found = await self._store.guest(holder.guest) if holder.guest else None
        if found is None:
            raise ProblemError(Code.TOKEN_INVALID)
        return found

    async def rename(self, holder: Holder, name: str) -> Guest:
        """Rename a guest, at its open tables too."""
        guest = replace(await self.guest(holder), name=clean_name(name))
        await self._restraints.check_name(guest.id)
        return await self._update_guest(guest)

    async def choose_portrait(self, holder: Holder, portrait: Portrait | None) -> Guest:
        """Change a guest's portrait, at its open tables too."""
        return await self._update_guest(replace(await self.guest(holder), portrait=portrait))

    async def _update_guest(self, guest: Guest) -> Guest:
        await self._tables.show_stored(*await self._store.write(lambda connection: store_guest(connection, guest)))
        return guest

    # Tables

    async def list_tables(self, holder: Holder) -> list[TableInfo]:
        """Return public tables that wait for guests, longest waiting first, then games that can be watched.

        Tables of hosts whom the caller has blocked are left out.
        """
        found = await self._store.list_tables(time.time() - _RECENT_SECONDS, _MOST_WAITING)
        blocked = await self.blocks.of(holder.guest)
        return [self._info(data, version) for data, version in found if data.host not in blocked]

    async def tables_of(self, holder: Holder) -> list[tuple[TableInfo, Viewer]]:
        """Return the tables of a guest, newest first, with its seat at each."""
        guest = await self.guest(holder)
        found = await self._store.tables_of(guest.id, _MOST_LISTED)
        return [(self._info(data, version), seat_of(data, holder)) for data, version in found]

    def _info(self, data: TableData, version: int) -> TableInfo:
        table = self._tables.find_loaded(data.id)
        behind = table is None or table.version < version or table.data.revision < data.revision
        if table and not behind:
            return table.info()
        return info_of(data, version, stand_in=self._store.timekeeper.stand_in)

    async def open(self, holder: Holder, wanted: NewTable, request: str | None, origin: str | None = None) -> Table:
        """Open a table, usually with its host on the first seat; play begins at once if no seat is left empty.

        `request` is the client's idempotency key: a repeat returns the same table. `origin` is the network's digest.
        """
        host = await self.guest(holder)
        await self._check_program(host)
        asked = msgspec.json.encode(wanted).decode()
        known = await self._store.find_requested(host.id, request) if request else None
        if known is None:
            data = replace(await self._new_table(host, wanted), origin=origin)
            try:
                data = replace(data, request=request, asked=asked if request else None)
                stored = await self.store_opened(data)
                self._sat(data.seat_rows[0])
                return await self._tables.add(stored)
            except VersionConflictError:
                known = await self._store.find_requested(host.id, request) if request else None
        if known is None or known.asked != asked:
            raise ProblemError(Code.CONFLICT_REQUEST_KEY)
        return await self._tables.get(known.id)

    async def _new_table(self, host: Guest, wanted: NewTable) -> TableData:
        if wanted.rated:
            check_rules(wanted, make_options(wanted))
            await check_person(self._store, host.id, programs_too=wanted.programs)
        first = replace(await self._row_for(host), colour=wanted.colour) if wanted.sits else EMPTY
        data = make_table(host.id, first, wanted, self.house_bots)
        await self.check_limit(host, bots=bool(wanted.bots))
        return data

    async def seated_together(self, people: Sequence[str], wanted: NewTable) -> TableData:
        """Return a table under way, not yet stored, with these guests; the first is its host."""
        rows = [await self._row_for(await self.guest(Holder(guest=guest))) for guest in people]
        table_id = new_id()
        data = TableData(table_id, table_id, people[0], make_options(wanted), wanted.listed, time.time(), tuple(rows))
        return begin_play(replace(data, hints=wanted.hints, clock=wanted.clock, rated=wanted.rated))

    async def _row_for(self, guest: Guest) -> SeatRow:
        mark = await self._store.mark_of(guest)
        return SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), mark=mark, portrait=guest.portrait)

    async def check_limit(self, host: Guest, *, bots: bool) -> None:
        """Raise a `ProblemError` if this guest has too many tables open or, with `bots`, too many with bots at work.

        This refuses early, before any preparation; `store_opened` is exact.
        """
        if await self._store.count_open(host.id) >= self._settings.tables_per_guest:
            raise ProblemError(Code.LIMIT_TABLES, most=self._settings.tables_per_guest)
        if bots and self.on_bots:
            mine, all_due = await self.on_bots(host.id)
            most = self._settings.bot_tables_per_guest if all_due < self._settings.bot_tables else 1
            if mine >= most:
                raise ProblemError(Code.LIMIT_BOTS)

    async def store_opened(self, data: TableData, played: Sequence[tuple[Seat, Action]] = ()) -> Stored:
        """Store a table that its host opens; raise a `ProblemError` beyond the limit."""
        return await self._store.open_table(data, self._settings.tables_per_guest, played)

    async def table(self, table_id: str) -> Table:
        """Return a table; raise a `ProblemError` if there is none."""
        return await self._tables.get(table_id)

    async def _check_program(self, guest: Guest) -> None:
        """Raise a `ProblemError` if the guest is a program where the host lets programs play by invitation only."""
        if self._settings.bots != "open" and await self._store.mark_of(guest) is NameMark.PROGRAM:
            raise ProblemError(Code.PROGRAM_INVITED)

    async def join(self, holder: Holder, table_id: str, colour: Colour | None = None) -> Table:
        """Take the first empty seat, with tokens of `colour`; a guest who has one already keeps it as it is."""
        await self._check_program(await self.guest(holder))
        return await self.sit_down(holder, table_id, colour=colour)

    async def sit_down(
        self, holder: Holder, table_id: str, index: int | None = None, colour: Colour | None = None
    ) -> Table:
        """Take the empty seat row `index`, or the first one; a guest who has one already keeps it as it is."""
        guest = await self.guest(holder)
        table = await self._tables.get(table_id)
        if table.data.rated:
            await check_person(self._store, guest.id, programs_too=table.data.programs)
        row = replace(await self._row_for(guest), colour=colour)
        if seat_row_of(table.data, holder) is None:
            await self.blocks.check_seat(guest.id, (seated.guest for seated in table.data.seat_rows))
        await table.change(lambda data: sit_down(data, holder, row, index))
        self._sat(row)
        return table

    def _sat(self, row: SeatRow) -> None:
        """Wake a program's connection when it has a new seat."""
        if row.program:
            self._tables.publish(f"{PROGRAM}{row.guest}", "person")

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

    async def rematch(self, holder: Holder, table_id: str) -> Table:
        """Sit down at the rematch of a table, which the first person to ask opens: same bots, options and seats.

        Play begins when all have asked for it, in seats drawn by lot as for a first game (ruling R16).
        A closed rematch is opened again.
        """
        table = await self._tables.get(table_id)
        mine = own_row_of(table.data, holder)
        again = make_rematch(table.data, mine)
        opened = await self._open_rematch(table)
        if opened is None:
            made = await table.add_rematch(again, table.data.rematch)
            opened = await self._tables.get(made)
            if made == again.id and table.data.solo is None:
                await bring_along(self._store, table.id, made)
            if made == again.id:
                await self._invite_again(table, mine, made)
        row, before = table.data.seat_rows[mine], table.data
        if row.guest:
            await self.blocks.check_seat(row.guest, (seated.guest for seated in opened.data.seat_rows))
        await opened.change(lambda data: return_to_rematch(data, holder, before, mine))
        self._sat(row)
        return opened

    async def decline_rematch(self, holder: Holder, table_id: str) -> Table:
        """Notify the people who wait at the rematch of a table, once, that the caller declines for now."""
        table = await self._tables.get(table_id)
        name = table.data.seat_rows[own_row_of(table.data, holder)].name
        opened = await self._open_rematch(table)
        if opened is None:
            return table
        note = Note(0, NoteKind.DECLINED, name=name)

        def alter(data: TableData) -> TableData:
            heard = not data.gathering or note in data.notes or seat_row_of(data, holder) is not None
            return data if heard else add_note(data, note)

        await opened.change(alter)
        return table

    async def _invite_again(self, table: Table, mine: int, rematch: str) -> None:
        """Invite the programs of a finished game to its rematch, which the person in seat row `mine` opened."""
        rows = table.data.seat_rows
        guests = [each.guest for index, each in enumerate(rows) if each.program and index != mine]
        if self.on_rematch:
            await self.on_rematch(rematch, tuple(guest for guest in guests if guest), rows[mine].name or "")

    async def _open_rematch(self, table: Table) -> Table | None:
        """Return the rematch that a player asked for, or None if there is none, or if it was closed."""
        if table.data.rematch is None:
            return None
        try:
            opened = await self._tables.get(table.data.rematch)
        except ProblemError:
            return None  # everybody had left it
        return None if opened.data.stage is TableStage.CLOSED else opened

    async def record(self, table_id: str, person: str | None) -> str:
        """Return the record of a finished game for `person`.

        Raises a `ProblemError` until all its cards may be seen.
        """
        table = await self._tables.get_finished(table_id, person)
        return write_record(table.get_finished_game().record(table.data.seal))
