"""Session of one program: one connection, over which it is invited, asked, and answers.

One task reads from the program and another sends updates. Each answer is played by a task of its own, so that one
game does not wait for another's disk.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, assert_never

from msgspec import UNSET

from codex_naturalis import __version__
from codex_naturalis.programs.bot_protocol import (
    PROTOCOL,
    BotAccept,
    BotAnswer,
    BotDecline,
    BotFailed,
    BotHello,
    BotInfo,
    BotInvited,
    BotLimits,
    BotQuit,
    BotReady,
    ProgramMessage,
)
from codex_naturalis.rules import Action, IllegalAction
from codex_naturalis.seating import Guest, Holder, new_id
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from ..lobby.guests import PROGRAM
from ..support.settings import Settings
from ..support.tasks import end, lasting
from ..tables.registry import run_shielded
from .channel import ProgramChannel
from .games import Games
from .questions import Question, turn_of
from .session_services import SessionServices

__all__ = ["ProgramSession"]

_TRIES: Final = 2
"""Answers to one question, the one after a refusal included."""

_FLOOD: Final = 500
"""Consecutive messages refused as too many before the connection is closed."""

_MOST_TABLES: Final = 100
_ABOUT: Final = 60
"""Characters of a program's description of itself."""


class ProgramSession:
    """Session of one program."""

    def __init__(self, channel: ProgramChannel, guest: Guest, holder: Holder, services: SessionServices) -> None:
        """Carry all games of `guest` over `channel`."""
        self.guest = guest
        self.holder = holder
        self._id = new_id()
        self._channel = channel
        self._services = services
        self._games = Games(channel, holder, services, self._on_table_change)
        self._games.late = self._late
        self._most = services.settings.bot_games
        """Games that it may play at the same time."""

        self._invited: set[str] = set()
        """Tables to which it was invited over this connection."""

        self._accepted: set[str] = set()
        """Tables where it has sat down, whose games are not carried yet."""

        self._playing: set[asyncio.Task[None]] = set()
        self._dirty: set[str] = set()
        """Tables that may have changed."""

        self._look = True
        """Whether seats, invitations, or connections of the account may have changed."""

        self._changed = asyncio.Event()
        self._changed.set()
        self._dismissed: ProblemError | None = None
        self._floods = 0

    # Life

    async def run(self) -> None:
        """Greet the program, then receive and send until one side ends it."""
        about = await self._greet()
        bus, topic = self._services.bus, PROGRAM + self.guest.id
        await self._services.here.arrive(self.guest.id, self._id, about, self._most)
        bus.publish(topic, "person")

        def listener(_: object) -> None:
            self._on_account_change()

        bus.listen(topic, listener)
        tasks = [asyncio.create_task(self._send_updates()), asyncio.create_task(self._listen())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            bus.forget(topic, listener)
            await end(*tasks)
            await self._go()
        for task in done:
            task.result()

    def dismiss(self, problem: ProblemError) -> None:
        """Close the connection, giving the reason."""
        self._dismissed = problem
        self._changed.set()

    async def _greet(self) -> str:
        """Greet the program; return its description of itself."""
        settings = self._services.settings
        await self._channel.send_messages(BotHello(PROTOCOL, __version__, self.guest.name, _limits(settings)))
        try:
            async with asyncio.timeout(settings.hello_seconds):
                ready = await self._channel.hear()
        except TimeoutError:
            raise ProblemError(Code.HELLO_LATE) from None
        if not isinstance(ready, BotReady):
            raise ProblemError(Code.MESSAGE_UNEXPECTED)
        self._games.previews = ready.wants.previews
        if ready.games is not None:
            self._most = max(0, min(ready.games, self._most))
        return f"{ready.name} {ready.version}".strip()[:_ABOUT]

    async def _go(self) -> None:
        """Leave the tables: stand-ins soon play on, unless a newer connection exists."""
        await asyncio.gather(*self._playing, return_exceptions=True)
        tables = self._games.forget_all()
        with lasting("program not seen off"):
            if await self._services.here.leave(self._id):
                for table_id in tables:
                    with suppress(ProblemError):
                        await self._leave(table_id)

    async def _leave(self, table_id: str) -> None:
        data = (await self._services.tables.get(table_id)).data
        if data.stage is TableStage.PLAYING or (data.gathering and data.host != self.guest.id):
            await run_shielded(self._services.lobby.leave(self.holder, table_id))

    # Hearing

    async def _listen(self) -> None:
        while True:
            message = await self._channel.hear()
            try:
                self._count()
                await self._take(message)
            except ProblemError as problem:
                if problem.code is Code.MESSAGE_UNEXPECTED:
                    raise
                ask, table = getattr(message, "ask", UNSET), getattr(message, "table", UNSET)
                await self._channel.deny(problem, ask, table)

    def _count(self) -> None:
        """Charge a message to the account; raise a `ProblemError` with the seconds to wait beyond the limit."""
        try:
            self._services.messages.take(self.guest.id)
            self._floods = 0
        except ProblemError as problem:
            self._floods += 1
            if self._floods > _FLOOD:
                self.dismiss(ProblemError(Code.LIMIT_MESSAGES))
            raise ProblemError(Code.LIMIT_MESSAGES, **problem.facts) from None

    async def _take(self, message: ProgramMessage) -> None:
        match message:
            case BotAnswer():
                self._answer(message)
            case BotAccept():
                await self._accept(message.table)
            case BotDecline():
                self._invited.discard(message.table)
                await self._services.invitations.decline(self.guest.id, message.table)
            case BotQuit():
                self._most = 0
                await self._publish_free_games()
            case BotInfo():
                pass  # remarks are for those who watch the program at home
            case BotFailed():
                self._give_up(message)
            case BotReady():
                raise ProblemError(Code.MESSAGE_UNEXPECTED)
            case _:
                assert_never(message)

    async def _accept(self, table_id: str) -> None:
        if table_id not in self._invited:
            raise ProblemError(Code.INVITATION_NONE)
        if not self._has_room:
            raise ProblemError(Code.LIMIT_GAMES, most=self._most)
        self._invited.discard(table_id)
        self._accepted.add(table_id)
        try:
            await run_shielded(self._services.invitations.accept(self.holder, table_id))
        except ProblemError:
            self._accepted.discard(table_id)
            raise

    def _answer(self, answer: BotAnswer) -> None:
        """Begin to carry out an answer; raise a `ProblemError` if its question is not open."""
        if not answer.actions:
            raise ProblemError(Code.MESSAGE_MALFORMED, at="$.actions")
        self._begin(self._play(self._question(answer.ask), turn_of(answer.actions)))

    def _give_up(self, failed: BotFailed) -> None:
        """Let a stand-in play for a program that has no answer; raise a `ProblemError` if no question is open."""
        if failed.ask is UNSET:
            raise ProblemError(Code.MESSAGE_MALFORMED, at="$.ask")
        question = self._question(failed.ask)
        self._games.questions.ask(question)
        self._begin(self._fail(question))

    def _question(self, number: int) -> Question:
        """Take the open question of this number; raise a `ProblemError` if there is none."""
        question = self._games.questions.take(number)
        if question is None:
            second = self._games.questions.was_answered(number)
            raise ProblemError(Code.ANSWER_SECOND if second else Code.ANSWER_OLD)
        return question

    async def _play(self, question: Question, turn: tuple[Action, ...]) -> None:
        """Carry out an answer, or refuse it."""
        try:
            await self._act(question, turn)
        except IllegalAction as illegal:
            question.refusals += 1
            self._games.questions.ask(question)
            await self._channel.deny(illegal.refusal, question.number)
            if question.refusals >= _TRIES:
                await self._fail(question)
        except ProblemError as problem:
            if problem.code is Code.STORAGE_FAILED:
                self._games.questions.ask(question)
            await self._channel.deny(problem, question.number)
        else:
            self._games.questions.drop(question)

    async def _act(self, question: Question, turn: tuple[Action, ...]) -> None:
        """Store the turn; where only its draw is illegal, the placement counts, and the draw is asked for."""
        table = await self._services.tables.get(question.table)
        act_id = f"ask-{question.number}"
        try:
            await run_shielded(table.play_actions(question.seat, turn, question.seen, act_id))
        except IllegalAction as illegal:
            if not illegal.index:
                raise
            await run_shielded(table.play_actions(question.seat, turn[:1], question.seen, act_id))

    async def _fail(self, question: Question) -> None:
        """Let a stand-in play for a program that gave no legal answer in time, where others wait for it."""
        with lasting("no stand-in for a program"):
            table = await self._services.tables.get(question.table)
            await run_shielded(table.fail(question.seat))

    def _late(self, question: Question) -> None:
        """Timer callback: the answer to a question is late."""
        if self._games.questions.is_open(question):
            self._begin(self._fail(question))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    # Telling

    def _on_table_change(self, table_id: str) -> None:
        """Bus callback: a table may have changed."""
        self._dirty.add(table_id)
        self._changed.set()

    def _on_account_change(self) -> None:
        """Bus callback: seats, invitations, or connections of the account may have changed."""
        self._look = True
        self._changed.set()

    async def _send_updates(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._dismissed:
                raise self._dismissed
            if self._look:
                self._look = False
                await self._check_seats()
            while self._dirty:
                if await self._games.attend(self._dirty.pop()):
                    await self._publish_free_games()
                    self._on_account_change()  # there is room for a game that a stand-in plays

    async def _check_seats(self) -> None:
        """Find new seats and invitations; end if a newer connection has replaced this one."""
        services, guest = self._services, self.guest.id
        if await services.here.newest(guest) != self._id:
            raise ProblemError(Code.LIMIT_WINDOWS)
        accepted = set(self._accepted)
        for data, _ in await services.store.open_tables_of(guest, _MOST_TABLES):
            if data.id not in self._games:
                await self._carry(data.id)
        self._accepted -= accepted
        hosts = {row.table_id: row.by for row in await services.invitations.of(guest)}
        new = set(hosts) - self._invited
        self._invited &= set(hosts)
        for table_id in new:
            await self._invite(table_id, hosts[table_id])

    async def _carry(self, table_id: str) -> None:
        """Carry a game from now on; beyond the limit, as in a tournament's round, a stand-in plays it."""
        if table_id in self._accepted or len(self._games) < self._most:
            await self._games.follow(table_id)
            await self._publish_free_games()
        else:
            with suppress(ProblemError):  # closed or deleted a moment ago
                await self._leave(table_id)

    @property
    def _has_room(self) -> bool:
        return len(self._games) + len(self._accepted) < self._most

    async def _invite(self, table_id: str, host: str) -> None:
        if not self._has_room:
            await self._services.invitations.decline(self.guest.id, table_id)
            return
        data = (await self._services.tables.get(table_id)).data
        self._invited.add(table_id)
        await self._channel.send_messages(BotInvited(table_id, host, data.options, data.rated))

    async def _publish_free_games(self) -> None:
        """Publish to hosts how many games it could still begin."""
        await self._services.here.change(self._id, max(0, self._most - len(self._games)))


def _limits(settings: Settings) -> BotLimits:
    return BotLimits(
        settings.bot_games, settings.bot_messages_per_second, settings.bot_messages_at_once, settings.bot_seconds
    )
