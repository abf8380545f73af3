"""Several servers on one PostgreSQL, in real time: the same people, and the same promises, as in a simulated world.

Nothing repeats here: threads, sockets and the database run as they like. Nothing is killed; but connections to the
database break, whatever they are used for, and while messages get lost the servers' calls to each other do, too: in
every fourth story all of them, from the beginning to the end.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch
from urllib.parse import urlsplit

import asyncpg
from msgspec.structs import replace

from codex_naturalis.server.cluster.transports import BusTransport
from codex_naturalis.server.support.settings import Settings
from tests.several import TEMPLATE, cluster

from .proxy import DatabaseProxy
from .server import Answer, ConnectionLostError, Json, Link, SimulatedServer
from .stored import PostgresDatabase
from .story import Deed, Ending, StoryArguments, draw_story, ending_of, hear_errors, live
from .town import Town
from .world import DOUBLES, SETTINGS, warm_up

__all__ = ["ClusterWorld", "run_on_clusters"]

_EVENTS: Final = {"kill": "restart", "restart": "restart", "lose": "lose", "fail": "fail"}
"""What becomes of the events of a story; the others need a clock that can be set."""

_FASTER: Final = 0.25
"""Share of the time of a simulated story in which people do the same."""

_FIRST_SECONDS: Final = 1.0
"""How long the servers have for what happens first."""

_FORGETFUL: Final = 4
"""Of so many stories, one has a bus that forgets everything."""


class _Clock:
    """Real time, as the loop of a simulated world tells it."""

    slow = 1.0

    def __init__(self) -> None:
        self._began = time.monotonic()

    @property
    def now(self) -> float:
        """Return the seconds of the monotonic clock."""
        return time.monotonic()

    @property
    def elapsed(self) -> float:
        """Return the seconds since this world began."""
        return self.now - self._began


class _Servers:
    """Several servers behind one address: any of those that are up takes a request."""

    def __init__(self, servers: Sequence[SimulatedServer], rng: Random) -> None:
        self._servers = servers
        self._rng = rng

    @property
    def up(self) -> bool:
        """Return whether all take requests."""
        return all(each.up for each in self._servers)

    @property
    def lossy(self) -> float:
        """Share of messages that get lost on the way, between the servers, too."""
        return self._servers[0].lossy

    @lossy.setter
    def lossy(self, share: float) -> None:
        for each in self._servers:
            each.lossy = share

    def pick(self, rng: Random) -> SimulatedServer:
        """Return the server to which something happens."""
        return rng.choice(self._servers)

    def _take(self) -> SimulatedServer:
        up = [each for each in self._servers if each.up]
        if not up:
            raise ConnectionLostError
        return self._rng.choice(up)

    async def ask(self, method: str, path: str, body: Json = None, token: str | None = None) -> Answer:
        """Send a request to one of them; raise `ConnectionLostError` if it or its answer gets lost."""
        return await self._take().ask(method, path, body, token)

    async def connect(self, path: str) -> Link:
        """Open a socket at one of them, or raise `ConnectionLostError`."""
        return await self._take().connect(path)

    async def start(self) -> None:
        """Start all that are not up."""
        await asyncio.gather(*(each.start() for each in self._servers if not each.up))

    async def end(self) -> None:
        """End all as servers should."""
        await asyncio.gather(*(each.end() for each in self._servers))


class ClusterWorld:
    """What one story takes place in, where there are several servers."""

    set_back = False
    answers_get_lost = True

    def __init__(self, seed: int, proxy: DatabaseProxy, stored: PostgresDatabase, data: Path, servers: int) -> None:
        self.loop = _Clock()
        self.stored = stored
        self.disk = proxy
        loop, settings = asyncio.get_running_loop(), Settings(data, **SETTINGS, database_url=proxy.url)
        self.server = _Servers(
            [SimulatedServer(loop, settings, Random(f"{seed}/{number}"), lambda _: None) for number in range(servers)],
            Random(f"{seed}/network"),
        )
        self._forgetful = seed % _FORGETFUL == _FORGETFUL - 1

    def wall(self) -> float:
        """Return the time of day, in seconds since 1970."""
        return time.time()

    def jump(self, seconds: float) -> None:
        """Leave the clock as it is: midnight, and what waits for another day, are not lived through here."""

    @contextmanager
    def patched(self) -> Iterator[None]:
        """Replace the programs of the workers; and let the servers' calls to each other get lost, too."""
        take, rng, world = BusTransport._take, Random(), self

        def forget(self: BusTransport, message: str) -> None:
            if not world._forgetful and rng.random() >= world.server.lossy:
                take(self, message)

        with ExitStack() as stack:
            for place, name, value in (*DOUBLES, (BusTransport, "_take", forget)):
                stack.enter_context(patch.object(place, name, value))
            yield


def run_on_clusters(stories: Iterable[StoryArguments], servers: int, jobs: int = 2) -> Iterator[tuple[int, Ending]]:
    """Live through stories as `run_apart` does, each with so many servers and a database of its own."""
    with cluster() as postgres, get_context("fork").Pool(jobs, warm_up) as pool:
        run = partial(_run_on_cluster, postgres.server.url(), servers)
        yield from pool.imap_unordered(run, enumerate(stories))


def _run_on_cluster(url: str, servers: int, numbered: tuple[int, StoryArguments]) -> tuple[int, Ending]:
    number, (seed, deeds, *fails_at) = numbered
    acting = _deeds_on_cluster(seed) if deeds is None else deeds

    async def run() -> Ending:
        async with _new_database(url, f"story_{number}") as new:
            return await _live_on_cluster(seed, acting, new, servers, *fails_at)

    return seed, asyncio.run(run())


@asynccontextmanager
async def _new_database(url: str, name: str) -> AsyncIterator[str]:
    """Create a database beside the one at `url`, for a while; yield its address."""
    connection = await asyncpg.connect(url)
    await connection.execute(f"create database {name} template {TEMPLATE}")
    try:
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
    finally:
        await connection.execute(f"drop database {name} with (force)")
        await connection.close()


async def _live_on_cluster(seed: int, deeds: Sequence[Deed], url: str, servers: int, fails_at: int = 0) -> Ending:
    proxy = DatabaseProxy(url, Random(f"{seed}/disk"))
    with closing(PostgresDatabase(url)) as stored, TemporaryDirectory() as folder:
        async with proxy.open():
            world = ClusterWorld(seed, proxy, stored, Path(folder), servers)
            town = Town(world)
            proxy.fails_at, proxy.on_failure = fails_at, lambda: town.trouble(8.0)
            with world.patched(), hear_errors(town):
                await live(town, [replace(deed, at=deed.at and _FIRST_SECONDS + deed.at * _FASTER) for deed in deeds])
            return ending_of(town)


def _deeds_on_cluster(seed: int) -> list[Deed]:
    """Return what happens in a simulated story, as far as it can here."""
    deeds = draw_story(seed)
    return [
        replace(deed, what=_EVENTS.get(deed.what, deed.what)) for deed in deeds if deed.who >= 0 or deed.what in _EVENTS
    ]
