"""Latency and durability when a thousand people finish the daily deal within a minute.

`python -m benchmarks.daily_minute` (`--people 1000 --seconds 60`) begins with as many games of today's deal, stored
but for their last actions. Then a server starts; at a random moment of the minute each person connects, plays what is
left, each action durable before it is answered, and asks for the results of the day. It reports response times,
the server's CPU per person, and the share of the machine's time that its host gave to others. At the end
every action must be in the database, and every result among those of the day; otherwise it fails.
"""

import argparse
import asyncio
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.asyncio.client import connect

from benchmarks.ahead import go_ahead
from codex_naturalis.play import Game
from codex_naturalis.rules import LATEST, Action, Seat, legal_actions
from codex_naturalis.seating import Guest, SeatRow, TableData, begin_play, new_id
from codex_naturalis.seating.days import key_of_day, today
from codex_naturalis.server.daily.deals import DailyDeal, DailyDeals
from codex_naturalis.server.database.schema import accounts
from codex_naturalis.server.database.upgrade import upgrade
from codex_naturalis.server.support.keys import KeyRing
from codex_naturalis.server.support.tokens import Tokens
from codex_naturalis.server.tables.store import Store
from codex_naturalis.wire.table import NameMark, SeatKind
from deploy.parts import Server

from .server_load import cpu_seconds, machine_seconds

LAST: Final = 4
"""Actions left in each game: two turns."""

QUICK: Final = {"messages_per_second": 1000, "messages_at_once": 1000, "daily_games": 0, "tables_in_memory": 10_000}


class Finisher(Struct, frozen=True):
    """Person with a game that is nearly over."""

    token: str
    table: str
    version: int
    """Actions played before."""

    left: tuple[Action, ...]


class Times(Struct):
    """Response times, in seconds."""

    welcome: list[float] = []
    act: list[float] = []
    day: list[float] = []


# Before the minute


def played(deal: DailyDeal, seed: int) -> tuple[tuple[Seat, Action], ...]:
    """Return random actions of a game with the deal of a day."""
    rng, game = Random(seed), Game.from_actions(deal.options, deal.deal, (), rules=LATEST)
    while not game.over:
        game = game.play(0, (rng.choice(legal_actions(game.state, 0)),), game.version)
    return tuple(game.actions)


async def prepared(data: Path, people: int) -> tuple[str, list[Finisher]]:
    """Store accounts with nearly finished games; return the day and the people."""
    ring, store = KeyRing(data), Store(data / "codex.db")
    tokens = Tokens(ring, 30)
    deal = await DailyDeals(store, ring).of(today())
    ready = []
    for number in range(people):
        guest, actions = Guest(new_id(), f"Player {number}"), played(deal, number)
        await store.add_guest(guest)
        await store.write(_account(guest))
        table = _table(guest, deal)
        await store.add_table(table, played=actions[:-LAST])
        left = tuple([action for _, action in actions[-LAST:]])
        ready.append(Finisher(tokens.for_guest(guest.id), table.id, len(actions) - LAST, left))
    await store.close()
    return deal.day, ready


def _account(guest: Guest) -> Any:  # noqa: ANN401 - a job of the store
    row = {"guest": guest.id, "name": guest.name, "folded": guest.name.lower(), "password": "-", "created": 0.0}

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(insert(accounts), row)

    return job


def _table(guest: Guest, deal: DailyDeal) -> TableData:
    table = new_id()
    own = SeatRow(SeatKind.GUEST, guest.name, guest.id, new_id(), mark=NameMark.ACCOUNT)
    data = TableData(table, table, guest.id, deal.options, listed=False, created=time.time(), seat_rows=(own,))
    key = key_of_day(deal.day)
    return begin_play(replace(data, deal=deal.deal, seal=deal.seal, hints=False, shared_deal=key, counted=True))


# The minute


async def _finish(server: Server, http: httpx.AsyncClient, one: Finisher, day: str, times: Times) -> None:
    address = f"ws://127.0.0.1:{server.port}/api/v1/tables/{one.table}/socket"
    began = time.perf_counter()
    async with connect(address, compression=None, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": one.token, "after": None, "changes": True}))
        await _until(socket, "welcome")
        times.welcome.append(time.perf_counter() - began)
        for version, action in enumerate(one.left, one.version):
            began = time.perf_counter()
            act = {"type": "act", "id": f"last-{version}", "seen": version, "actions": [msgspec.to_builtins(action)]}
            await socket.send(json.dumps(act))
            await _until(socket, "done")
            times.act.append(time.perf_counter() - began)
    began = time.perf_counter()
    answer = await http.get(f"/api/v1/daily/{day}", headers={"Authorization": f"Bearer {one.token}"})
    times.day.append(time.perf_counter() - began)
    assert answer.json()["result"], answer.text


async def _until(socket: Any, kind: str) -> None:  # noqa: ANN401 - a connection
    while (message := json.loads(await socket.recv()))["type"] != kind:
        assert message["type"] not in ("refused", "problem"), message


async def minute(server: Server, day: str, people: Sequence[Finisher], seconds: float) -> Times:
    """Let all people finish, each at a random moment."""
    times, rng = Times(), Random(1)
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=server.http, timeout=60, limits=limits) as http:

        async def later(one: Finisher) -> None:
            await asyncio.sleep(rng.uniform(0, seconds))
            await _finish(server, http, one, day, times)

        await asyncio.gather(*map(later, people))
    return times


# After it


def lost(data: Path, people: Sequence[Finisher]) -> int:
    """Return the numbers of actions and results missing from the database."""
    with closing(sqlite3.connect(data / "codex.db")) as database:
        stored = dict(database.execute("select table_id, count(*) from actions group by table_id").fetchall())
        (results,) = database.execute("select count(*) from solo_games where points is not null").fetchone()
    missing: int = sum(one.version + LAST - stored.get(one.table, 0) for one in people)
    return missing + len(people) - int(results)


def _quantile(times: Sequence[float], share: float) -> float:
    return round(1000 * sorted(times)[min(len(times) - 1, int(len(times) * share))], 1)


def main() -> None:
    """Measure, and print one line of JSON; fail if anything was lost."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--people", type=int, default=1000)
    wanted.add_argument("--seconds", type=float, default=60.0)
    wanted.add_argument("--ahead", action="store_true", help="go before other work on the machine, which root may")
    asked = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        server = Server("server", Path(folder), **QUICK)
        server.data.mkdir(parents=True)
        upgrade(server.data / "codex.db")
        day, people = asyncio.run(prepared(server.data, asked.people))
        server.start()
        try:
            if asked.ahead and not go_ahead():
                raise SystemExit("going ahead of others is not allowed here")
            assert server.process
            cpu, host = cpu_seconds(server.process.pid), machine_seconds()
            times = asyncio.run(minute(server, day, people, asked.seconds))
            used = cpu_seconds(server.process.pid) - cpu
            stolen, passed = map(float.__sub__, machine_seconds(), host)
        finally:
            server.stop()
        missing = lost(server.data, people)
    quantiles = {
        f"{name}_{label}_ms": _quantile(getattr(times, name), share)
        for name in ("welcome", "act", "day")
        for label, share in (("median", 0.5), ("p99", 0.99))
    }
    cost = {"server_ms_per_person": round(1000 * used / len(people), 1), "lost": missing}
    load = {"stolen_percent": round(100 * stolen / passed, 1), "load": round(os.getloadavg()[0], 1)}
    print(json.dumps({"people": len(people), "seconds": asked.seconds, **quantiles, **cost, **load}))
    if missing:
        raise SystemExit("something was lost")


if __name__ == "__main__":
    main()
