"""What-ifs: tables that play on from the middle of a finished game, with the same cards, against bots."""

import time

from msgspec.structs import replace

from codex_naturalis.play import Game
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import NewWhatIf, SeatKind, TableStage, WhatIf

from ..lobby.lobby import Lobby
from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Threads
from ..support.tokens import Holder
from ..tables.data import Guest, SeatRow, TableData, new_id
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table
from .replays import game_of

__all__ = ["WhatIfs"]


class WhatIfs:
    """Service that opens what-if tables."""

    def __init__(self, store: Store, tables: Tables, lobby: Lobby, threads: Threads) -> None:
        """Store the new tables in `store`, and list them among `tables`; records are read in `threads`."""
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._threads = threads

    async def of_table(self, holder: Holder, client: Client, table_id: str, wanted: NewWhatIf) -> Table:
        """Open a table where a guest plays on from a finished game, on any of its seats."""
        guest = await self._lobby.guest(holder)
        game = (await self._tables.get_finished(table_id, guest.id)).get_finished_game()
        return await self._open(guest, client, game, WhatIf(table_id, wanted.version), wanted)

    async def of_record(self, holder: Holder, client: Client, text: bytes, wanted: NewWhatIf) -> Table:
        """Open a table from the record that a guest has uploaded."""
        guest = await self._lobby.guest(holder)
        game = await self._threads.run(lambda: game_of(text), client)
        return await self._open(guest, client, game, WhatIf(None, wanted.version), wanted)

    async def _open(self, guest: Guest, client: Client, game: Game, origin: WhatIf, wanted: NewWhatIf) -> Table:
        if not 0 <= wanted.seat < game.options.seats:
            raise ProblemError(Code.SEAT_UNKNOWN, seats=game.options.seats)
        if origin.version >= game.version:
            raise ProblemError(Code.WHAT_IF_OVER)
        own = SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), mark=await self._store.mark_of(guest))
        rows = tuple(
            replace(own, seat=seat) if seat == wanted.seat else self._lobby.row_for_bot(wanted.bot, seat)
            for seat in range(game.options.seats)
        )
        await self._lobby.check_limit(guest, bots=True)
        table_id = new_id()
        data = TableData(
            table_id,
            table_id,
            guest.id,
            game.options,
            listed=False,
            created=time.time(),
            seat_rows=rows,
            stage=TableStage.PLAYING,
            deal=game.deal,
            what_if=origin,
            rules=game.rules,
            origin=client.origin,
        )
        await self._lobby.store_opened(data, game.actions[: origin.version])
        return await self._tables.get(table_id)
