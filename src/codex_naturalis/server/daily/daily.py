"""The daily deal: today's and those of past days, what each person may see of them, and the tables they are played at.

Until a day is over, others' results are shown only to people who have finished its deal, and the cards to no one:
`Table.get_finished_game` and `Table.check_watched` refuse them everywhere.
"""

import time
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from codex_naturalis.play import Game
from codex_naturalis.record import write_record
from codex_naturalis.rules import CardPlaced
from codex_naturalis.seating import Guest, SeatRow, TableData, begin_play, new_id
from codex_naturalis.seating.days import day_after, ends_at, key_of_day, today
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import SeatKind

from ..lobby.lobby import Lobby
from ..people.accounts import Accounts
from ..tables.registry import Tables
from ..tables.store import Store, VersionConflictError
from ..tables.table import Table
from .deals import DailyDeal, DailyDeals, number_of
from .par import Pars
from .results import Attempt, DailyResults
from .streaks import streak_of
from .wire import DailyResponse, DailySeal, DailyToday, PastDay

__all__ = ["Daily"]

_PAST: Final = 30
"""Number of archived days in an answer."""


class Daily:
    """Service for the daily deal."""

    def __init__(
        self, store: Store, tables: Tables, lobby: Lobby, accounts: Accounts, deals: DailyDeals, pars: Pars
    ) -> None:
        """Open tables with `deals`, and compare their results with each other and with `pars`."""
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._accounts = accounts
        self._deals = deals
        self._pars = pars
        self._results = DailyResults(store)

    async def today(self, guest: str | None) -> DailyToday:
        """Return today's deal as far as it may be seen, and the days before with a guest's results."""
        day = today()
        own = await self._results.attempt(guest, day) if guest else None
        mine = await self._results.days_of(guest) if guest else {}
        deal = await self._deals.of(day)
        return DailyToday(
            deal=_build_seal(deal),
            seconds=ends_at(day) - time.time(),
            players=await self._results.players(day),
            account=guest is not None and await self._accounts.has(guest),
            table=own.table if own else None,
            finished=own is not None and own.finished,
            streak=streak_of(mine, day),
            ahead=tuple([_build_seal(deal) for deal in await self._deals.ahead()]),
            past=tuple([await self._past(each, mine.get(each)) for each in await self._earlier(day)]),
        )

    async def _earlier(self, day: str) -> list[str]:
        """Return the days before `day` that may be played: at least the one before."""
        await self._deals.of(day_after(day, -1))
        return await self._deals.past(day, _PAST)

    async def _past(self, day: str, result: tuple[int, int] | None) -> PastDay:
        deal = await self._deals.of(day)
        return PastDay(day, number_of(day), deal.level, *(result or ()))

    async def response(self, day: str, guest: str | None) -> DailyResponse:
        """Return one day; raise a `ProblemError` if it has no deal or is in the future."""
        deal, over = await self._find_deal(day), day < today()
        own = await self._results.attempt(guest, day) if guest else None
        response = DailyResponse(
            deal=_build_seal(deal),
            over=over,
            seconds=max(0.0, ends_at(day) - time.time()),
            players=await self._results.players(day),
            table=own.table if own else None,
            finished=own is not None and own.finished,
        )
        return await self._add_comparison(response, day, guest, own) if over or response.finished else response

    async def _add_comparison(
        self, response: DailyResponse, day: str, guest: str | None, own: Attempt | None
    ) -> DailyResponse:
        """Add data shown only to people who finished the day, or to all afterwards."""
        field = await self._results.field(day, guest, own.score if own else None)
        return replace(
            response,
            result=field.result,
            counted=own is not None and own.finished and own.counted and not own.by_guest,
            by_guest=own is not None and own.finished and own.counted and own.by_guest,
            scored=await self._read_score(own) if own and own.finished else (),
            curve=field.curve,
            guests=field.guests,
            par=await self._pars.par_of(day),
            best=field.best,
            met=field.met if guest else (),
        )

    async def _read_score(self, own: Attempt) -> tuple[int, ...]:
        game = (await self._tables.get(own.table)).game
        return count_points(game) if game else ()

    async def record(self, day: str) -> str:
        """Return the record of a day's deal with its opened seal; raise a `ProblemError` until the day is over."""
        deal = await self._find_deal(day)
        if day >= today():
            raise ProblemError(Code.DAILY_RUNNING)
        return write_record(deal.record())

    async def _find_deal(self, day: str) -> DailyDeal:
        if day > today():
            raise ProblemError(Code.DAILY_UNKNOWN)
        return await self._deals.of(day)

    async def play(self, guest: Guest, day: str, origin: str | None) -> Table:
        """Return a guest's table with a day's deal: the only one until the day is over, later any."""
        deal, counted = await self._find_deal(day), day >= today()
        known = await self._open_attempt(guest.id, day, counted=counted)
        if known:
            return await self._tables.get(known)
        await self._lobby.opening.check_limit(guest, bots=False)
        data = await self._new(guest, deal, origin, counted=counted)
        try:
            return await self._tables.add(await self._lobby.opening.store_opened(data))
        except VersionConflictError:  # another request was first
            found = await self._open_attempt(guest.id, day, counted=counted)
            if found is None:
                raise ProblemError(Code.STORAGE_FAILED) from None
            return await self._tables.get(found)

    async def _open_attempt(self, guest: str, day: str, *, counted: bool) -> str | None:
        if not counted:
            return await self._results.open_table(guest, day)
        found = await self._results.attempt(guest, day)
        return found.table if found else None

    async def _new(self, guest: Guest, deal: DailyDeal, origin: str | None, *, counted: bool) -> TableData:
        own = SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), mark=await self._store.mark_of(guest))
        table_id = new_id()
        data = TableData(
            table_id,
            table_id,
            guest.id,
            deal.options,
            listed=False,
            created=time.time(),
            seat_rows=(own,),
            deal=deal.deal,
            seal=deal.seal,
            hints=False,
            origin=origin,
            shared_deal=key_of_day(deal.day),
            counted=counted,
        )
        return begin_play(data)


def count_points(game: Game) -> tuple[int, ...]:
    """Return the points of each card laid, in order; they identify no card."""
    after = [event.score for played in game.history for event in played.events if isinstance(event, CardPlaced)]
    return tuple(score - before for before, score in pairwise((0, *after)))


def _build_seal(deal: DailyDeal) -> DailySeal:
    return DailySeal(deal.day, number_of(deal.day), deal.level, deal.seal.commitment)
