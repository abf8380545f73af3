"""Games of one person on this device: under way, finished, solo, and an evening of rematches."""

from typing import Final

from msgspec import Struct

from codex_naturalis.rules import awaited
from codex_naturalis.seating import Holder, find_waiting, outcomes, score_rematches, solo_history
from codex_naturalis.wire.people import Evening, FinishedGame, MyGames, RunningGame, SeatSums, Waiting
from codex_naturalis.wire.table import SoloHistory, TableStage

from .table import LocalTable
from .tables import LocalTables

__all__ = ["evening_of", "games_of", "solo_of", "waiting_of"]

_PAGE: Final = 20


class _Solo(Struct, frozen=True):
    table_id: str
    level: str
    ended: float
    points: int
    tybor: int
    won: bool


def waiting_of(tables: LocalTables, holder: Holder) -> Waiting:
    """Return the games in which it is the person's turn, the longest waiting first."""
    return find_waiting(_running(tables, holder))


def games_of(tables: LocalTables, holder: Holder, before: str | None = None) -> MyGames:
    """Return a page of a person's games; finished ones are older than the game at the table `before`."""
    finished = [game for table in _over(tables, holder) if (game := _result_of(table, holder))]
    first = next((at + 1 for at, game in enumerate(finished) if game.table.id == before), 0)
    running = [] if before else _running(tables, holder)
    running.sort(key=lambda game: game.viewer not in game.awaited)
    page = finished[first : first + _PAGE]
    return MyGames(tuple(running), tuple(page), more=len(finished) > first + _PAGE, sums=_sums(finished))


def solo_of(tables: LocalTables, holder: Holder, before: str | None = None) -> SoloHistory:
    """Return a page of a person's games against Tybor, newest first, and the totals for each level."""
    rows = []
    for table in reversed(_over(tables, holder)):
        found = table.data.solo_result(table.get_finished_game())
        if found:
            rows.append(_Solo(table.id, found.level.value, table.touched, found.points, found.tybor, found.won))
    return solo_history(rows, before)


def evening_of(tables: LocalTables, holder: Holder, table_id: str) -> Evening:
    """Return the current score over a game and its rematches among the same people."""
    data = tables.table(table_id).data
    return score_rematches(data, [_winners(table) for table in _over(tables, holder) if table.data.party == data.party])


def _winners(table: LocalTable) -> dict[str, bool]:
    """Return the guests who won a finished game."""
    result = table.get_finished_game().state.result
    assert result
    return {row.guest: row.seat in result.winners for row in table.data.seat_rows if row.guest}


def _running(tables: LocalTables, holder: Holder) -> list[RunningGame]:
    found = []
    for table in tables.tables_of(holder):
        viewer = table.viewer(holder)
        if viewer is not None and table.data.stage in (TableStage.GATHERING, TableStage.PLAYING):
            asked = awaited(table.game.state) if table.game and not table.game.over else ()
            found.append(RunningGame(table.info(), viewer, asked))
    return found


def _over(tables: LocalTables, holder: Holder) -> list[LocalTable]:
    return [table for table in tables.tables_of(holder) if table.data.stage is TableStage.OVER]


def _result_of(table: LocalTable, holder: Holder) -> FinishedGame | None:
    viewer = table.viewer(holder)
    for found in outcomes(table.data, table.get_finished_game()):
        if found.guest == holder.guest and viewer is not None:
            return FinishedGame(table.info(), viewer, found.rank, found.points, found.won, table.touched, None)
    return None


def _sums(finished: list[FinishedGame]) -> tuple[SeatSums, ...]:
    sums = []
    for seats in sorted({len(game.table.seats) for game in finished}):
        games = [game for game in finished if len(game.table.seats) == seats]
        points = [game.points for game in games]
        sums.append(SeatSums(seats, len(games), sum(game.won for game in games), sum(points) / len(games), max(points)))
    return tuple(sums)
