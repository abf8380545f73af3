"""Steps of a tournament: the next one as a pure function of its state, the time, and the players present.

Times are in seconds since 1970.
"""

from collections.abc import Collection
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.tournaments import Pairing, pair_arena

from .state import PlayerRow, State
from .wire import TournamentKind, TournamentStage

__all__ = ["LEAD_SECONDS", "Announce", "EndRound", "Finish", "NextStep", "OpenTables", "Wait", "next_step", "present"]

LEAD_SECONDS: Final = 600.0
"""Seconds before the start at which players are notified."""

_TIMEOUT_SECONDS: Final = 900.0
"""Seconds that a start, or a round, waits for a second player."""

_AGAIN_SECONDS: Final = 10.0
"""Seconds between two looks for players."""

_THERE_SECONDS: Final = 600.0
_THERE_IN_ARENA_SECONDS: Final = 60.0
"""Seconds for which a visit to the tournament's page counts as presence."""

_HOUR: Final = 3600.0


class Wait(Struct, frozen=True):
    """Look again at a later time."""

    due: float


class Announce(Struct, frozen=True):
    """Notify the players that it begins soon."""


class OpenTables(Struct, frozen=True):
    """Begin a round, or open more tables of an arena."""

    number: int
    pairing: Pairing


class EndRound(Struct, frozen=True):
    """End a round: all its games are over."""

    number: int
    due: float
    """When the next one begins."""


class Finish(Struct, frozen=True):
    """End the tournament, and its last round if that is still open."""

    stage: TournamentStage


NextStep = Wait | Announce | OpenTables | EndRound | Finish


def present(state: State, player: PlayerRow, connected: Collection[str], programs: Collection[str], now: float) -> bool:
    """Return whether a player is to be paired; `connected` are those of the `programs` that are.

    House bots always are. With clocks in days people are unless away; otherwise they must have had the page
    open lately, or have finished their game of the last round themselves. Programs must be connected, or have finished
    that game: one cut off by a restarting server comes back in a moment.
    """
    if player.away or player.removed:
        return False
    if player.bot is not None or player.guest is None:
        return True
    if player.guest in programs:
        return player.guest in connected or _has_played(state, player)
    if state.by_days:
        return True
    there = _THERE_IN_ARENA_SECONDS if state.arena else _THERE_SECONDS
    if player.seen is not None and now - player.seen <= there:
        return True
    return _has_played(state, player)


def _has_played(state: State, player: PlayerRow) -> bool:
    """Return whether a player, who is not away, had a game in the last round; an arena has none."""
    last = () if state.arena or not state.rounds else state.games_of(state.rounds[-1].number)
    return any(player.id in game.players for game in last)


def next_step(state: State, here: Collection[str], now: float) -> NextStep | None:
    """Return the next step, `here` being the players to be paired; None if nothing is due before a game ends."""
    if state.stage is TournamentStage.ANNOUNCED:
        return _begin(state, here, now)
    if state.stage is not TournamentStage.RUNNING:
        return None
    return _arena(state, here, now) if state.arena else _round(state, here, now)


def _begin(state: State, here: Collection[str], now: float) -> NextStep | None:
    if now < state.starts:
        return Announce() if state.due is not None and state.due <= now else None
    if not state.arena:
        return _open(state, here, now, state.starts, TournamentStage.CANCELLED)
    return Finish(TournamentStage.CANCELLED) if now >= state.closes else _arena(state, here, now)


def _round(state: State, here: Collection[str], now: float) -> NextStep | None:
    last = state.rounds[-1]
    if last.ended is None:
        if state.open_games:
            return None
        over = state.closing or replace(state, rounds=(*state.rounds[:-1], replace(last, ended=now))).value.is_over
        return Finish(TournamentStage.OVER) if over else EndRound(last.number, now + state.plan.pause)
    if state.closing:
        return Finish(TournamentStage.OVER)
    if state.due is not None and now < state.due:
        return None
    return _open(state, here, now, last.ended + state.plan.pause, TournamentStage.OVER)


def _open(state: State, here: Collection[str], now: float, since: float, otherwise: TournamentStage) -> NextStep:
    """Return the next round, or a wait for players, or `otherwise`; a knockout goes on anyway."""
    knockout = state.plan.kind is TournamentKind.KNOCKOUT
    if len(here) > 1 or (knockout and state.rounds):
        return OpenTables(len(state.rounds) + 1, _pair(state, here))
    return Wait(now + _AGAIN_SECONDS) if now < since + _TIMEOUT_SECONDS else Finish(otherwise)


def _pair(state: State, here: Collection[str]) -> Pairing:
    if state.plan.kind is TournamentKind.KNOCKOUT and not state.rounds:
        state = replace(state, players=tuple(player for player in state.players if player.id in here))
    return state.value.pair({player.id for player in state.players if player.id not in here})


def _arena(state: State, here: Collection[str], now: float) -> NextStep | None:
    playing = {player for game in state.open_games for player in game.players}
    if state.closing or now >= state.closes:
        return None if playing or not state.rounds else Finish(TournamentStage.OVER)
    free = [player for player in here if player not in playing and _may_begin(state, player, now)]
    active = len(set(here) | playing)
    scores = {rank.entrant: Fraction(rank.score) for rank in state.standings()}
    number, seats = len(state.rounds) + 1, state.plan.seats
    lot, again = f"{state.lot}/{number}", active < 2 * seats
    tables = pair_arena(free, scores, _last(state), seats=seats, lot=lot, again=again)
    return OpenTables(number, Pairing(tables)) if tables else None


def _may_begin(state: State, player: str, now: float) -> bool:
    begun = sum(player in game.players and game.began > now - _HOUR for game in state.games)
    return begun < state.plan.games_per_hour


def _last(state: State) -> dict[str, frozenset[str]]:
    """Return the opponents of each player's last game."""
    return {
        player: frozenset(other for other in game.players if other != player)
        for game in state.games
        for player in game.players
    }
