"""Attacks over plain HTTP: heads without end, fat headers, unread answers, request floods."""

import asyncio
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from .games import record
from .scene import Attack, Outcome, Scene, for_seconds, together
from .wire import head, opened

__all__ = ["ATTACKS"]

_ENDLESS: Final = 40_000_000
"""Bytes of one head."""

_CHUNK: Final = b"a" * 65_536
_BEGUN: Final = {
    "a header": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    "an address": b"GET /healthz?",
    "headers": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n",
}
_OPEN: Final = "still open"

_FAT: Final = ((150, 1_000_000), (3_000, 60_000))
_UNREAD: Final = 40
_UNREAD_SECONDS: Final = 32.0
_FIELDS: Final = re.compile(r"^ *\d+: \S+:([0-9A-F]{4}) \S+:([0-9A-F]{4}) 01 ", re.MULTILINE)


async def endless_heads(scene: Scene) -> Outcome:
    """M3: a header, an address, or headers without end."""
    lines, held = [], True
    for what, begun in _BEGUN.items():
        chunk = b"a: a\r\n" * 10_000 if what == "headers" else _CHUNK
        sent, status = await _endless(scene, begun, chunk)
        held = held and status != _OPEN
        lines.append(f"{what}: {status} after {sent / 1e6:.1f} MB")  # most of it in the system's buffers
    return Outcome(f"three heads of up to {scene.many(_ENDLESS) / 1e6:.0f} MB", "; ".join(lines), held=held)


async def _endless(scene: Scene, begun: bytes, chunk: bytes) -> tuple[int, str]:
    """Return how much was taken of a head without end, and the answer."""
    reader, writer = await opened(scene.port)
    sent, most = 0, scene.many(_ENDLESS)
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(12):
            writer.write(head("GET", "/healthz", {})[:0] + begun)
            while sent < most and not writer.is_closing() and not reader.at_eof():
                writer.write(chunk)
                await writer.drain()
                sent += len(chunk)
                await asyncio.sleep(0)
    answer = b""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(1):
            answer = await reader.read(64)
    ended = reader.at_eof() or writer.is_closing()
    writer.transport.abort()
    return sent, answer[9:12].decode() or ("hung up" if ended else _OPEN)


async def fat_headers(scene: Scene) -> Outcome:
    """M3: `Authorization` headers that are large and differ, from a stranger each."""

    async def one(number: int, size: int) -> int:
        token = f"g.{number:08}" + "x" * size
        address = f"198.18.{number % 200}.9"
        return (await scene.ask("GET", "/guests/me", token=token, address=address, seconds=20)).status

    said: dict[int, int] = {}
    for count, size in _FAT:
        for status in await together([one(number, size) for number in range(scene.many(count))], 8):
            said[status] = said.get(status, 0) + 1
    did = " and ".join(f"{scene.many(count):,} of {size // 1000} kB" for count, size in _FAT)
    return Outcome(did, ", ".join(f"{times} times {status or 'hung up'}" for status, times in sorted(said.items())))


async def unread_answers(scene: Scene) -> Outcome:
    """Low 5: answers that are never read."""
    asked = head("GET", "/openapi.json", {}) * 100
    ports = set[int]()
    writers = []
    for _ in range(_UNREAD):
        _, writer = await opened(scene.port, buffer=4096)
        writer.transport.pause_reading()  # type: ignore[attr-defined] # sockets have it
        writer.write(asked)
        writers.append(writer)
        ports.add(writer.get_extra_info("sockname")[1])
    await asyncio.sleep(_UNREAD_SECONDS)
    left = len(ports & _established(scene.port))
    for writer in writers:
        writer.transport.abort()
    became = f"{left} of {_UNREAD} still open after {_UNREAD_SECONDS:.0f} s"
    return Outcome(f"{_UNREAD} connections read nothing", became, held=not left)


def _established(port: int) -> set[int]:
    """Return the ports at the other end of the connections to a port of this machine."""
    lines = Path("/proc/net/tcp").read_text()
    return {int(other, 16) for mine, other in _FIELDS.findall(lines) if int(mine, 16) == port}


async def readiness(scene: Scene) -> Outcome:
    """Low 7: asks whether the database answers, as fast as it gets answers."""
    address = scene.stranger()
    return await _flood(scene, lambda: scene.ask("GET", "//readyz", address=address), "of one address")


async def records(scene: Scene) -> Outcome:
    """Long records to step through, from three addresses."""
    body, addresses = record("long"), [scene.stranger() for _ in range(3)]
    turn = iter(range(1_000_000))

    async def ask() -> Any:  # noqa: ANN401 - an answer
        return await scene.ask("POST", "/replays", body, address=addresses[next(turn) % 3])

    return await _flood(scene, ask, "of three addresses", seconds=8)


async def _flood(scene: Scene, ask: Any, whose: str, seconds: float = 5) -> Outcome:  # noqa: ANN401 - any function
    began = time.perf_counter()
    answers = await for_seconds(seconds * min(1.0, scene.size * 2), 16, ask)
    lasted = time.perf_counter() - began
    good = sum(answer.status == 200 for answer in answers)
    return Outcome(f"{len(answers) / lasted:,.0f} a second {whose}", f"{good / lasted:,.0f} a second answered")


ATTACKS: Final = (
    Attack("M3", "heads without end", endless_heads),
    Attack("M3b", "fat Authorization headers", fat_headers),
    Attack("L5", "unread answers", unread_answers),
    Attack("L7", "asking whether the server is ready", readiness),
    Attack("R", "records to step through", records),
)
