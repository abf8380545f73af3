"""Seating: who has which seat and colour, what is public about it, which are bots', and the lot when play begins."""

from collections.abc import Sequence
from hmac import compare_digest
from typing import Final

from msgspec.structs import replace

from codex_naturalis.rules import GameState, Seat, awaited
from codex_naturalis.views import Viewer
from codex_naturalis.wire.table import Colour, SeatInfo, SeatKind, TableInfo, TableStage, Version

from .chance import draw_deal, draw_lot
from .data import Holder, SeatRow, TableData

__all__ = [
    "STAND_IN",
    "begin_play",
    "bots_asked",
    "bots_seated",
    "colours_of",
    "deal_sealed",
    "info_of",
    "seat_of",
    "seat_row_of",
]


STAND_IN: Final = "level:3"
"""Default stand-in: strong enough not to spoil the game, and ready on every machine."""


def seat_row_of(data: TableData, holder: Holder) -> int | None:
    """Return the index of the seat row that `holder` owns; None if there is none."""
    for index, row in enumerate(data.seat_rows):
        if holder.guest is not None and holder.guest == row.guest:
            return index
        if holder.key and row.key and holder.party == data.party and compare_digest(holder.key, row.key):
            return index
    return None


def info_of(
    data: TableData, version: Version = 0, present: frozenset[int] = frozenset(), *, stand_in: str = STAND_IN
) -> TableInfo:
    """Return the public description of a table; `present` are the indices of seat rows whose guests look now."""
    colours = colours_of(data.seat_rows)
    seats = [
        SeatInfo(
            index if row.seat is None else row.seat,
            row.kind,
            row.name,
            connected=index in present,
            stand_in=row.stand_in,
            mark=row.mark,
            portrait=row.portrait,
            colour=colours[index],
        )
        for index, row in enumerate(data.seat_rows)
    ]
    host = seat_of(data, Holder(guest=data.host))
    return TableInfo(
        id=data.id,
        options=data.options,
        listed=data.listed,
        stage=data.stage,
        seats=tuple(sorted(seats, key=lambda info: info.seat)),
        host=next((row.name for row in data.seat_rows if row.guest == data.host), None) or "",
        host_seat=host,
        created=data.created,
        version=version,
        rematch=data.rematch,
        what_if=data.what_if,
        hints=data.hinted,
        rated=data.rated,
        daily=data.day,
        programs=data.programs,
        tournament=data.tournament,
        commitment=data.seal.commitment if data.seal else None,
        clock=data.clock,
        stand_in=stand_in,
        notes=data.notes,
    )


def colours_of(rows: Sequence[SeatRow]) -> list[Colour | None]:
    """Return the colour of each seat row; before the seats are drawn, None for those who have not chosen one.

    A chosen colour goes with the row wherever the lot seats it. Every other row gets the default of its seat if no row
    has chosen that, and otherwise a remaining one.
    """
    left = [colour for colour in Colour if all(row.colour is not colour for row in rows)]
    given = [row.colour for row in rows]
    if any(row.seat is None for row in rows):
        return given
    unchosen = sorted((row.seat, index) for index, row in enumerate(rows) if row.seat is not None and not row.colour)
    for seat, index in unchosen:
        default = list(Colour)[seat]
        if default in left:
            given[index] = default
            left.remove(default)
    for _, index in unchosen:
        given[index] = given[index] or left.pop(0)
    return given


def seat_of(data: TableData, holder: Holder) -> Viewer:
    """Return the seat that `holder` plays, or None; before play, seats are numbered in the order of joining."""
    index = seat_row_of(data, holder)
    return None if index is None else _seat_at(data, index)


def _seat_at(data: TableData, index: int) -> Seat:
    seat = data.seat_rows[index].seat
    return index if seat is None else seat


def deal_sealed(data: TableData) -> TableData:
    """Deal from a random seed that is not stored, draw the seats by lot, and seal both (commitment)."""
    deal, seal = draw_deal(data.options, draw_lot(len(data.seat_rows)))
    return replace(data, deal=deal, seal=seal)


def bots_seated(data: TableData) -> list[tuple[Seat, str]]:
    """Return seat and name of the bots that play; none unless the game is under way with a person at the table."""
    bots = []
    for row in data.seat_rows:
        bot = row.name if row.kind is SeatKind.BOT else row.stand_in
        if bot and row.seat is not None:
            bots.append((row.seat, bot))
    return bots if bots and data.stage is TableStage.PLAYING and data.attended else []


def bots_asked(data: TableData, state: GameState) -> list[tuple[Seat, str]]:
    """Return seat and name of the bots that are to act."""
    seated = bots_seated(data)
    if not seated:
        return seated
    asked = awaited(state)
    return [(seat, bot) for seat, bot in seated if seat in asked]


def begin_play(data: TableData) -> TableData:
    """Assign the seats, and start play with the deal that was sealed when the table opened."""
    if data.seal is None:  # a table older than seals, or one that opens full
        data = deal_sealed(data)
    assert data.seal is not None
    rows = tuple(replace(row, seat=seat) for row, seat in zip(data.seat_rows, data.seal.lot, strict=True))
    return replace(data, seat_rows=rows, stage=TableStage.PLAYING)
