"""The scene of an attack: a server of its own, perhaps nginx before it, strangers who come from anywhere."""

import asyncio
import os
import re
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from deploy.parts import Nginx, Server

from .bystander import seat_two
from .wire import Answer, Json, request

__all__ = ["Attack", "Memory", "Outcome", "Scene", "SilentNames", "for_seconds", "together"]

_LOOK: Final = 0.05
"""Seconds between two looks at a process's memory."""

_HERE: Final = re.compile(r"http \{")
_BELIEVED: Final = "http {\n  set_real_ip_from 127.0.0.1;\n  real_ip_header X-Forwarded-For;"


class Outcome(Struct, frozen=True):
    """What became of an attack."""

    did: str
    """What the attacker got to do."""

    became: str
    """What became of the attacker."""

    harm: str = ""
    """What its victim had of it, besides the bystanders."""

    held: bool = True
    """Whether the attacker was stopped as promised, and its victim spared."""


class Attack(Struct, frozen=True):
    """One attack of the list."""

    name: str
    says: str
    run: "Callable[[Scene], Coroutine[Any, Any, Outcome]]"
    settings: Mapping[str, Any] = {}
    """Of the server, where the usual ones do not show it."""

    silent: bool = False
    """Whether the server's name servers never answer."""

    after: float = 3.0
    """Seconds that are watched after it, and counted to it: what it set going may go on."""

    before: "Callable[[Scene], Coroutine[Any, Any, None]] | None" = None
    """What is done while all is calm: a victim's account, or how long it waits then, kept in `Scene.calm`."""


class Believing(Nginx):
    """The door as it is deployed, which believes us whom we claim to be, as if that came from a network outside."""

    def _command(self) -> Sequence[str]:
        command = super()._command()
        file = self.folder / "nginx" / "nginx.conf"
        file.write_text(_HERE.sub(_BELIEVED, file.read_text(), count=1))
        return command


class SilentNames:
    """A name server on the loopback that never answers.

    A server that asks it runs in a mount namespace of its own with another `/etc/resolv.conf`, so it needs Linux and
    the right to make one and to bind port 53.
    """

    def __init__(self, folder: Path) -> None:
        """Listen at some address of the loopback; raise `OSError` if that is not allowed."""
        rng = Random()
        self.address = f"127.{rng.randrange(1, 255)}.{rng.randrange(1, 255)}.53"
        self._socket = socket.socket(type=socket.SOCK_DGRAM)
        self._socket.bind((self.address, 53))
        self._file = folder / "resolv.conf"
        self._file.write_text(f"nameserver {self.address}\n")

    def before(self, command: Sequence[str]) -> Sequence[str]:
        """Return a command that runs `command` with this name server alone."""
        inside = f'mount --bind "{self._file}" /etc/resolv.conf && exec "$@"'
        return ["unshare", "--map-root-user", "--mount", "sh", "-c", inside, "sh", *command]

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


class _Listening(Server):
    """A server whose name servers are named."""

    names: SilentNames | None = None

    def _command(self) -> Sequence[str]:
        command = super()._command()
        return self.names.before(command) if self.names else command


class Scene:
    """A server under attack, and a control server beside it."""

    def __init__(self, folder: Path, attack: Attack, size: float = 1.0, *, nginx: bool = False) -> None:
        """Keep everything below `folder`; attack with `size` times as much as the list says, through nginx or not."""
        self.size = size
        self.names = SilentNames(folder) if attack.silent else None
        self.server = _Listening("server", folder / "one", **attack.settings)
        self.server.names = self.names
        self.control = Server("control", folder / "other")
        self.nginx = Believing(folder, [self.server.port]) if nginx else None
        for part in ("one", "other"):
            (folder / part).mkdir()
        self.port = (self.nginx or self.server).port
        self.table, self.tokens = "", list[str]()
        self.calm: dict[str, Any] = {}
        self._strangers = count(1)

    def start(self, *, control: bool = True) -> None:
        """Start everything, and open a listed table where two sit; without the `control` there is no server beside."""
        parts = [part for part in (self.server, self.control if control else None, self.nginx) if part]
        for part in parts:
            part.begin()
        for part in parts:
            part.wait()
        self.table, self.tokens = seat_two(self.port, listed=True)

    def stop(self) -> None:
        """End everything."""
        for part in (self.nginx, self.server, self.control):
            if part and part.process:
                part.kill()
        if self.names:
            self.names.close()

    def many(self, number: int) -> int:
        """Return how many of something this attack is to do."""
        return max(1, round(number * self.size))

    def stranger(self) -> str:
        """Return an address that was not used before."""
        number = next(self._strangers)
        return f"198.18.{number >> 8}.{number & 255}"

    async def ask(self, method: str, path: str, body: Json = None, **more: Any) -> Answer:  # noqa: ANN401 - of `request`
        """Ask over HTTP."""
        return await request(self.port, method, path, body, **more)

    async def guest(self, name: str = "Eve", address: str = "") -> str:
        """Return the token of a new guest."""
        return str((await self.ask("POST", "/guests", {"name": name}, address=address)).json["token"])

    async def open(self, token: str, address: str = "", **wanted: object) -> str:
        """Return a new table, or nothing if it is refused."""
        answer = await self.ask("POST", "/tables", wanted, token=token, address=address)
        return str(answer.json["table"]["id"]) if answer.status == 201 else ""

    def cpu_seconds(self) -> float:
        """Return how much CPU time the server's process has taken."""
        assert self.server.process
        fields = Path(f"/proc/{self.server.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Memory:
    """How much memory a process has at most, looked at again and again by a thread."""

    def __init__(self, pid: int) -> None:
        """Look at a process until `close`."""
        self._file = Path(f"/proc/{pid}/statm")
        self._most = self._now()
        self._ended = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _now(self) -> int:
        return int(self._file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def _watch(self) -> None:
        with suppress(OSError):
            while not self._ended.wait(_LOOK):
                self._most = max(self._most, self._now())

    def most(self) -> int:
        """Return the most bytes since this was asked last."""
        most, self._most = max(self._most, self._now()), self._now()
        return most

    def close(self) -> None:
        """Look no more."""
        self._ended.set()


async def together(jobs: Sequence[Awaitable[Any]], at_once: int) -> list[Any]:
    """Return what all jobs return, some of them under way at a time."""
    room = asyncio.Semaphore(at_once)

    async def one(job: Awaitable[Any]) -> Any:  # noqa: ANN401 - whatever they return
        async with room:
            return await job

    return await asyncio.gather(*(one(job) for job in jobs))


async def for_seconds(seconds: float, at_once: int, do: Callable[[], Awaitable[Any]]) -> list[Any]:
    """Do something again and again for so long, several at a time; return what came of it."""
    deadline, found = time.perf_counter() + seconds, []

    async def again() -> None:
        while time.perf_counter() < deadline:
            found.append(await do())

    await asyncio.gather(*(again() for _ in range(at_once)))
    return found
