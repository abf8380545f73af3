"""Bot turns: each waits for a slot of the scheduler, computes in a worker process, and acts."""

import asyncio
from contextlib import suppress
from typing import Final

from codex_naturalis.bots import bot_named
from codex_naturalis.rules import MAX_SEATS, Action, Seat
from codex_naturalis.seating import TableData, bots_seated, note_bot_failure
from codex_naturalis.seating.chance import random_by_chance
from codex_naturalis.views import View, view_of
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import Version

from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Lane, Scheduler, Ticket, Urgency
from ..scheduling.worker_client import WorkerFailedError
from ..support.lifecycle import Service
from ..support.log import get_logger
from ..support.settings import Settings
from ..support.tasks import end, lasting
from ..tables.registry import Tables, run_shielded
from ..tables.table import Table
from .shared_deals import chance_of, counted_bot, may_act
from .warmup import Preparation
from .worker import FALLBACK_BOT
from .worker_pool import WorkerPool, expected_seconds

__all__ = ["BotTurns", "client_of", "urgency_of"]

_log = get_logger(__name__)
_TRIES = 3
_PAUSE = 2.0
_SLOW: Final = 0.1
"""Seconds of expected computation from which a bot does not share a lane with quick ones."""

_IDLE: Final = 60.0
"""Seconds after which an idle process of the background lane, which takes 200 MB, is ended."""


def bot_at(table: Table, seat: Seat) -> str | None:
    """Return the bot that plays for `seat`; None for a person, and at a table without people or closed."""
    return dict(bots_seated(table.data)).get(seat)


def client_of(data: TableData) -> Client:
    """Return the client that a table's bots are charged to: its host."""
    return Client(data.origin or data.host, data.host)


def urgency_of(table: Table) -> Urgency:
    """Return the priority class of the bots at `table`."""
    if table.looked_at:
        return Urgency.PERSON
    return Urgency.CLOCK if table.data.clock else Urgency.IDLE


def _lane(seconds: float, urgency: Urgency) -> Lane:
    if seconds <= _SLOW:
        return Lane.QUICK
    return Lane.BACKGROUND if urgency is Urgency.IDLE else Lane.SEARCH


class BotTurns(Service):
    """Service that runs the turns of the bots at all tables."""

    def __init__(self, tables: Tables, settings: Settings, preparation: Preparation, scheduler: Scheduler) -> None:
        """Run the bots at `tables` in slots of `scheduler`; call `preparation` if the kernel is not compiled."""
        self._tables = tables
        self._delay = settings.bot_delay
        self._house_bots = settings.bots_by_path
        self._scheduler = scheduler
        self._preparation = preparation
        workers, limit, unready = settings.bot_workers, settings.bot_limit, preparation.begin
        self._pools = {
            Lane.QUICK: WorkerPool(workers, limit, unready),
            Lane.SEARCH: WorkerPool(workers, limit, unready),
            Lane.BACKGROUND: WorkerPool(min(workers, 1), limit, unready, idle=_IDLE),
        }
        self._turns: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        self._tickets: dict[tuple[str, Seat], Ticket] = {}
        """Scheduler tickets by table and seat, waiting or running."""

        self._shared = settings.shared
        self._looking: dict[str, asyncio.Task[None]] = {}
        """Tables being read again, to update their priority class."""

        self._leased: set[str] = set()
        """Tables leased by this process; none are needed without a cluster."""

        self._closed = False

    def attend(self, table: Table) -> None:
        """Start the turns of bots that are to act."""
        for seat, bot in bots_seated(table.data):  # checked first, so that a table without bots does not wake its game
            if table.game and may_act(table.data, table.game.state, seat):
                self._begin(table, seat, bot)

    async def play_at(self, table_id: str) -> None:
        """Let a table's bots act until none is due; interrupted if the caller is cancelled."""
        self._leased.add(table_id)
        try:
            while True:
                self.attend(await self._tables.get(table_id))
                turns = self._turns_at(table_id)
                if not turns:
                    return
                await asyncio.wait(turns)
        finally:
            self._leased.discard(table_id)
            for turn in self._turns_at(table_id):
                turn.cancel()

    def _turns_at(self, table_id: str) -> list["asyncio.Task[None]"]:
        return [turn for (other, _), turn in self._turns.items() if other == table_id]

    def on_change(self, table_id: str) -> None:
        """Bus callback: attend to a table that has changed."""
        table = self._tables.find_loaded(table_id)
        if table:
            self._reconsider(table)
            self.attend(table)

    def rung_elsewhere(self, table_id: str) -> None:
        """Bus callback in a cluster: update the priority class of a table's turns; `play_at` does the rest."""
        table = self._tables.find_in_memory(table_id)
        if table is None or not self._tickets_at(table_id):
            return
        if not table.behind:
            self._reconsider(table)
        elif table_id not in self._looking:
            look = self._looking[table_id] = asyncio.create_task(self._look(table_id))
            look.add_done_callback(lambda _: self._looking.pop(table_id, None))

    async def _look(self, table_id: str) -> None:
        with lasting("not seen who looks"):
            self._reconsider(await self._tables.get(table_id))

    def _reconsider(self, table: Table) -> None:
        """Move waiting turns to the table's present priority class, which changes as viewers come and go."""
        for ticket in self._tickets_at(table.id):
            urgency = urgency_of(table)
            self._scheduler.move(ticket, urgency, _lane(ticket.cost, urgency))

    def _tickets_at(self, table_id: str) -> list[Ticket]:
        return [ticket for seat in range(MAX_SEATS) if (ticket := self._tickets.get((table_id, seat)))]

    async def due(self, guest: str) -> tuple[int, int]:
        """Return the number of tables where bots are due to act: those of a guest, and all."""
        tables = [self._tables.find_in_memory(table_id) for table_id in {table_id for table_id, _ in self._turns}]
        return sum(table is not None and table.data.host == guest for table in tables), len(tables)

    async def close(self) -> None:
        """Interrupt all turns; they start again when their tables are loaded again."""
        self._closed = True  # an action being stored still calls us afterwards
        await end(*self._turns.values(), *self._looking.values())
        await asyncio.gather(*(pool.close() for pool in self._pools.values()))

    def _begin(self, table: Table, seat: Seat, bot: str) -> None:
        key = (table.id, seat)
        if key not in self._turns and not self._closed:
            turn = self._turns[key] = asyncio.create_task(self._act(table, seat, bot))
            turn.add_done_callback(lambda done: self._on_end(key, done))

    def _on_end(self, key: tuple[str, Seat], turn: "asyncio.Task[None]") -> None:
        """Attend to the table again: the seat may be to act once more."""
        del self._turns[key]
        if turn.cancelled():
            return
        if turn.exception():
            _log.error("bot gave up", table=key[0][:6], cause=repr(turn.exception()))
        elif not self._shared or key[0] in self._leased:
            self.on_change(key[0])

    async def _act(self, table: Table, seat: Seat, bot: str) -> None:
        """Act until the seat is no longer to act, or its owner takes it back."""
        while _is_asked(table, seat, bot):
            await asyncio.sleep(self._pause(table))
            chosen = await self._choose(table, seat, bot)
            if chosen is None:
                continue
            try:
                await run_shielded(table.play_actions(seat, (chosen[1],), chosen[0]))
            except ProblemError as problem:
                if problem.code is Code.STORAGE_FAILED:
                    await asyncio.sleep(_PAUSE)  # people get an error; a bot tries again
                elif problem.code is not Code.VERSION_STALE:
                    raise

    def _pause(self, table: Table) -> float:
        """Return the seconds that a bot waits before it thinks, so that people can follow; 0 without viewers."""
        return 0.0 if table.data.instant or not table.looked_at else self._delay

    async def _choose(self, table: Table, seat: Seat, bot: str) -> tuple[Version, Action] | None:
        """Ask the bot for an action; if it fails repeatedly, ask the fallback bot, so that the game goes on.

        Return the version it saw and its action; None if the seat was no longer to act when its slot came.
        """
        for _ in range(_TRIES):
            try:
                return await self._ask(table, seat, bot, bot)
            except WorkerFailedError as failed:
                _log.warning("bot failed", bot=bot, table=table.id[:6], cause=str(failed))
        _log.error("another bot chooses", bot=FALLBACK_BOT, instead=bot, table=table.id[:6])
        chosen = await self._stand_in(table, seat, bot)
        with suppress(ProblemError):  # no note is stored, but the game goes on
            await run_shielded(table.change(lambda data: note_bot_failure(data, seat, bot, table.version)))
        return chosen

    async def _stand_in(self, table: Table, seat: Seat, bot: str) -> tuple[Version, Action] | None:
        """Ask the fallback bot, in this process if no worker works."""
        try:
            return await self._ask(table, seat, bot, FALLBACK_BOT)
        except WorkerFailedError as failed:
            _log.error("no worker thinks", cause=str(failed))
        if not _is_asked(table, seat, bot) or not table.game:
            return None
        view = view_of(table.game.state, seat)
        return table.version, await asyncio.to_thread(_fallback_action, view)

    async def _ask(self, table: Table, seat: Seat, bot: str, player: str) -> tuple[Version, Action] | None:
        """Ask the bot named `player` to choose for the `bot` of a seat, once there is a slot."""
        path = self._house_bots.get(player, "")
        if table.data.shared_deal and not path:
            player = counted_bot(player)
            await self._preparation.wait_ready(player)
        key, cost, urgency = (table.id, seat), expected_seconds(player), urgency_of(table)

        def note_queued(ticket: Ticket) -> None:
            self._tickets[key] = ticket

        try:
            turn = self._scheduler.turn(_lane(cost, urgency), client_of(table.data), cost, urgency, note_queued)
            async with turn as ticket:
                if not _is_asked(table, seat, bot) or not table.game:
                    return None
                seen, view = table.version, view_of(table.game.state, seat, detailed=bool(path))
                chance = chance_of(table.data, sum(played.seat == seat for played in table.game.history), seat)
                action = await self._pools[ticket.lane].choose(player, view, f"{table.id} {seat}", chance, path)
        finally:
            self._tickets.pop(key, None)
        if action not in view.legal:
            raise WorkerFailedError("what it chose is not legal")
        return seen, action


def _is_asked(table: Table, seat: Seat, bot: str) -> bool:
    """Return whether `bot` is to act for `seat`."""
    return bool(table.game and may_act(table.data, table.game.state, seat) and bot_at(table, seat) == bot)


def _fallback_action(view: View) -> Action:
    """Return the fallback bot's action, or any legal one if it fails, so that the game cannot hang."""
    rng = random_by_chance()
    try:
        action = bot_named(FALLBACK_BOT).choose(view, rng)
    except Exception:  # noqa: BLE001 - the last resort
        _log.exception("no bot can choose")
        return rng.choice(view.legal)
    return action
