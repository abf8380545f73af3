"""Server load per action: two-seat games over real sockets, every action durable before it is published.

`python -m benchmarks.server_load` plays with SQLite, `--database postgres` with PostgreSQL, `--servers 3` with several
servers, each seat at another one; with `--door`, `deploy/nginx.conf`, both reach the same one. `--boardgame-io` loads
the server of boardgame.io instead, which plays recorded games of ours back, in memory. Clients run in a separate
process and act as soon as they may, or `--rate` times a second. It reports actions per second, the servers' CPU per
action, bytes, the time until both seats have the action, and the share of the machine's time that its host gave to
others: above a few percent, times are the host's.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import signal
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import uvloop

from benchmarks.ahead import go_ahead
from benchmarks.anchors.boardgame_io import BoardgameServer, PlayedBack, new_match, record_games
from deploy.one_machine import Installation
from deploy.parts import Part, Server
from tests.attacks.load_client import Game, Tally

QUICK: dict[str, Any] = {"messages_per_second": 100_000, "messages_at_once": 100_000, "tables_in_memory": 100_000}

_RECORDED = 20
"""Games that boardgame.io's server plays back, again and again."""


def ask(port: int, path: str, body: Any, token: str | None = None) -> Any:  # noqa: ANN401 - of any form
    """Send an HTTP request."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310 - our own
        return json.load(answer)


def two_guests(ports: list[int]) -> list[str]:
    """Return the tokens of two new guests."""
    return [ask(port, "/guests", {"name": name})["token"] for port, name in zip(ports, ("Ada", "Bob"), strict=True)]


def seat_two(ports: list[int], tokens: list[str]) -> str:
    """Return a new table with two guests."""
    table: str = ask(ports[0], "/tables", {"seats": 2}, tokens[0])["table"]["id"]
    ask(ports[1], f"/tables/{table}/join", {}, tokens[1])
    return table


async def _play(ports: list[int], rate: float, tally: Tally, seed: int) -> None:
    """Play one game after another, one client at each of `ports`."""
    rng = Random(seed)
    tokens = await asyncio.to_thread(two_guests, ports)
    while True:
        table = await asyncio.to_thread(seat_two, ports, tokens)
        await Game(table, tokens, rate, tally, rng).play(ports)


async def _play_back(port: int, rate: float, tally: Tally, seed: int, actors: Sequence[Sequence[int]]) -> None:
    """Play recorded games back at boardgame.io's server, one after another."""
    rng = Random(seed)
    for game in count(seed):
        number = game % len(actors)
        match = await asyncio.to_thread(new_match, port, number)
        await PlayedBack(match, actors[number], rate, tally, rng).play(port)


async def _load(
    ports: list[int],
    tables: int,
    rate: float,
    seconds: float,
    pids: list[int],
    actors: Sequence[Sequence[int]] = (),
) -> dict[str, float]:
    """Return what one load was like; `actors` of recorded games are given for boardgame.io's server."""
    tally = Tally()
    playing = [
        _play_back(ports[0], rate, tally, n, actors)
        if actors
        else _play([ports[n % len(ports)], ports[(n + 1) % len(ports)]], rate, tally, n)
        for n in range(tables)
    ]
    games = [asyncio.create_task(each) for each in playing]
    while tally.tables < tables:
        await asyncio.sleep(0.1)
        for game in games:
            if game.done():
                game.result()
    await asyncio.sleep(2)
    gc.disable()  # a pause of the clients would be taken for one of the servers
    tally.clear()
    began, cpu, own, host = time.perf_counter(), sum(map(cpu_seconds, pids)), time.process_time(), machine_seconds()
    await asyncio.sleep(seconds)
    lasted, used = time.perf_counter() - began, sum(map(cpu_seconds, pids)) - cpu
    own, (stolen, passed) = time.process_time() - own, map(float.__sub__, machine_seconds(), host)
    for game in games:
        if game.done() and game.exception():
            raise game.exception() or RuntimeError
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)
    times = sorted(tally.seconds)
    return {
        "moves_per_second": round(tally.actions / lasted, 1),
        "server_ms_per_move": round(1000 * used / max(1, tally.actions), 3),
        "client_ms_per_move": round(1000 * own / max(1, tally.actions), 3),
        "moves_per_cpu_second": round(tally.actions / max(0.01, used), 1),
        "bytes_per_move_and_viewer": round(tally.bytes / 2 / max(1, tally.actions)),
        "median_ms": round(1000 * statistics.median(times), 1) if times else 0,
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1) if times else 0,
        "stolen_percent": round(100 * stolen / passed, 1),
    }


def cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def machine_seconds() -> tuple[float, float]:
    """Return the time of all cores that the machine's host gave to others, and the total."""
    spent = [float(one) for one in Path("/proc/stat").read_text().partition("\n")[0].split()[1:9]]
    return spent[7], sum(spent)


def _clients(out: Any, *arguments: Any) -> None:  # noqa: ANN401 - a queue, and what `_load` takes
    found = None
    try:
        found = uvloop.run(_load(*arguments))
    finally:
        out.put(found)


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
    wanted.add_argument("--door", action="store_true", help="let clients come in by nginx, with PostgreSQL")
    wanted.add_argument("--ahead", action="store_true", help="go before other work on the machine, which root may")
    wanted.add_argument("--apart", action="store_true", help="give the servers one core, and the clients the others")
    wanted.add_argument("--boardgame-io", action="store_true", help="load the server of boardgame.io")
    asked = wanted.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and stop the servers before
    first, *others = sorted(os.sched_getaffinity(0)) if asked.apart else [0]
    with tempfile.TemporaryDirectory(prefix="codex-") as folder, ExitStack() as stack:
        Path(folder).chmod(0o755)
        if asked.apart:
            os.sched_setaffinity(0, {first})
        servers: list[Any]
        doors: Sequence[Any]
        recorded = record_games(_RECORDED) if asked.boardgame_io else []
        if recorded:
            servers = doors = [stack.enter_context(BoardgameServer(Path(folder), recorded))]
        elif asked.database == "postgres":
            town = stack.enter_context(Installation(Path(folder), asked.servers, 0, **QUICK))
            servers, doors = list(town.servers), [town.nginx] if asked.door else town.servers
        else:
            servers = doors = [_alone(Path(folder), stack)]
        out: Any = multiprocessing.get_context("spawn").Queue()
        arguments = ([door.port for door in doors], asked.tables, asked.rate, asked.seconds)
        pids, actors = [_pid(server) for server in servers], [game.actors for game in recorded]
        if asked.apart:
            os.sched_setaffinity(0, others)
        clients = multiprocessing.get_context("spawn").Process(target=_clients, args=(out, *arguments, pids, actors))
        clients.start()
        if asked.ahead and not go_ahead():
            raise SystemExit("going ahead of others is not allowed here")
        found = out.get(timeout=asked.seconds + 120)
        clients.join()
    if not found:
        raise SystemExit("the clients gave up")
    asked_for = {
        "database": "memory" if recorded else asked.database,
        "servers": len(servers),
        "door": asked.door,
        "tables": asked.tables,
    }
    print(json.dumps({**asked_for, **found}))


def _alone(folder: Path, stack: ExitStack) -> Server:
    server = Server("server", folder, **QUICK)
    server.start()
    stack.callback(server.stop)
    return server


def _pid(part: Part) -> int:
    return part.process.pid if part.process else 0


if __name__ == "__main__":
    main()
