"""A page without a browser: it asks this device, and plays at its tables."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from codex_naturalis.bots import bot_named
from codex_naturalis.local.bridge import Bridge
from codex_naturalis.local.store import DeviceContents, LocalStore, MemoryStore
from codex_naturalis.views import View
from tests.waiting import until

__all__ = ["Page", "RefusedError", "again"]

Json = Any  # what comes over the wire has any form


class RefusedError(Exception):
    """What was asked is refused; says the code."""


class Page:
    """A page with one person."""

    def __init__(self, store: LocalStore | None = None, kept: str = "{}") -> None:
        """Begin with what is kept."""
        self.store = store or MemoryStore()
        self.bridge = Bridge(self.store, self._hear, lambda _, code: self.closed.append(code), kept, delay=0)
        self.messages: list[Json] = []
        self.closed: list[int] = []
        self.token: str | None = None
        self._acts = 0

    def _hear(self, _: int, text: str) -> None:
        self.messages.append(json.loads(text))

    async def ask(self, method: str, path: str, body: Json = None) -> Json:
        """Return what is answered; raise `RefusedError` if it is a problem."""
        said = {"method": method, "url": f"/api/v1{path}", "token": self.token}
        reply = await self.bridge.ask(json.dumps({**said, "body": "" if body is None else json.dumps(body)}))
        answer: Json = json.loads(reply.body) if reply.body else None
        if reply.status >= 400:
            raise RefusedError(answer["code"])
        return answer

    async def come(self, name: str = "Ann") -> "Page":
        """Become a person of this device."""
        self.token = (await self.ask("POST", "/guests", {"name": name}))["token"]
        return self

    async def open(self, **wanted: Json) -> str:
        """Open a table; return its id."""
        return str((await self.ask("POST", "/tables", wanted))["table"]["id"])

    async def sit(self, table: str, **hello: Json) -> None:
        """Open a socket at a table and say hello."""
        self.bridge.open(1, table)
        await self.say(type="hello", token=self.token, previews=True, **hello)

    async def say(self, **message: Json) -> None:
        """Send a message."""
        await self.bridge.receive(1, json.dumps(message))

    @property
    def view(self) -> View:
        """Return the newest view."""
        return msgspec.convert(next(each["view"] for each in reversed(self.messages) if each.get("view")), View)

    @property
    def version(self) -> int:
        """Return the newest version."""
        last = next(each for each in reversed(self.messages) if each["type"] in ("welcome", "told"))
        return int(last["version"] if last["type"] == "welcome" else last["steps"][-1]["version"])

    async def play(self, until_true: Callable[[View], bool] = lambda _: False) -> None:
        """Play like the planner until the game is over, or `until_true`."""
        while not (self.view.result or until_true(self.view)):
            if self.view.viewer in self.view.awaited:
                action = bot_named("planner").choose(self.view, Random(self.version))
                self._acts += 1
                said = json.loads(msgspec.json.encode(action))
                await self.say(type="act", id=f"act-{self._acts}", seen=self.version, actions=[said])
            else:
                before = len(self.messages)
                await until(lambda: len(self.messages) > before)  # noqa: B023 - at once


def again(page: Page) -> Page:
    """Return another window of the same device, opened now."""
    assert isinstance(page.store, MemoryStore)
    kept = DeviceContents(tuple(page.store.tables.values()), tuple(page.store.guests.values()))
    other = Page(page.store, msgspec.json.encode(kept).decode())
    other.token = page.token
    return other
