"""Whatever is said to a socket, by the grammar of its messages or beside it: an answer, or a reason for the end."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from codex_naturalis.programs.bot_protocol import ProgramMessage
from codex_naturalis.wire.errors import CLOSE, Code
from codex_naturalis.wire.socket import ClientMessage
from tests.grammar import allowed, changed
from tests.server.house import ClosedError, House, Json, Socket, open_house
from tests.server.programs.test_bot_socket import begun

_LEGAL: Final = "legal"
"""Stands for what may be done at that moment, which only the table knows."""

_DRAW: Final = {"type": "draw", "source": "gold-1"}
_FEW: Final = settings().max_examples // 4
"""Examples, since each has a server of its own."""

_OPEN_ASKS: Final = range(10)
"""Numbers that stand for the question that is open."""


def messages(kind: Any) -> st.SearchStrategy[list[Json]]:  # noqa: ANN401 - a union of types
    """Return messages by the grammar of `kind`, almost by it, legal ones, and what is no message at all."""
    one = allowed(kind) | changed(kind) | st.just(_LEGAL) | st.text(max_size=40) | st.binary(max_size=40)
    return st.lists(one, max_size=6)


async def say(socket: Socket, message: Json) -> None:
    """Send what was drawn; numbers that JSON knows and 64 bits do not, too."""
    await socket.say(message if isinstance(message, str | bytes) else json.dumps(message))


async def hear_until(socket: Socket, name: str, value: str) -> None:
    """Listen until the refusal of that message, or the end of the socket, which is told its reason before."""
    told: list[Json] = []
    code = None
    while code is None and not (told and told[-1].get(name) == value):
        try:
            told.append(await socket.hear())
        except ClosedError as closed:
            code = closed.code
    reasons = [reason_of(message) for message in told]
    assert Code.SERVER_FAILED not in reasons
    assert code in (None, CLOSE.get(Code(str(reasons[-1])), CLOSE[Code.MESSAGE_MALFORMED]))


def reason_of(message: Json) -> str | None:
    """Return why a message was refused, if this says so: to people by a code, to programs by a reason."""
    return message.get("code", message.get("reason")) if message["type"] == "refused" else None


def visit(deeds: Callable[[House], Awaitable[None]]) -> None:
    """Do something at a server of its own."""

    async def stay() -> None:
        with TemporaryDirectory() as folder:
            async with open_house(Path(folder)) as house:
                await deeds(house)

    asyncio.run(stay())


@settings(max_examples=_FEW)
@given(greets=st.booleans(), said=messages(ClientMessage))
def test_whatever_a_client_says(greets: bool, said: list[Json]) -> None:
    """At a table, greeted or not; others find it there as ever."""

    async def deeds(house: House) -> None:
        ada = await house.guest()
        table = await ada.open(seats=2, bots=["random"])
        socket = house.socket(table)
        await socket.open()
        legal = (await socket.hello(ada.token))["view"]["legal"] if greets else []
        for number, message in enumerate(said):
            act = {"type": "act", "id": f"legal-{number}", "seen": 0, "actions": legal[:1]}
            await say(socket, act if message == _LEGAL else message)
        await say(socket, {"type": "act", "id": "the last of all", "seen": 10**6, "actions": [_DRAW]})
        await hear_until(socket, "id", "the last of all")
        assert (await ada.get(f"/tables/{table}"))["table"]["stage"] == "playing"

    visit(deeds)


@settings(max_examples=_FEW)
@given(said=messages(ProgramMessage))
def test_whatever_a_program_says(said: list[Json]) -> None:
    """While a question is open; its host plays on, with the program or with a stand-in."""

    async def deeds(house: House) -> None:
        host, _, program, ask = await begun(house)
        legal = {"type": "answer", "ask": ask["ask"], "actions": ask["view"]["legal"][:1]}
        for message in said:
            if isinstance(message, dict) and message.get("ask") in _OPEN_ASKS:
                message["ask"] = ask["ask"]
            await say(program.socket, legal if message == _LEGAL else message)
        await say(program.socket, {"type": "accept", "table": "the last of all"})
        await hear_until(program.socket, "table", "the last of all")
        assert (await host.get(f"/tables/{ask['game']}"))["table"]["stage"] == "playing"

    visit(deeds)
