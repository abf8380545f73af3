"""What tables cost that only wait, how soon everybody is back, and how soon a long game is shown again.

`python -m benchmarks.server_idle` seats two guests at each of many tables, lets play begin, and then nobody does
anything: told is how much memory the server has taken for a table and its two viewers. Then all sockets are dropped and
all viewers come back at once. At last long games are played, the server is started anew, and each is opened.
"""

import argparse
import asyncio
import json
import tempfile
import time
from contextlib import nullcontext, suppress
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server_load import QUICK, Game, Tally, cpu_seconds, seat_two, two_guests
from deploy.parts import Server

MANY = {"tables_per_guest": 10**6, "sockets_per_guest": 10**6, "guest_requests_per_second": 10**6}
MANY |= {"guest_requests_at_once": 10**6, "requests_per_second": 10**6, "requests_at_once": 10**6}
TURNS = 60
LONG = 10
"""So many games of so many turns."""

REST = 20.0
"""Seconds after which a server has let go of all that it needed for handshakes."""

_SHAKING = 64
"""Handshakes at the same time, when that is not what is measured."""


def memory(pid: int) -> int:
    """Return how many bytes of memory a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def greet(port: int, table: str, token: str, calm: asyncio.Semaphore | None = None) -> ClientConnection:
    """Return a socket that was welcomed."""
    address = f"ws://127.0.0.1:{port}/api/v1/tables/{table}/socket"
    async with calm or nullcontext():
        socket = await connect(address, compression=None, max_size=None, open_timeout=60, ping_interval=None)
        await socket.send(json.dumps({"type": "hello", "token": token, "changes": True, "previews": True}))
        while json.loads(await socket.recv())["type"] != "welcome":
            pass
    return socket


async def all_there(port: int, seats: list[tuple[str, str]], calm: asyncio.Semaphore | None) -> list[ClientConnection]:
    """Return a welcomed socket for each seat."""
    return list(await asyncio.gather(*(greet(port, table, token, calm) for table, token in seats)))


async def idle(server: Server, pid: int, tables: int) -> dict[str, float]:
    """Return what tables cost where everybody waits, and how long it takes until all are back."""
    tokens = two_guests([server.port, server.port])
    names = [await asyncio.to_thread(seat_two, [server.port] * 2, tokens) for _ in range(tables)]
    seats = [(name, token) for name in names for token in tokens]
    await asyncio.sleep(2)
    before = memory(pid)
    sockets = await all_there(server.port, seats, asyncio.Semaphore(_SHAKING))
    await asyncio.sleep(REST)
    taken = memory(pid) - before
    for socket in sockets:
        socket.transport.abort()
    await asyncio.sleep(3)
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    await all_there(server.port, seats, None)
    back = time.perf_counter() - began
    return {
        "tables": tables,
        "viewers": len(seats),
        "kb_per_table": round(taken / 1024 / tables, 1),
        "all_back_seconds": round(back, 2),
        "all_back_cpu_seconds": round(cpu_seconds(pid) - cpu, 2),
    }


class Long(Game):
    """A game that ends for us after sixty turns."""

    async def play(self) -> None:
        """Play until then."""
        with suppress(asyncio.CancelledError):
            await super().play()

    def _told(self, index: int, size: int, steps: list[Any]) -> None:
        super()._told(index, size, steps)
        if min(self.versions) >= 2 * TURNS:
            self.playing.cancel()

    async def played(self) -> tuple[str, str]:
        """Return the table, and the token of one who sits there."""
        self.playing = asyncio.create_task(self.play())
        await self.playing
        return self.table, self.tokens[0]


async def long_games(server: Server) -> list[tuple[str, str]]:
    """Return tables where sixty turns were played, and the token of one who sits there."""
    return await asyncio.gather(*(Long([server.port] * 2, 0, Tally(), n).played() for n in range(LONG)))


async def opened(server: Server, pid: int, seats: list[tuple[str, str]]) -> tuple[float, float]:
    """Return the median milliseconds until a table is shown, and the milliseconds of CPU for each."""
    spent, cpu = [], cpu_seconds(pid)
    for table, token in seats:
        began = time.perf_counter()
        await greet(server.port, table, token)
        spent.append(1000 * (time.perf_counter() - began))
    return round(median(spent), 1), round(1000 * (cpu_seconds(pid) - cpu) / len(seats), 1)


def measured(folder: Path, tables: int) -> dict[str, float]:
    """Return all that was found."""
    server = Server("server", folder, **(QUICK | MANY))
    server.start()
    try:
        found = asyncio.run(idle(server, pid_of(server), tables))
        seats = asyncio.run(long_games(server))
        server.stop()
        server.start()
        first = asyncio.run(opened(server, pid_of(server), seats))
        again = asyncio.run(opened(server, pid_of(server), seats))
        return found | {"open_ms": first[0], "open_cpu_ms": first[1], "again_ms": again[0], "again_cpu_ms": again[1]}
    finally:
        server.stop()


def pid_of(server: Server) -> int:
    """Return the process of a server that runs."""
    return server.process.pid if server.process else 0


def main() -> None:
    """Measure, and print one line of JSON."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--tables", type=int, default=1000)
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        print(json.dumps(measured(Path(folder), wanted.parse_args().tables)))


if __name__ == "__main__":
    main()
