"""Responses about a tournament: players, standings and rounds; computed once for each revision."""

import csv
import unicodedata
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from codex_naturalis.wire.table import NameMark

from .season import SeasonTable
from .state import GameRow, PlayerRow, RoundRow, State, shares_of
from .wire import (
    TournamentGame,
    TournamentInfo,
    TournamentPlayer,
    TournamentResponse,
    TournamentRound,
    TournamentStanding,
)

__all__ = ["ResponseCache", "info_of", "rounds_of", "season_csv", "standings_of", "tournament_csv"]


_STANDINGS = ("rank", "name", "score", "buchholz", "head_to_head", "games", "wins")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARK: Final = "\ufeff"
"""Byte order mark, by which Excel recognises UTF-8: without it accents are garbled."""


def tournament_csv(tournament: TournamentResponse, *, excel: bool = False) -> str:
    """Return standings, then one row for each seat of each game, as CSV with a header row for either."""
    names = {player.id: player.name for player in tournament.players}
    standings = [
        (one.rank, names[one.player], one.score, one.buchholz, one.head_to_head, one.games, one.wins)
        for one in tournament.standings
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
        for played in reversed(tournament.rounds)
        for table, game in enumerate(played.games, 1)
        for seat, player in enumerate(game.players)
    ]
    heading = ("round", "table", "seat", "name", "points", "won", "counts")
    return _csv([_STANDINGS, *standings, (), heading, *games], excel=excel)


def season_csv(season: SeasonTable, *, excel: bool = False) -> str:
    """Return a club's season as CSV."""
    rows = [(one.rank, one.name, one.evenings, one.points, one.best) for one in season.rows]
    return _csv([("rank", "name", "evenings", "points", "best"), *rows], excel=excel)


def _csv(rows: Iterable[Sequence[object]], *, excel: bool) -> str:
    """Return rows as CSV; for Excel with its mark, and with wide signs (U+FF1D) treated as those of formulas, too."""
    written = StringIO()
    csv.writer(written, lineterminator="\r\n").writerows([_plain(cell, wide=excel) for cell in row] for row in rows)
    return f"{_MARK if excel else ''}{written.getvalue()}"


def _plain(cell: object, *, wide: bool) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    if not isinstance(cell, str):
        return cell
    text = unicodedata.normalize("NFKC", cell) if wide else cell
    return f"'{cell}" if text.startswith(_FORMULA) else cell


_KEPT: Final = 32
"""Tournaments whose standings are kept."""

_MOST_ROUNDS: Final = 40
"""Rounds in an answer, latest ones: an arena opens tables hundreds of times."""

_Computed = tuple[tuple[TournamentStanding, ...], tuple[TournamentRound, ...]]


class ResponseCache:
    """Cache of standings and rounds, by tournament and revision."""

    def __init__(self) -> None:
        """Begin empty."""
        self._known: dict[str, tuple[int, _Computed]] = {}

    def of(self, state: State, marks: dict[str, bool], guest: str | None, *, hosts: bool) -> TournamentResponse:
        """Return a tournament as `guest` sees it; `marks` are guests with accounts, and whether it is a program's."""
        own = next((player.id for player in state.players if player.guest == guest), None) if guest else None
        standings, rounds = self._compute(state)
        players = tuple(_player(player, marks) for player in state.players)
        info = info_of(state, joined=own is not None)
        removed = tuple(_player(player, marks) for player in state.removed) if hosts else ()
        return TournamentResponse(
            info, state.revision, players, standings, rounds, own, hosts=hosts, removed=removed, closing=state.closing
        )

    def _compute(self, state: State) -> _Computed:
        revision, known = self._known.pop(state.id, (None, ((), ())))
        if revision != state.revision:
            known = (standings_of(state), rounds_of(state)[:_MOST_ROUNDS])
        while len(self._known) >= _KEPT:
            self._known.pop(next(iter(self._known)), None)
        self._known[state.id] = (state.revision, known)
        return known


def info_of(state: State, *, joined: bool) -> TournamentInfo:
    """Return a tournament as in the calendar."""
    return TournamentInfo(
        id=state.id,
        name=state.name,
        plan=state.plan,
        starts=state.starts,
        stage=state.stage,
        host=state.host_name,
        listed=state.listed,
        club=state.club,
        players=sum(not player.removed for player in state.players),
        round=len(state.rounds),
        ended=state.ended,
        joined=joined,
    )


def standings_of(state: State) -> tuple[TournamentStanding, ...]:
    """Return the standings, best first; before there are results everyone who takes part shares the first rank."""
    ranks = state.standings()
    standings = [
        TournamentStanding(rank.rank, rank.entrant, rank.score, rank.buchholz, rank.head_to_head, rank.games, rank.wins)
        for rank in ranks
    ]
    ranked = {rank.entrant for rank in ranks}
    others = [player for player in state.players if player.id not in ranked]
    last = len(standings) + 1
    return (*standings, *(TournamentStanding(last, player.id, 0.0, 0.0, 0.5, 0, 0.0) for player in others))


def rounds_of(state: State) -> tuple[TournamentRound, ...]:
    """Return the rounds, last one first."""
    return tuple(_round(state, one) for one in reversed(state.rounds))


def _round(state: State, one: RoundRow) -> TournamentRound:
    games = state.games_of(one.number)
    done = [game for game in games if game.ended is not None]
    shares = shares_of(state, done) if one.ended is not None or state.arena else {}
    hidden = one.ended is None and bool(state.plan.kind.value == "duplicate")
    return TournamentRound(
        one.number, one.began, one.ended, one.bye, tuple(_game(game, shares, hidden=hidden) for game in games)
    )


def _game(game: GameRow, shares: dict[str, tuple[float, ...]], *, hidden: bool) -> TournamentGame:
    """Return a game; in duplicate without points until its round is over, so that they help no player."""
    over = game.ended is not None
    return TournamentGame(
        game.table,
        game.players,
        game.totals if over and not hidden else None,
        game.winners if over and not hidden else None,
        shares.get(game.table),
    )


def _player(player: PlayerRow, marks: dict[str, bool]) -> TournamentPlayer:
    mark = None
    if player.guest in marks:
        mark = NameMark.PROGRAM if marks[player.guest] else NameMark.ACCOUNT
    return TournamentPlayer(player.id, player.name, player.bot is not None, mark, player.portrait, player.away)
