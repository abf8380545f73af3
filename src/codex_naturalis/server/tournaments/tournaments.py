"""Tournament operations: announce, list, show, join, withdraw, enter bots and programs."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Select, Table, and_, func, insert, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Guest, new_id, row_for_bot
from codex_naturalis.seating.chance import draw_seed
from codex_naturalis.seating.names import clean_title
from codex_naturalis.wire.errors import Code, ProblemError

from ..clubs.clubs import Clubs, check_club_admin
from ..database.quotas import TOURNAMENTS
from ..database.schema import accounts, guests, programs, tournament_players, tournament_rounds, tournaments
from ..people.accounts import Accounts, check_account
from ..support.settings import Settings
from ..tables.store import Store
from .entries import TAKES_PART, Entries, new_player
from .hosting import Change, begin, cancel, end
from .results import ResponseCache
from .runner import TournamentRunner
from .state import State, load, plan_of
from .steps import LEAD_SECONDS
from .wire import (
    NewEntry,
    NewTournament,
    TournamentInfo,
    TournamentKind,
    TournamentPulse,
    TournamentResponse,
    TournamentStage,
)

__all__ = ["Tournaments", "build_rows", "check_plan"]

_LONGEST_AHEAD: Final = 366 * 24 * 3600.0
_MOST_IN_KNOCKOUT: Final = 32
_OPEN: Final = (TournamentStage.ANNOUNCED, TournamentStage.RUNNING)
_MOST_LISTED: Final = 60
_SEEN_SECONDS: Final = 15.0
"""Seconds within which a visit is not stored again."""


class Tournaments:
    """Service for the tournaments of a database; `TournamentRunner` plays them."""

    def __init__(
        self, store: Store, accounts_: Accounts, clubs: Clubs, runner: TournamentRunner, settings: Settings
    ) -> None:
        """Work on `store`, and wake `runner` where something is due."""
        self._store = store
        self._accounts = accounts_
        self._clubs = clubs
        self._runner = runner
        self._settings = settings
        self._entries = Entries(store, accounts_, clubs, settings)
        self._responses = ResponseCache()

    # Looking

    async def list_tournaments(self, guest: str | None, club: str | None = None) -> tuple[TournamentInfo, ...]:
        """Return the calendar: announced and running tournaments, next first, then finished ones, last first.

        It has the listed ones and the caller's; with `club`, that club's, including unlisted ones for its members.
        """
        mine = select(tournament_players.c.tournament).where(tournament_players.c.guest == guest)
        own = or_(tournaments.c.host == guest, tournaments.c.id.in_(mine)) if guest else tournaments.c.id.is_(None)
        shown = or_(tournaments.c.listed, own)
        if club is not None:
            member = guest is not None and await self._clubs.is_member(club, guest)
            shown = and_(tournaments.c.club == club, true() if member else shown)
        open_ = _infos(guest).where(shown, tournaments.c.stage.in_(_OPEN)).order_by(tournaments.c.starts)
        over = _infos(guest).where(shown, tournaments.c.stage == TournamentStage.OVER)
        over = over.order_by(tournaments.c.ended.desc())
        found = await self._store.read(open_.limit(_MOST_LISTED), over.limit(_MOST_LISTED))
        return tuple(_info(row) for rows in found for row in rows)

    async def state(self, tournament: str) -> State:
        """Return a tournament as stored; raise a `ProblemError` if there is none."""
        state = await load(self._store, tournament)
        if state is None:
            raise ProblemError(Code.TOURNAMENT_UNKNOWN)
        return state

    async def response(self, tournament: str, guest: str | None) -> TournamentResponse:
        """Return one tournament as a guest sees it."""
        state = await self.state(tournament)
        hosts = guest is not None and await self._hosts(state, guest)
        marks = await self._marks(state)
        return await asyncio.to_thread(self._responses.of, state, marks, guest, hosts=hosts)

    async def _marks(self, state: State) -> dict[str, bool]:
        """Return the guests with accounts, and whether each is a program's."""
        whose = select(accounts.c.guest, programs.c.owner).select_from(
            accounts.outerjoin(programs, programs.c.guest == accounts.c.guest)
        )
        people = [player.guest for player in (*state.players, *state.removed) if player.guest]
        (rows,) = await self._store.read(whose.where(accounts.c.guest.in_(people)))
        return {row.guest: row.owner is not None for row in rows}

    async def pulse(self, tournament: str, guest: str | None) -> TournamentPulse:
        """Return the data a page polls every few seconds, and mark the player present."""
        state, now = await self.state(tournament), time.time()
        own = next((player for player in state.players if player.guest == guest), None) if guest else None
        if own and state.stage in _OPEN and (own.seen is None or now - own.seen > _SEEN_SECONDS):
            await self._note(tournament, own.id, seen=now)
        table = next((game.table for game in reversed(state.open_games) if own and own.id in game.players), None)
        ends = state.closes if state.arena and state.stage is TournamentStage.RUNNING else None
        due = state.starts if state.stage is TournamentStage.ANNOUNCED else ends or state.due
        seconds = max(0.0, due - now) if due is not None and state.stage in _OPEN else None
        away, barred = own is not None and own.away, guest is not None and await self._entries.is_barred(state, guest)
        return TournamentPulse(state.revision, state.stage, table, seconds, away=away, barred=barred)

    async def _note(self, tournament: str, player: str, **values: object) -> None:
        here = update(tournament_players).where(tournament_players.c.tournament == tournament)
        here = here.where(tournament_players.c.id == player).values(**values)

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(here)

        await self._store.write(job)

    # Announcing

    async def announce(self, guest: Guest, wanted: NewTournament, origin: str | None) -> TournamentResponse:
        """Announce a tournament; this needs an account, and for a club's one of its admins."""
        if not await self._accounts.has(guest.id):
            raise ProblemError(Code.ACCOUNT_NONE)
        now = time.time()
        check_plan(wanted, now, self._settings.tournament_players)
        if wanted.club is not None:
            await self._clubs.check_admin(wanted.club, guest.id)
        bots = [row_for_bot(name, self._settings.bots_by_path).name for name in wanted.bots]
        row, players = build_rows(wanted, guest.id, bots, now, origin)

        async def job(connection: AsyncConnection) -> None:
            async with TOURNAMENTS.within(connection, guest.id, most=self._settings.tournaments_per_account):
                await check_account(connection, guest.id)
                if wanted.club is not None:
                    await check_club_admin(connection, wanted.club, guest.id)
                await connection.execute(insert(tournaments), row)
                if players:
                    await connection.execute(insert(tournament_players), players)

        await self._store.write(job, TOURNAMENTS.key(guest.id))
        return await self.response(row["id"], guest.id)

    async def _hosts(self, state: State, guest: str) -> bool:
        """Return whether a guest directs a tournament: its host or, for a club's, any admin of the club."""
        return state.host == guest if state.club is None else await self._clubs.is_admin(state.club, guest)

    async def _get_hosted(self, tournament: str, guest: Guest) -> State:
        state = await self.state(tournament)
        if not await self._hosts(state, guest.id):
            raise ProblemError(Code.TOURNAMENT_HOST)
        return state

    async def cancel(self, guest: Guest, tournament: str) -> TournamentResponse:
        """Cancel a tournament that has not begun. Host only."""
        return await self._change(guest, tournament, cancel)

    async def begin(self, guest: Guest, tournament: str) -> TournamentResponse:
        """Let a tournament begin now. Host only."""
        return await self._change(guest, tournament, begin)

    async def end(self, guest: Guest, tournament: str) -> TournamentResponse:
        """End a running tournament: games under way are played to their end, and no other begins. Host only."""
        return await self._change(guest, tournament, end)

    async def _change(self, guest: Guest, tournament: str, change: Change) -> TournamentResponse:
        """Carry out a host's change, recomputed if another change was first."""
        for _ in range(5):
            state = await self._get_hosted(tournament, guest)
            values = change(state, time.time())
            here = update(tournaments).where(tournaments.c.id == state.id, tournaments.c.revision == state.revision)
            changed = here.values(revision=state.revision + 1, **values)

            async def job(connection: AsyncConnection, changed: Any = changed) -> bool:  # noqa: ANN401 - a statement
                return (await connection.execute(changed)).rowcount == 1

            if await self._store.write(job):
                self._runner.wake()
                return await self.response(tournament, guest.id)
        raise ProblemError(Code.STORAGE_FAILED)

    # Players

    async def join(self, guest: Guest, tournament: str) -> TournamentResponse:
        """Take part, or return after being away."""
        await self._entries.join(await self.state(tournament), guest)
        self._runner.wake()
        return await self.response(tournament, guest.id)

    async def enter(self, guest: Guest, tournament: str, entry: NewEntry) -> TournamentResponse:
        """Enter a house bot, or a program with its owner's consent. Host only."""
        await self._entries.enter(await self._get_hosted(tournament, guest), guest, entry)
        return await self.response(tournament, guest.id)

    async def withdraw(self, guest: Guest, tournament: str) -> TournamentResponse:
        """Stop taking part: before the start permanently, later until joining again."""
        state = await self.state(tournament)
        own = next((player for player in state.players if player.guest == guest.id), None)
        if own is not None:
            await self._entries.withdraw(state, own)
        return await self.response(tournament, guest.id)

    async def remove(self, guest: Guest, tournament: str, player: str) -> TournamentResponse:
        """Remove a player, who stays out until readmitted; a game under way is played on. Host only."""
        state = await self._get_hosted(tournament, guest)
        found = next((one for one in state.players if one.id == player), None)
        if found is not None:
            await self._entries.remove(state, found)
        return await self.response(tournament, guest.id)

    async def readmit(self, guest: Guest, tournament: str, player: str) -> TournamentResponse:
        """Readmit a removed player. Host only."""
        state = await self._get_hosted(tournament, guest)
        found = next((one for one in state.removed if one.id == player), None)
        if found is not None:
            await self._entries.readmit(state, found)
        return await self.response(tournament, guest.id)


def build_rows(
    wanted: NewTournament, host: str, bots: Sequence[str | None], now: float, origin: str | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the row of a new tournament whose host is the guest `host`, and those of the `bots` that take part."""
    tournament = new_id()
    row = {
        "id": tournament,
        "revision": 0,
        "name": clean_title(wanted.name),
        "host": host,
        "origin": origin,
        "club": wanted.club,
        "created": now,
        "starts": max(now, wanted.starts),
        "listed": wanted.listed,
        "stage": TournamentStage.ANNOUNCED.value,
        "plan": msgspec.json.encode(wanted.plan).decode(),
        "lot": draw_seed(),
        "due": max(now, wanted.starts - LEAD_SECONDS),
    }
    return row, [new_player(tournament, now, bot=bot) for bot in bots]


def check_plan(wanted: NewTournament, now: float, most: int) -> None:
    """Raise a `ProblemError` for a tournament that cannot be played."""
    plan = wanted.plan
    few = plan.kind is TournamentKind.KNOCKOUT and plan.most > _MOST_IN_KNOCKOUT
    late = wanted.starts > now + _LONGEST_AHEAD
    if few or late or plan.most > most or len(wanted.bots) > plan.most:
        raise ProblemError(Code.TOURNAMENT_INVALID)
    if plan.rated and wanted.bots:
        raise ProblemError(Code.TOURNAMENT_INVALID)
    if plan.kind is TournamentKind.ARENA and plan.clock and getattr(plan.clock, "days", None):
        raise ProblemError(Code.TOURNAMENT_INVALID)


def _infos(guest: str | None) -> Any:  # noqa: ANN401 - a statement
    players = _count(tournament_players).where(tournament_players.c.tournament == tournaments.c.id)
    players = players.where(TAKES_PART)
    mine = players.where(tournament_players.c.guest == guest)
    rounds = _count(tournament_rounds).where(tournament_rounds.c.tournament == tournaments.c.id)
    named = select(tournaments, guests.c.name.label("host_name")).join(guests, guests.c.id == tournaments.c.host)
    counts = {"players": players, "rounds": rounds, "mine": mine}
    return named.add_columns(*(count.scalar_subquery().label(name) for name, count in counts.items()))


def _count(table: Table) -> Select[Any]:
    return select(func.count()).select_from(table)


def _info(row: Any) -> TournamentInfo:  # noqa: ANN401 - a row
    return TournamentInfo(
        id=row.id,
        name=row.name,
        plan=plan_of(row),
        starts=row.starts,
        stage=TournamentStage(row.stage),
        host=row.host_name,
        listed=row.listed,
        club=row.club,
        players=row.players,
        round=row.rounds,
        ended=row.ended,
        joined=bool(row.mine),
    )
