"""Bots on a server: a program of ours plays seats there, several games at once, each action exactly once."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from secrets import token_hex
from typing import Final, Protocol, cast

from codex_naturalis.bots import Bot
from codex_naturalis.programs import BotFault, ask, bot_at
from codex_naturalis.server.wire.table import TableAnswer, TableStage

from .async_table import AsyncRemoteTable
from .errors import Refused

__all__ = ["AnyBot", "play", "play_all"]

AnyBot = Bot | Callable[[], Bot] | str
"""A bot; a class or function that makes one for each game; or the name or path of one, as in the arena."""

_LOOK_AGAIN: Final = 2.0
"""Seconds between two looks for tables where the guest sits."""

_ASKED_AGAIN: Final = frozenset({"version.stale", "seat.stood_in"})
"""Refusals of an action after which the seat is asked again."""

_UNDER_WAY: Final = (TableStage.GATHERING, TableStage.PLAYING)


class _Tables(Protocol):
    """What playing needs of a server."""

    async def join(self, invitation: str) -> AsyncRemoteTable: ...

    async def mine(self) -> list[TableAnswer]: ...


async def play(table: AsyncRemoteTable, bot: AnyBot, seed: str | None = None) -> None:
    """Let `bot` play the own seat to the end; raise `BotFault` if it gives no legal answer."""
    player, rng = _made(bot), Random(seed or token_hex(16))
    async for view in table.turns():
        action = await asyncio.to_thread(ask, player, view, rng)
        try:
            await table.act(action)
        except Refused as refused:
            if refused.reason not in _ASKED_AGAIN:
                raise


async def play_all(server: _Tables, bot: AnyBot, invitations: Sequence[str], seed: str | None) -> None:
    """Play at the tables of `invitations`; without any, wherever the guest sits, until cancelled."""
    async with asyncio.TaskGroup() as group:
        if not invitations:
            await _everywhere(server, lambda link: group.create_task(_to_the_end(server, link, bot, seed)))
        for link in invitations:
            group.create_task(_to_the_end(server, link, bot, seed))


async def _everywhere(server: _Tables, begin: Callable[[str], object]) -> None:
    """Begin each table where the guest has a seat, those to come included."""
    known: set[str] = set()
    while True:
        for mine in await server.mine():
            if mine.viewer is not None and mine.table.stage in _UNDER_WAY and mine.table.id not in known:
                known.add(mine.table.id)
                begin(mine.table.id)
        await asyncio.sleep(_LOOK_AGAIN)


async def _to_the_end(server: _Tables, link: str, bot: AnyBot, seed: str | None) -> None:
    table = await server.join(link)
    try:
        await play(table, bot, seed)
    except BotFault:
        await table.leave()  # a bot of the server plays on, so that the others need not wait
        raise
    finally:
        await table.close()


def _made(bot: AnyBot) -> Bot:
    if isinstance(bot, str):
        return bot_at(bot)
    if isinstance(bot, type) or not hasattr(bot, "choose"):
        return cast("Callable[[], Bot]", bot)()
    return cast("Bot", bot)
