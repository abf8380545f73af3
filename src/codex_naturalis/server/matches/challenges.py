"""Challenges: tables with the deal of a finished game, where a person takes one seat and bots the others."""

import time
from typing import Final

from msgspec.structs import replace

from codex_naturalis.seating import Guest, Holder, SeatRow, TableData, new_id
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import BotPace, SeatKind, TableStage

from ..bots.warmup import Preparation
from ..lobby.lobby import Lobby
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table
from .wire import NewChallenge

__all__ = ["Challenges", "root_of"]

_DEEPEST: Final = 20
"""Maximum chain of what-ifs followed back to the dealt game."""


async def root_of(tables: Tables, data: TableData) -> TableData:
    """Return the table whose deal a what-if continues; any other table itself."""
    for _ in range(_DEEPEST):
        if data.what_if is None or data.what_if.table is None:
            break
        data = (await tables.get(data.what_if.table)).data
    return data


class Challenges:
    """Service that opens challenges."""

    def __init__(self, store: Store, tables: Tables, lobby: Lobby, preparation: Preparation) -> None:
        """Store new tables in `store`; call `preparation` where their bots need the kernel."""
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._preparation = preparation

    async def open(self, holder: Holder, table_id: str, wanted: NewChallenge, origin: str | None) -> Table:
        """Return a table where a guest plays the deal of a finished game: the one under way, if any."""
        guest = await self._lobby.guests.find(holder)
        known = await self._under_way(guest, table_id)
        if known is not None:
            return known
        table = await self._tables.get_finished(table_id, guest.id)
        if not 0 <= wanted.seat < table.data.options.seats:
            raise ProblemError(Code.SEAT_UNKNOWN, seats=table.data.options.seats)
        root = await root_of(self._tables, table.data)
        rows = _rows(table.data, wanted, self._lobby)
        await self._lobby.opening.check_limit(guest, bots=len(rows) > 1)
        own = SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), mark=await self._store.mark_of(guest))
        seated = tuple(replace(own, seat=row.seat) if row.seat == wanted.seat else row for row in rows)
        self._preparation.begin()
        return await self._tables.add(await self._lobby.opening.store_opened(_again(root, guest, seated, origin)))

    async def _under_way(self, guest: Guest, table_id: str) -> Table | None:
        """Return a guest's unfinished table with the deal of another table; None if there is none."""
        root = await root_of(self._tables, (await self._tables.get(table_id)).data)
        found = await self._store.open_with_deal(guest.id, root.deal_key)
        return await self._tables.get(found) if found else None


def _rows(data: TableData, wanted: NewChallenge, lobby: Lobby) -> list[SeatRow]:
    """Return the seat rows of a finished game with bots in them, in the order of the sealed lot."""
    return [
        lobby.row_for_bot(row.name if row.kind is SeatKind.BOT and row.name else wanted.bot, row.seat)
        for row in data.seat_rows
    ]


def _again(root: TableData, guest: Guest, seated: tuple[SeatRow, ...], origin: str | None) -> TableData:
    """Return a table under way with the deal and the seal of another, without clock or hints, never rated."""
    table_id = new_id()
    return TableData(
        table_id,
        table_id,
        guest.id,
        root.options,
        listed=False,
        created=time.time(),
        seat_rows=seated,
        stage=TableStage.PLAYING,
        deal=root.deal,
        seal=root.seal,
        hints=False,
        rules=root.rules,
        origin=origin,
        shared_deal=root.deal_key,
        pace=BotPace.PEOPLE,
    )
