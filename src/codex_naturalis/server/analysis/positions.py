"""Positions by their codes: legal actions, the teacher's advice, and which positions are not analysed.

A position from a game at a table without hints is not analysed while that game is under way: neither for its players
nor, as far as this server holds the game, for anyone else.
"""

from collections.abc import Iterator
from typing import Final

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.local.finished import code_at
from codex_naturalis.local.positions import read_position
from codex_naturalis.rules import Cell, GameState, Phase, Seat
from codex_naturalis.seating import Holder, TableData
from codex_naturalis.views import SeatView, View, view_of
from codex_naturalis.wire.analysis import AnalysisResponse, NewAnalysis, PositionResponse
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage
from codex_naturalis.wire.teacher import HintResponse

from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Threads
from ..tables.registry import Tables
from ..tables.store import Store
from ..tables.table import Table
from ..teacher.teacher import Teacher

__all__ = ["Positions"]

_MOST_TABLES: Final = 200
"""Maximum number of one guest's games that are compared."""

_IDENTIFYING_CARDS: Final = 2
"""Number of cards from which on a codex identifies its game."""

_Laid = list[tuple[Cell, Side, CardId | None]]


class Positions:
    """Analysis of positions."""

    def __init__(self, tables: Tables, store: Store, teacher: Teacher, threads: Threads) -> None:
        """Ask `teacher` for advice; positions of games at `tables` that have no hints are refused."""
        self._tables = tables
        self._store = store
        self._teacher = teacher
        self._threads = threads

    async def analyse(self, asked: NewAnalysis, holder: Holder, client: Client) -> AnalysisResponse:
        """Return the legal actions of a position; raise a `ProblemError` if it is invalid or its game has no hints."""
        view = await self._fair_view(asked, holder, client)
        return AnalysisResponse(view.code(), view.viewer, view)

    async def hint(self, asked: NewAnalysis, holder: Holder, client: Client) -> HintResponse:
        """Return advice for the player to act, or the progress; charged as a hint."""
        view = await self._fair_view(asked, holder, client)
        if view.viewer is None or view.viewer not in view.awaited:
            raise ProblemError(Code.HINT_LATER)
        return await self._teacher.advise((view.code(), view.viewer, 0), view, client)

    async def of_table(self, table: Table, holder: Holder, version: int | None) -> PositionResponse:
        """Return the position of a game as the caller knows it; after the end at any version, with all cards."""
        if table.game is None:
            raise ProblemError(Code.TABLE_WAITING)
        if version is not None:
            return PositionResponse(code_at(table.get_finished_game(), version))
        table.check_watched(holder)
        return PositionResponse(view_of(table.game.state, table.viewer(holder)).code())

    async def _fair_view(self, asked: NewAnalysis, holder: Holder, client: Client) -> View:
        """Return the view of a position; refuse one from a game under way at a table without hints."""
        view = await self._threads.run(lambda: read_position(asked), client)
        for table in await self._tables_without_hints(view, holder):
            if table.game is not None and not table.game.over and _is_of(view, table.game.state):
                raise ProblemError(Code.HINT_FORBIDDEN)
        return view

    async def _tables_without_hints(self, view: View, holder: Holder) -> list[Table]:
        own = await self._store.open_tables_of(holder.guest, _MOST_TABLES) if holder.guest else []
        mine = [await self._tables.get(data.id) for data, _ in own if _may_be(view, data)]
        return [
            *mine,
            *(each for each in self._tables.in_memory() if not each.hibernating and _may_be(view, each.data)),
        ]


def _may_be(view: View, data: TableData) -> bool:
    """Return whether `view` may be from a game without hints under way at this table, before reading that game."""
    return data.stage is TableStage.PLAYING and not data.hinted and data.options == view.options


def _is_of(view: View, state: GameState) -> bool:
    """Return whether a view is from this game, give or take a few cards, by its objectives and a codex."""
    if state.phase is Phase.SIDE or view.common_objectives != state.deal.common_objectives:
        return False
    seats = [view.seats[view.viewer]] if view.viewer is not None else view.seats
    return any(_same_codex(mine, [*_cards_laid(state, seat)]) for mine in seats for seat in range(len(state.seats)))


def _cards_laid(state: GameState, seat: Seat) -> Iterator[tuple[Cell, Side, CardId | None]]:
    return ((cell, placed.side, placed.card) for cell, placed in state.seats[seat].codex.cards.items())


def _same_codex(mine: SeatView, theirs: _Laid) -> bool:
    laid = [(each.cell, each.side, each.card) for each in mine.laid]
    common = min(len(laid), len(theirs))
    return common >= _IDENTIFYING_CARDS and laid[:common] == theirs[:common]
