"""Matches: one new deal that everyone who has the link plays once, in the same seat, against the same bots.

The first table with the match's key holds the deal; its other tables repeat it. Each player sees the games of the
others, and the results, when their own game is over.
"""

import asyncio
import time
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import Row, func, select

from codex_naturalis.rules import options_of
from codex_naturalis.seating import Guest, Holder, SeatRow, TableData, new_id
from codex_naturalis.seating.chance import draw_deal, random_by_chance
from codex_naturalis.seating.days import key_of_match
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import BotPace, SeatKind, TableStage

from ..bots.warmup import Preparation
from ..database.schema import guests, tables
from ..lobby.lobby import Lobby
from ..tables.registry import Tables
from ..tables.store import Store, VersionConflictError
from ..tables.table import Table
from .comparisons import Comparisons
from .wire import MatchResponse, NewMatch

__all__ = ["Matches"]

_OPEN: Final = (TableStage.GATHERING, TableStage.PLAYING)


class Matches:
    """Service that opens matches and their tables, and returns their state."""

    def __init__(
        self, store: Store, tables_: Tables, lobby: Lobby, preparation: Preparation, comparisons: Comparisons
    ) -> None:
        """Store tables in `store`; call `preparation` where their bots need the kernel."""
        self._store = store
        self._tables = tables_
        self._lobby = lobby
        self._preparation = preparation
        self._comparisons = comparisons

    async def open(self, holder: Holder, wanted: NewMatch, origin: str | None) -> MatchResponse:
        """Deal the cards of a new match, and seat its first player."""
        guest, match = await self._lobby.guests.find(holder), new_id()
        own = random_by_chance().randrange(wanted.seats)
        bots = [self._lobby.row_for_bot(wanted.bot, seat) for seat in range(wanted.seats)]
        options = options_of(wanted.seats, wanted.preset)
        deal, seal = await asyncio.to_thread(draw_deal, options, tuple(range(wanted.seats)))
        first = TableData(
            match,
            match,
            guest.id,
            options,
            listed=False,
            created=time.time(),
            stage=TableStage.PLAYING,
            deal=deal,
            seal=seal,
            hints=False,
            counted=True,
            shared_deal=key_of_match(match),
            pace=BotPace.PEOPLE,
            seat_rows=tuple(bots),
        )
        await self._seat(guest, first, own, origin)
        return await self.response(match, guest.id)

    async def play(self, holder: Holder, match: str, origin: str | None) -> Table:
        """Return a guest's only table in a match, opening it if need be."""
        guest = await self._lobby.guests.find(holder)
        row = await self._own(match, guest.id)
        if row is not None:
            return await self._tables.get(row.id)
        first = await self._first(match)
        try:
            return await self._seat(guest, first, _person_seat(first), origin)
        except VersionConflictError:  # another request was first
            row = await self._own(match, guest.id)
            if row is None:
                raise ProblemError(Code.STORAGE_FAILED) from None
            return await self._tables.get(row.id)

    async def response(self, match: str, guest: str | None) -> MatchResponse:
        """Return a match as a guest sees it: with all results once the guest has played it."""
        first = await self._first(match)
        own = await self._own(match, guest) if guest else None
        host, counted = await self._counts(first, match)
        response = MatchResponse(
            id=match,
            host=host,
            seats=first.options.seats,
            bot=next(row.name for row in first.seat_rows if row.kind is SeatKind.BOT) or "",
            created=first.created,
            table=own.id if own else None,
            finished=own is not None and own.stage == TableStage.OVER,
            left=own is not None and own.stage == TableStage.CLOSED,
            playing=sum(row.games for row in counted if row.stage in _OPEN),
            players=sum(row.games for row in counted if row.stage == TableStage.OVER),
        )
        if not response.finished or response.table is None:
            return response
        return replace(response, results=(await self._comparisons.of_table(response.table, guest)).results)

    async def _first(self, match: str) -> TableData:
        """Return the first table of a match, which holds its deal; raise a `ProblemError` if there is none."""
        if "\0" not in match:
            dealt = select(tables.c.id).where(tables.c.shared_deal == key_of_match(match), tables.c.what_if.is_(None))
            (found,) = await self._store.read(dealt.order_by(tables.c.created).limit(1))
            if found:
                return (await self._tables.get(found[0].id)).data
        raise ProblemError(Code.MATCH_UNKNOWN)

    async def _own(self, match: str, guest: str) -> Row[Any] | None:
        """Return the id and the stage of a guest's table in a match; None without one."""
        mine = (tables.c.shared_deal == key_of_match(match), tables.c.host == guest, tables.c.counted)
        (found,) = await self._store.read(select(tables.c.id, tables.c.stage).where(*mine))
        return found[0] if found else None

    async def _counts(self, first: TableData, match: str) -> tuple[str, list[Row[Any]]]:
        """Return the name of a match's first player, and its numbers of tables by stage."""
        counted = select(tables.c.stage, func.count().label("games")).group_by(tables.c.stage)
        counted = counted.where(tables.c.shared_deal == key_of_match(match), tables.c.what_if.is_(None))
        named = select(guests.c.name).where(guests.c.id == first.host)
        names, counts = await self._store.read(named, counted)
        return (names[0].name if names else ""), list(counts)

    async def _seat(self, guest: Guest, first: TableData, seat: int, origin: str | None) -> Table:
        """Store a guest's table of a match, with bots in all seats but one."""
        await self._lobby.opening.check_limit(guest, bots=True)
        person = SeatRow(
            SeatKind.GUEST,
            guest.name,
            guest.id,
            new_id(),
            seat=seat,
            mark=await self._store.mark_of(guest),
            portrait=guest.portrait,
        )
        bot = next(row.name for row in first.seat_rows if row.kind is SeatKind.BOT) or ""
        rows = [self._lobby.row_for_bot(bot, each) for each in range(first.options.seats)]
        rows[seat] = person
        table_id = new_id()
        data = replace(
            first,
            id=table_id,
            party=table_id,
            host=guest.id,
            created=time.time(),
            stage=TableStage.PLAYING,
            seat_rows=tuple(rows),
            origin=origin,
            notes=(),
            deadline=None,
            revision=0,
        )
        self._preparation.begin()
        return await self._tables.add(await self._lobby.opening.store_opened(data))


def _person_seat(data: TableData) -> int:
    """Return the seat that a match's players have."""
    return next(row.seat or 0 for row in data.seat_rows if row.kind is SeatKind.GUEST)
