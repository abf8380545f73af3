"""What-ifs: tables that play on from the middle of a finished game, with the same cards, against bots."""

from msgspec.structs import replace

from codex_naturalis.local.finished import game_of
from codex_naturalis.play import Game
from codex_naturalis.seating import Guest, Holder, SeatRow, make_what_if, new_id
from codex_naturalis.wire.table import NewWhatIf, SeatKind, WhatIf

from ..lobby.lobby import Lobby
from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Threads
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table

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
        guest = await self._lobby.guests.find(holder)
        game = (await self._tables.get_finished(table_id, guest.id)).get_finished_game()
        return await self._open(guest, client, game, WhatIf(table_id, wanted.version), wanted)

    async def of_record(self, holder: Holder, client: Client, text: bytes, wanted: NewWhatIf) -> Table:
        """Open a table from the record that a guest has uploaded."""
        guest = await self._lobby.guests.find(holder)
        game = await self._threads.run(lambda: game_of(text), client)
        return await self._open(guest, client, game, WhatIf(None, wanted.version), wanted)

    async def _open(self, guest: Guest, client: Client, game: Game, origin: WhatIf, wanted: NewWhatIf) -> Table:
        own = SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), mark=await self._store.mark_of(guest))
        data = make_what_if(own, game, origin, wanted, self._lobby.house_bots)
        await self._lobby.opening.check_limit(guest, bots=True)
        await self._lobby.opening.store_opened(replace(data, origin=client.origin), game.actions[: origin.version])
        return await self._tables.get(data.id)
