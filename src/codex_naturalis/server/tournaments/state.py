"""State of a tournament as stored, and as the values that pair and rank it."""

import time
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Row, func, select

from codex_naturalis.play import Correspondence
from codex_naturalis.tournaments import (
    RoundResult,
    TableResult,
    Tournament,
    TournamentFormat,
    TournamentRank,
    arena_standings,
    match_scores,
    share_beaten,
)

from ..database.schema import guests, results, tournament_games, tournament_players, tournament_rounds, tournaments
from ..tables.store import Store
from .wire import TournamentKind, TournamentPlan, TournamentStage

__all__ = ["GameRow", "PlayerRow", "RoundRow", "State", "load", "plan_of", "shares_of"]

_PLAN: Final = msgspec.json.Decoder(TournamentPlan)
_NUMBERS: Final = msgspec.json.Decoder(tuple[int, ...])
_NAMES: Final = msgspec.json.Decoder(tuple[str, ...])


class PlayerRow(Struct, frozen=True):
    """Player of a tournament: a guest, who may be a program, or a house bot."""

    id: str
    name: str
    guest: str | None
    bot: str | None
    portrait: int | None
    away: bool
    seen: float | None
    removed: bool = False
    """Whether the host has removed and not readmitted the player."""


class GameRow(Struct, frozen=True):
    """Game of a tournament."""

    table: str
    round: int
    players: tuple[str, ...]
    totals: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    began: float
    ended: float | None

    @property
    def result(self) -> TableResult:
        """Return the result of a game that has ended; one that was closed is shared by all."""
        if self.totals is None or self.winners is None:
            return TableResult(self.players, (0,) * len(self.players), tuple(range(len(self.players))))
        return TableResult(self.players, self.totals, self.winners)


class RoundRow(Struct, frozen=True):
    """Round of a tournament, or the tables that an arena opened at one time."""

    number: int
    bye: str | None
    began: float
    ended: float | None


class State(Struct, frozen=True):
    """A tournament as stored."""

    id: str
    revision: int
    name: str
    host: str
    host_name: str
    origin: str | None
    club: str | None
    starts: float
    listed: bool
    stage: TournamentStage
    plan: TournamentPlan
    lot: str
    due: float | None
    ended: float | None
    players: tuple[PlayerRow, ...]
    """In the order of joining; in a knockout the best seed first. Removed ones only if they have a result."""

    removed: tuple[PlayerRow, ...]
    """Players whom the host has removed, with a result or without."""

    closing: bool
    """Whether the host has ended it: games under way are played to their end, and no other begins."""

    rounds: tuple[RoundRow, ...]
    games: tuple[GameRow, ...]

    @property
    def arena(self) -> bool:
        """Return whether it has no rounds."""
        return self.plan.kind is TournamentKind.ARENA

    @property
    def by_days(self) -> bool:
        """Return whether its games have a correspondence clock."""
        return isinstance(self.plan.clock, Correspondence)

    @property
    def closes(self) -> float:
        """Return the time at which an arena stops opening tables, in seconds since 1970."""
        return self.starts + 60.0 * self.plan.minutes

    @property
    def open_games(self) -> tuple[GameRow, ...]:
        """Return the games that have not ended."""
        return tuple(game for game in self.games if game.ended is None)

    def games_of(self, number: int) -> tuple[GameRow, ...]:
        """Return the games of a round."""
        return tuple(game for game in self.games if game.round == number)

    def results(self) -> tuple[RoundResult, ...]:
        """Return the results that count so far: in duplicate those of finished rounds, otherwise all finished games."""
        return tuple(self._result(one) for one in self.rounds if self._counts(one))

    def _counts(self, one: RoundRow) -> bool:
        return one.ended is not None or self.plan.kind is not TournamentKind.DUPLICATE

    def _result(self, one: RoundRow) -> RoundResult:
        ended = tuple(game.result for game in self.games_of(one.number) if game.ended is not None)
        return RoundResult(ended, one.bye)

    @property
    def value(self) -> Tournament:
        """Return the tournament as a value; it needs two players, and is no arena."""
        format_ = TournamentFormat(self.plan.kind.value)
        entrants = tuple(player.id for player in self.players)
        return Tournament(format_, entrants, self.plan.seats, self.plan.rounds, self.lot, self.results())

    def standings(self) -> tuple[TournamentRank, ...]:
        """Return the standing of each player who has a result, best first."""
        if self.arena:
            return arena_standings(self.results())
        return self.value.standings() if len(self.players) > 1 else ()


def shares_of(state: State, games: Sequence[GameRow]) -> dict[str, tuple[float, ...]]:
    """Return the shares of each game's seats in a finished round, by table."""
    tables = [game.result for game in games]
    if state.plan.kind is TournamentKind.DUPLICATE:
        found = match_scores(tables)
        return {game.table: tuple(round(float(found[player]), 4) for player in game.players) for game in games}
    whole = Fraction(2 if state.arena else 1)
    return {
        game.table: tuple(round(float(whole * share_beaten(table, seat)), 4) for seat in range(len(game.players)))
        for game, table in zip(games, tables, strict=True)
    }


def plan_of(row: Row[Any]) -> TournamentPlan:
    """Return the plan in a row of `tournaments`."""
    return _PLAN.decode(row.plan)


async def load(store: Store, tournament: str) -> State | None:
    """Return a tournament as stored, from one snapshot; None if there is none."""
    if "\0" in tournament:
        return None
    players = select(tournament_players, guests.c.name, guests.c.portrait)
    players = players.outerjoin(guests, guests.c.id == tournament_players.c.guest)
    found, people, rounds, games = await store.read(
        select(tournaments, guests.c.name.label("host_name"))
        .join(guests, guests.c.id == tournaments.c.host)
        .where(tournaments.c.id == tournament),
        players.where(tournament_players.c.tournament == tournament).order_by(
            tournament_players.c.joined, tournament_players.c.id
        ),
        select(tournament_rounds)
        .where(tournament_rounds.c.tournament == tournament)
        .order_by(tournament_rounds.c.number),
        select(tournament_games)
        .where(tournament_games.c.tournament == tournament)
        .order_by(tournament_games.c.round, tournament_games.c.number),
    )
    if not found:
        return None
    state = _state(found[0], people, rounds, games)
    return await _seed(store, state) if state.plan.kind is TournamentKind.KNOCKOUT else state


async def _seed(store: Store, state: State) -> State:
    """Return a knockout with its players by rating, then those without one in the order of joining.

    The rating is for tables with as many seats, after the last rated game before the first round.
    """
    before = state.rounds[0].began if state.rounds else time.time()
    rated = (
        results.c.guest.in_([player.guest for player in state.players if player.guest]),
        results.c.seats == state.plan.seats,
        results.c.rating.is_not(None),
        results.c.ended < before,
    )
    last = select(results.c.guest, func.max(results.c.ended).label("ended")).where(*rated).group_by(results.c.guest)
    known = last.subquery()
    of_last = (results.c.guest == known.c.guest) & (results.c.ended == known.c.ended)
    (rows,) = await store.read(select(results.c.guest, results.c.rating).join(known, of_last).where(*rated))
    ratings = {row.guest: row.rating for row in rows}
    players = sorted(state.players, key=lambda player: -ratings.get(player.guest, -inf))
    return replace(state, players=tuple(players))


def _state(row: Row[Any], people: Iterable[Row[Any]], rounds: Iterable[Row[Any]], games: Iterable[Row[Any]]) -> State:
    everyone = [_player(one) for one in people]
    round_rows = tuple(RoundRow(one.number, one.bye, one.began, one.ended) for one in rounds)
    game_rows = tuple(_game(one) for one in games)
    seated = {player for game in game_rows for player in game.players} | {one.bye for one in round_rows}
    return State(
        id=row.id,
        revision=row.revision,
        name=row.name,
        host=row.host,
        host_name=row.host_name,
        origin=row.origin,
        club=row.club,
        starts=row.starts,
        listed=row.listed,
        stage=TournamentStage(row.stage),
        plan=plan_of(row),
        lot=row.lot,
        due=row.due,
        ended=row.ended,
        players=tuple(one for one in everyone if not one.removed or one.id in seated),
        removed=tuple(one for one in everyone if one.removed),
        closing=bool(row.closing),
        rounds=round_rows,
        games=game_rows,
    )


def _player(row: Row[Any]) -> PlayerRow:
    return PlayerRow(
        row.id, row.bot or row.name, row.guest, row.bot, row.portrait, row.away, row.seen, bool(row.removed)
    )


def _game(row: Row[Any]) -> GameRow:
    totals = _NUMBERS.decode(row.totals) if row.totals else None
    winners = _NUMBERS.decode(row.winners) if row.winners else None
    return GameRow(row.table_id, row.round, _NAMES.decode(row.players), totals, winners, row.began, row.ended)
