"""A simulated world: loop, disk, one server, and everything that would come from outside, by one seed."""

import asyncio
import datetime as calendar
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final
from unittest.mock import patch

import msgspec
from sqlalchemy import create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from codex_naturalis.server.bots import warmup, worker_pool
from codex_naturalis.server.bots.worker import BotQuestion, BotWorker
from codex_naturalis.server.daily import par_worker
from codex_naturalis.server.database import engine, reads
from codex_naturalis.server.database.writer import Writer
from codex_naturalis.server.explore import people as explore_people
from codex_naturalis.server.monitoring.watchdog import Watchdog
from codex_naturalis.server.previews import worker as preview_worker
from codex_naturalis.server.scheduling.worker_client import WorkerProcess
from codex_naturalis.server.scheduling.worker_main import WorkerAnswer, WorkerFault
from codex_naturalis.server.support.lifecycle import Service
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.teacher import worker as teacher_worker
from tests.server.house import empty_database, return_application, take_application

from .disk import Disk
from .loop import Owner, SimulatedLoop
from .server import HOST, STORED, Json, SimulatedServer
from .stored import SqliteFile

__all__ = ["DOUBLES", "SETTINGS", "World", "warm_up"]

_SPRING: Final = 1_772_000_000.0
"""Where time begins, in seconds since 1970: some days before a month ends."""

SETTINGS: Final[dict[str, Json]] = {
    "hosts": (HOST,),
    "bot_delay": 0.2,
    "stand_in": "planner",
    "grace_seconds": 2.0,
    "left_seconds": 3.0,
    "called_seconds": 5.0,
    "password_memory": 1,
    "daily_games": 0,
    "requests_per_second": 0.0,
    "guests_per_minute": 0.0,
    "guest_requests_per_second": 0.0,
    "messages_per_second": 1000.0,
    "sockets_per_address": 0,
    "new_sockets_per_second": 0.0,
}
"""As a server's, but that a story has no time to wait, and all people come from one address here."""


class World:
    """What one story takes place in."""

    answers_get_lost = False
    """Whether a database may have stored what it does not confirm: then nobody knows what became of it."""

    def __init__(self, seed: str, data: Path) -> None:
        self.rng = Random(f"{seed}/world")
        self.loop = SimulatedLoop(Random(f"{seed}/loop"))
        self.disk = Disk(self.loop, Random(f"{seed}/disk"))
        self._chance = Random(f"{seed}/system")
        self._ahead = _SPRING + self.rng.random() * 86400 * 8
        self.set_back = False
        """Whether the clock on the wall was set back: what it told before and after cannot be compared."""

        self.data = data
        (data / "codex.db").write_bytes(empty_database())
        self.stored = SqliteFile(data / "codex.db")
        settings = Settings(data, **SETTINGS)
        self.server = SimulatedServer(self.loop, settings, Random(f"{seed}/network"), self._stop)

    def _stop(self, owner: Owner) -> None:
        """Stop all that a server does, and what it asked of the disk."""
        self.loop.kill(owner)
        self.disk.forget(owner)

    def wall(self) -> float:
        """Return the time of day, in seconds since 1970."""
        return self._ahead + self.loop.time()

    def jump(self, seconds: float) -> None:
        """Set the clock on the wall, forward or back."""
        self._ahead += seconds
        self.set_back = self.set_back or seconds < 0

    def run(self, main: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Live through `main`, and end."""
        with self._patched():
            asyncio.set_event_loop(self.loop)
            try:
                self.loop.run_until_complete(main())
            finally:
                asyncio.set_event_loop(None)

    @contextmanager
    def _patched(self) -> Iterator[None]:
        """Replace the clock, chance, and the programs of the workers; nothing else."""
        world = self

        class Today(calendar.datetime):
            @classmethod
            def now(cls, tz: calendar.tzinfo | None = None) -> "Today":
                return cls.fromtimestamp(world.wall(), tz)

        with ExitStack() as stack:
            for place, name, value in (
                (time, "time", self.wall),
                (time, "monotonic", self.loop.time),
                (warmup, "monotonic", self.loop.time),
                (explore_people, "monotonic", self.loop.time),
                (random, "_urandom", self._chance.randbytes),
                *DOUBLES,
                (engine, "create_async_engine", partial(create_async_engine, execution_options=_COMPILED)),
                (reads, "create_engine", partial(create_engine, execution_options=_COMPILED)),
                *((module, "datetime", Today) for module in _with_calendars()),
            ):
                stack.enter_context(patch.object(place, name, value))
            stack.enter_context(self.disk.used())
            worker_pool.is_own.cache_clear()
            yield


def warm_up() -> None:
    """Do once what each story needs: an empty database, an application, and the modules that come late."""
    empty_database()
    _with_calendars()
    return_application(take_application(Settings(Path())))


@cache
def _with_calendars() -> tuple[ModuleType, ...]:
    """Return the modules of the server that ask a calendar for the time."""
    names = ("correspondence.vacations", "http.security_txt", "previews.link_previews", "puzzles.api")
    return tuple(import_module(f"codex_naturalis.server.{name}") for name in names)


class _Statements(dict[Json, Json]):
    """Compiled statements by what they say and the kind of engine, not by the engine: each server has new ones."""

    def get(self, key: Json, default: Json = None) -> Json:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: Json, statement: Json) -> None:
        super().__setitem__((type(key[0]), *key[1:]), statement)


_COMPILED: Final = {"compiled_cache": _Statements()}
_WRITE: Final = Writer.write
_THINKING: Final = 0.01
"""Seconds that a worker's answer takes where time is real."""


async def _write(self: Writer, job: Callable[..., Any], about: str = "") -> object:
    """Write, and note for which request."""
    result: object = await _WRITE(self, job, about)
    STORED.get([]).append(about)
    return result


async def _reply(self: WorkerProcess, question: bytes, kind: Any, on_progress: Callable[[float], None]) -> Any:  # noqa: ANN401
    """Answer as the program of the worker would, after a while."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(loop.draw_delay() if isinstance(loop, SimulatedLoop) else _THINKING)
    module = self._program[2]
    try:
        value = _answer(self, module.rsplit(".", 2)[-2:], question, on_progress)
    except Exception as error:  # noqa: BLE001 - as the workers' own loop does
        return WorkerFault(repr(error))
    return msgspec.json.decode(msgspec.json.encode(WorkerAnswer(value)), type=WorkerAnswer[kind])


def _answer(process: WorkerProcess, module: list[str], question: bytes, on_progress: Callable[[float], None]) -> object:
    match module:
        case ["bots", "worker"]:
            worker = process.__dict__.setdefault("simulated", BotWorker())
            return worker.answer(msgspec.json.decode(question, type=BotQuestion))
        case ["daily", "par_worker"]:
            return par_worker.answer(msgspec.json.decode(question, type=par_worker.ParQuestion))
        case ["teacher", "worker"]:
            return teacher_worker.answer(
                msgspec.json.decode(question, type=teacher_worker.TeacherQuestion), on_progress
            )
        case ["previews", "worker"]:
            return preview_worker._pixels(msgspec.json.decode(question, type=preview_worker.Rasterize).svg)
        case _:
            raise AssertionError(f"there is no worker {module}")


DOUBLES: Final = (
    (warmup, "can_compile", lambda: False),
    (WorkerProcess, "_reply", _reply),
    (Writer, "write", _write),
    (Watchdog, "start", Service.start),
)
"""What is replaced in every world: the programs of the workers, and who watches over the loop."""
