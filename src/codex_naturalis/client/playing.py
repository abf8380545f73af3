"""Bots on a server: a program plays seats there, several games at once, each action exactly once."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from secrets import token_hex
from typing import Final, Protocol

from codex_naturalis.programs import BotFaultError, ask
from codex_naturalis.wire.table import TableAnswer, TableStage

from .any_bot import AnyBot, make_bot
from .async_table import AsyncRemoteTable
from .bots import BotOnServer
from .errors import RefusedError

__all__ = ["play", "play_all"]

_LOOK_AGAIN: Final = 2.0
"""Seconds between two polls for tables where the guest sits."""

_ASKED_AGAIN: Final = frozenset({"version.stale", "seat.stood_in"})
"""Refusals of an action after which the bot is asked again."""

_NO_PROGRAM: Final = "program.only"
"""Refusal of the socket of bots to accounts of people."""

_UNDER_WAY: Final = (TableStage.GATHERING, TableStage.PLAYING)


class _Tables(Protocol):
    """Interface of a server that playing needs."""

    @property
    def address(self) -> str: ...

    @property
    def token(self) -> str | None: ...

    async def join(self, invitation: str) -> AsyncRemoteTable: ...

    async def mine(self) -> list[TableAnswer]: ...


async def play(table: AsyncRemoteTable, bot: AnyBot, seed: str | None = None) -> None:
    """Let `bot` play the caller's seat to the end; raise `BotFaultError` if it gives no legal answer."""
    player, rng = make_bot(bot), Random(seed or token_hex(16))
    async for view in table.turns():
        action = await asyncio.to_thread(ask, player, view, rng)
        try:
            await table.act(action)
        except RefusedError as refused:
            if refused.reason not in _ASKED_AGAIN:
                raise


async def play_all(server: _Tables, bot: AnyBot, invitations: Sequence[str], seed: str | None) -> None:
    """Play at the tables of `invitations`; without any, wherever the guest sits or is invited, until cancelled."""
    if not invitations and await _as_program(server, bot):
        return
    async with asyncio.TaskGroup() as group:
        if not invitations:
            await _everywhere(server, lambda link: group.create_task(_to_the_end(server, link, bot, seed)))
        for link in invitations:
            group.create_task(_to_the_end(server, link, bot, seed))


async def _as_program(server: _Tables, bot: AnyBot) -> bool:
    """Play over the socket of bots, if the account is one: it is invited there. Return whether it is."""
    if server.token is None:
        return False
    try:
        await BotOnServer(server.address, server.token, bot, show=lambda _: None).run()
    except RefusedError as refused:
        if refused.reason != _NO_PROGRAM:
            raise
        return False
    return True


async def _everywhere(server: _Tables, begin: Callable[[str], object]) -> None:
    """Begin play at each table where the guest has a seat, including later ones."""
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
    except BotFaultError:
        await table.leave()  # a bot of the server plays on, so that the others need not wait
        raise
    finally:
        await table.close()
