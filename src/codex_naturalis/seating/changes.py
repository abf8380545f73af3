"""Changes of a table before play, as values: each returns the table after it, or raises a `ProblemError`."""

import time
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from codex_naturalis.bots import SearchBot, UnknownBotError, bot_named, names
from codex_naturalis.play import Game
from codex_naturalis.rules import (
    MAX_SEATS,
    GameOptions,
    InvalidOptionsError,
    Seat,
    check_options,
    house_rules_of,
    options_of,
)
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import Colour, NewTable, NewWhatIf, NoteKind, SeatKind, TableStage, WhatIf

from .colours import check_colour, without_taken
from .data import EMPTY, Holder, SeatRow, TableData, new_id
from .notes import close_table
from .seats import begin_play, deal_sealed, seat_row_of

__all__ = [
    "add_bot",
    "choose_colour",
    "close_gathering",
    "free_seat",
    "host_row_of",
    "make_options",
    "make_rematch",
    "make_table",
    "make_what_if",
    "own_row_of",
    "remove_bot",
    "return_to_rematch",
    "row_for_bot",
    "sit_down",
]


def make_options(wanted: NewTable) -> GameOptions:
    """Return the options of the requested table; raise a `ProblemError` if no game has them."""
    try:
        return options_of(wanted.seats, wanted.preset, solo=wanted.solo, **house_rules_of(wanted))
    except InvalidOptionsError:
        raise ProblemError(Code.REFILL_SOLO) from None
    except ValueError:
        raise ProblemError(Code.OPTIONS_INVALID, seats=wanted.seats, most=MAX_SEATS) from None


def make_table(host: str, first: SeatRow, wanted: NewTable, house_bots: Collection[str] = ()) -> TableData:
    """Return a new table of the guest `host` with `first` on its first seat; play begins if no seat is empty."""
    options = make_options(wanted)
    if wanted.clock and options.solo is not None:
        raise ProblemError(Code.CLOCK_SOLO)
    if len(wanted.bots) >= options.seats:
        raise ProblemError(Code.BOTS_TOO_MANY, seats=options.seats)
    bots = [row_for_bot(name, house_bots) for name in wanted.bots]
    empty = [EMPTY] * (options.seats - 1 - len(bots))
    table_id = new_id()
    data = TableData(table_id, table_id, host, options, wanted.listed, time.time(), (first, *bots, *empty))
    data = replace(data, hints=wanted.hints, clock=wanted.clock, rated=wanted.rated)
    data = replace(data, pace=wanted.pace, programs=wanted.rated and wanted.programs)
    return begin_play(data) if data.full else deal_sealed(data)


def sit_down(data: TableData, holder: Holder, row: SeatRow, index: int | None = None) -> TableData:
    """Return the table with `row` of `holder` at `index`, or on the first empty seat; present seats stay."""
    if seat_row_of(data, holder) is not None:
        return data
    if data.stage is TableStage.CLOSED:
        raise ProblemError(Code.TABLE_CLOSED)
    if data.full:
        raise ProblemError(Code.TABLE_FULL)
    free = index is not None and data.seat_rows[index] == EMPTY
    here = index if free and index is not None else _first_empty(data)
    check_colour(data, here, row.colour)
    return _with_host(data.with_row(here, row))


def choose_colour(data: TableData, holder: Holder, colour: Colour | None) -> TableData:
    """Return the table after `holder` chose the colour of their own tokens, None for a free one."""
    index = own_row_of(data, holder)
    row = data.seat_rows[index]
    _check_gathering(data)
    check_colour(data, index, colour)
    return data if row.colour is colour else data.with_row(index, replace(row, colour=colour))


def free_seat(data: TableData, holder: Holder) -> TableData:
    """Return the table without `holder`, or unchanged once play has begun."""
    index = own_row_of(data, holder)
    return _with_host(data.with_row(index, EMPTY)) if data.gathering else data


def add_bot(data: TableData, holder: Holder, row: SeatRow, seat: Seat | None) -> TableData:
    """Return the table with a bot's `row` on an empty seat, by default the first. Host only."""
    _check_host(data, holder)
    _check_gathering(data)
    if data.rated:
        raise ProblemError(Code.RATED_RULES)
    index = _first_empty(data) if seat is None else _index(data, seat)
    if data.seat_rows[index].kind is not SeatKind.EMPTY:
        raise ProblemError(Code.SEAT_TAKEN, seat=index)
    return data.with_row(index, row)


def remove_bot(data: TableData, holder: Holder, seat: Seat) -> TableData:
    """Return the table without the bot, or the program, on `seat`. Host only."""
    _check_host(data, holder)
    _check_gathering(data)
    index = _index(data, seat)
    if data.seat_rows[index].kind is not SeatKind.BOT and not data.seat_rows[index].program:
        raise ProblemError(Code.SEAT_NO_BOT, seat=index)
    return data.with_row(index, EMPTY)


def close_gathering(data: TableData, holder: Holder) -> TableData:
    """Return the table closed before play. Host only."""
    _check_host(data, holder)
    if data.stage is TableStage.CLOSED:
        return data
    _check_gathering(data)
    return close_table(data, NoteKind.CLOSED_BY_HOST, 0)


def make_rematch(data: TableData, mine: int) -> TableData:
    """Return the rematch as the person in seat row `mine` opens it, in seats drawn by lot (ruling R16).

    Bots are seated at once, other people later. All keep their seat rows: people come back to the row they had. A game
    with a stand-in has no rated rematch.
    """
    if data.stage is not TableStage.OVER:
        raise ProblemError(Code.TABLE_NOT_OVER)
    try:
        check_options(data.options)  # some are valid only in older records
    except InvalidOptionsError:
        raise ProblemError(Code.REFILL_SOLO) from None
    rows = [
        _fresh(row) if index == mine or row.kind is SeatKind.BOT else EMPTY for index, row in enumerate(data.seat_rows)
    ]
    rated = data.rated and not any(row.stand_in for row in data.seat_rows if not _ownerless(row))
    host = data.seat_rows[mine].guest or data.host
    again = TableData(new_id(), data.party, host, data.options, data.listed, time.time(), tuple(rows))
    again = replace(again, hints=data.hints, clock=data.clock, rated=rated, origin=data.origin)
    again = deal_sealed(replace(again, pace=data.pace, programs=data.programs))
    return begin_play(again) if again.full else again


def return_to_rematch(data: TableData, holder: Holder, before: TableData, mine: int) -> TableData:
    """Return the rematch with `holder`, who had seat row `mine` of the game `before`, in the same row if it is free."""
    row = _fresh(before.seat_rows[mine])
    if seat_row_of(data, holder) is not None:
        return data
    if not data.gathering or data.full:
        raise ProblemError(Code.TABLE_FULL)
    here = replace(data, notes=tuple(note for note in data.notes if note.name != row.name))
    index = mine if data.seat_rows[mine] == EMPTY else _first_empty(data)
    return here.with_row(index, without_taken(here, index, row))


def make_what_if(
    own: SeatRow, game: Game, origin: WhatIf, wanted: NewWhatIf, house_bots: Collection[str] = ()
) -> TableData:
    """Return a table that plays on from a finished game, with `own` on the chosen seat and bots on the others."""
    if not 0 <= wanted.seat < game.options.seats:
        raise ProblemError(Code.SEAT_UNKNOWN, seats=game.options.seats)
    if origin.version >= game.version:
        raise ProblemError(Code.WHAT_IF_OVER)
    rows: Sequence[SeatRow] = [
        replace(own, seat=seat) if seat == wanted.seat else row_for_bot(wanted.bot, house_bots, seat)
        for seat in range(game.options.seats)
    ]
    table_id = new_id()
    data = TableData(
        table_id, table_id, own.guest or "", game.options, listed=False, created=time.time(), seat_rows=tuple(rows)
    )
    return replace(data, stage=TableStage.PLAYING, deal=game.deal, what_if=origin, rules=game.rules)


def row_for_bot(name: str, house_bots: Collection[str] = (), seat: Seat | None = None) -> SeatRow:
    """Return a seat row for a bot, one of the host's `house_bots` or of the package.

    Raises a `ProblemError` if the name is unknown, or if the bot thinks for too long.
    """
    if name not in house_bots:
        try:
            bot = bot_named(name)
        except UnknownBotError:
            raise ProblemError(Code.BOT_UNKNOWN, bots=", ".join((*names(), *house_bots))) from None
        if isinstance(bot, SearchBot) and bot.patient:
            raise ProblemError(Code.BOT_SLOW)  # it would hold up the bots of all other tables
    return SeatRow(SeatKind.BOT, name, seat=seat)


def own_row_of(data: TableData, holder: Holder) -> int:
    """Return the index of the seat row of `holder`; raise a `ProblemError` if there is none."""
    index = seat_row_of(data, holder)
    if index is None:
        raise ProblemError(Code.SEAT_NONE)
    return index


def host_row_of(data: TableData, holder: Holder) -> SeatRow:
    """Return the seat row of a gathering table's host.

    Raises a `ProblemError` if it is not `holder`, or play has begun.
    """
    _check_host(data, holder)
    _check_gathering(data)
    return data.seat_rows[own_row_of(data, holder)]


def _fresh(row: SeatRow) -> SeatRow:
    """Return the seat row of a finished game as it is before play."""
    return replace(row, seat=None, stand_in=None)


def _ownerless(row: SeatRow) -> bool:
    """Return whether a guest's seat is orphaned: its key was deleted together with the account."""
    return row.kind is SeatKind.GUEST and row.key is None


def _check_gathering(data: TableData) -> None:
    if not data.gathering:
        raise ProblemError(Code.TABLE_STARTED)


def _check_host(data: TableData, holder: Holder) -> None:
    if data.seat_rows[own_row_of(data, holder)].guest != data.host:
        raise ProblemError(Code.HOST_ONLY)


def _first_empty(data: TableData) -> int:
    return data.seat_rows.index(EMPTY)  # there is one: a full table has begun to play


def _index(data: TableData, seat: Seat) -> int:
    if not 0 <= seat < len(data.seat_rows):
        raise ProblemError(Code.SEAT_UNKNOWN, seats=len(data.seat_rows))
    return seat


def _with_host(data: TableData) -> TableData:
    """Pass the host's role on to the next guest if the host left, or never sat down."""
    guests = [row.guest for row in data.seat_rows if row.guest]
    return data if data.host in guests or not guests else replace(data, host=guests[0])
