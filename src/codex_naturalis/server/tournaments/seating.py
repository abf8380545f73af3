"""Tables of a round: their deals and seating."""

import asyncio
import time
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace
from sqlalchemy import select

from codex_naturalis.record import Seal
from codex_naturalis.rules import Deal, options_of
from codex_naturalis.seating import Guest, SeatRow, TableData, new_id
from codex_naturalis.seating.chance import draw_deal
from codex_naturalis.wire.table import NameMark, SeatKind, TableStage

from ..database.schema import programs_here
from ..tables.store import Store
from .state import PlayerRow, State
from .wire import TournamentKind

__all__ = ["tables_of"]


async def tables_of(store: Store, state: State, number: int, tables: Sequence[Sequence[str]]) -> list[TableData]:
    """Return the new tables of round `number`, one for each of `tables`, which names players by seat.

    In duplicate all tables of one size have the same deal, the same seal, and so the same chance of bots.
    """
    rows = await _seat_rows(store, state, {player for table in tables for player in table})
    deals = await asyncio.to_thread(_deals, state, [len(table) for table in tables])
    return [
        _table(state, number, [rows[player] for player in table], deal)
        for table, deal in zip(tables, deals, strict=True)
    ]


def _deals(state: State, sizes: Sequence[int]) -> list[tuple[Deal, Seal]]:
    """Return a deal for each table; the seats are known, so the sealed lot is theirs."""
    if state.plan.kind is not TournamentKind.DUPLICATE:
        return [_deal(state, size) for size in sizes]
    shared = {size: _deal(state, size) for size in sorted(set(sizes))}
    return [shared[size] for size in sizes]


def _deal(state: State, seats: int) -> tuple[Deal, Seal]:
    return draw_deal(options_of(seats, state.plan.preset), tuple(range(seats)))


def _table(state: State, number: int, rows: Sequence[SeatRow], deal: tuple[Deal, Seal]) -> TableData:
    table_id, duplicate = new_id(), state.plan.kind is TournamentKind.DUPLICATE
    return TableData(
        table_id,
        table_id,
        state.host,
        options_of(len(rows), state.plan.preset),
        listed=False,
        created=time.time(),
        seat_rows=tuple(replace(row, seat=seat) for seat, row in enumerate(rows)),
        stage=TableStage.PLAYING,
        deal=deal[0],
        seal=deal[1],
        hints=False,
        clock=state.plan.clock,
        rated=state.plan.rated,
        origin=state.origin,
        shared_deal=f"tournament/{state.id}/{number}/{len(rows)}" if duplicate else None,
        tournament=state.id,
        hidden=duplicate,
    )


async def _seat_rows(store: Store, state: State, players: set[str]) -> Mapping[str, SeatRow]:
    wanted = [player for player in state.players if player.id in players]
    guests = [player.guest for player in wanted if player.guest]
    connected = programs_here.c.guest.in_(guests), programs_here.c.until > time.time(), programs_here.c.free > 0
    (found,) = await store.read(select(programs_here.c.guest).where(*connected))
    here = {row.guest for row in found}
    rows = await asyncio.gather(*(_row(store, player, here) for player in wanted))
    return {player.id: row for player, row in zip(wanted, rows, strict=True)}


async def _row(store: Store, player: PlayerRow, here: Collection[str]) -> SeatRow:
    """Return a player's seat row, still without its seat.

    A stand-in plays from the start for an absent player, and for a program that is not `here`, until it comes back: one
    that is not connected, or is at its limit of games.
    """
    if player.guest is None:
        return SeatRow(SeatKind.BOT, player.bot or "")
    guest = Guest(player.guest, player.name, portrait=player.portrait)
    mark = await store.mark_of(guest)
    gone = player.away or (mark is NameMark.PROGRAM and guest.id not in here)
    return SeatRow(
        SeatKind.GUEST,
        guest.name,
        guest.id,
        new_id(),
        stand_in=store.timekeeper.stand_in if gone else None,
        mark=mark,
        portrait=guest.portrait,
    )
