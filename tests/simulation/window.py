"""A window of a person who looks at a table and plays there, over connections that come and go."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from tests.faults.histories import History
from tests.quick import soon

from .server import ConnectionLostError, Json, Link

if TYPE_CHECKING:
    from .town import Town

__all__ = ["Frame", "Window"]

ANSWER_SECONDS: Final = 8.0
"""How long one waits for an answer before one connects and asks again."""

TRIES: Final = 8


class Frame(msgspec.Struct, frozen=True):
    """A message with cards, as it was sent."""

    table: str
    viewer: int | None
    version: int
    message: Json


class Window:
    """One viewer at one table. It repeats under the same id what was not answered."""

    def __init__(self, town: "Town", table: str, token: str | None, name: str, seed: int) -> None:
        self.town = town
        self.table = table
        self.token = token
        self.name = name
        self.history = History(table, sent={}, done={}, refused={}, steps=[], seen=[])
        self.view: Json = None
        self.version = 0
        self.stage = ""
        self.rng = Random(seed)
        self.link: Link | None = None
        self.acts: dict[str, tuple[int, bool]] = {}
        """Of each act: the version that it was an answer to, and whether it must be refused."""

        self.reasons: dict[str, tuple[str, ...]] = {}
        """Codes with which an act may be refused, if any would not do."""

        self._opening = asyncio.Lock()
        self._news = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._numbers = 0
        self._sent: set[str] = set()
        self._again: set[str] = set()
        """Acts that were sent more than once: the answer to such a one may be older than what is seen."""

        town.windows.append(self)

    async def open(self) -> bool:
        """Connect, unless it is; return whether the table was shown."""
        async with self._opening:
            return await self._open()

    async def _open(self) -> bool:
        if self.link is not None and not self.link.broken:
            return True
        try:
            link = await self.town.world.server.connect(f"/tables/{self.table}/socket")
            link.say({"type": "hello", "token": self.token, "after": self.version})
            async with asyncio.timeout(ANSWER_SECONDS):
                while self._take(msgspec.json.decode((await link.hear())["text"])) != "welcome":
                    pass
        except (ConnectionLostError, TimeoutError):
            await asyncio.sleep(0.5)
            return False
        self.link = link
        self._reading = asyncio.create_task(self._read(link))
        return True

    async def _read(self, link: Link) -> None:
        try:
            while True:
                self._take(msgspec.json.decode((await link.hear())["text"]))
                self._wake_waiters()
        except ConnectionLostError:
            self._wake_waiters()

    def _wake_waiters(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def cut(self) -> None:
        """Lose the connection."""
        if self.link:
            self.link.break_off()

    async def close(self) -> None:
        """Look no more."""
        self.cut()
        if self._reading is not None:
            await asyncio.wait({self._reading})

    def _take(self, message: Json) -> str:
        match message["type"]:
            case "welcome":
                self._sit(message["viewer"])
                self.view = message["view"]
                self.stage = message["table"]["stage"]
                self._hear(message["missed"], message["version"])
                self._keep(message)
            case "told":
                self._hear(message["steps"], message["steps"][-1]["version"])
                self.view = message["view"]
                self._keep(message)
            case "table":
                self._sit(message["viewer"])
                self.view = message["view"] or self.view
                self.stage = message["table"]["stage"]
                self._keep(message)
            case "done":
                self._on_done(message["id"], message["version"])
            case "refused" if message["id"]:
                self._on_refused(message["id"], message["code"])
            case _:
                pass
        return str(message["type"])

    def _sit(self, viewer: int | None) -> None:
        """Take another place: what was done at the one before is kept with it."""
        if self.history.viewer is not None and viewer != self.history.viewer:
            self.town.histories.append(self.history)
            known = [] if viewer is not None else list(self.history.steps)
            self.history = History(self.table, viewer, sent={}, done={}, refused={}, steps=known, seen=[self.version])
        self.history.viewer = viewer

    def _hear(self, steps: list[Json], version: int) -> None:
        self.history.steps += steps
        self.version = version
        self.history.seen.append(version)

    def _keep(self, message: Json) -> None:
        self.town.frames.append(Frame(self.table, self.history.viewer, self.version, message))

    def _on_done(self, name: str, version: int) -> None:
        self.history.done[name] = version
        if self.history.refused.get(name) == "storage.failed":  # it was sent again
            del self.history.refused[name]
        if name not in self._again:
            self.history.seen.append(version)
        asked_at, wrong = self.acts[name]
        if wrong:
            self.town.fault(f"{self.name} was not asked, or at version {asked_at} no more, and it was played")
        self.town.check_stored(self.table, name, self.name)

    def _on_refused(self, name: str, code: str) -> None:
        self.history.refused.setdefault(name, code)
        if code not in self.reasons.get(name, (code,)):
            self.town.fault(f"what was refused for {' or '.join(self.reasons[name])} was told to be {code}")

    def act(
        self,
        actions: Sequence[Json],
        *,
        wrong: bool = False,
        seen: int | None = None,
        reasons: tuple[str, ...] = (),
    ) -> str:
        """Send an act; return its id. A `wrong` one must be refused, for one of `reasons` if there are any."""
        self._numbers += 1
        name = f"act-{self.town.windows.index(self)}-{self._numbers}"
        self.history.sent[name] = list(actions)
        self.acts[name] = self.version if seen is None else seen, wrong
        if reasons:
            self.reasons[name] = reasons
        self.send(name)
        return name

    def send(self, name: str) -> None:
        """Send an act, perhaps not for the first time."""
        if name in self._sent:
            self._again.add(name)
        self._sent.add(name)
        if self.link is not None and not self.link.broken:
            actions = self.history.sent[name]
            try:
                self.link.say({"type": "act", "id": name, "seen": self.acts[name][0], "actions": actions})
            except ConnectionLostError:
                return

    async def answer_to(self, name: str, *, again: bool = True) -> bool:
        """Wait for the answer; send the act again if none comes. Return whether there was one."""
        for _ in range(TRIES if again else 1):
            if await self._wait(lambda: name in self.history.done or name in self.history.refused):
                return True
            if not again:
                return False
            if await self.open():
                self.send(name)
        return False

    async def _wait(self, wanted: "Json", seconds: float = ANSWER_SECONDS) -> bool:
        """Wait until something is so; return False if it is not by then, or the connection broke."""
        try:
            async with asyncio.timeout(seconds):
                while not wanted():
                    if self.link is None or self.link.broken:
                        return False
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    @property
    def asked(self) -> bool:
        """Return whether there is something to do."""
        return bool(self.view and self.view["legal"])

    @property
    def over(self) -> bool:
        """Return whether nothing more is played."""
        return self.stage in ("over", "closed") or bool(self.view and self.view["result"])

    async def play(self, turns: int, seconds: float = 40.0) -> int:
        """Play up to a number of actions; return how many were."""
        played = 0
        for _ in range(2 * turns):
            if played == turns or self.over or not await self.open():
                break
            if not await self._wait(lambda: self.asked or self.over, seconds):
                if self.link is not None and not self.link.broken:
                    break
                continue
            if self.over or self.history.viewer is None:
                break
            name = self.act([soon(self.view["legal"], self.rng)])
            if not await self.answer_to(name):
                break
            played += name in self.history.done
            version = self.history.done.get(name, 0)
            await self._wait(lambda wanted=version: self.version >= wanted)
        return played

    async def catch_up(self, version: int, seconds: float = 20.0) -> bool:
        """Listen until everything up to a version is heard; return whether it was."""
        for _ in range(TRIES):
            if await self.open() and await self._wait(lambda: self.version >= version, seconds):
                return True
        return False
