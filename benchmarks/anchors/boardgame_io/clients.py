"""Two people at a table of boardgame.io, who speak as its own client does: Socket.IO 4 over a WebSocket."""

import asyncio
import json
import time
import urllib.request
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from tests.attacks.load_client import Tally

__all__ = ["Match", "PlayedBack", "new_match", "sit_down"]

_PING, _PONG, _OPEN, _CONNECT, _EVENT = "2", "3", "0", "40/codex,", "42/codex,"


class Match(Struct, frozen=True):
    """Table at which both seats are taken."""

    id: str
    credentials: list[str]


def new_match(port: int, game: int) -> Match:
    """Return a new table, at which the recorded game of this number is played back."""
    created = _post(port, "create", {"numPlayers": 2, "unlisted": True, "setupData": {"game": game}})
    match: str = created["matchID"]
    seats = [{"playerID": str(seat), "playerName": name} for seat, name in enumerate(("Ada", "Bob"))]
    return Match(match, [_post(port, f"{match}/join", seat)["playerCredentials"] for seat in seats])


def _post(port: int, path: str, body: Any) -> Any:  # noqa: ANN401 - of any form
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/games/codex/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310 - our own
        return json.load(answer)


async def sit_down(port: int, match: Match, seat: int) -> tuple[ClientConnection, int]:
    """Return the socket of a player who has the whole state, and its number."""
    address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
    socket = await connect(address, compression=None, max_size=None, open_timeout=60, ping_interval=None)
    while True:
        message = str(await socket.recv())
        if message.startswith(_OPEN):
            await socket.send(_CONNECT)
        elif message.startswith(_CONNECT):
            await _emit(socket, "sync", match.id, str(seat), match.credentials[seat], 2)
        elif (heard := _heard(message)) and heard[0] == "sync":
            number: int = heard[2]["state"]["_stateID"]
            return socket, number


async def _emit(socket: ClientConnection, *event: Any) -> None:  # noqa: ANN401 - what becomes JSON
    await socket.send(_EVENT + msgspec.json.encode(event).decode())


def _heard(message: str) -> list[Any] | None:
    return msgspec.json.decode(message[len(_EVENT) :], type=list) if message.startswith(_EVENT) else None


class PlayedBack:
    """Table and its two clients, who ask for one recorded state after the other."""

    def __init__(self, match: Match, actors: Sequence[int], rate: float, tally: Tally, rng: Random) -> None:
        """Play back at `match`, `rate` actions a second, or as fast as may be if that is nothing."""
        self._match, self._actors, self._rate, self._tally, self._rng = match, actors, rate, tally, rng
        self._numbers = [0, 0]
        self._sent: dict[int, float] = {}
        self._acts: set[asyncio.Task[None]] = set()

    async def play(self, port: int) -> None:
        """Play to the end."""
        sat = [await sit_down(port, self._match, seat) for seat in range(2)]
        sockets = [socket for socket, _ in sat]
        try:
            self._tally.tables += 1
            for seat in range(2):
                self._go_on(seat, sockets[seat])
            await asyncio.gather(*(self._listen(seat, sockets[seat]) for seat in range(2)))
        finally:
            for task in self._acts:
                task.cancel()
            await asyncio.gather(*(socket.close() for socket in sockets))

    async def _listen(self, seat: int, socket: ClientConnection) -> None:
        while self._numbers[seat] < len(self._actors):
            message = str(await socket.recv())
            if message == _PING:
                await socket.send(_PONG)
            elif (heard := _heard(message)) and heard[0] in ("patch", "update"):
                number = heard[3] if heard[0] == "patch" else heard[2]["_stateID"]
                self._note(seat, len(message), number)
                self._go_on(seat, socket)

    def _note(self, seat: int, size: int, number: int) -> None:
        """Take note that a client was told of a state, and whether both were."""
        self._tally.bytes += size
        self._numbers[seat] = number
        for known in [known for known in self._sent if known <= min(self._numbers)]:
            self._tally.took(self._sent.pop(known))

    def _go_on(self, seat: int, socket: ClientConnection) -> None:
        number = self._numbers[seat]
        if number < len(self._actors) and self._actors[number] == seat:
            task = asyncio.create_task(self._act(seat, socket, number))
            self._acts.add(task)
            task.add_done_callback(self._acts.discard)

    async def _act(self, seat: int, socket: ClientConnection, number: int) -> None:
        if self._rate:
            await asyncio.sleep(self._rng.uniform(0.5, 1.5) / self._rate)
        payload = {"type": "next", "args": [], "playerID": str(seat), "credentials": self._match.credentials[seat]}
        self._sent[number + 1] = time.perf_counter()
        await _emit(socket, "update", {"type": "MAKE_MOVE", "payload": payload}, number, self._match.id, str(seat))
