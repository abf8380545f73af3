"""Memory of idle tables, time until all viewers have reconnected, and time to open a long game.

`python -m benchmarks.server_idle` seats two guests at each of many tables, begins play (`--turns` of each seat are
stored in the database beforehand), restarts the server, and connects all guests: it reports the server's memory per
table and its two viewers, while all are idle, and per socket, of a second window for each. Then all sockets are dropped
and all viewers reconnect at once. At last the server is restarted again, and long games are opened. `--boardgame-io`
reports the memory of boardgame.io's server, whose tables need no restart, since it has them in memory anyway.
"""

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from statistics import median

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.anchors.boardgame_io import BoardgameServer, new_match, record_games, sit_down
from benchmarks.mid_game import laid_tables
from benchmarks.server_load import QUICK, cpu_seconds, seat_two, two_guests
from deploy.parts import Server

MANY = {"tables_per_guest": 10**6, "sockets_per_guest": 10**6, "guest_requests_per_second": 10**6}
MANY |= {"guest_requests_at_once": 10**6, "requests_per_second": 10**6, "requests_at_once": 10**6}
MANY |= {"rest_seconds": 1}
Seat = tuple[str, str]
"""A table, and the token of a guest seated there."""

TURNS = 60
LONG = 10
"""`LONG` games of `TURNS` turns each."""

REST = 2.5
"""Seconds after which an idle server has released what it does not need: with `MANY`, soon."""

_SHAKING = 64
"""Viewers that connect at the same time where that is not measured; the next ones follow when these are idle."""


def memory(pid: int) -> int:
    """Return the memory of a process, in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def greet(port: int, table: str, token: str) -> ClientConnection:
    """Return a welcomed socket."""
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
    """Return the seats of new tables, each with its own guest."""
    found = []
    for _ in range(tables):
        tokens = two_guests([server.port, server.port])
        found.append((await asyncio.to_thread(seat_two, [server.port] * 2, tokens), tokens))
    return [(table, token) for table, tokens in found for token in tokens]


async def idle(server: Server, pid: int, seats: list[Seat]) -> dict[str, float]:
    """Return the cost of idle tables, and the time until all viewers have reconnected."""
    tables = len(seats) // 2 - 1
    first = await all_there(server.port, seats[:2])  # wakes what the first table of a server always wakes
    await asyncio.sleep(2)
    before = memory(pid)
    sockets = []
    for some in range(2, len(seats), _SHAKING):
        sockets += await all_there(server.port, seats[some : some + _SHAKING])
        await asyncio.sleep(REST)
    taken = memory(pid) - before
    more = []
    for some in range(2, len(seats), _SHAKING):
        more += await all_there(server.port, seats[some : some + _SHAKING])
        await asyncio.sleep(REST)
    again = memory(pid) - before - taken
    for socket in first + sockets + more:
        socket.transport.abort()
    await asyncio.sleep(3)
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    await all_there(server.port, seats)
    back = time.perf_counter() - began
    return {
        "viewers": len(seats),
        "kb_per_table": round(taken / 1024 / tables, 1),
        "kb_per_socket": round(again / 1024 / len(more), 1),
        "all_back_seconds": round(back, 2),
        "all_back_cpu_seconds": round(cpu_seconds(pid) - cpu, 2),
    }


async def opened(server: Server, pid: int, seats: list[Seat]) -> tuple[float, float]:
    """Return the median milliseconds to open a table, and the CPU milliseconds of each."""
    spent, cpu = [], cpu_seconds(pid)
    for table, token in seats:
        began = time.perf_counter()
        await greet(server.port, table, token)
        spent.append(1000 * (time.perf_counter() - began))
    return round(median(spent), 1), round(1000 * (cpu_seconds(pid) - cpu) / len(seats), 1)


def measured(folder: Path, tables: int, turns: int) -> dict[str, float]:
    """Return all results."""
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


async def idle_boardgame_io(folder: Path, tables: int) -> dict[str, float]:
    """Return the memory of boardgame.io's server for each table and its two viewers, and for each more socket."""
    with BoardgameServer(folder, record_games(1)) as server:
        assert server.process
        pid, sockets = server.process.pid, []
        matches = [await asyncio.to_thread(new_match, server.port, 0)]
        sockets += [await sit_down(server.port, matches[0], seat) for seat in range(2)]
        server.collect_garbage()
        before = memory(pid)
        for _ in range(tables):
            match = await asyncio.to_thread(new_match, server.port, 0)
            matches.append(match)
            sockets += [await sit_down(server.port, match, seat) for seat in range(2)]
        server.collect_garbage()
        taken = memory(pid) - before
        sockets += [await sit_down(server.port, match, seat) for match in matches[1:] for seat in range(2)]
        server.collect_garbage()
        again = memory(pid) - before - taken
        await asyncio.gather(*(socket.close() for socket, _ in sockets))
    return {
        "kb_per_table": round(taken / 1024 / tables, 1),
        "kb_per_socket": round(again / 1024 / tables / 2, 1),
    }


def pid_of(server: Server) -> int:
    """Return the process id of a running server."""
    return server.process.pid if server.process else 0


def main() -> None:
    """Measure, and print one line of JSON."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--tables", type=int, default=1000)
    wanted.add_argument(
        "--turns", type=int, default=0, help="of each seat, played at each table before (default: %(default)s)"
    )
    wanted.add_argument("--boardgame-io", action="store_true", help="measure the server of boardgame.io")
    asked = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        if asked.boardgame_io:
            print(json.dumps(asyncio.run(idle_boardgame_io(Path(folder), asked.tables))))
            return
        print(json.dumps(measured(Path(folder), asked.tables, asked.turns)))


if __name__ == "__main__":
    main()
