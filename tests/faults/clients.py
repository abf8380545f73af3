"""Clients of a real server, who write down what they see."""

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any, Protocol

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.faults.histories import History
from tests.quick import soon
from tests.waiting import TIMEOUT

__all__ = [
    "Client",
    "Door",
    "Json",
    "ask",
    "guest",
    "open_table",
    "play_together",
    "refusal",
    "seat_two",
    "socket_of",
]

Json = Any  # what came over the wire has any form
"""What came over the wire."""


class Door(Protocol):
    """Where one comes in: a server, or the web server in front of several."""

    port: int

    @property
    def http(self) -> str:
        """Return its address."""


_ids = count(1)


def ask(server: Door, path: str, body: Json = None, token: str | None = None, **headers: str) -> Json:
    """Ask over HTTP."""
    data = None if body is None else json.dumps(body).encode()
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(  # noqa: S310 - our own
        f"{server.http}/api/v1{path}", data, {"Content-Type": "application/json", **headers}
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - our own
        return json.load(answer)


def refusal(server: Door, path: str, body: Json = None, token: str | None = None, **headers: str) -> str:
    """Ask over HTTP for what will be refused; return the code."""
    try:
        ask(server, path, body, token, **headers)
    except urllib.error.HTTPError as error:
        return str(json.load(error)["code"])
    raise AssertionError("it was not refused")


def guest(server: Door, name: str = "Ada") -> str:
    """Return the token of a new guest."""
    return str(ask(server, "/guests", {"name": name})["token"])


def open_table(server: Door, token: str, **wanted: Json) -> str:
    """Open a table; return its id."""
    return str(ask(server, "/tables", wanted, token)["table"]["id"])


def seat_two(server: Door) -> tuple["Client", "Client"]:
    """Return two guests who look at a table where they have just been dealt cards."""
    ada, bob = guest(server, "Ada"), guest(server, "Bob")
    table = open_table(server, ada, seats=2)
    ask(server, f"/tables/{table}/join", {}, bob)
    return Client(server, table, ada), Client(server, table, bob)


def socket_of(server: Door, table: str, **options: Any) -> ClientConnection:  # noqa: ANN401 - the library's
    """Open a socket and say nothing."""
    url = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/socket"
    # Asking every twenty seconds whether the server is there would draw numbers in the middle of other tests.
    usual: dict[str, Any] = {"compression": None, "max_size": None, "close_timeout": 1, "open_timeout": 60}
    usual["ping_interval"] = None
    opened: ClientConnection = connect(url, legacy=True, **{**usual, **options})
    return opened


class Client:
    """Client of a table that reconnects after every lost connection, and repeats what was not answered."""

    def __init__(self, server: Door, table: str, token: str | None, seed: int = 1) -> None:
        """Look at a table."""
        self.server, self.table, self.token = server, table, token
        self.history = History(table, sent={}, done={}, refused={}, steps=[], seen=[])
        self.view: Json = None
        self.version = 0
        self.stage = ""
        self.rng = Random(seed)
        self.socket: ClientConnection | None = None
        self.connect()

    def connect(self) -> None:
        """Open a connection, and hear what was missed."""
        self.socket = socket_of(self.server, self.table)
        self.say({"type": "hello", "token": self.token, "after": self.version})
        while self.hear()["type"] != "welcome":
            pass

    def cut(self) -> None:
        """Lose the connection without a word."""
        assert self.socket
        self.socket.socket.close()
        self.socket = None

    def leave(self) -> None:
        """Hang up."""
        if self.socket:
            self.socket.close()
            self.socket = None

    def say(self, message: Json) -> None:
        """Send a message, as it is if it is text or bytes."""
        assert self.socket
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, timeout: float = TIMEOUT) -> Json:
        """Take in the next message."""
        assert self.socket
        message = json.loads(self.socket.recv(timeout))
        self._take(message)
        return message

    def _take(self, message: Json) -> None:
        match message["type"]:
            case "welcome":
                self.history.viewer = message["viewer"]
                self._hear_steps(message["missed"], message["version"])
                self.view = message["view"]
                self.stage = message["table"]["stage"]
            case "told":
                self._hear_steps(message["steps"], message["steps"][-1]["version"])
                self.view = message["view"]
            case "table":
                self.history.viewer, self.view = message["viewer"], message["view"] or self.view
                self.stage = message["table"]["stage"]
            case "done":
                self.history.done[message["id"]] = message["version"]
                self.history.seen.append(message["version"])
            case "refused" if message["id"]:
                self.history.refused[message["id"]] = message["code"]

    def _hear_steps(self, steps: list[Json], version: int) -> None:
        self.history.steps += steps
        self.version = version
        self.history.seen.append(version)

    def until_asked(self) -> bool:
        """Listen until there is something to do; return False if the game is over instead."""
        while self.view is None or not (self.view["legal"] or self.view["result"]):
            self.hear()
        return not self.view["result"]

    def choice(self) -> Json:
        """Return something that may be done."""
        return soon(self.view["legal"], self.rng)

    def submit(self, actions: Sequence[Json], act_id: str | None = None, seen: int | None = None) -> str:
        """Ask for actions and do not wait; return their id."""
        name = act_id or f"act-{next(_ids)}"
        self.history.sent.setdefault(name, list(actions))
        seen = self.version if seen is None else seen
        self.say({"type": "act", "id": name, "seen": seen, "actions": list(actions)})
        return name

    def answer_to(self, name: str) -> Json:
        """Wait for the answer to an id."""
        while True:
            message = self.hear()
            if message["type"] in ("done", "refused") and message["id"] == name:
                return message

    def act(self, *actions: Json, act_id: str | None = None, seen: int | None = None) -> Json:
        """Ask for actions, and wait for the answer."""
        return self.answer_to(self.submit(actions, act_id, seen))

    def step(self) -> bool:
        """Do something that may be done; return False if the game is over."""
        if not self.until_asked():
            return False
        answer = self.act(self.choice())
        assert answer["type"] == "done", answer
        return True

    def closed(self) -> int:
        """Listen until the server hangs up; return the code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            self.socket = None
            return closed.rcvd.code if closed.rcvd else 1006

    def catch_up(self, version: int) -> None:
        """Listen until everything up to `version` is heard."""
        while self.version < version:
            self.hear()


def play_together(*clients: Client, turns: int = 10_000) -> None:
    """Let clients of one table act in turn, up to a number of actions or to the end."""
    while turns and not all(client.view["result"] for client in clients):
        actor = next((client for client in clients if client.view["legal"]), None)
        if actor is None:  # bots play
            clients[0].hear()
        else:
            assert actor.act(actor.choice())["type"] == "done"
            turns -= 1
        for client in clients:
            client.catch_up(max(other.version for other in clients))
