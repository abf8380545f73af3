"""A server in this process, without sockets: people who ask over HTTP and look at tables over WebSockets."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
import msgspec
from litestar import Litestar

from codex_naturalis.server.app import create_app
from codex_naturalis.server.cluster.sharing import Sharing
from codex_naturalis.server.database.upgrade import upgrade
from codex_naturalis.server.services import Services, services_of
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.tables.table import Table
from tests.quick import soon
from tests.server.described import check
from tests.waiting import TIMEOUT

Json = Any  # what came over the wire has any form
"""What came over the wire."""


class ClosedError(Exception):
    """The server hung up."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Socket:
    """One client's end of a socket."""

    def __init__(self, app: Litestar, path: str, headers: dict[str, str], address: str = "127.0.0.1") -> None:
        self._app = app
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._outbox: asyncio.Queue[Any] = asyncio.Queue()
        self._ids = count(1)
        self.frames: list[str] = []
        """Everything the server ever sent, as it was sent."""

        self.listening = asyncio.Event()
        """Clear it to let the client take nothing for a while."""

        self.listening.set()

        named = {"host": "codex.test", **headers}
        self._scope: Any = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "client": (address, 1),
            "server": ("codex.test", 80),
            "subprotocols": [],
            "extensions": {"websocket.http.response": {}},
            "state": {},
        }

    async def open(self) -> dict[str, Any]:
        """Shake hands; return the server's answer."""
        send: Any = self._deliver
        receive: Any = self._inbox.get
        await self._inbox.put({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._app(self._scope, receive, send))
        answer: dict[str, Any] = await self._next()
        return answer

    async def _deliver(self, event: Json) -> None:
        await self.listening.wait()
        await self._outbox.put(event)

    async def _next(self) -> Json:
        async with asyncio.timeout(TIMEOUT):
            return await self._outbox.get()

    async def say(self, message: Json) -> None:
        """Send a message, or any text or bytes."""
        if isinstance(message, bytes):
            await self._inbox.put({"type": "websocket.receive", "bytes": message, "text": None})
        else:
            text = message if isinstance(message, str) else msgspec.json.encode(message).decode()
            await self._inbox.put({"type": "websocket.receive", "text": text, "bytes": None})

    async def hear(self) -> Json:
        """Return the next message; raise `ClosedError` if the server hangs up instead."""
        event = await self._next()
        if event["type"] == "websocket.close":
            raise ClosedError(event["code"])
        self.frames.append(event["text"])
        return msgspec.json.decode(event["text"])

    async def hear_of(self, *kinds: str) -> Json:
        """Return the next message of one of these kinds, passing over the others."""
        while True:
            message = await self.hear()
            if message["type"] in kinds:
                return message

    async def hello(self, token: str | None = None, after: int | None = None, *, changes: bool = False) -> Json:
        """Say hello; return the answer."""
        await self.say({"type": "hello", "token": token, "after": after, "changes": changes})
        return await self.hear()

    async def act(self, actions: Sequence[Json], seen: int, act_id: str | None = None) -> Json:
        """Play; return `done` or `refused`."""
        act = {"type": "act", "id": act_id or f"act-{next(self._ids)}-{id(self)}", "seen": seen, "actions": actions}
        await self.say(act)
        return await self.hear_of("done", "refused")

    async def leave(self) -> None:
        """Hang up, and wait until the server has noticed."""
        await self._inbox.put({"type": "websocket.disconnect", "code": 1001})
        await self.forgotten()

    async def forgotten(self) -> None:
        """Wait until the server is done with this client."""
        await asyncio.wait_for(self._task, TIMEOUT)


class Person:
    """HTTP client of one guest, as a browser is."""

    def __init__(self, house: "House", token: str | None = None) -> None:
        self.house = house
        self.token = token

    async def ask(self, method: str, path: str, body: Json = None, **headers: str) -> httpx.Response:
        """Ask over HTTP."""
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        content = None if body is None else msgspec.json.encode(body)
        return await self.house.http.request(method, f"/api/v1{path}", content=content, headers=headers)

    async def get(self, path: str) -> Json:
        """Return what is there."""
        answer = await self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Json = None, **headers: str) -> Json:
        """Return what comes of it."""
        answer = await self.ask("POST", path, body, **headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def ask_json(self, method: str, path: str, body: Json = None) -> Json:
        """Return what comes of a request by any method."""
        answer = await self.ask(method, path, body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refused(self, method: str, path: str, body: Json = None, **headers: str) -> Json:
        """Return the problem told."""
        answer = await self.ask(method, path, body, **headers)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        problem = answer.json()
        assert problem["status"] == answer.status_code
        return problem

    async def open(self, **wanted: Json) -> str:
        """Open a table; return its id."""
        return str((await self.post("/tables", wanted))["table"]["id"])

    async def seat_of(self, name: str, table: str) -> int:
        """Return the seat that the lot has given to somebody at a table."""
        seats = (await self.get(f"/tables/{table}"))["table"]["seats"]
        return int(next(each["seat"] for each in seats if each["name"] == name))

    async def look(self, table: str, after: int | None = None, address: str = "127.0.0.1") -> tuple[Socket, Json]:
        """Open a socket to a table from an address; return it with the welcome."""
        socket = self.house.socket(table, address)
        assert (await socket.open())["type"] == "websocket.accept"
        return socket, await socket.hello(self.token, after)


class House:
    """The server, and who comes to it."""

    def __init__(self, app: Litestar, http: httpx.AsyncClient) -> None:
        self.app = app
        self.http = http

    @property
    def services(self) -> Services:
        """Return the server's own parts, into which tests look deeper than others may."""
        services = services_of(self.app)
        assert services is not None, "the server has not started, or has ended"
        return services

    @property
    def sharing(self) -> Sharing:
        """Return what this server shares with other processes."""
        sharing = self.services.sharing
        assert sharing is not None, "its database is private"
        return sharing

    def kept(self, table: str) -> Table:
        """Return a table that is in memory here, be it marked as behind."""
        kept = self.services.tables.find_in_memory(table)
        assert kept is not None, f"{table} is not in memory"
        return kept

    async def guest(self, name: str = "Ada") -> Person:
        """Return a new guest."""
        return Person(self, (await Person(self).post("/guests", {"name": name}))["token"])

    def stranger(self, token: str | None = None) -> Person:
        """Return a client that is not a guest, optionally with a token."""
        return Person(self, token)

    def socket(self, table: str, address: str = "127.0.0.1", **headers: str) -> Socket:
        """Return a socket from an address, not yet open."""
        return Socket(self.app, f"/api/v1/tables/{table}/socket", headers, address)


@cache
def empty_database() -> bytes:
    """Return a new database: made once, since each test begins with one."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "codex.db"
        upgrade(path)
        return path.read_bytes()


def _furnish(data: Path, database_url: str | None) -> None:
    """Put an empty database into a new folder, unless another one is used."""
    data.mkdir(parents=True, exist_ok=True)
    if database_url:
        return
    if not (data / "codex.db").exists():
        (data / "codex.db").write_bytes(empty_database())


_IDLE: Final[list[Litestar]] = []
"""Applications that no server runs with: to register their routes takes longer than all else at a start."""


def take_application(settings: Settings) -> Litestar:
    """Return an application for `settings`, an idle one if there is one."""
    app = _IDLE.pop() if _IDLE else create_app(settings)
    app.state.settings = settings
    return app


def return_application(app: Litestar) -> None:
    """Take back an application that no server runs with any more."""
    app.state.pop("services", None)
    _IDLE.append(app)


@asynccontextmanager
async def open_house(data: Path, **settings: Json) -> AsyncIterator[House]:
    """Run a server on a data folder, for players who are faster than people."""
    _furnish(data, settings.get("database_url"))
    quick = {
        "bot_delay": 0.0,
        "messages_per_second": 1000.0,
        "password_memory": 1,
        "daily_games": 0,
        "hosts": ("codex.test",),
    }
    app = take_application(Settings(data, **{**quick, **settings}))
    started, stop = asyncio.Event(), asyncio.Event()

    async def life() -> None:
        async with app.lifespan():
            started.set()
            await stop.wait()

    living = asyncio.create_task(life())
    waiting = asyncio.create_task(started.wait())
    await asyncio.wait({living, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if not started.is_set():
        waiting.cancel()
        await living
    transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
    json, hooks = {"Content-Type": "application/json"}, {"response": [check]}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://codex.test", headers=json, event_hooks=hooks
    ) as http:
        try:
            yield House(app, http)
        finally:
            stop.set()
            await living
    return_application(app)


class Player:
    """Client that plays over a socket, and checks that no version is missing."""

    def __init__(self, person: Person, socket: Socket, welcome: Json, seed: int = 0) -> None:
        self.person = person
        self.socket = socket
        self.rng = Random(seed)
        self.view: Json = welcome["view"]
        self.version: int = welcome["version"]
        self.table: Json = welcome["table"]
        self.viewer: int | None = welcome["viewer"]
        self.heard: list[Json] = []

    @classmethod
    async def at(cls, person: Person, table: str, seed: int = 0) -> "Player":
        """Return `person` looking at a table."""
        return cls(person, *await person.look(table), seed)

    def take(self, message: Json) -> None:
        """Take in what was told."""
        if message["type"] == "told":
            assert [step["version"] for step in message["steps"]] == list(
                range(self.version + 1, self.version + 1 + len(message["steps"]))
            )
            self.version += len(message["steps"])
            self.heard += message["steps"]
            self.view = message["view"]
        elif message["type"] == "table":
            self.table, self.viewer = message["table"], message["viewer"]
            self.view = message["view"] or self.view

    async def hear(self) -> Json:
        """Take in the next message."""
        message = await self.socket.hear()
        self.take(message)
        return message

    async def until_asked(self) -> bool:
        """Listen until there is something to do; return whether there is, or else the game is over."""
        while self.view is None or not (self.view["legal"] or self.view["result"]):
            await self.hear()
        return not self.view["result"]

    async def act(self, *actions: Json, seen: int | None = None, act_id: str | None = None) -> Json:
        """Play; return the answer, after taking in all that was told before it."""
        number = act_id or f"{id(self)}-{self.rng.random()}"
        seen = self.version if seen is None else seen
        await self.socket.say({"type": "act", "id": number, "seen": seen, "actions": actions})
        while (message := await self.hear())["type"] not in ("done", "refused"):
            pass
        return message

    async def play_on(self, most: int = 10_000) -> None:
        """Play what ends the game soon, up to `most` actions or to the end."""
        while most and await self.until_asked():
            answer = await self.act(soon(self.view["legal"], self.rng))
            assert answer["type"] == "done", answer
            most -= 1

    async def until_closed(self) -> int:
        """Return the code with which the socket is closed."""
        try:
            while True:
                await self.hear()
        except ClosedError as closed:
            return closed.code

    async def until_over(self) -> Json:
        """Play to the end; return the result once the table is over."""
        await self.play_on()
        while self.table["stage"] != "over":
            await self.hear()
        return self.view["result"]
