"""Runner of tournaments: takes in results and carries out the next step, whichever process is first.

Each change of a tournament is one transaction that raises its revision by one, and stores nothing unless the revision
is still the one from which the step was computed. So a killed process loses nothing, since the step is still due
afterwards, and of two processes that compute the same step one stores it: a round is paired once.
"""

import asyncio
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import TableData
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from ..database.appends import VersionConflictError
from ..database.schema import (
    programs,
    programs_here,
    tables,
    tournament_games,
    tournament_players,
    tournament_rounds,
    tournaments,
)
from ..lobby.guests import PROGRAM
from ..results.outcomes import Results
from ..support.lifecycle import LoopingService
from ..support.log import get_logger
from ..support.tasks import lasting, until_set
from ..tables.bus import CHANGED, Bus
from ..tables.registry import Tables, run_shielded
from ..tables.store import Store
from ..tables.stored import Stored
from .entries import strangers
from .reminders import add_reminders
from .seating import tables_of
from .state import GameRow, State, load
from .steps import Announce, EndRound, Finish, NextStep, OpenTables, Wait, next_step, present
from .wire import TournamentKind, TournamentStage

__all__ = ["TournamentRunner"]

_log = get_logger(__name__)
_BEAT: Final = 3.0
"""Polling interval in seconds, for due steps and for games whose end the bus has not announced."""

_WAKE_BEATS: Final = 20
"""Polls between two rounds of loading unfinished games, whose bots play only at tables in memory."""

_STEPS: Final = 4
"""Steps of one tournament carried out in a row."""

_OPEN: Final = (TournamentStage.ANNOUNCED, TournamentStage.RUNNING)
_ENDED: Final = (TableStage.OVER, TableStage.CLOSED)


class _Outcome(msgspec.Struct, frozen=True):
    """End of a game, as it is stored."""

    table: str
    totals: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    left: tuple[str, ...] = ()
    """Guests for whom a stand-in has played to the end, since they were away."""


class TournamentRunner(LoopingService):
    """Runs all tournaments of a database."""

    def __init__(self, store: Store, tables: Tables, bus: Bus, results: Results) -> None:
        """Run the tournaments in `store` at `tables`; `results` counts the games that were hidden."""
        self._results = results
        self._store = store
        self._tables = tables
        self._bus = bus
        self._early = asyncio.Event()
        self._beats = 0
        bus.on_change(self._on_change, "ended")

    def wake(self) -> None:
        """Look at once: something has changed."""
        self._early.set()

    def _on_change(self, table_id: str) -> None:
        """Bus callback: look at once if a game of a tournament is over."""
        table = self._tables.find_loaded(table_id)
        if table and table.data.tournament and table.data.stage in _ENDED:
            self.wake()

    async def _run(self) -> None:
        while True:
            with lasting("tournaments not seen to"):
                await self.look()
            await until_set(self._early, _BEAT)
            self._early.clear()

    async def look(self) -> None:
        """Carry out all steps that are due."""
        if self._beats % _WAKE_BEATS == 0:
            await self._wake_games()
        self._beats += 1
        for tournament in await self._due():
            with lasting("tournament not seen to"):
                await run_shielded(self.advance(tournament))

    async def _due(self) -> list[str]:
        waiting = select(tournaments.c.id).where(tournaments.c.stage.in_(_OPEN), tournaments.c.due <= time.time())
        over = select(tournament_games.c.tournament).outerjoin(tables, tables.c.id == tournament_games.c.table_id)
        gone = or_(tables.c.stage.in_(_ENDED), tables.c.id.is_(None))
        over = over.where(tournament_games.c.ended.is_(None), gone).distinct()
        found = await self._store.read(waiting.order_by(tournaments.c.due), over)
        return list(dict.fromkeys(row[0] for rows in found for row in rows))

    async def _wake_games(self) -> None:
        """Load the tables of unfinished games, so that their bots play although no person looks."""
        if self._store.shared:
            return  # there, bots are jobs
        (found,) = await self._store.read(select(tournament_games.c.table_id).where(tournament_games.c.ended.is_(None)))
        for row in found:
            with suppress(ProblemError):
                await self._tables.get(row.table_id)

    async def advance(self, tournament: str) -> None:
        """Carry out the due steps of one tournament, unless another process is quicker."""
        for _ in range(_STEPS):
            state = await load(self._store, tournament)
            if state is None:
                return
            try:
                if not (await self._take_in(state) or await self._step(state)):
                    return
            except VersionConflictError:
                await asyncio.sleep(0)

    # Results

    async def _take_in(self, state: State) -> bool:
        """Store the results of games that have ended; return whether there were any."""
        found = [outcome for game in state.open_games if (outcome := await self._outcome(game))]
        if not found:
            return False
        now = time.time()
        # If this process ends before the next step, another finds that it is due.
        due = {"due": now} if len(found) == len(state.open_games) else {}

        async def job(connection: AsyncConnection) -> None:
            await _revise(connection, state, **due)
            for outcome in found:
                await _put_outcome(connection, state, outcome, now)

        await self._store.write(job)
        return True

    async def _outcome(self, game: GameRow) -> _Outcome | None:
        """Return the end of a game; None if under way. A closed or deleted game counts the same for all."""
        try:
            table = await self._tables.get(game.table)
        except ProblemError as problem:
            if problem.code is Code.STORAGE_FAILED:
                raise
            return _Outcome(game.table, None, None)
        if table.data.stage is TableStage.CLOSED:
            return _Outcome(game.table, None, None)
        result = table.game.state.result if table.data.stage is TableStage.OVER and table.game else None
        if result is None:
            return None
        left = [row.guest for row in table.data.seat_rows if row.stand_in and row.guest]
        busy = await self._busy(left) if left else ()
        left = [guest for guest in left if guest not in busy]
        return _Outcome(game.table, tuple(result.totals), tuple(result.winners), tuple(left))

    async def _busy(self, guests: Collection[str]) -> set[str]:
        """Return the programs among `guests` that are at their limit of games, which is no absence."""
        here = programs_here.c.guest.in_(guests), programs_here.c.until > time.time(), programs_here.c.free < 1
        (found,) = await self._store.read(select(programs_here.c.guest).where(*here))
        return {row.guest for row in found}

    # Steps

    async def _step(self, state: State) -> bool:
        """Carry out the next step; return whether there was one after which another may follow."""
        now = time.time()
        here = await self._here(state, now) if state.stage in _OPEN else []
        step = await asyncio.to_thread(next_step, state, here, now)
        if step is None:
            return False
        await self._carry_out(state, step, now)
        return not isinstance(step, Wait)

    async def _here(self, state: State, now: float) -> list[str]:
        """Return the players to be paired."""
        guests = [player.guest for player in state.players if player.guest]
        known, connected = await self._store.read(
            select(programs.c.guest).where(programs.c.guest.in_(guests)),
            select(programs_here.c.guest).where(programs_here.c.guest.in_(guests), programs_here.c.until > now),
        )
        they, there, gone = (
            {row.guest for row in known},
            {row.guest for row in connected},
            await strangers(self._store, state),
        )
        players = [player for player in state.players if player.guest not in gone]
        return [player.id for player in players if present(state, player, there, they, now)]

    async def _carry_out(self, state: State, step: NextStep, now: float) -> None:
        match step:
            case OpenTables():
                await self._open(state, step, now)
            case EndRound() | Finish():
                await self._end(state, step, now)
            case Announce():
                await self._change(state, due=state.starts, announced=state.starts)
            case Wait():
                await self._change(state, due=step.due)

    async def _change(self, state: State, *, due: float, announced: float | None = None) -> None:
        async def job(connection: AsyncConnection) -> None:
            await _revise(connection, state, due=due)
            if announced is not None:
                await add_reminders(connection, state, len(state.rounds) + 1)

        await self._store.write(job)

    async def _open(self, state: State, step: OpenTables, now: float) -> None:
        """Store a round with its tables, then let them be played."""
        data = await tables_of(self._store, state, step.number, step.pairing.tables)
        data = [self._store.start_clocks(each) for each in data]
        due = {"due": state.starts} if state.arena else {"due": None}

        async def job(connection: AsyncConnection) -> None:
            await _revise(connection, state, stage=TournamentStage.RUNNING.value, **due)
            round_ = {"tournament": state.id, "number": step.number, "bye": step.pairing.bye, "began": now}
            await connection.execute(insert(tournament_rounds), round_)
            for table in data:
                await self._store.put_table(connection, table)
            if data:
                await connection.execute(insert(tournament_games), _game_rows(state, step, data, now))

        await self._store.write(job)
        _log.info("round begun", tournament=state.id[:6], round=step.number, tables=len(data))
        self._store.notify_bots_due()
        for table in data:
            await self._tables.add(Stored(table, (), {}, 0))
            self._bus.publish(table.id, *CHANGED)
            for row in table.seat_rows:
                if row.program:
                    self._bus.publish(f"{PROGRAM}{row.guest}", "person")

    async def _end(self, state: State, step: EndRound | Finish, now: float) -> None:
        """End a round, and show its cards; with `Finish` the tournament, too."""
        over = isinstance(step, Finish)
        values = _over(step, now) if isinstance(step, Finish) else {"due": step.due}

        async def job(connection: AsyncConnection) -> None:
            await _revise(connection, state, **values)
            open_rounds = update(tournament_rounds).where(tournament_rounds.c.tournament == state.id)
            await connection.execute(open_rounds.where(tournament_rounds.c.ended.is_(None)).values(ended=now))
            hidden = update(tables).where(tables.c.tournament == state.id, tables.c.hidden)
            await connection.execute(hidden.values(hidden=None, revision=tables.c.revision + 1))
            if not over:
                await add_reminders(connection, state, len(state.rounds) + 1)

        await self._store.write(job)
        for game in state.games:
            table = self._tables.find_in_memory(game.table)
            if table and table.data.hidden:
                await self._tables.show_stored(game.table)
        if state.plan.kind is TournamentKind.DUPLICATE and state.rounds:
            for game in state.games_of(len(state.rounds)):
                await self._results.count(game.table)


def _over(step: Finish, now: float) -> dict[str, Any]:
    return {"due": None, "stage": step.stage.value, "ended": now}


async def _revise(connection: AsyncConnection, state: State, **values: Any) -> None:  # noqa: ANN401 - columns
    """Raise the revision of a tournament if it is still at that of `state`; else raise `VersionConflictError`."""
    here = update(tournaments).where(tournaments.c.id == state.id, tournaments.c.revision == state.revision)
    if (await connection.execute(here.values(revision=state.revision + 1, **values))).rowcount != 1:
        raise VersionConflictError


async def _put_outcome(connection: AsyncConnection, state: State, outcome: _Outcome, now: float) -> None:
    """Store the end of a game; players for whom a stand-in has finished it are not paired until they are back."""
    here = update(tournament_games).where(tournament_games.c.table_id == outcome.table)
    await connection.execute(here.values(totals=_json(outcome.totals), winners=_json(outcome.winners), ended=now))
    if outcome.left:
        away = update(tournament_players).where(tournament_players.c.tournament == state.id)
        await connection.execute(away.where(tournament_players.c.guest.in_(outcome.left)).values(away=True))


def _json(numbers: Collection[int] | None) -> str | None:
    return None if numbers is None else msgspec.json.encode(numbers).decode()


def _game_rows(state: State, step: OpenTables, data: Sequence[TableData], now: float) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table.id,
            "tournament": state.id,
            "round": step.number,
            "number": number,
            "players": msgspec.json.encode(players).decode(),
            "began": now,
        }
        for number, (table, players) in enumerate(zip(data, step.pairing.tables, strict=True))
    ]
