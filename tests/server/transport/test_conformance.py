"""The WebSocket protocol (RFC 6455) as the Autobahn|Testsuite asks for it, case by case, over real sockets.

`autobahn.json` has the cases 1 to 7, 9 and 10 of its fuzzing client (25.10.1, Apache License 2.0, Python 2) by their
numbers: the frames to send, by their first byte and payload, the answers that are right, strict ones first, the codes
to close with, and whether the client closes. Payloads beyond our 16 KiB are cut to that, and what is repeated is
repeated less often: `of` says how much it was. Cases 12 and 13 are of compression, which we never offer.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from codex_naturalis.server.serve import bind
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.transport.http_limits import make_http_protocol
from codex_naturalis.server.transport.websocket import make_websocket_protocol
from tests.waiting import TIMEOUT, until

Json = Any
"""A case, a step or an event."""

CASES: list[Json] = json.loads(Path(__file__).with_name("autobahn.json").read_text("utf-8"))
GROUPS = sorted({case["case"].rpartition(".")[0] for case in CASES}, key=lambda group: [*map(int, group.split("."))])
KINDS = {1: "text", 2: "binary", 9: "ping", 10: "pong"}
CLOSE = 8
MASK = b"\x37\xfa\x21\x3d"
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def echo(_: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's own
    """Say again what is said, text as text and bytes as bytes."""
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        try:
            await send({"type": "websocket.send", "text": event.get("text"), "bytes": event.get("bytes")})
        except OSError:
            return


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[int]:
    """Run an echo server without limits; yield its port."""
    listening = bind("127.0.0.1", 0)
    settings = Settings(folder, messages_per_second=1e6, messages_at_once=10**6)
    config = uvicorn.Config(
        echo,
        http=make_http_protocol(settings),
        ws=make_websocket_protocol(settings),
        interface="asgi3",
        lifespan="off",
        log_config=None,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    await until(lambda: server.started)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task


def payload(data: str, length: int | None = None) -> bytes:
    """Return bytes that are written as hexadecimal digits, repeated up to a length if there is one."""
    once = bytes.fromhex(data)
    return once if length is None else (once * length)[:length]


def frame(head: int, *data: Any) -> bytes:  # noqa: ANN401 - digits, and perhaps a length
    """Return a frame as a client sends it."""
    plain = payload(*data)
    masked = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(plain))
    length = len(plain)
    if length < 126:
        return bytes((head, 0x80 | length)) + MASK + masked
    return bytes((head, 0x80 | 126)) + length.to_bytes(2, "big") + MASK + masked


class Fuzzer:
    """One client, and what it heard."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Speak over a connection."""
        self._reader, self._writer = reader, writer
        self.heard: list[tuple[str, bytes]] = []
        self.code: int | None = None
        """What the server closed with."""

    async def send(self, steps: Json, chop: int) -> None:
        """Send frames in one go, each alone, or in pieces of a size."""
        frames = [step if step == "wait" else frame(*step) for step in steps]
        if not chop and "wait" not in frames:
            frames = [b"".join(frames)]
        for one in frames:
            if one == "wait":
                await asyncio.sleep(0.02)
                continue
            size = chop if chop > 0 else max(1, len(one))
            for at in range(0, len(one), size):
                self._writer.write(one[at : at + size])
                await asyncio.sleep(0)

    async def hear(self) -> None:
        """Take in all that the server says, until it hangs up."""
        try:
            while True:
                head, length = await self._reader.readexactly(2)
                if length >= 126:
                    length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8), "big")
                data = await self._reader.readexactly(length)
                assert head & 0xF0 == 0x80, "frames of ours are whole, and use no reserved bit"
                if head & 15 == CLOSE:
                    self.code = int.from_bytes(data[:2], "big") if data else 1005
                elif head & 15 != 9:
                    self.heard.append((KINDS[head & 15], data))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass

    def close(self, code: int) -> None:
        """Say goodbye."""
        self._writer.write(frame(0x80 | CLOSE, code.to_bytes(2, "big").hex()))


def right(heard: list[tuple[str, bytes]], events: Json) -> bool:
    """Return whether these are the answers; of several pings the last is answered (RFC 6455, section 5.5.3)."""
    wanted = [(kind, payload(*data)) for kind, *data in events]
    if heard == wanted:
        return True
    last = [one for one in wanted if one[0] == "pong"][-1:]
    pongs = [one for one in heard if one[0] == "pong"]
    others = [one for one in heard if one[0] != "pong"] == [one for one in wanted if one[0] != "pong"]
    return others and bool(last) and pongs[-1:] == last and set(pongs) <= set(wanted)


async def tried(port: int, case: Json) -> str | None:
    """Return what was wrong about a case."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        fuzzer = Fuzzer(reader, writer)
        hearing = asyncio.create_task(fuzzer.hear())
        await fuzzer.send(case["send"], case["chop"])
        said_goodbye = any(step != "wait" and step[0] & 15 == CLOSE for step in case["send"])
        if case["mine"] and not said_goodbye:
            await until(lambda: hearing.done() or right(fuzzer.heard, case["expect"][0]))
            fuzzer.close(case["close"][0])
        async with asyncio.timeout(TIMEOUT):
            await hearing
    finally:
        writer.transport.abort()
    if not any(right(fuzzer.heard, events) for events in case["expect"]):
        return f"heard {[(kind, data[:40], len(data)) for kind, data in fuzzer.heard]}"
    if fuzzer.code not in (*case["close"], *((1005,) if case["mine"] else ())):
        return f"closed with {fuzzer.code}"
    return None


def test_all_cases_are_there() -> None:
    """Of each kind as many as the suite has, each once."""
    numbers = [case["case"] for case in CASES]
    assert len(set(numbers)) == len(numbers) == 301
    counted = {kind: sum(number.split(".")[0] == kind for number in numbers) for kind in "1234567"}
    assert counted == {"1": 16, "2": 11, "3": 7, "4": 10, "5": 20, "6": 145, "7": 37}


@pytest.mark.parametrize("group", GROUPS)
async def test_the_protocol_is_kept(group: str, tmp_path: Path) -> None:
    """By a server that is asked all of it, one case after the other."""
    async with served(tmp_path) as port:
        cases = [case for case in CASES if case["case"].rpartition(".")[0] == group]
        wrong = {case["case"]: await tried(port, case) for case in cases}
    assert {number: why for number, why in wrong.items() if why} == {}
