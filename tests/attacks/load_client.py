"""The other end of the load: two people at a table, with as little work for each message as an honest client can do.

They speak over real sockets, in sessions of their own, and each is told everything. Of what they are told they read
what they need: the version, what may be played, and whether the game is over.
"""

import asyncio
import base64
import os
import time
from collections.abc import Callable
from functools import reduce
from operator import getitem
from random import Random
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from websockets.frames import Frame, Opcode

__all__ = ["Game", "Tally"]

_LONG, _LONGER = 126, 127
"""Lengths of frames that say: the length is in the next two, or eight, bytes."""

_END_OF_HEADERS: Final = b"\r\n\r\n"


class Tally:
    """What the clients counted."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.tables = 0
        """Where play has begun."""

        self.clear()

    def clear(self) -> None:
        """Reset all counters."""
        self.actions = self.bytes = 0
        self.seconds: list[float] = []

    def took(self, began: float) -> None:
        """Count an action that both have been told of, sent at `began` by `time.perf_counter`."""
        self.seconds.append(time.perf_counter() - began)
        self.actions += 1


class _Step(Struct):
    version: int


class _Seat(Struct):
    open: Any = UNSET


class _View(Struct):
    legal: Any
    result: Any
    seats: list[_Seat]


class _Change(Struct):
    legal: Any = UNSET
    result: Any = UNSET
    seats: dict[str, _Seat] | UnsetType = UNSET


class _Message(Struct):
    """A message of the server, as far as it matters here."""

    type: str
    steps: list[_Step] = []
    view: _View | None = None
    change: _Change | None = None


_DECODE: Final = msgspec.json.Decoder(_Message).decode
_ENCODE: Final = msgspec.json.Encoder().encode


class Game:
    """One table and its two clients, whose addresses and tokens are at hand."""

    def __init__(self, table: str, tokens: list[str], rate: float, tally: Tally, rng: Random) -> None:
        """Play at `table`, `rate` actions a second, or as fast as may be if that is nothing."""
        self.table, self.tokens, self.rate, self.tally, self.rng = table, tokens, rate, tally, rng
        self.versions = [0, 0]
        self.sent: dict[int, float] = {}
        self._there: list[_Client] = []

    async def play(self, ports: list[int]) -> None:
        """Play to the end; raise `ConnectionError` if the server hangs up."""
        loop = asyncio.get_running_loop()
        clients = [_Client(self, index, loop.create_future()) for index in range(2)]
        try:
            for client, port in zip(clients, ports, strict=True):
                await loop.create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
            await asyncio.gather(*(client.done for client in clients))
        finally:
            for client in clients:
                client.leave()

    def arrived(self, client: "_Client") -> None:
        """Start acting as soon as both players are connected."""
        self._there.append(client)
        if self.begun:
            for each in self._there:
                each.go_on()

    @property
    def begun(self) -> bool:
        """Return whether both are there."""
        return len(self._there) == len(self.versions)

    def note_version(self, index: int, size: int, version: int) -> None:
        """Take note that a client was told of a version, and whether both were."""
        self.tally.bytes += size
        self.tally.tables += not self.versions[index] and not index
        self.versions[index] = version
        both = min(self.versions)
        for known in [known for known in self.sent if known <= both]:
            self.tally.took(self.sent.pop(known))

    def act(self, index: int, legal: list[Any], send: Callable[[Any], None]) -> None:
        """Play one of the actions that are legal, now or when the time has come."""
        if self.rate:
            loop = asyncio.get_running_loop()
            loop.call_later(self.rng.uniform(0.5, 1.5) / self.rate, self._act, index, legal, send)
        else:
            self._act(index, legal, send)

    def _act(self, index: int, legal: list[Any], send: Callable[[Any], None]) -> None:
        seen = self.versions[index]
        self.sent[seen + 1] = time.perf_counter()
        send({"type": "act", "id": f"{index}-{seen}", "seen": seen, "actions": [self.rng.choice(legal)]})


class _Client(asyncio.Protocol):
    """One of the two: its socket, and what of its view it needs."""

    def __init__(self, game: Game, index: int, done: "asyncio.Future[None]") -> None:
        self.done = done
        self._game, self._index = game, index
        self._transport: Any = None
        self._open = False
        self._rest = b""
        self._view: _View | None = None
        self._asked = -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        asked = f"GET /api/v1/tables/{self._game.table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        asked += f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        self._transport.write(asked.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(ConnectionError(f"the server hung up: {exc or self._rest!r}"))

    def leave(self) -> None:
        """Close the socket, and stop waiting for the end."""
        self.done.cancel()
        if self._transport:
            self._transport.close()

    def send(self, message: Any) -> None:  # noqa: ANN401 - anything that becomes JSON
        """Send a message, unless the game has ended."""
        if not self._transport.is_closing():
            self._transport.write(Frame(Opcode.TEXT, _ENCODE(message)).serialize(mask=True))

    def data_received(self, data: bytes) -> None:
        self._rest = self._rest + data if self._rest else data
        if not self._open:
            answer, found, rest = self._rest.partition(_END_OF_HEADERS)
            if not found:
                return
            if not answer.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(answer)
            self._open, self._rest = True, rest
            self.send({"type": "hello", "token": self._game.tokens[self._index], "changes": True})
        at = 0
        while not self.done.done() and (frame := _frame(self._rest, at)):
            kind, begins, at = frame
            self._heard(kind, self._rest[begins:at])
        self._rest = self._rest[at:]

    def _heard(self, kind: int, data: bytes) -> None:
        if kind == Opcode.TEXT:
            self._note_steps(_DECODE(data), len(data))
        elif kind == Opcode.PING:
            self._transport.write(Frame(Opcode.PONG, data).serialize(mask=True))
        else:
            raise ConnectionError(f"frame of kind {kind}: {data!r}")

    def _note_steps(self, message: _Message, size: int) -> None:
        game, index = self._game, self._index
        if message.type in ("told", "change"):
            game.note_version(index, size, message.steps[-1].version)
        if message.view:
            self._view = message.view
        if message.change and self._view:
            _change(self._view, message.change)
        if message.type == "welcome":
            game.arrived(self)
        else:
            self.go_on()

    def go_on(self) -> None:
        """Act if it is this seat's turn, and stop when the game is over."""
        view, version = self._view, self._game.versions[self._index]
        if view and view.result:
            self.done.set_result(None)
        elif view and view.legal and self._asked < version and self._game.begun:
            self._asked = version
            self._game.act(self._index, view.legal, self.send)


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Return kind, beginning and end of the frame at a place, if all of it is there."""
    if len(data) < at + 2:
        return None
    kind, length, begins = data[at] & 15, data[at + 1], at + 2
    if length >= _LONG:
        begins += 2 if length == _LONG else 8
        length = int.from_bytes(data[at + 2 : begins], "big")
    return (kind, begins, begins + length) if len(data) >= begins + length else None


def _change(view: _View, change: _Change) -> None:
    """Bring a view up to date. Open cells are changed first or last alike: those named are the ones from before."""
    before = {"seats": [{"open": seat.open} for seat in view.seats]}
    if change.result is not UNSET:
        view.result = change.result
    if change.legal is not UNSET:
        view.legal = _changed(view.legal, change.legal, before)
    for seat, changed in (change.seats or {}).items():
        if changed.open is not UNSET:
            view.seats[int(seat)].open = _changed(view.seats[int(seat)].open, changed.open, before)


def _changed(old: Any, change: Any, whole: Any) -> Any:  # noqa: ANN401 - of any form
    """Return what a change makes of a value that is part of a whole."""
    if isinstance(change, list):
        return _new(old, whole, *change)
    if not isinstance(change, dict):
        return change
    if isinstance(old, list):
        return [_changed(one, change[str(at)], whole) if str(at) in change else one for at, one in enumerate(old)]
    return {name: _changed(one, change[name], whole) if name in change else one for name, one in old.items()}


def _new(old: Any, whole: Any, word: str, *rest: Any) -> Any:  # noqa: ANN401 - of any form
    """Return what a change makes of a value that begins with a word."""
    match word:
        case "and":
            return [*old, *rest[0]]
        case "but":
            return [*(one for at, one in enumerate(old) if at not in rest[0]), *rest[1]]
        case "each":
            fields, rows, last = rest
            values = reduce(getitem, last["at"], whole) if isinstance(last, dict) else last
            return [dict(zip(fields, [*row, value], strict=True)) for row in rows for value in values]
    return rest[0]
