"""Results as CSV, for spreadsheets; JSON is what the API tells anyway."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from .season import SeasonTable
from .wire import TournamentTold

__all__ = ["season_csv", "tournament_csv"]

_STANDINGS = ("rank", "name", "score", "buchholz", "head_to_head", "games", "wins")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def tournament_csv(told: TournamentTold) -> str:
    """Return standings, then one row for each seat of each game, as CSV with a header row for either."""
    names = {player.id: player.name for player in told.players}
    standings = [
        (one.rank, names[one.player], one.score, one.buchholz, one.head_to_head, one.games, one.wins)
        for one in told.standings
    ]
    games = [
        (
            played.number,
            table,
            seat,
            names[player],
            game.totals[seat] if game.totals else "",
            int(seat in game.winners) if game.winners is not None else "",
            game.shares[seat] if game.shares else "",
        )
        for played in reversed(told.rounds)
        for table, game in enumerate(played.games, 1)
        for seat, player in enumerate(game.players)
    ]
    heading = ("round", "table", "seat", "name", "points", "won", "counts")
    return _csv([_STANDINGS, *standings, (), heading, *games])


def season_csv(season: SeasonTable) -> str:
    """Return a club's season as CSV."""
    rows = [(one.rank, one.name, one.evenings, one.points, one.best) for one in season.rows]
    return _csv([("rank", "name", "evenings", "points", "best"), *rows])


def _csv(rows: Iterable[Sequence[object]]) -> str:
    written = StringIO()
    csv.writer(written, lineterminator="\r\n").writerows([_plain(cell) for cell in row] for row in rows)
    return written.getvalue()


def _plain(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
