"""Games of one program: the tables that its connection carries, and the questions asked there.

Nothing is queued: a wake-up call marks a table, and `attend` reads its state. To its tables a program is a
viewer who does not look.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct

from codex_naturalis.programs.bot_protocol import BotAsk, BotGame, BotGameOver, BotStop
from codex_naturalis.rules import Seat, awaited
from codex_naturalis.seating import Holder
from codex_naturalis.wire.errors import ProblemError
from codex_naturalis.wire.table import TableStage

from ..tables.bus import Listener
from ..tables.registry import run_shielded
from ..tables.table import Table
from .channel import ProgramChannel
from .questions import Question, Questions, chance_of, number_of
from .session_services import SessionServices

__all__ = ["Games"]


class _Game(Struct, eq=False):
    """A game that the connection carries."""

    table: Table
    listener: Listener
    introduced: bool = False
    """Whether `game` was sent."""

    question: Question | None = None
    """The last question asked."""


class Games:
    """Games that one connection carries."""

    def __init__(
        self, channel: ProgramChannel, holder: Holder, services: SessionServices, on_change: Callable[[str], None]
    ) -> None:
        """Report the games of `holder` over `channel`; `on_change` is called with each table that may have changed."""
        self.holder = holder
        self.hidden = True
        self.previews = True
        """Whether the program wants previews."""

        self.late: Callable[[Question], None] = lambda _: None
        """Called when the answer to a question is late."""

        self.questions: Questions = Questions()
        self._channel = channel
        self._services = services
        self._on_change = on_change
        self._games: dict[str, _Game] = {}

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self._games)

    def __contains__(self, table_id: str) -> bool:
        """Return whether the game at a table is carried."""
        return table_id in self._games

    async def follow(self, table_id: str) -> None:
        """Carry the game at a table from now on; a seat is taken back from its stand-in."""
        table = await self._services.tables.get(table_id)
        game = self._games[table_id] = _Game(table, lambda _: self._on_change(table_id))
        self._services.bus.listen(table_id, game.listener)
        table.watch(self)
        seat = table.viewer(self.holder)
        if seat is not None and table.data.begun:
            await run_shielded(table.take_back(seat))
        self._on_change(table_id)

    def forget_all(self) -> list[str]:
        """Stop carrying games; return their tables."""
        tables = list(self._games)
        for table_id in tables:
            self._forget(table_id)
        return tables

    def _forget(self, table_id: str) -> None:
        game = self._games.pop(table_id)
        self._services.bus.forget(table_id, game.listener)
        game.table.unwatch(self)
        if game.question:
            self.questions.drop(game.question)

    async def attend(self, table_id: str) -> bool:
        """Send the program a table's state; return whether its game has ended."""
        game = self._games.get(table_id)
        if game is None:
            return False
        with suppress(ProblemError):  # deleted a moment ago
            game.table = await self._services.tables.get(table_id)
        table, seat = game.table, game.table.viewer(self.holder)
        ended = table.closed or seat is None or table.data.stage in (TableStage.OVER, TableStage.CLOSED)
        if ended:
            await self._over(table_id, game)
        elif table.data.begun and seat is not None:
            await self._ask(game, seat)
        return ended

    async def _over(self, table_id: str, game: _Game) -> None:
        played = game.table.game
        if played and game.table.data.stage is TableStage.OVER:
            secret = game.table.data.secret  # the record has the deal, which others still play
            record = None if secret else await self._services.lobby.record(table_id, self.holder.guest)
            await self._channel.send_messages(BotGameOver(table_id, played.state.result, record))
        elif game.introduced:
            await self._channel.send_messages(BotGameOver(table_id, None))
        self._forget(table_id)

    async def _ask(self, game: _Game, seat: Seat) -> None:
        """Ask the open question at a table, unless already asked; withdraw one no longer open."""
        table, played = game.table, game.table.game
        assert played
        if not game.introduced:
            game.introduced = True
            await self._channel.send_messages(_introduction(table, seat))
        number = number_of(table.id, seat, played.asked[seat])
        due = seat in awaited(played.state) and table.data.stood_in(seat) is None
        known = game.question
        if known and due and known.number == number:
            return
        game.question = None
        if known and self.questions.drop(known):
            await self._channel.send_messages(BotStop(known.number))
        if due:
            game.question = Question(number, table.id, seat, played.version)
            await self._put(game.question, table, chance_of(table.id, seat, played.asked[seat]))

    async def _put(self, question: Question, table: Table, chance: str) -> None:
        assert table.shown
        view, seconds = table.shown.view(question.seat, previews=self.previews), self._seconds(table, question.seat)
        self.questions.ask(question)
        if seconds is not None:
            question.timer = asyncio.get_running_loop().call_later(seconds, self.late, question)
        await self._channel.send_messages(BotAsk(table.id, question.number, view, chance, seconds))

    def _seconds(self, table: Table, seat: Seat) -> float | None:
        """Return the time limit of an answer: the server's, or what is left on the clock."""
        limit, clocks = self._services.settings.bot_seconds or None, table.data.clocks
        left = clocks.seats[seat].left_at(self._services.store.served.now()) if clocks and table.data.clock else None
        return min((each for each in (limit, left) if each is not None), default=None)


def _introduction(table: Table, seat: Seat) -> BotGame:
    rows = sorted(table.data.seat_rows, key=lambda row: row.seat or 0)
    return BotGame(table.id, seat, table.data.options, tuple(row.name or "" for row in rows))
