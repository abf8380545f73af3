"""A story: what everybody does, and what happens to the world meanwhile, drawn by a seed."""

import asyncio
import gc
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn

import msgspec
import structlog

from . import as_members, at_leisure, at_tables  # noqa: F401 - two of them only register what people do
from .checks import check_all
from .operations import OPERATIONS
from .town import NAMES, Person, Town, general_path
from .window import Window
from .world import World, warm_up

__all__ = [
    "WORLD",
    "Deed",
    "Ending",
    "StoryArguments",
    "calm_deeds",
    "draw_story",
    "ending_of",
    "hear_errors",
    "live",
    "run_apart",
    "run_one",
    "run_story",
    "stories_with_a_failure",
]

_THEMES: Final = sorted({each.theme for each in OPERATIONS.values()} - {"tables"})
_DEEDS: Final = 44
_SECONDS: Final = 40.0
_DAY: Final = 86400.0
_STARTS: Final = 1000
"""Tries to start a server, a second apart, before the story gives up."""

WORLD: Final = {
    "kill": ("the server is killed, and comes back", 3),
    "restart": ("the server is restarted", 1),
    "lose": ("the network loses messages", 2),
    "slow": ("the disk is slow", 1),
    "fail": ("the disk fails now and then", 2),
    "midnight": ("midnight passes", 2),
    "jump": ("the clock is set", 1),
}
"""What happens to the world, with its sentence and weight."""


class Deed(msgspec.Struct, frozen=True):
    """Something that happens in a story."""

    at: float
    who: int
    """Number of the person; -1 for what happens to the world."""

    what: str
    draw: int
    """Seed of what is left to chance in it."""

    def describe(self) -> str:
        """Return it as a sentence."""
        if self.who < 0:
            return f"At {self.at:.1f} s {WORLD[self.what][0]}."
        return f"At {self.at:.1f} s {NAMES[self.who]} {OPERATIONS[self.what].sentence}."


class Ending(msgspec.Struct, frozen=True):
    """How a story ended."""

    faults: tuple[str, ...]
    trace: tuple[str, ...]
    seconds: float
    """Simulated seconds."""

    statements: int
    """What the server asked of the disk."""

    covered: tuple[frozenset[str], frozenset[str], frozenset[str]]
    """Codes that were told, operations that were carried out, tables of the database that held something."""


def draw_story(seed: int) -> list[Deed]:
    """Return what happens in a story."""
    rng = Random(f"{seed}/story")
    themes = {"tables", *rng.sample(_THEMES, 4)} | ({"accounts"} if rng.random() < 0.7 else set())
    choices = [each for each in OPERATIONS.values() if each.theme in themes or each.name == "register"]
    people = rng.choice((3, 4))
    troubles = rng.random() < 0.8
    deeds = [Deed(0.1 + number * 0.3, number, "register", number) for number in range(people) if rng.random() < 0.7]
    if rng.random() < 0.8:
        deeds += [Deed(0.0, 0, "open_pair", 0), *(Deed(1.2, number, "join", 0) for number in range(1, people))]
    for at in sorted(rng.random() * _SECONDS for _ in range(_DEEDS)):
        if troubles and rng.random() < 0.12:
            what = rng.choices(list(WORLD), [weight for _, weight in WORLD.values()])[0]
            deeds.append(Deed(at, -1, what, rng.randrange(10**9)))
        else:
            what = rng.choices(choices, [each.weight for each in choices])[0].name
            deeds.append(Deed(at, rng.randrange(people), what, rng.randrange(10**9)))
    return deeds


StoryArguments = tuple[int, Sequence[Deed] | None] | tuple[int, Sequence[Deed] | None, int]
"""Arguments of `run_story`."""


def run_apart(stories: Iterable[StoryArguments], jobs: int = 2) -> Iterator[tuple[int, Ending]]:
    """Live through stories, each in a process of its own, `jobs` at a time; return each with its seed, as they end."""
    with get_context("fork").Pool(jobs, _warm_up) as pool:
        yield from pool.imap_unordered(_run_forked, stories)


def run_one(seed: int, deeds: Sequence[Deed] | None = None) -> Ending:
    """Live through one story in a process of its own."""
    ((_, ending),) = run_apart([(seed, deeds)], 1)
    return ending


def calm_deeds(seed: int) -> list[Deed]:
    """Return what happens in a story, without any trouble."""
    return [deed for deed in draw_story(seed) if deed.who >= 0 or deed.what == "midnight"]


def stories_with_a_failure(
    seed: int, step: int, whole: Callable[[StoryArguments], Ending] = lambda story: run_one(*story[:2])
) -> list[StoryArguments]:
    """Return a story without trouble, but that another statement to the database fails in each: every `step`th.

    `whole` lives through it without any failure, to say how many there are.
    """
    deeds = calm_deeds(seed)
    return [(seed, deeds, statement) for statement in range(1, whole((seed, deeds)).statements + 1, step)]


def _warm_up() -> None:
    """Live through a calm story with all operations: what is compiled and imported for it, those after it have."""
    warm_up()
    acts = ("register", "register", *OPERATIONS)
    run_story(0, [Deed(0.4 * at, at % 2, name, at) for at, name in enumerate(acts)])
    gc.freeze()


def _run_forked(story: StoryArguments) -> tuple[int, Ending]:
    """Live through a story in a child of this process.

    The child is not tidied up: what a killed server was doing is not known.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _write_ending(story, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        written = pipe.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError(f"the process of seed {story[0]} ended with {os.waitstatus_to_exitcode(status)}")
    return story[0], msgspec.msgpack.decode(written, type=Ending)


def _write_ending(story: StoryArguments, writer: int) -> NoReturn:
    """Live through a story, write down how it ended, and leave without returning.

    No garbage is collected on the way, which would take a third of the time.
    """
    status = 1
    try:
        gc.disable()
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(msgspec.msgpack.encode(run_story(*story)))
        status = 0
    finally:
        if status:
            traceback.print_exc()
        os._exit(status)


def run_story(seed: int, deeds: Sequence[Deed] | None = None, fails_at: int = 0) -> Ending:
    """Live through the story of a seed, or through some of its deeds, in this process.

    With `fails_at`, this one of all statements to the database fails.
    """
    with TemporaryDirectory() as folder:
        world = World(str(seed), Path(folder))
        town = Town(world)
        world.disk.fails_at = fails_at
        world.disk.on_failure = lambda: town.trouble(8.0)
        acting = list(draw_story(seed) if deeds is None else deeds)
        try:
            with hear_errors(town):
                world.run(lambda: live(town, acting))
        except Exception as error:  # noqa: BLE001 - a story that breaks off is a finding
            town.fault(f"the story broke off: {error!r}")
        finally:
            world.stored.close()
            gc.collect()  # a task whose failure nobody saw says so when it goes
        for text in world.loop.unseen:
            town.fault(f"unseen: {text}")
        return ending_of(town)


def ending_of(town: Town) -> Ending:
    """Return how a story has ended."""
    world = town.world
    return Ending(tuple(town.faults), tuple(town.trace), world.loop.elapsed, world.disk.statements, _covered(town))


async def live(town: Town, deeds: Sequence[Deed]) -> None:
    """Let people arrive and do these deeds, and see at the end whether all that is promised holds."""
    world = town.world
    await _start(town)
    people = [Person(town, number) for number in range(1 + max((deed.who for deed in deeds), default=0))]
    await asyncio.gather(*(person.arrive() for person in people))
    began = world.loop.now
    tasks = [asyncio.create_task(_act(town, deed, began)) for deed in deeds]
    await asyncio.gather(*tasks)
    await _settle(town)
    check_all(town)
    town.covered = {name for name in world.stored.columns() if town.read(f"select 1 from {name} limit 1")}  # noqa: S608 - the schema's
    await world.server.end()
    await asyncio.gather(*(window.close() for window in town.windows))


async def _act(town: Town, deed: Deed, began: float) -> None:
    await asyncio.sleep(max(0.0, began + deed.at - town.world.loop.now))
    draw = Random(f"{deed.draw}/{deed.what}")
    town.note(deed.describe())
    if deed.who < 0:
        await _befall(town, deed.what, draw)
        return
    person = town.people[deed.who]
    if not person.token and deed.what != "sign_in":
        return
    try:
        await OPERATIONS[deed.what].do(person, draw)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        town.fault(f"{deed.what} did not understand an answer: {error!r}")


async def _befall(town: Town, what: str, draw: Random) -> None:
    """Let something happen to the world."""
    world, server = town.world, town.world.server
    match what:
        case "kill" | "restart":
            victim = server.pick(draw)
            if not victim.up:
                return
            pause = draw.choice((0.3, 2.0, 6.0))
            town.trouble(pause + 5.0)
            if what == "kill":
                victim.kill()
            else:
                await victim.end()
            await asyncio.sleep(pause)
            await _start(town)
        case "lose":
            server.lossy = draw.choice((0.05, 0.2))
            await asyncio.sleep(draw.choice((4.0, 10.0)))
            server.lossy = 0.0
        case "slow":
            world.loop.slow = 40.0
            await asyncio.sleep(4.0)
            world.loop.slow = 1.0
        case "fail":
            seconds = draw.choice((2.0, 5.0))
            town.trouble(seconds + 8.0)
            world.disk.failing = draw.choice((0.03, 0.3))
            await asyncio.sleep(seconds)
            world.disk.failing = 0.0
        case "midnight":
            left = _DAY - world.wall() % _DAY
            world.jump(left - 1.0)
        case "jump":
            world.jump(draw.choice((-30.0, 45.0, 4000.0)))


async def _start(town: Town) -> None:
    """Start the server, again while the disk fails, as its supervisor would: once, whoever has stopped it."""
    async with town.starting:
        for _ in range(_STARTS):
            if town.world.server.up:
                return
            try:
                await town.world.server.start()
            except Exception:
                if not town.troubled and town.world.loop.slow == 1.0:
                    raise
                town.note("the server does not start")
                await asyncio.sleep(1.0)
    raise AssertionError(f"the server has not started after {_STARTS} tries")


async def _settle(town: Town) -> None:
    """Let all trouble end, and see whether everybody is told everything and games can end."""
    world = town.world
    world.server.lossy, world.disk.failing, world.loop.slow = 0.0, 0.0, 1.0
    await _start(town)
    await asyncio.sleep(8.0)
    for window in town.windows:
        if window.link is not None and not window.link.broken and window.version != town.version_of(window.table):
            town.fault("a window that is open has not heard everything")
    town.trouble(4.0)
    await world.server.end()
    await _start(town)
    await asyncio.sleep(4.0)
    await _finish_games(town)


_GAMES: Final = 2
"""Games that are played to their end in one story: more would take long."""


_FOULS: Final = 3
"""Times that each player of these games acts out of turn."""


async def _finish_games(town: Town) -> None:
    """Let the people at some tables play on, until their games are over."""
    playing = town.read("select id from tables where stage = 'playing' order by version desc")
    whole = (table for (table,) in playing if _all_here(town, table))  # asked when its turn comes: time has passed
    for table in islice(whole, _GAMES):
        names = {guest for (guest,) in town.read("select guest from seats where table_id = ?", table)}
        people = [person for person in town.people if person.id in names]
        windows = [await person.window(table) for person in people]
        await asyncio.gather(*(window.play(120, seconds=90.0) for window in windows), *map(_play_foul, windows))
        if not await _ends(town, table):
            town.fault("a game does not end, though everybody plays")
        for window in windows:
            if not await window.catch_up(town.version_of(table)):
                town.fault("a player does not hear the end of a game")
            await at_tables.try_after_end(window)


async def _play_foul(window: Window) -> None:
    """Try some times, while a game is played on, what only another seat may do then."""
    for _ in range(_FOULS):
        await asyncio.sleep(0.7)
        if not window.over:
            await at_tables.try_out_of_turn(window)


async def _ends(town: Town, table: str) -> bool:
    """Return whether a game ends; bots alone may still be at it."""
    for _ in range(100):
        if town.read("select stage from tables where id = ?", table)[0][0] != "playing":
            return True
        await asyncio.sleep(1.0)
    return False


def _all_here(town: Town, table: str) -> bool:
    """Return whether all seats are people's who are here, or bots'."""
    here = {person.id for person in town.people if person.token and not person.deleted and not person.unsure}
    rows = town.read("select kind, guest, stand_in from seats where table_id = ?", table)
    return all(kind == "bot" or (guest in here and stand_in is None) for kind, guest, stand_in in rows)


def _covered(town: Town) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    bodies = [one.content for one in town.requests if isinstance(one.content, dict)]
    codes = {one["code"] for one in bodies if isinstance(one.get("code"), str)}
    codes |= {code for window in town.windows for code in window.history.refused.values()}
    services = {f"{one.method} {general_path(one.path)}" for one in town.requests if one.done}
    return frozenset(codes), frozenset(services), frozenset(town.covered)


@contextmanager
def hear_errors(town: Town) -> Iterator[None]:
    """Note what is logged as an error while nothing is in trouble, and keep the rest quiet."""

    def hear(_: object, method: str, event: Any) -> Any:  # noqa: ANN401 - structlog's
        if method in ("error", "exception", "critical") and not town.troubled:
            raised = repr(sys.exc_info()[1]) if event.get("exc_info") else ""
            town.fault(f"logged: {event['event']} {event.get('cause', '')} {raised}".rstrip())
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[hear])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        structlog.configure(**before)
