"""Start-up time of a server with many finished games, and the time to open one of them.

`python -m benchmarks.many_games --games 100000 --folder DIR` plays one game, copies its stored rows that often,
and starts the server several times. With `--folder` the database stays there, and is not built again.
"""

import argparse
import json
import sqlite3
import tempfile
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from websockets.sync.client import ClientConnection, connect

from benchmarks.server_load import QUICK, seat_two, two_guests
from deploy.parts import Server

COPIED = {"tables": "id", "seats": "table_id", "actions": "table_id", "acts": "table_id", "results": "table_id"}
"""Tables that store a game, each with the column that names it."""


def play(server: Server) -> str:
    """Play one game of two guests to its end; return the table."""
    ports, rng = [server.port] * 2, Random(7)
    tokens = two_guests(ports)
    table = seat_two(ports, tokens)
    address = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/socket"
    seats = [connect(address, legacy=True, compression=None, max_size=None) for _ in tokens]
    views = [hello(seat, token) for seat, token in zip(seats, tokens, strict=True)]
    versions = 0
    while not views[0]["result"]:
        who = next(at for at, view in enumerate(views) if view["legal"])
        action = rng.choice(views[who]["legal"])
        act = {"type": "act", "id": f"act-{versions}", "seen": versions, "actions": [action]}
        seats[who].send(json.dumps(act))
        versions += 1
        views = [wait_for_view(seat, versions) for seat in seats]
    for seat in seats:
        seat.close()
    return table


def hello(seat: ClientConnection, token: str) -> Any:  # noqa: ANN401 - of any form
    """Send `hello`; return the welcome."""
    seat.send(json.dumps({"type": "hello", "token": token}))
    while (message := json.loads(seat.recv()))["type"] != "welcome":
        pass
    return message["view"]


def wait_for_view(seat: ClientConnection, version: int) -> Any:  # noqa: ANN401 - of any form
    """Listen until a version arrives; return the view then."""
    while True:
        message = json.loads(seat.recv())
        if message["type"] == "refused":
            raise SystemExit(f"refused: {message}")
        if message["type"] == "told" and message["steps"][-1]["version"] == version:
            return message["view"]


def ask_for(server: Server, path: str) -> Any:  # noqa: ANN401 - of any form
    """Return the answer to a GET request."""
    with urllib.request.urlopen(f"{server.http}/api/v1{path}", timeout=60) as answer:  # noqa: S310 - our own
        return json.load(answer)


def multiply(path: Path, table: str, times: int) -> None:
    """Copy a game `times` times."""
    numbers = f"with recursive n(i) as (select 1 union all select i + 1 from n where i < {times})"  # noqa: S608
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma synchronous = off")
        database.execute("pragma cache_size = -200000")
        for name, key in COPIED.items():
            columns = [row[1] for row in database.execute(f"pragma table_info({name})")]
            copied = ", ".join(f"printf('%07d-', n.i) || {key}" if column == key else column for column in columns)
            copied = copied.replace(" request", " null") if name == "tables" else copied
            named = ", ".join(columns)
            wanted = f"insert into {name} ({named}) {numbers} select {copied} from n, {name} where {key} = ?"  # noqa: S608
            database.execute(wanted, (table,))
            database.commit()
        database.execute("pragma wal_checkpoint(truncate)")


def started(server: Server) -> tuple[float, float]:
    """Start a server; return the seconds until it answers, and its CPU seconds."""
    began = time.monotonic()
    server.start()
    seconds = time.monotonic() - began
    return seconds, cpu(server)


def cpu(server: Server) -> float:
    """Return the CPU time of a server."""
    assert server.process
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def opened(server: Server, table: str, most: int) -> tuple[float, float]:
    """Open `most` tables for the first time; return the median seconds and the CPU seconds per table."""
    seconds = []
    before = cpu(server)
    for number in range(1, most + 1):
        began = time.monotonic()
        ask_for(server, f"/tables/{number:07d}-{table}")
        seconds.append(time.monotonic() - began)
    return sorted(seconds)[most // 2], (cpu(server) - before) / most


def main() -> None:
    """Measure, and print the results."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--games", type=int, default=100_000)
    wanted.add_argument("--folder", type=Path, help="where to keep the database for another time")
    wanted.add_argument("--times", type=int, default=5, help="how often to start (default: %(default)s)")
    asked = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="codex-") as new:
        folder = asked.folder or Path(new)
        empty = Server("empty", Path(new) / "empty", **QUICK)
        empty.folder.mkdir()
        bare = []
        for _ in range(asked.times):
            bare.append(started(empty))
            empty.stop()
        folder.mkdir(parents=True, exist_ok=True)
        server, name = Server("server", folder, **QUICK), folder / "table"
        if not name.exists():
            server.start()
            table = play(server)
            server.stop()
            multiply(folder / "data" / "codex.db", table, asked.games)
            name.write_text(table)
        size = (folder / "data" / "codex.db").stat().st_size >> 20
        print(f"{asked.games} games, {size} MiB")
        full = []
        for _ in range(asked.times):
            full.append(started(server))
            median, each = opened(server, name.read_text(), 40)
            server.stop()
            print(f"opening a table: median {1000 * median:.1f} ms, CPU {1000 * each:.1f} ms")
        for what, found in (("empty", bare), ("full", full)):
            print(f"{what}: start " + ", ".join(f"{wall:.2f} s (CPU {used:.2f})" for wall, used in found))


if __name__ == "__main__":
    main()
