"""Opening of tables: what a host may open, how often, and how it is stored."""

import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec.structs import replace

from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import EMPTY, Guest, Holder, TableData, begin_play, make_options, make_table, new_id
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import NewTable

from ..results.ratings import check_person, check_rules
from ..support.settings import Settings
from ..tables.registry import Tables
from ..tables.store import Store, VersionConflictError
from ..tables.stored import Stored
from ..tables.table import Table
from .guests import Guests

__all__ = ["TableOpening"]


class TableOpening:
    """Opens tables within the limits of their hosts; each operation refuses with a `ProblemError`."""

    def __init__(self, store: Store, tables: Tables, guests: Guests, settings: Settings) -> None:
        """Open tables in `store`, and load them among `tables`."""
        self._store = store
        self._tables = tables
        self._guests = guests
        self._settings = settings
        self.on_bots: Callable[[str], Awaitable[tuple[int, int]]] | None = None
        """Counts the tables at which bots are due to act: those of a guest, and all."""

    async def open(self, holder: Holder, wanted: NewTable, request: str | None, origin: str | None = None) -> Table:
        """Open a table, usually with its host on the first seat; play begins at once if no seat is left empty.

        `request` is the client's idempotency key: a repeat returns the same table. `origin` is the network's digest.
        """
        host = await self._guests.find(holder)
        await self._guests.check_program(host)
        asked = msgspec.json.encode(wanted).decode()
        known = await self._store.find_requested(host.id, request) if request else None
        if known is None:
            data = replace(await self._make_table(host, wanted), origin=origin)
            try:
                data = replace(data, request=request, asked=asked if request else None)
                stored = await self.store_opened(data)
                self._guests.wake_program(data.seat_rows[0])
                return await self._tables.add(stored)
            except VersionConflictError:
                known = await self._store.find_requested(host.id, request) if request else None
        if known is None or known.asked != asked:
            raise ProblemError(Code.CONFLICT_REQUEST_KEY)
        return await self._tables.get(known.id)

    async def _make_table(self, host: Guest, wanted: NewTable) -> TableData:
        if wanted.rated:
            check_rules(wanted, make_options(wanted))
            await check_person(self._store, host.id, programs_too=wanted.programs)
        first = replace(await self._guests.make_seat_row(host), colour=wanted.colour) if wanted.sits else EMPTY
        data = make_table(host.id, first, wanted, self._settings.bots_by_path)
        await self.check_limit(host, bots=bool(wanted.bots))
        return data

    async def seat_together(self, people: Sequence[str], wanted: NewTable) -> TableData:
        """Return a table under way, not yet stored, with these guests; the first is its host."""
        rows = [await self._guests.make_seat_row(await self._guests.find(Holder(guest=guest))) for guest in people]
        table_id = new_id()
        data = TableData(table_id, table_id, people[0], make_options(wanted), wanted.listed, time.time(), tuple(rows))
        return begin_play(replace(data, hints=wanted.hints, clock=wanted.clock, rated=wanted.rated))

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
