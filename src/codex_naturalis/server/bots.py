"""Bots at the tables: asked off the event loop, in worker processes that are replaced when they fail or are late."""

import asyncio
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom

import msgspec

from codex_naturalis.rules import Action, Seat, awaited
from codex_naturalis.views import View, view_of

from .bot_worker import Question, Reply
from .codes import Code, Problem
from .endings import end
from .log import get_logger
from .places import bots_seated
from .preparing import Preparation
from .settings import Settings
from .table import Table
from .tables import Tables, shielded

__all__ = ["Attendant", "BotFailed", "Thinkers"]

_log = get_logger(__name__)
_REPLIES = msgspec.json.Decoder(Reply)
_TRIES = 3
_PAUSE = 2.0
_LONGEST_LINE = 1 << 20


class BotFailed(Exception):  # noqa: N818  # reads as the sentence it is
    """The worker died, was late, or the bot raised."""


class Thinkers:
    """A few worker processes, each started when it is needed."""

    def __init__(self, count: int, limit: float, unready: Callable[[], None] = lambda: None) -> None:
        """Think in up to `count` processes, each question for up to `limit` seconds.

        `unready` is called when a bot cannot think yet, and another chose for it.
        """
        self._unready = unready
        self._limit = limit
        self._idle: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(count):
            self._idle.put_nowait(None)
        self._all: set[asyncio.subprocess.Process] = set()

    async def choose(self, bot: str, view: View, player: str = "") -> Action:
        """Return what `bot` does for `player`, a seat at a table; raise `BotFailed` if no answer comes."""
        question = msgspec.json.encode(Question(bot, view, secrets.token_hex(16), player)) + b"\n"
        worker = await self._idle.get()
        kept: asyncio.subprocess.Process | None = None
        try:
            worker = worker if worker and worker.returncode is None else await self._start()
            async with asyncio.timeout(self._limit):
                reply = await _ask(worker, question)
            kept = worker
        except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
            raise BotFailed(repr(error)) from error
        finally:
            self._idle.put_nowait(kept)  # first: whoever asked may give up once more while the worker ends
            if kept is None and worker:
                await self._end(worker)
        if reply.action is None:
            raise BotFailed(reply.fault)
        if reply.stood_in:
            self._unready()
        return reply.action

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", f"{__package__}.bot_worker", stdin=pipe, stdout=pipe, limit=_LONGEST_LINE
        )
        self._all.add(worker)
        return worker

    async def _end(self, worker: asyncio.subprocess.Process) -> None:
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
        self._all.discard(worker)

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*(self._end(worker) for worker in set(self._all)))


async def _ask(worker: asyncio.subprocess.Process, question: bytes) -> Reply:
    assert worker.stdin
    assert worker.stdout
    worker.stdin.write(question)
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    if not line:
        raise BrokenPipeError("the worker has ended")
    return _REPLIES.decode(line)


def bot_at(table: Table, seat: Seat) -> str | None:
    """Return the bot that plays for `seat`; none where no person plays any more, or that is closed."""
    return dict(bots_seated(table.data)).get(seat)


class Attendant:
    """Sees which bots are to act, and lets them."""

    def __init__(self, tables: Tables, settings: Settings, preparation: Preparation) -> None:
        """Attend to the bots at `tables`, and see that they are prepared."""
        self._tables = tables
        self._delay = settings.bot_delay
        self._thinkers = Thinkers(settings.bot_workers, settings.bot_limit, preparation.begin)
        self._turns: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        self._shared = settings.shared
        self._leased: set[str] = set()
        """Tables that are ours to see to for now; where nobody shares the database all are."""

        self._closed = False

    def attend(self, table: Table) -> None:
        """Begin the turns of those bots at `table` that are awaited and not yet thinking."""
        for seat, bot in bots_seated(table.data):  # where there are none, no game is woken
            if table.game and seat in awaited(table.game.state):
                self._begin(table, seat, bot)

    async def play_at(self, table_id: str) -> None:
        """Let the bots of a table act until none of them is to; interrupt them if that is interrupted."""
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

    def rung(self, table_id: str) -> None:
        """Attend to a table that has changed."""
        table = self._tables.loaded(table_id)
        if table:
            self.attend(table)

    async def close(self) -> None:
        """Interrupt all bots; they resume when their tables are loaded again."""
        self._closed = True  # an action on its way is still stored, and calls us
        await end(*self._turns.values())
        await self._thinkers.close()

    def _begin(self, table: Table, seat: Seat, bot: str) -> None:
        key = (table.id, seat)
        if key not in self._turns and not self._closed:
            turn = self._turns[key] = asyncio.create_task(self._act(table, seat, bot))
            turn.add_done_callback(lambda done: self._ended(key, done))

    def _ended(self, key: tuple[str, Seat], turn: "asyncio.Task[None]") -> None:
        """Look again: the same seat may have become awaited at the last moment."""
        del self._turns[key]
        if turn.cancelled():
            return
        if turn.exception():
            _log.error("bot gave up", table=key[0][:6], cause=repr(turn.exception()))
        elif not self._shared or key[0] in self._leased:
            self.rung(key[0])

    async def _act(self, table: Table, seat: Seat, bot: str) -> None:
        """Play until the seat is no longer awaited, or its owner takes it back."""
        while table.game and seat in awaited(table.game.state) and bot_at(table, seat) == bot:
            await asyncio.sleep(self._delay)
            seen, view = table.version, view_of(table.game.state, seat)
            action = await self._choose(bot, view, f"{table.id} {seat}")
            if action not in view.legal:
                _log.error("bot chose what is not legal", bot=bot, table=table.id[:6])
                action = SystemRandom().choice(view.legal)
            try:
                await shielded(table.act(seat, (action,), seen))
            except Problem as problem:
                if problem.code is Code.STORAGE_FAILED:
                    await asyncio.sleep(_PAUSE)  # people are told; a bot tries again
                elif problem.code is not Code.VERSION_STALE:
                    raise

    async def _choose(self, bot: str, view: View, player: str) -> Action:
        """Ask the bot; if it fails again and again, choose for it, so that the others can play on."""
        for _ in range(_TRIES):
            try:
                return await self._thinkers.choose(bot, view, player)
            except BotFailed as failed:
                _log.warning("bot failed", bot=bot, cause=str(failed))
        return SystemRandom().choice(view.legal)
