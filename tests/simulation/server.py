"""One server of a simulated world, which can be killed and started again, and the network that leads to it."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar, copy_context
from random import Random
from typing import Any, Final

import msgspec
from litestar import Litestar

from codex_naturalis.server.services import Services, services_of
from codex_naturalis.server.support.settings import Settings
from tests.server.house import return_application, take_application

from .loop import OWNER, Owner

__all__ = ["HOST", "STORED", "Answer", "ConnectionLostError", "Json", "Link", "SimulatedServer"]

Json = Any  # what came over the wire has any form
HOST: Final = "codex.test"
_END_SECONDS: Final = 120.0
_GRACE_SECONDS: Final = 3.0
"""How long those who are connected are waited for."""

STORED: ContextVar[list[str]] = ContextVar("stored")
"""What has been committed for the request under way."""


class ConnectionLostError(Exception):
    """The other end is not there, or went away before it answered."""


class Answer(msgspec.Struct, frozen=True):
    """Answer to a request."""

    status: int
    body: Json
    stored: bool
    """Whether anything was committed for it."""


class SimulatedServer:
    """The real application, on the loop of its world and behind a simulated network."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, settings: Settings, rng: Random, on_kill: Callable[[Owner], None]
    ) -> None:
        self._loop = loop
        self._rng = rng
        self._settings = settings
        self._on_kill = on_kill
        self._app: Litestar | None = None
        self._owner = Owner("none")
        self._owner.alive = False
        self._stop: asyncio.Event | None = None
        self._killed = asyncio.Event()
        self._life: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._links: dict[int, Link] = {}
        self._serving: set[asyncio.Task[None]] = set()
        """Whom it is answering, by request and by socket."""

        self._ending = False
        self._numbers = 0
        self.lossy = 0.0
        """Share of requests and answers that get lost, and of messages with which a connection breaks."""

        self.lives = 0

    @property
    def up(self) -> bool:
        """Return whether it takes requests."""
        return self._owner.alive and self._app is not None and services_of(self._app) is not None

    @property
    def services(self) -> Services:
        """Return its own parts."""
        services = services_of(self._app) if self._app else None
        assert services is not None, "the server is down"
        return services

    def pick(self, _: Random) -> "SimulatedServer":
        """Return the server to which something happens: there is no other."""
        return self

    def _own(self, coro: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Run what belongs to the server."""
        context = copy_context()
        context.run(OWNER.set, self._owner)
        return self._loop.create_task(coro, context=context)

    def _attend(self, coro: Coroutine[Any, Any, None]) -> None:
        task = self._own(coro)
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def start(self) -> None:
        """Start; raise what the start failed with."""
        self.lives += 1
        self._owner = Owner(f"server {self.lives}")
        self._serving, self._ending = set(), False
        self._app = app = take_application(self._settings)
        started, self._stop, self._killed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        stop = self._stop

        async def live() -> None:
            async with app.lifespan():
                started.set()
                await stop.wait()

        self._life = self._own(live())
        waiting = asyncio.create_task(started.wait())
        await asyncio.wait({self._life, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._life.done():
            self.kill()
            self._life.result()

    async def end(self) -> None:
        """End as servers should, unless it is killed meanwhile."""
        if self._owner.alive and self._stop and self._life:
            self._ending = True
            life, killed = self._life, asyncio.create_task(self._killed.wait())
            ended = asyncio.create_task(self._end_connections(self._stop))
            async with asyncio.timeout(_END_SECONDS):
                await asyncio.wait({life, killed}, return_when=asyncio.FIRST_COMPLETED)
            killed.cancel()
            ended.cancel()
            if life.done():
                self.kill()
                life.result()

    async def _end_connections(self, stop: asyncio.Event) -> None:
        """Take leave of everybody, as uvicorn does, and then set `stop`."""
        for link in list(self._links.values()):
            link.break_off()
        if self._serving:
            await asyncio.wait(self._serving, timeout=_GRACE_SECONDS)
        stop.set()

    def kill(self) -> None:
        """Stop at whatever await each of its tasks is at."""
        self._killed.set()
        self._on_kill(self._owner)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ConnectionLostError())
        for link in list(self._links.values()):
            link.break_off()
        self._waiting.clear()
        self._links.clear()
        if self._app is not None:
            return_application(self._app)
            self._app = None

    def _loses(self) -> bool:
        return self._rng.random() < self.lossy

    async def _travel(self) -> None:
        await asyncio.sleep(self._rng.random() * (0.01 if self._rng.random() < 0.9 else 0.3))

    async def ask(self, method: str, path: str, body: Json = None, token: str | None = None) -> Answer:
        """Send a request over the network; raise `ConnectionLostError` if it or its answer gets lost."""
        await self._travel()
        if not self.up or self._ending or self._loses():
            await asyncio.sleep(1.0)
            raise ConnectionLostError
        answer: asyncio.Future[Answer] = self._loop.create_future()
        self._numbers += 1
        number = self._numbers
        self._waiting[number] = answer
        self._attend(self._serve(method, path, body, token, answer))
        try:
            reply = await answer
        finally:
            self._waiting.pop(number, None)
        await self._travel()
        if self._loses():
            raise ConnectionLostError
        return reply

    async def _serve(
        self, method: str, path: str, body: Json, token: str | None, answer: "asyncio.Future[Answer]"
    ) -> None:
        content = b"" if body is None else msgspec.json.encode(body)
        headers = {"host": HOST, "content-type": "application/json", "content-length": str(len(content))}
        if token:
            headers["authorization"] = f"Bearer {token}"
        path, _, query = path.partition("?")
        scope = _scope("http", f"/api/v1{path}", headers) | {"method": method, "query_string": query.encode()}
        asked = [{"type": "http.request", "body": content, "more_body": False}]
        status, parts = 0, list[bytes]()
        stored = list[str]()
        STORED.set(stored)

        async def receive() -> Json:
            if asked:
                return asked.pop()
            await asyncio.Event().wait()
            return None

        async def send(message: Json) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        app: Any = self._app
        await app(scope, receive, send)
        if not answer.done():
            text = b"".join(parts)
            try:
                decoded = msgspec.json.decode(text) if text else None
            except msgspec.DecodeError:
                decoded = text.decode("utf-8", "replace")
            answer.set_result(Answer(status, decoded, bool(stored)))

    async def connect(self, path: str) -> "Link":
        """Open a socket, or raise `ConnectionLostError`."""
        await self._travel()
        if not self.up or self._ending or self._loses():
            raise ConnectionLostError
        self._numbers += 1
        number = self._numbers
        link = Link(self._loop, self._rng, self._loses, lambda: self._links.pop(number, None))
        self._links[number] = link
        app: Any = self._app
        scope = _scope("websocket", f"/api/v1{path}", {"host": HOST}) | {"subprotocols": [], "method": "GET"}
        self._attend(app(scope, link.inbox.get, link.deliver))
        if (await link.hear())["type"] != "websocket.accept":
            raise ConnectionLostError
        return link


def _scope(kind: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": (HOST, 80),
        "extensions": {"websocket.http.response": {}},
        "state": {},
    }


class Link:
    """A socket: messages arrive late and in order, until it breaks."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, rng: Random, loses: Callable[[], bool], on_end: Callable[[], object]
    ) -> None:
        self._loop = loop
        self._rng = rng
        self._loses = loses
        self._on_end = on_end
        self._free = {"in": 0.0, "out": 0.0}
        self.inbox: asyncio.Queue[Json] = asyncio.Queue()
        """What the server receives."""

        self._outbox: asyncio.Queue[Json] = asyncio.Queue()
        self.broken = False
        self.inbox.put_nowait({"type": "websocket.connect"})

    def _later(self, way: str, queue: "asyncio.Queue[Json]", event: Json) -> None:
        at = max(self._loop.time() + self._rng.random() * 0.02, self._free[way] + 1e-6)
        self._free[way] = at
        self._loop.call_at(at, queue.put_nowait, event)

    async def deliver(self, event: Json) -> None:
        """Take what the server sends."""
        if self.broken:
            raise OSError("broken pipe")
        self._later("out", self._outbox, event)

    def say(self, message: Json) -> None:
        """Send a message; it is lost with the connection if that breaks now."""
        if self._loses():
            self.break_off()
        if self.broken:
            raise ConnectionLostError
        text = msgspec.json.encode(message).decode()
        self._later("in", self.inbox, {"type": "websocket.receive", "text": text, "bytes": None})

    async def hear(self) -> Json:
        """Return what the server sends next; raise `ConnectionLostError` if nothing more comes."""
        event = await self._outbox.get()
        if event is None or event["type"] == "websocket.close":
            self.break_off()
            raise ConnectionLostError
        return event

    def break_off(self) -> None:
        """Break, at both ends."""
        if not self.broken:
            self.broken = True
            self._on_end()
            self._outbox.put_nowait(None)
            self._later("in", self.inbox, {"type": "websocket.disconnect", "code": 1006})
