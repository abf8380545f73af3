"""Lists of tables: the public ones, and those of a guest."""

import time
from typing import Final

from codex_naturalis.seating import Holder, TableData, info_of, seat_of
from codex_naturalis.views import Viewer
from codex_naturalis.wire.table import TableInfo

from ..bans.blocks import Blocks
from ..tables.registry import Tables
from ..tables.store import Store
from .guests import Guests

__all__ = ["TableListing"]

_MOST_LISTED: Final = 100
"""Tables of one guest in an answer."""

_MOST_WAITING: Final = 60
"""Public tables in an answer, waiting tables and games to watch together."""

_RECENT_SECONDS: Final = 24 * 3600.0
"""How long an inactive table is listed, in seconds."""


class TableListing:
    """Finds tables as a caller may see them, from memory where they are loaded."""

    def __init__(self, store: Store, tables: Tables, guests: Guests, blocks: Blocks) -> None:
        """List the tables in `store`."""
        self._store = store
        self._tables = tables
        self._guests = guests
        self._blocks = blocks

    async def list_tables(self, holder: Holder) -> list[TableInfo]:
        """Return public tables that wait for guests, longest waiting first, then games that can be watched.

        Tables of hosts whom the caller has blocked are left out.
        """
        found = await self._store.list_tables(time.time() - _RECENT_SECONDS, _MOST_WAITING)
        blocked = await self._blocks.of(holder.guest)
        return [self._info(data, version) for data, version in found if data.host not in blocked]

    async def tables_of(self, holder: Holder) -> list[tuple[TableInfo, Viewer]]:
        """Return the tables of a guest, newest first, with its seat at each."""
        guest = await self._guests.find(holder)
        found = await self._store.tables_of(guest.id, _MOST_LISTED)
        return [(self._info(data, version), seat_of(data, holder)) for data, version in found]

    def _info(self, data: TableData, version: int) -> TableInfo:
        table = self._tables.find_loaded(data.id)
        behind = table is None or table.version < version or table.data.revision < data.revision
        if table and not behind:
            return table.info()
        return info_of(data, version, stand_in=self._store.timekeeper.stand_in)
