"""Bots at local tables: they act one after the other, in this process, each after a short delay."""

import asyncio
from contextlib import suppress
from functools import cache
from random import Random
from typing import Final

from codex_naturalis.bots import LEVELS, Level, bot_named
from codex_naturalis.extras import has
from codex_naturalis.programs import BotFaultError, ask, shown_to
from codex_naturalis.rules import Action, GameState, IllegalAction, Seat
from codex_naturalis.seating import STAND_IN, row_for_bot
from codex_naturalis.views import view_of
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import BotPace, LevelInfo

from .table import LocalTable

__all__ = ["BOT_DELAY", "LocalBots", "check_playable", "list_levels"]

BOT_DELAY: Final = 0.6
"""Seconds that a bot waits before it plays, so that people can follow."""


def check_playable(name: str) -> None:
    """Raise a `ProblemError` if there is no such bot, or if it needs the compiled kernel and this Python has none."""
    row_for_bot(name)
    if hasattr(bot_named(name), "prepare") and not has("fast"):
        raise ProblemError(Code.SERVER_NEEDED)


@cache
def list_levels() -> tuple[LevelInfo, ...]:
    """Return the opponents made for people, weakest first."""
    return tuple(map(_describe, LEVELS))


def _describe(level: Level) -> LevelInfo:
    prepares, strength = hasattr(bot_named(level.bot), "prepare"), level.strength
    return LevelInfo(level.bot, level.key, level.step, strength.elo, strength.error, level.seconds, prepares=prepares)


class LocalBots:
    """Bots at all watched local tables."""

    def __init__(self, delay: float = BOT_DELAY) -> None:
        """Let bots act `delay` seconds after the last action."""
        self._delay = delay
        self._playing: dict[str, asyncio.Task[None]] = {}

    def attend(self, table: LocalTable) -> None:
        """Start the bots at `table`, unless they play already."""
        if table.id in self._playing or not table.watched or not table.bots_to_act():
            return
        self._playing[table.id] = asyncio.get_running_loop().create_task(self._play(table))

    async def _play(self, table: LocalTable) -> None:
        try:
            while table.watched and (asked := table.bots_to_act()):
                await self._act(table, asked)
        finally:
            del self._playing[table.id]  # at once: a callback would come late, and a turn that begins before it be lost

    async def _act(self, table: LocalTable, asked: list[tuple[Seat, str]]) -> None:
        """Let the first of the bots that are `asked` act, unless something else happens first."""
        if table.data.pace is BotPace.PEOPLE:
            await asyncio.sleep(self._delay)
        if table.bots_to_act() != asked or table.game is None:
            return
        seat, name = asked[0]
        seen, action = table.version, _choose(name, table.game.state, seat, table.chance(seat))
        with suppress(ProblemError, IllegalAction):  # another window was first
            await table.play_actions(seat, (action,), seen)


def _choose(name: str, state: GameState, seat: Seat, chance: Random) -> Action:
    """Return a bot's choice, computed synchronously: browsers' Python has no threads. If it fails, another chooses."""
    for each in (name, STAND_IN):
        bot = bot_named(each)
        with suppress(BotFaultError):
            return ask(bot, shown_to(bot, state, seat), chance)
    return chance.choice(view_of(state, seat).legal)
