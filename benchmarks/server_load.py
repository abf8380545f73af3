"""What a move costs the server: two-seat games over real sockets, every action durable before anybody is told.

`python -m benchmarks.server_load` plays with SQLite, `--database postgres` with PostgreSQL, `--servers 3` with several
servers, each seat at another one. Clients run in a process of their own and act as soon as they may, or `--rate` times
a second. Told are moves a second, the servers' CPU for each, bytes, and how long it takes until both seats are told.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import statistics
import tempfile
import time
import urllib.request
from contextlib import ExitStack, suppress
from functools import reduce
from operator import getitem
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from deploy.one_machine import Installation
from deploy.parts import Part, Server

QUICK = {"messages_per_second": 100_000, "messages_at_once": 100_000, "tables_in_memory": 100_000}


class Tally:
    """What the clients counted."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.moves = 0
        self.bytes = 0
        self.seconds: list[float] = []
        self.tables = 0
        """Where play has begun."""


def ask(port: int, path: str, body: Any, token: str | None = None) -> Any:  # noqa: ANN401 - of any form
    """Ask over HTTP."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310 - our own
        return json.load(answer)


def two_guests(ports: list[int]) -> list[str]:
    """Return the tokens of two new guests."""
    return [ask(port, "/guests", {"name": name})["token"] for port, name in zip(ports, ("Ada", "Bob"), strict=True)]


def seat_two(ports: list[int], tokens: list[str]) -> str:
    """Return a new table where two guests sit."""
    table: str = ask(ports[0], "/tables", {"seats": 2}, tokens[0])["table"]["id"]
    ask(ports[1], f"/tables/{table}/join", {}, tokens[1])
    return table


class Game:
    """One table and its two clients."""

    def __init__(self, ports: list[int], rate: float, tally: Tally, seed: int) -> None:
        """Sit down, one client at each of `ports`."""
        self.ports, self.rate, self.tally = ports, rate, tally
        self.rng = Random(seed)
        self.versions = [0, 0]
        self.sent: dict[int, float] = {}
        self.table = ""
        self.tokens: list[str] = []

    async def play(self) -> None:
        """Play game after game."""
        self.tokens = await asyncio.to_thread(two_guests, self.ports)
        while True:
            self.versions, self.sent = [0, 0], {}
            self.table = await asyncio.to_thread(seat_two, self.ports, self.tokens)
            async with asyncio.TaskGroup() as both:
                for index, token in enumerate(self.tokens):
                    both.create_task(self._sit(index, self.table, token))

    async def _sit(self, index: int, table: str, token: str) -> None:
        address = f"ws://127.0.0.1:{self.ports[index]}/api/v1/tables/{table}/socket"
        async with connect(address, compression=None, max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token, "changes": True}))
            await self._talk(index, socket)

    async def _talk(self, index: int, socket: ClientConnection) -> None:
        view: Any = None
        asked = -1
        async for frame in socket:
            message = msgspec.json.decode(frame)
            if message["type"] in ("told", "change"):
                self._told(index, len(frame), message["steps"])
            view = message.get("view") or view
            if message["type"] == "change":
                view = _changed(view, message["change"], view)
            if view and view["result"]:
                return
            if view and view["legal"] and asked < self.versions[index]:
                asked = self.versions[index]
                await self._act(socket, index, view["legal"])

    def _told(self, index: int, size: int, steps: list[Any]) -> None:
        self.tally.bytes += size
        self.tally.tables += not self.versions[index] and not index
        self.versions[index] = steps[-1]["version"]
        both = min(self.versions)
        for version in [version for version in self.sent if version <= both]:
            self.tally.seconds.append(time.perf_counter() - self.sent.pop(version))
            self.tally.moves += 1

    async def _act(self, socket: ClientConnection, index: int, legal: list[Any]) -> None:
        if self.rate:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) / self.rate)
        seen = self.versions[index]
        act = {"type": "act", "id": f"{index}-{seen}", "seen": seen, "actions": [self.rng.choice(legal)]}
        self.sent[seen + 1] = time.perf_counter()
        await socket.send(json.dumps(act))


def _changed(old: Any, change: Any, whole: Any) -> Any:  # noqa: ANN401 - of any form
    """Return what a change makes of a value that is part of a whole."""
    if isinstance(change, list):
        return _told(old, whole, *change)
    if not isinstance(change, dict):
        return change
    if isinstance(old, list):
        return [_changed(one, change[str(at)], whole) if str(at) in change else one for at, one in enumerate(old)]
    return {name: _changed(one, change[name], whole) if name in change else one for name, one in old.items()}


def _told(old: Any, whole: Any, word: str, *rest: Any) -> Any:  # noqa: ANN401 - of any form
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


async def _load(ports: list[int], tables: int, rate: float, seconds: float, pids: list[int]) -> dict[str, float]:
    tally = Tally()
    games = [
        asyncio.create_task(Game([ports[n % len(ports)], ports[(n + 1) % len(ports)]], rate, tally, n).play())
        for n in range(tables)
    ]
    while tally.tables < tables:
        await asyncio.sleep(0.1)
        for game in games:
            if game.done():
                game.result()
    await asyncio.sleep(2)
    tally.moves, tally.bytes, tally.seconds = 0, 0, []
    began, cpu = time.perf_counter(), sum(map(cpu_seconds, pids))
    await asyncio.sleep(seconds)
    lasted, used = time.perf_counter() - began, sum(map(cpu_seconds, pids)) - cpu
    for game in games:
        if game.done() and game.exception():
            raise game.exception() or RuntimeError
        game.cancel()
    with suppress(ConnectionClosed):
        await asyncio.gather(*games, return_exceptions=True)
    times = sorted(tally.seconds)
    return {
        "moves_per_second": round(tally.moves / lasted, 1),
        "server_ms_per_move": round(1000 * used / max(1, tally.moves), 3),
        "moves_per_cpu_second": round(tally.moves / max(0.01, used), 1),
        "bytes_per_move_and_viewer": round(tally.bytes / 2 / max(1, tally.moves)),
        "median_ms": round(1000 * statistics.median(times), 1) if times else 0,
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1) if times else 0,
    }


def cpu_seconds(pid: int) -> float:
    """Return how much CPU time a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _clients(out: Any, *arguments: Any) -> None:  # noqa: ANN401 - a queue, and what `_load` takes
    out.put(asyncio.run(_load(*arguments)))


def main() -> None:
    """Measure, and print one line of JSON."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    wanted.add_argument("--servers", type=int, default=1)
    wanted.add_argument("--tables", type=int, default=64)
    wanted.add_argument(
        "--rate", type=float, default=0.0, help="moves a second at each table; as fast as may be without"
    )
    wanted.add_argument("--seconds", type=float, default=15.0)
    asked = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="codex-") as folder, ExitStack() as stack:
        Path(folder).chmod(0o755)
        servers: list[Any]
        if asked.database == "postgres":
            servers = list(stack.enter_context(Installation(Path(folder), asked.servers, 0, **QUICK)).servers)
        else:
            servers = [_alone(Path(folder), stack)]
        out: Any = multiprocessing.get_context("spawn").Queue()
        arguments = ([server.port for server in servers], asked.tables, asked.rate, asked.seconds)
        pids = [_pid(server) for server in servers]
        clients = multiprocessing.get_context("spawn").Process(target=_clients, args=(out, *arguments, pids))
        clients.start()
        found = out.get(timeout=asked.seconds + 120)
        clients.join()
    print(json.dumps({"database": asked.database, "servers": len(servers), "tables": asked.tables, **found}))


def _alone(folder: Path, stack: ExitStack) -> Server:
    server = Server("server", folder, **QUICK)
    server.start()
    stack.callback(server.stop)
    return server


def _pid(part: Part) -> int:
    return part.process.pid if part.process else 0


if __name__ == "__main__":
    main()
