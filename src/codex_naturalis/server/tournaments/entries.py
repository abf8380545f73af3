"""Entries of a tournament: players who take part, are away, or were removed by the host.

A withdrawn player may come back under the same conditions as at first: for a club's tournament as a
member. A player whom the host has removed stays out until the host readmits them: each change checks this in the
statement that stores it, so that a simultaneous return and removal end with the removal.
"""

import time
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Guest, new_id, row_for_bot
from codex_naturalis.seating.names import fold_name
from codex_naturalis.wire.errors import Code, ProblemError

from ..clubs.clubs import Clubs
from ..database.engine import insert_into
from ..database.quotas import TOURNAMENT_PLAYERS
from ..database.schema import accounts, club_members, programs, tournament_players, tournament_rounds, tournaments
from ..people.accounts import Accounts
from ..programs.bot_accounts import check_on
from ..support.settings import Settings
from ..tables.store import Store
from .state import PlayerRow, State
from .wire import NewEntry, TournamentKind, TournamentStage

__all__ = ["TAKES_PART", "Entries", "check_open", "new_player", "strangers"]

_OPEN: Final = (TournamentStage.ANNOUNCED, TournamentStage.RUNNING)

TAKES_PART: Final = tournament_players.c.removed.is_not(True)
"""SQL condition for players whom the host has not removed."""


class Entries:
    """Changes the players of a tournament; `Tournaments` checks whether the caller may."""

    def __init__(self, store: Store, known: Accounts, clubs: Clubs, settings: Settings) -> None:
        """Change the players in `store`; rated tournaments are for people with accounts `known` here."""
        self._store = store
        self._accounts = known
        self._clubs = clubs
        self._settings = settings

    async def join(self, state: State, guest: Guest) -> None:
        """Let a guest take part, or return after being away."""
        if any(player.guest == guest.id for player in state.removed):
            raise ProblemError(Code.TOURNAMENT_REMOVED)
        own = next((player for player in state.players if player.guest == guest.id), None)
        if own is not None and not own.away:
            return
        if state.club is not None and not await self._clubs.is_member(state.club, guest.id):
            raise ProblemError(Code.TOURNAMENT_MEMBERS)
        if own is not None:
            await self._come_back(state, own, seen=time.time())
            return
        await self._check_new(state, guest)
        await self._enter(state, new_player(state.id, time.time(), guest=guest.id, seen=time.time()))

    async def _check_new(self, state: State, guest: Guest) -> None:
        """Raise a `ProblemError` if a guest may not join for the first time."""
        (found,) = await self._store.read(select(programs.c.guest).where(programs.c.guest == guest.id))
        if found and self._settings.bots != "open":
            raise ProblemError(Code.PROGRAM_INVITED)
        if state.plan.rated and (found or not await self._accounts.has(guest.id)):
            raise ProblemError(Code.TOURNAMENT_ACCOUNT)

    async def enter(self, state: State, host: Guest, entry: NewEntry) -> None:
        """Enter a house bot, or a program that `host` owns or whose owner lets anyone enter it."""
        if state.plan.rated or (entry.bot is None) == (entry.program is None):
            raise ProblemError(Code.TOURNAMENT_INVALID)
        if entry.bot is not None:
            bot = row_for_bot(entry.bot, self._settings.bots_by_path).name
            await self._enter(state, new_player(state.id, time.time(), bot=bot))
            return
        check_on(self._settings)
        program = await self._program(entry.program or "", host)
        if any(player.guest == program for player in state.removed):
            raise ProblemError(Code.TOURNAMENT_REMOVED)
        known = next((player for player in state.players if player.guest == program), None)
        if known is None:
            await self._enter(state, new_player(state.id, time.time(), guest=program))
        elif known.away:
            await self._come_back(state, known)

    async def _program(self, name: str, host: Guest) -> str:
        """Return the guest of the program of this name; raise a `ProblemError` unless `host` may enter it."""
        wanted = select(accounts.c.guest, programs.c.owner, programs.c.for_all)
        wanted = wanted.join(programs, programs.c.guest == accounts.c.guest)
        (found,) = await self._store.read(wanted.where(accounts.c.folded == fold_name(name)))
        if not found:
            raise ProblemError(Code.PROGRAM_UNKNOWN)
        if found[0].owner != host.id and not found[0].for_all:
            raise ProblemError(Code.PROGRAM_CONSENT)
        return str(found[0].guest)

    async def _enter(self, state: State, row: Mapping[str, Any]) -> None:
        _check_joinable(state)

        async def job(connection: AsyncConnection) -> None:
            async with TOURNAMENT_PLAYERS.within(connection, state.id, most=state.plan.most):
                await _stir(connection, state.id)
                entry = insert_into(connection, tournament_players).values(row)
                await connection.execute(entry.on_conflict_do_nothing())  # the same guest, a moment ago

        await self._store.write(job, TOURNAMENT_PLAYERS.key(state.id))

    async def _come_back(self, state: State, player: PlayerRow, **values: object) -> None:
        check_open(state)
        await self._alter(state, player.id, TAKES_PART, away=False, **values)

    async def withdraw(self, state: State, player: PlayerRow) -> None:
        """Withdraw a player on request: before the first round permanently, later until they are back."""
        check_open(state)
        if state.rounds:
            await self._alter(state, player.id, away=True)
        else:
            await self._take_out(state, player)

    async def remove(self, state: State, player: PlayerRow) -> None:
        """Remove a player until they are readmitted; their game under way is played on. A house bot just goes."""
        check_open(state)
        if player.bot is not None and not state.rounds:
            await self._take_out(state, player)
        else:
            await self._alter(state, player.id, away=True, removed=True)

    async def readmit(self, state: State, player: PlayerRow) -> None:
        """Lift a removal: the player may come back; a house bot, which cannot ask to, is back at once."""
        check_open(state)
        if player.bot is not None or any(one.id == player.id for one in state.players):
            await self._alter(state, player.id, away=player.bot is None, removed=None)
            return

        async def job(connection: AsyncConnection) -> None:
            await _stir(connection, state.id)
            await connection.execute(delete(tournament_players).where(*_one(state.id, player.id)))

        await self._store.write(job)

    async def _take_out(self, state: State, player: PlayerRow) -> None:
        """Delete a player before the first round; if that begins at this moment, they are away instead."""

        async def job(connection: AsyncConnection) -> None:
            await _stir(connection, state.id)
            begun = select(tournament_rounds.c.number).where(tournament_rounds.c.tournament == state.id).limit(1)
            here = (*_one(state.id, player.id), TAKES_PART)
            if (await connection.execute(begun)).first():
                await connection.execute(update(tournament_players).where(*here).values(away=True))
            else:
                await connection.execute(delete(tournament_players).where(*here))

        await self._store.write(job)

    async def _alter(self, state: State, player: str, *only: Any, **values: object) -> None:  # noqa: ANN401 - conditions
        here = update(tournament_players).where(*_one(state.id, player), *only)

        async def job(connection: AsyncConnection) -> None:
            async with TOURNAMENT_PLAYERS.within(connection, state.id, most=state.plan.most):
                await _stir(connection, state.id)
                await connection.execute(here.values(**values))

        await self._store.write(job, TOURNAMENT_PLAYERS.key(state.id))

    async def is_barred(self, state: State, guest: str) -> bool:
        """Return whether a player may not come back: removed by the host, or no longer a member of the club."""
        return any(player.guest == guest for player in state.removed) or guest in await strangers(self._store, state)


async def strangers(store: Store, state: State) -> frozenset[str]:
    """Return the guests among the players of a club's tournament who are no longer its members.

    Programs are not among them: an admin of the club has entered them.
    """
    if state.club is None:
        return frozenset()
    guests = [player.guest for player in state.players if player.guest]
    members, known = await store.read(
        select(club_members.c.guest).where(club_members.c.club == state.club),
        select(programs.c.guest).where(programs.c.guest.in_(guests)),
    )
    return frozenset(guests) - {row.guest for rows in (members, known) for row in rows}


def check_open(state: State) -> None:
    """Raise a `ProblemError` if a tournament is over, or its host has ended it."""
    if state.stage not in _OPEN or state.closing:
        raise ProblemError(Code.TOURNAMENT_OVER)


def _check_joinable(state: State) -> None:
    """Raise a `ProblemError` if joining is closed: a knockout that has begun, or the last round."""
    check_open(state)
    begun = state.stage is TournamentStage.RUNNING
    if begun and state.plan.kind is TournamentKind.KNOCKOUT:
        raise ProblemError(Code.TOURNAMENT_BEGUN)
    if begun and not state.arena and len(state.rounds) >= state.plan.rounds:
        raise ProblemError(Code.TOURNAMENT_BEGUN)


def new_player(
    tournament: str, now: float, *, guest: str | None = None, bot: str | None = None, seen: float | None = None
) -> dict[str, Any]:
    """Return the row of a new player: a guest, or a house bot."""
    return {
        "tournament": tournament,
        "id": new_id()[:10],
        "guest": guest,
        "bot": bot,
        "joined": now,
        "away": False,
        "seen": seen,
    }


def _one(tournament: str, player: str) -> tuple[Any, ...]:
    return tournament_players.c.tournament == tournament, tournament_players.c.id == player


async def _stir(connection: AsyncConnection, tournament: str) -> None:
    """Raise the revision: a round that is being paired is paired again, with the present players."""
    here = update(tournaments).where(tournaments.c.id == tournament)
    await connection.execute(here.values(revision=tournaments.c.revision + 1))
