"""Lobby: what people do around a game, such as opening a table, taking or leaving a seat, and playing again."""

import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from codex_naturalis.bots import SearchBot, UnknownBotError, bot_named, names
from codex_naturalis.record import write_record
from codex_naturalis.rules import (
    MAX_SEATS,
    Action,
    GameOptions,
    InvalidOptionsError,
    Seat,
    check_options,
    house_rules_of,
    options_of,
)
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
from ..support.names import clean_name
from ..support.settings import Settings
from ..support.tokens import Holder, Tokens
from ..tables.bus import CHANGED
from ..tables.clocks import add_note, close_table
from ..tables.data import EMPTY, Guest, SeatRow, Stored, TableData, new_id
from ..tables.registry import Tables
from ..tables.seating import begin_play, deal_sealed, info_of, seat_of, seat_row_of
from ..tables.store import Store, VersionConflictError
from ..tables.table import Table
from .chat import bring_along
from .colours import check_colour, without_taken

__all__ = ["PROGRAM", "Lobby", "check_host_of", "row_for_bot"]

PROGRAM: Final = "program "
"""Prefix of the bus topic for a program that is invited somewhere, or sits somewhere."""

_MOST_LISTED: Final = 100
"""Tables of one guest in an answer."""

_MOST_WAITING: Final = 60
"""Public tables in an answer, those that wait for guests and games to watch together."""

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
        self.blocks = Blocks(store)
        self._restraints = Restraints(store)
        self._house_bots = settings.bots_by_path
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
        return await self.update_guest(guest)

    async def choose_portrait(self, holder: Holder, portrait: Portrait | None) -> Guest:
        """Change a guest's portrait, at its open tables too."""
        return await self.update_guest(replace(await self.guest(holder), portrait=portrait))

    async def update_guest(self, guest: Guest) -> Guest:
        """Store a guest's name and portrait, and show them at its open tables."""
        for table_id in await self._store.change_guest(guest):
            table = self._tables.find_loaded(table_id)
            if table:
                await table.refresh()
            else:
                self._tables.publish(table_id, *CHANGED)
        return guest

    # Tables

    async def list_tables(self, holder: Holder) -> list[TableInfo]:
        """Return public tables that wait for guests, the longest waiting first, then games that can be watched.

        Those of hosts whom the caller has blocked are left out.
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
        """Open a table with its host on the first seat; play begins at once if no seat is left empty.

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
        options = _options(wanted)
        if wanted.clock and options.solo is not None:
            raise ProblemError(Code.CLOCK_SOLO)
        if wanted.rated:
            check_rules(wanted, options)
            await check_person(self._store, host.id, programs_too=wanted.programs)
        if len(wanted.bots) >= options.seats:
            raise ProblemError(Code.BOTS_TOO_MANY, seats=options.seats)
        await self.check_limit(host, bots=bool(wanted.bots))
        bots = [self.row_for_bot(name) for name in wanted.bots]
        empty = [EMPTY] * (options.seats - 1 - len(bots))
        own = replace(await self._row_for(host), colour=wanted.colour)
        table_id = new_id()
        data = TableData(
            table_id,
            table_id,
            host.id,
            options,
            wanted.listed,
            time.time(),
            (own, *bots, *empty),
        )
        data = replace(data, hints=wanted.hints, clock=wanted.clock, rated=wanted.rated)
        data = replace(data, pace=wanted.pace, programs=wanted.rated and wanted.programs)
        return begin_play(data) if data.full else deal_sealed(data)

    async def seated_together(self, people: Sequence[str], wanted: NewTable) -> TableData:
        """Return a table under way, not yet stored, with these guests, the first of whom is its host."""
        rows = [await self._row_for(await self.guest(Holder(guest=guest))) for guest in people]
        table_id = new_id()
        data = TableData(table_id, table_id, people[0], _options(wanted), wanted.listed, time.time(), tuple(rows))
        return begin_play(replace(data, hints=wanted.hints, clock=wanted.clock, rated=wanted.rated))

    async def _row_for(self, guest: Guest) -> SeatRow:
        mark = await self._store.mark_of(guest)
        return SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), mark=mark, portrait=guest.portrait)

    async def check_limit(self, host: Guest, *, bots: bool) -> None:
        """Raise a `ProblemError` if this guest has too many tables open or, with `bots`, too many with bots at work.

        It refuses early what need not be prepared; `store_opened` is exact.
        """
        if await self._store.count_open(host.id) >= self._settings.tables_per_guest:
            raise ProblemError(Code.LIMIT_TABLES, most=self._settings.tables_per_guest)
        if bots and self.on_bots:
            mine, all_due = await self.on_bots(host.id)
            most = self._settings.bot_tables_per_guest if all_due < self._settings.bot_tables else 1
            if mine >= most:
                raise ProblemError(Code.LIMIT_BOTS)

    async def store_opened(self, data: TableData, played: Sequence[tuple[Seat, Action]] = ()) -> Stored:
        """Store a table that its host opens; raise a `ProblemError` if that is one too many."""
        return await self._store.open_table(data, self._settings.tables_per_guest, played)

    async def table(self, table_id: str) -> Table:
        """Return a table; raise a `ProblemError` if there is none."""
        return await self._tables.get(table_id)

    async def _check_program(self, guest: Guest) -> None:
        """Raise a `ProblemError` if the guest is a program, where the host lets those play by invitation only."""
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

        def alter(data: TableData) -> TableData:
            if seat_row_of(data, holder) is not None:
                return data
            if data.stage is TableStage.CLOSED:
                raise ProblemError(Code.TABLE_CLOSED)
            if data.full:
                raise ProblemError(Code.TABLE_FULL)
            free = index is not None and data.seat_rows[index] == EMPTY
            here = index if free and index is not None else _first_empty(data)
            check_colour(data, here, colour)
            return data.with_row(here, row)

        await table.change(alter)
        self._sat(row)
        return table

    def _sat(self, row: SeatRow) -> None:
        """Wake a program's connection when it has a new seat."""
        if row.program:
            self._tables.publish(f"{PROGRAM}{row.guest}", "person")

    async def choose_colour(self, holder: Holder, table_id: str, colour: Colour | None) -> Table:
        """Choose the colour of one's own tokens before play, None for one that is left; first come, first served."""
        table = await self._tables.get(table_id)

        def alter(data: TableData) -> TableData:
            index = _own_index(data, holder)
            row = data.seat_rows[index]
            _check_gathering(data)
            check_colour(data, index, colour)
            return data if row.colour is colour else data.with_row(index, replace(row, colour=colour))

        await table.change(alter)
        return table

    async def leave(self, holder: Holder, table_id: str) -> Table:
        """Free one's own seat before play begins; during play a stand-in takes over, and its owner may take it back."""
        table = await self._tables.get(table_id)
        mine = table.viewer(holder)
        if mine is not None and table.data.begun:
            await table.leave(mine)
            return table

        def alter(data: TableData) -> TableData:
            index = _own_index(data, holder)
            if not data.gathering:
                return data
            return _with_host(data.with_row(index, EMPTY))

        await table.change(alter)
        return table

    def row_for_bot(self, name: str, seat: Seat | None = None) -> SeatRow:
        """Return a seat row for a bot.

        Raises a `ProblemError` if the name is unknown, or if the bot thinks for too long.
        """
        return row_for_bot(name, self._house_bots, seat)

    async def add_bot(self, holder: Holder, table_id: str, bot: str, seat: Seat | None) -> Table:
        """Put a bot on an empty seat, by default the first. Host only."""
        row = self.row_for_bot(bot)
        table = await self._tables.get(table_id)

        def alter(data: TableData) -> TableData:
            _check_host(data, holder)
            _check_gathering(data)
            if data.rated:
                raise ProblemError(Code.RATED_RULES)
            index = _first_empty(data) if seat is None else _index(data, seat)
            if data.seat_rows[index].kind is not SeatKind.EMPTY:
                raise ProblemError(Code.SEAT_TAKEN, seat=index)
            return data.with_row(index, row)

        await table.change(alter)
        return table

    async def remove_bot(self, holder: Holder, table_id: str, seat: Seat) -> Table:
        """Take a bot off its seat before play begins. Host only."""
        table = await self._tables.get(table_id)

        def alter(data: TableData) -> TableData:
            _check_host(data, holder)
            _check_gathering(data)
            index = _index(data, seat)
            if data.seat_rows[index].kind is not SeatKind.BOT and not data.seat_rows[index].program:
                raise ProblemError(Code.SEAT_NO_BOT, seat=index)
            return data.with_row(index, EMPTY)

        await table.change(alter)
        return table

    async def close(self, holder: Holder, table_id: str) -> Table:
        """Close a table before play begins. Host only."""
        table = await self._tables.get(table_id)

        def alter(data: TableData) -> TableData:
            _check_host(data, holder)
            if data.stage is TableStage.CLOSED:
                return data
            _check_gathering(data)
            return close_table(data, NoteKind.CLOSED_BY_HOST, 0)

        await table.change(alter)
        return table

    async def seat_token(self, holder: Holder, table_id: str) -> str:
        """Return the private token of the caller's own seat, which takes it back on any device."""
        table = await self._tables.get(table_id)
        if table.data.secret or table.data.match:
            raise ProblemError(table.data.secrecy)
        key = table.data.seat_rows[_own_index(table.data, holder)].key
        if key is None:  # deleted with its owner's account
            raise ProblemError(Code.SEAT_NONE)
        return self._tokens.for_seat(table.data.party, key)

    async def rematch(self, holder: Holder, table_id: str) -> Table:
        """Sit down at the rematch of a table, which the first person to ask opens: same bots, options and seats.

        Nobody plays again without asking for it: play begins when all have, in seats drawn by lot as for a first game
        (ruling R16). A rematch that was closed is opened again.
        """
        table = await self._tables.get(table_id)
        mine = _own_index(table.data, holder)
        if table.data.stage is not TableStage.OVER:
            raise ProblemError(Code.TABLE_NOT_OVER)
        _check_options(table.data.options)
        opened = await self._open_rematch(table)
        if opened is None:
            again = deal_sealed(_again(table.data, mine))
            made = await table.add_rematch(begin_play(again) if again.full else again, table.data.rematch)
            opened = await self._tables.get(made)
            if made == again.id and table.data.solo is None:
                await bring_along(self._store, table.id, made)
            if made == again.id:
                await self._invite_again(table, mine, made)
        row = _fresh(table.data.seat_rows[mine])
        if row.guest:
            await self.blocks.check_seat(row.guest, (seated.guest for seated in opened.data.seat_rows))

        def alter(data: TableData) -> TableData:
            if seat_row_of(data, holder) is not None:
                return data
            if not data.gathering or data.full:
                raise ProblemError(Code.TABLE_FULL)
            here = replace(data, notes=tuple(note for note in data.notes if note.name != row.name))
            index = mine if data.seat_rows[mine] == EMPTY else _first_empty(data)
            return here.with_row(index, without_taken(here, index, row))

        await opened.change(alter)
        self._sat(row)
        return opened

    async def decline_rematch(self, holder: Holder, table_id: str) -> Table:
        """Tell those who wait at the rematch of a table that the caller does not want it now; they hear it once."""
        table = await self._tables.get(table_id)
        name = table.data.seat_rows[_own_index(table.data, holder)].name
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

        Raises a `ProblemError` before all its cards may be seen.
        """
        table = await self._tables.get_finished(table_id, person)
        return write_record(table.get_finished_game().record(table.data.seal))


def _options(wanted: NewTable) -> GameOptions:
    try:
        return options_of(wanted.seats, wanted.preset, solo=wanted.solo, **house_rules_of(wanted))
    except InvalidOptionsError:
        raise ProblemError(Code.REFILL_SOLO) from None
    except ValueError:
        raise ProblemError(Code.OPTIONS_INVALID, seats=wanted.seats, most=MAX_SEATS) from None


def _check_options(options: GameOptions) -> None:
    """Refuse options that are valid only in older records."""
    try:
        check_options(options)
    except InvalidOptionsError:
        raise ProblemError(Code.REFILL_SOLO) from None


def _again(data: TableData, mine: int) -> TableData:
    """Return the table of a rematch as the person in seat row `mine` opens it: bots sit, the other people do not yet.

    All keep their seat rows: people come back to the row they had. A game with a stand-in has no rated rematch.
    """
    rows = [
        _fresh(row) if index == mine or row.kind is SeatKind.BOT else EMPTY for index, row in enumerate(data.seat_rows)
    ]
    rated = data.rated and not any(row.stand_in for row in data.seat_rows if not _ownerless(row))
    host = data.seat_rows[mine].guest or data.host
    again = TableData(new_id(), data.party, host, data.options, data.listed, time.time(), tuple(rows))
    return replace(
        again,
        hints=data.hints,
        clock=data.clock,
        rated=rated,
        origin=data.origin,
        pace=data.pace,
        programs=data.programs,
    )


def _fresh(row: SeatRow) -> SeatRow:
    """Return the seat row of a finished game as it is before play."""
    return replace(row, seat=None, stand_in=None)


def _ownerless(row: SeatRow) -> bool:
    """Return whether a guest's seat is orphaned: its key was deleted together with the account."""
    return row.kind is SeatKind.GUEST and row.key is None


def _own_index(data: TableData, holder: Holder) -> int:
    index = seat_row_of(data, holder)
    if index is None:
        raise ProblemError(Code.SEAT_NONE)
    return index


def _check_gathering(data: TableData) -> None:
    if not data.gathering:
        raise ProblemError(Code.TABLE_STARTED)


def _check_host(data: TableData, holder: Holder) -> None:
    if data.seat_rows[_own_index(data, holder)].guest != data.host:
        raise ProblemError(Code.HOST_ONLY)


def check_host_of(data: TableData, holder: Holder) -> str:
    """Return the name of a gathering table's host; raise a `ProblemError` if it is not `holder`, or play has begun."""
    _check_host(data, holder)
    _check_gathering(data)
    return data.seat_rows[_own_index(data, holder)].name or ""


def _first_empty(data: TableData) -> int:
    return data.seat_rows.index(EMPTY)  # there is one: a full table has begun to play


def _index(data: TableData, seat: Seat) -> int:
    if not 0 <= seat < len(data.seat_rows):
        raise ProblemError(Code.SEAT_UNKNOWN, seats=len(data.seat_rows))
    return seat


def row_for_bot(name: str, by_path: Collection[str], seat: Seat | None = None) -> SeatRow:
    """Return a seat row for a bot, one of those `by_path` or of the package; `ProblemError` if unknown or too slow."""
    if name not in by_path:
        try:
            bot = bot_named(name)
        except UnknownBotError:
            raise ProblemError(Code.BOT_UNKNOWN, bots=", ".join((*names(), *by_path))) from None
        if isinstance(bot, SearchBot) and bot.patient:
            raise ProblemError(Code.BOT_SLOW)  # it would hold up the bots of all other tables
    return SeatRow(SeatKind.BOT, name, seat=seat)


def _with_host(data: TableData) -> TableData:
    """Pass the host's role on to the next guest if the host has left."""
    guests = [row.guest for row in data.seat_rows if row.guest]
    return data if data.host in guests or not guests else replace(data, host=guests[0])
