"""Attacks by sockets: fragments, control frames, places at a table, readers that do not read, and welcomes."""

import asyncio
import time
from contextlib import suppress
from random import Random
from typing import Final

from .load_client import Game, Tally
from .scene import Attack, Outcome, Scene, for_seconds, together
from .wire import CONTINUATION, PING, TEXT, Socket, frame

__all__ = ["ATTACKS"]

_EMPTY: Final = 200_000
_BYTES: Final = 16_000
_PING_SECONDS: Final = 5.0
_SOON: Final = 2.0
"""Seconds within which the server is to hang up on a client that breaks the limits."""

_WATCHERS: Final = 64
_FLOOD: Final = 400
"""Watchers that one address tries to bring in: more than a table, its address and its bucket of sockets let in."""

_READERS: Final = 60


async def empty_fragments(scene: Scene) -> Outcome:
    """H1: a message of nothing but empty parts."""
    data = frame(TEXT, final=False) + frame(CONTINUATION, final=False) * scene.many(_EMPTY)
    return await _fragments(scene, data, f"{scene.many(_EMPTY):,} empty fragments, {len(data) / 1e6:.1f} MB")


async def tiny_fragments(scene: Scene) -> Outcome:
    """H1: messages in parts of a byte each, as long as a message may be, sixty in one go as is allowed."""
    one = frame(TEXT, b"{", final=False) + frame(CONTINUATION, b" ", final=False) * _BYTES + frame(CONTINUATION, b"}")
    times = scene.many(60)
    return await _fragments(scene, one * times, f"{times} messages in {_BYTES:,} fragments of a byte")


async def _fragments(scene: Scene, data: bytes, did: str) -> Outcome:
    socket, _ = await Socket.welcomed(scene.port, scene.table, address=scene.stranger())
    began = time.perf_counter()
    hearing = asyncio.create_task(socket.closed(30))
    with suppress(TimeoutError):
        async with asyncio.timeout(30):
            await socket.send(data)
    code = await hearing
    socket.leave()
    took = time.perf_counter() - began
    became = f"still open after {took:.0f} s" if code is None else f"closed with {code} after {took:.2f} s"
    return Outcome(did, became, held=code in (1009, 4429, 1006) and took < _SOON)


async def unread_pongs(scene: Scene) -> Outcome:
    """H2: pings as fast as they are taken, whose pongs are never read."""
    socket = await Socket.open(scene.port, scene.table, scene.stranger(), buffer=4096)
    socket.say({"type": "hello", "token": None})
    socket.writer.transport.pause_reading()  # type: ignore[attr-defined] # sockets have it
    data, sent, taken = frame(PING, bytes(125)) * 500, 0, True
    deadline = time.perf_counter() + _PING_SECONDS * min(1.0, scene.size * 2)
    with suppress(TimeoutError):
        async with asyncio.timeout_at(asyncio.get_running_loop().time() + deadline - time.perf_counter()):
            while taken:
                taken = await socket.send(data)
                sent += len(data)
    await asyncio.sleep(1)
    socket.writer.transport.resume_reading()  # type: ignore[attr-defined]
    code = await socket.closed(5)
    socket.leave()
    became = "still open" if code is None else f"closed with {code}"
    return Outcome(f"{sent / 1e6:.0f} MB of pings", became)


async def watchers(scene: Scene) -> Outcome:
    """H3: one address watches a table with as many sockets as it gets; then a player comes back."""
    address, crowd = scene.stranger(), list[Socket]()
    welcomed = 0
    for _ in range(_WATCHERS):
        socket, message = await Socket.welcomed(scene.port, scene.table, address=address)
        crowd.append(socket)
        welcomed += bool(message and message["type"] == "welcome")
    player, message = await Socket.welcomed(scene.port, scene.table, scene.tokens[0], scene.stranger())
    for socket in (*crowd, player):
        socket.leave()
    back = bool(message and message["type"] == "welcome")
    harm = "the player is back" if back else f"the player is refused: {message and message.get('code')}"
    return Outcome(f"{_WATCHERS} watchers of one address", f"{welcomed} welcomed", harm, held=back)


async def flood_of_watchers(scene: Scene) -> Outcome:
    """H3b: one address watches a table with as many sockets as it gets, and goes on; its own player comes back."""
    address, crowd, welcomed = scene.stranger(), list[Socket](), 0

    async def watch() -> None:
        nonlocal welcomed
        with suppress(ConnectionError):
            socket, message = await Socket.welcomed(scene.port, scene.table, address=address)
            crowd.append(socket)
            welcomed += bool(message and message["type"] == "welcome")

    await together([watch() for _ in range(_FLOOD)], 16)
    rest = asyncio.gather(*(watch() for _ in range(_WATCHERS)))
    people = [(scene.tokens[0], address), (None, scene.stranger())]
    came = [await Socket.welcomed(scene.port, scene.table, token, where) for token, where in people]
    await rest
    for socket in (*crowd, *(socket for socket, _ in came)):
        socket.leave()
    refused = [
        str(message and message.get("code")) for _, message in came if not message or message["type"] != "welcome"
    ]
    harm = f"refused: {', '.join(refused)}" if refused else "its player is back, and a stranger watches"
    return Outcome(f"{_FLOOD + _WATCHERS} watchers of one address", f"{welcomed} welcomed", harm, held=not refused)


async def unread_tables(scene: Scene) -> Outcome:
    """Row 25: watchers of one busy table who read nothing."""
    lazy, address = list[Socket](), ""
    for number in range(scene.many(_READERS)):
        address = scene.stranger() if number % 5 == 0 else address
        with suppress(ConnectionError):
            socket = await Socket.open(scene.port, scene.table, address, buffer=4096)
            socket.writer.write(frame(TEXT, b'{"type":"hello","previews":true}'))
            socket.writer.transport.pause_reading()  # type: ignore[attr-defined]
            lazy.append(socket)
    tally = Tally()
    game = asyncio.create_task(Game(scene.table, scene.tokens, 20, tally, Random(1)).play([scene.port] * 2))
    await asyncio.wait({game}, timeout=10 * min(1.0, scene.size * 2))
    game.cancel()
    for socket in lazy:
        socket.leave()
    return Outcome(f"{len(lazy)} who do not read, {tally.actions} actions at their table", "told what fits")


async def welcomes(scene: Scene) -> Outcome:
    """Low 7: sockets that open, are welcomed and leave, from one address."""
    address = scene.stranger()

    async def once() -> str:
        try:
            socket, message = await Socket.welcomed(scene.port, scene.table, address=address)
        except OSError:
            return "refused"
        socket.leave()
        return "welcomed" if message and message["type"] == "welcome" else "refused"

    seconds = 5 * min(1.0, scene.size * 2)
    found = await for_seconds(seconds, 16, once)
    rate = found.count("welcomed") / seconds
    return Outcome(f"{len(found) / seconds:,.0f} sockets a second of one address", f"{rate:,.0f} a second welcomed")


ATTACKS: Final = (
    Attack("H1", "a message of empty fragments", empty_fragments),
    Attack("H1b", "messages in fragments of a byte", tiny_fragments),
    Attack("H2", "pings whose pongs are not read", unread_pongs),
    Attack("H3", "watchers take the places at a table", watchers),
    Attack("H3b", "watchers flood the address of a player", flood_of_watchers),
    Attack("R25", "watchers who read nothing", unread_tables),
    Attack("L7b", "sockets that come and go", welcomes),
)
