"""What tables cost that only wait, how soon everybody is back, and how soon a long game is shown again.

`python -m benchmarks.server_idle` seats two guests of its own at each of many tables, lets play begin (`--turns`: so
many turns of each seat are laid into the database beforehand), starts the server anew, and lets everybody look at their
table: told is how much memory the server then takes for a table and its two viewers, all together, while nobody does
anything. Then all sockets are dropped and all viewers come back at once. At last the server is started anew again, and
long games are opened.
"""

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from statistics import median

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.mid_game import laid_tables
from benchmarks.server_load import QUICK, cpu_seconds, seat_two, two_guests
from deploy.parts import Server

MANY = {"tables_per_guest": 10**6, "sockets_per_guest": 10**6, "guest_requests_per_second": 10**6}
MANY |= {"guest_requests_at_once": 10**6, "requests_per_second": 10**6, "requests_at_once": 10**6}
MANY |= {"rest_seconds": 1}
Seat = tuple[str, str]
"""A table, and the token of one who sits there."""

TURNS = 60
LONG = 10
"""`LONG` games of `TURNS` turns each."""

REST = 2.5
"""Seconds after which a server has let go of all that is not needed while nothing happens: with `MANY`, soon."""

_SHAKING = 64
"""Viewers who come at the same time, when that is not what is measured; the next ones when these have come to rest."""


def memory(pid: int) -> int:
    """Return how many bytes of memory a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def greet(port: int, table: str, token: str) -> ClientConnection:
    """Return a socket that was welcomed."""
    address = f"ws://127.0.0.1:{port}/api/v1/tables/{table}/socket"
    socket = await connect(address, compression=None, max_size=None, open_timeout=60, ping_interval=None)
    await socket.send(json.dumps({"type": "hello", "token": token, "changes": True, "previews": True}))
    while json.loads(await socket.recv())["type"] != "welcome":
        pass
    return socket


async def all_there(port: int, seats: list[Seat]) -> list[ClientConnection]:
    """Return a welcomed socket for each seat."""
    return list(await asyncio.gather(*(greet(port, table, token) for table, token in seats)))


async def set_up(server: Server, tables: int) -> list[Seat]:
    """Return the seats of new tables, each of a guest of its own."""
    found = []
    for _ in range(tables):
        tokens = two_guests([server.port, server.port])
        found.append((await asyncio.to_thread(seat_two, [server.port] * 2, tokens), tokens))
    return [(table, token) for table, tokens in found for token in tokens]


async def idle(server: Server, pid: int, seats: list[Seat]) -> dict[str, float]:
    """Return what tables cost where everybody waits, and how long it takes until all are back."""
    tables = len(seats) // 2 - 1
    first = await all_there(server.port, seats[:2])  # wakes what the first table of a server always wakes
    await asyncio.sleep(2)
    before = memory(pid)
    sockets = []
    for some in range(2, len(seats), _SHAKING):
        sockets += await all_there(server.port, seats[some : some + _SHAKING])
        await asyncio.sleep(REST)
    taken = memory(pid) - before
    for socket in first + sockets:
        socket.transport.abort()
    await asyncio.sleep(3)
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    await all_there(server.port, seats)
    back = time.perf_counter() - began
    return {
        "viewers": len(seats),
        "kb_per_table": round(taken / 1024 / tables, 1),
        "all_back_seconds": round(back, 2),
        "all_back_cpu_seconds": round(cpu_seconds(pid) - cpu, 2),
    }


async def opened(server: Server, pid: int, seats: list[Seat]) -> tuple[float, float]:
    """Return the median milliseconds until a table is shown, and the milliseconds of CPU for each."""
    spent, cpu = [], cpu_seconds(pid)
    for table, token in seats:
        began = time.perf_counter()
        await greet(server.port, table, token)
        spent.append(1000 * (time.perf_counter() - began))
    return round(median(spent), 1), round(1000 * (cpu_seconds(pid) - cpu) / len(seats), 1)


def measured(folder: Path, tables: int, turns: int) -> dict[str, float]:
    """Return all that was found."""
    server = Server("server", folder, **(QUICK | MANY))
    long = laid_tables(server.data, LONG, TURNS)
    seats = laid_tables(server.data, tables + 1, turns) if turns else []
    server.start()
    try:
        seats = seats or asyncio.run(set_up(server, tables + 1))
        server.stop()
        server.start()
        found = asyncio.run(idle(server, pid_of(server), seats))
        server.stop()
        server.start()
        first = asyncio.run(opened(server, pid_of(server), long[::2]))
        again = asyncio.run(opened(server, pid_of(server), long[::2]))
    finally:
        server.stop()
    found |= {"open_ms": first[0], "open_cpu_ms": first[1], "again_ms": again[0], "again_cpu_ms": again[1]}
    return {"tables": tables, "turns": turns} | found


def pid_of(server: Server) -> int:
    """Return the process of a server that runs."""
    return server.process.pid if server.process else 0


def main() -> None:
    """Measure, and print one line of JSON."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--tables", type=int, default=1000)
    wanted.add_argument(
        "--turns", type=int, default=0, help="of each seat, played at each table before (default: %(default)s)"
    )
    asked = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        print(json.dumps(measured(Path(folder), asked.tables, asked.turns)))


if __name__ == "__main__":
    main()
