"""Bystanders: people who ask over HTTP and play at tables of their own, in a process apart from the attacker's.

HTTP is asked at a fixed rate whatever is still unanswered (an open loop), so a server that stands still for a second
delays a second's worth of requests, not one. The same is asked of a control server that is not attacked: what it
shows is the machine's.
"""

import asyncio
import json
import multiprocessing
import os
import threading
import time
import urllib.request
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final

import uvloop
from msgspec import Struct

from deploy.reaper import reap
from tests.waiting import TIMEOUT, until

from .load_client import Game, Tally
from .wire import request

__all__ = ["Bystanders", "Taken", "seat_two"]

_EVERY: Final = 0.025
"""Seconds between two requests."""

_TABLES: Final = 4
_RATE: Final = 5.0
"""Actions a second at each table."""

_PEOPLE: Final = 200
"""Addresses that the requests come from in turn, so that none of them asks more than people do."""


class Taken(Struct, frozen=True, array_like=True):
    """How long one thing took."""

    what: str
    """`http`, `acts` or `control`."""

    began: float
    seconds: float


class _Timed(Tally):
    """Keeps when each action began, too."""

    def __init__(self, taken: list[Taken]) -> None:
        super().__init__()
        self._taken = taken

    def took(self, began: float) -> None:
        super().took(began)
        self._taken.append(Taken("acts", began, time.perf_counter() - began))


def seat_two(port: int, **wanted: Any) -> tuple[str, list[str]]:  # noqa: ANN401 - options of a table
    """Return a new table, and the tokens of the two who sit there."""
    tokens = [_ask(port, "/guests", {"name": name})["token"] for name in ("Ada", "Bob")]
    table = str(_ask(port, "/tables", {"seats": 2, **wanted}, tokens[0])["table"]["id"])
    _ask(port, f"/tables/{table}/join", {}, tokens[1])
    return table, tokens


def _ask(port: int, path: str, body: Any, token: str = "") -> Any:  # noqa: ANN401 - of any form
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:  # noqa: S310 - our own
        return json.load(answer)


class Bystanders:
    """A process full of them."""

    def __init__(self, door: int, control: int) -> None:
        """Let them come in at the port `door`, and ask at the port `control`, too."""
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_run, args=(there, door, control), daemon=True)

    def start(self) -> None:
        """Start, and wait until they play."""
        self._process.start()
        assert self._process.pid
        reap(self._process.pid)
        assert self._here.poll(2 * TIMEOUT), "the bystanders do not play"
        assert self._here.recv() == "playing"

    def taken(self) -> list[Taken]:
        """End, and return how long everything took; what is unanswered took until now."""
        self._here.send("end")
        found: list[Taken] = self._here.recv()
        self._process.join(TIMEOUT)
        return found


def _run(line: Connection, door: int, control: int) -> None:
    os.setsid()  # where sessions share the machine evenly, this is none of the attacker's
    line.send(uvloop.run(_watch(line, door, control)))


async def _watch(line: Connection, door: int, control: int) -> list[Taken]:
    taken: list[Taken] = []
    tally, ended = _Timed(taken), asyncio.Event()
    tables = [seat_two(door) for _ in range(_TABLES)]
    games: list[Game] = []
    tasks = [asyncio.create_task(_play(door, table, tally, games, seed)) for seed, table in enumerate(tables)]
    tasks.append(asyncio.create_task(_ask_on("http", door, tables[0][0], taken)))
    tasks.append(asyncio.create_task(_ask_on("control", control, "", taken)))
    await until(lambda: tally.tables >= _TABLES)
    line.send("playing")
    loop = asyncio.get_running_loop()
    threading.Thread(target=lambda: (line.recv(), loop.call_soon_threadsafe(ended.set)), daemon=True).start()
    await ended.wait()
    now = time.perf_counter()
    waiting = [Taken("acts", began, now - began) for game in games for began in game.sent.values()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return taken + waiting


async def _play(port: int, table: tuple[str, list[str]], tally: Tally, games: list[Game], seed: int) -> None:
    """Play game after game with two clients."""
    rng, (place, tokens) = Random(seed), table
    while True:
        game = Game(place, tokens, _RATE, tally, rng)
        games.append(game)
        with suppress(ConnectionError):
            await game.play([port, port])
        games.remove(game)
        place, tokens = await asyncio.to_thread(seat_two, port)


async def _ask_on(what: str, port: int, table: str, taken: list[Taken]) -> None:
    """Ask again and again; what is unanswered at the end counts as having taken until then."""
    async with asyncio.TaskGroup() as asking:
        for number in range(1_000_000):
            asking.create_task(_ask_once(what, port, table, number, taken))
            await asyncio.sleep(_EVERY)


async def _ask_once(what: str, port: int, table: str, number: int, taken: list[Taken]) -> None:
    began = time.perf_counter()
    address = f"198.19.{number % _PEOPLE}.7"
    path = f"/tables/{table}" if table else "//healthz"
    try:
        await request(port, "GET", path, address=address)
    finally:
        taken.append(Taken(what, began, time.perf_counter() - began))
