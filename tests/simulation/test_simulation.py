"""The server in a simulated world: stories by seed, those that once found a fault, and whether they would find one."""

import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType
from typing import Final

import msgspec
import pytest

from codex_naturalis import server
from codex_naturalis.server.bots import warmup
from codex_naturalis.server.explore import people
from tools.mutate_guarantees import LISTED

from .cluster import run_on_clusters
from .memory import MOST_BLOCKS, find_growth
from .promises import OF_SEVERAL_SERVERS, OLD_FAULTS, PROMISES
from .story import Deed, run_apart, run_one, stories_with_a_failure

_STORIES: Final = 100
_AT_ONCE: Final = 50
_REACHED: Final = {"illegal.not_your_turn", "illegal.game_over", "version.stale"}
"""Codes that models are told which play badly in games under way: if none is, nobody tries."""

_KEPT: Final = sorted((Path(__file__).parent / "kept").glob("*.json"))


@pytest.mark.parametrize("first", range(0, _STORIES, _AT_ONCE))
def test_stories_by_seed(first: int) -> None:
    """Whatever people, network, disk and clock do: what is promised holds."""
    endings = dict(run_apart([(seed, None) for seed in range(first, first + _AT_ONCE)], 1))
    assert {seed: ending.faults for seed, ending in endings.items() if ending.faults} == {}
    assert {codes for ending in endings.values() for codes in ending.covered[0]} >= _REACHED


def test_a_seed_plays_the_same_story_twice() -> None:
    """Every request, answer and moment is the same: a failing seed can be played again."""
    first, second = (dict(run_apart([(seed, None) for seed in (2, 6, 11)], 1)) for _ in range(2))
    assert first == second
    assert all(len(ending.trace) > 30 for ending in first.values())


def test_no_part_of_the_server_keeps_a_clock_of_its_own() -> None:
    """A function of `time` that was taken at import would tell real time in every story, unless the world replaces it.

    That of `ServiceClock` once was one: no story ever came to a deadline.
    """
    clocks = {time.time, time.monotonic, time.perf_counter}
    replaced = {(warmup.__name__, "monotonic"), (people.__name__, "monotonic")}
    own = set[tuple[str, str]]()
    names = [found.name for found in walk_packages(server.__path__, f"{server.__name__}.")]
    for module in (name for name in names if ".migrations." not in name):
        for name, value in vars(import_module(module)).items():
            methods = vars(value).values() if isinstance(value, type) else (value,)
            given = [each for method in methods if isinstance(method, FunctionType) for each in _defaults(method)]
            if any(one is clock for one in (value, *given) for clock in clocks):
                own.add((module, name))
    assert own == replaced


def _defaults(function: FunctionType) -> Iterator[object]:
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()


def test_one_statement_fails() -> None:
    """Whichever it is, nothing is lost, doubled or stuck; `--fail-once 1` lets each of them fail."""
    faults = [ending.faults for _, ending in run_apart(stories_with_a_failure(6, 250), 1)]
    assert len(faults) > 5
    assert not any(faults)


def test_memory_returns_to_where_it_was() -> None:
    """When a server has ended, nothing of it is left in its process; `--memory` looks at more stories."""
    growth = find_growth((0, 1))
    assert growth.objects == {}
    assert growth.blocks < MOST_BLOCKS


def test_two_servers_live_through_a_story() -> None:
    """In real time, on PostgreSQL, without trouble: `--servers 2` lets connections break, and calls get lost."""
    deeds = [Deed(0.0, 0, "open_pair", 0), Deed(8.0, 1, "join", 1)]  # at the end of each story games are played on
    ((_, ending),) = run_on_clusters([(0, deeds)], 2, 1)
    assert ending.faults == ()
    assert {"actions", "acts"} <= ending.covered[2]


def test_a_story_without_people_finds_nothing() -> None:
    """What is found comes from what people do."""
    assert run_one(0, []).faults == ()


@pytest.mark.parametrize("kept", _KEPT, ids=[path.stem for path in _KEPT])
def test_what_a_story_once_found_stays_mended(kept: Path) -> None:
    """Stories that failed, shortened; the file's name says what they found, and by which seed."""
    deeds = msgspec.json.decode(kept.read_bytes(), type=list[Deed])
    assert run_one(int(kept.stem.rpartition("-")[2]), deeds).faults == ()


def test_promises_are_of_the_page_of_guarantees() -> None:
    """Thirty, each once there, with the change of code that breaks it."""
    listed = Counter(each["breaks"] for each in tomllib.loads(LISTED.read_text("utf-8"))["breach"])
    assert [promise for promise in (*PROMISES, *OF_SEVERAL_SERVERS) if listed[promise] != 1] == []
    assert (len({*PROMISES}), len(OLD_FAULTS)) == (30, 5)


def test_a_broken_promise_is_found() -> None:
    """One of the thirty; `python -m tests.simulation --promises` tries all."""
    command = [sys.executable, "-m", "tests.simulation", "--promises", "remembering the answer", "--jobs", "1"]
    done = subprocess.run(command, cwd=LISTED.parents[1], capture_output=True, text=True, check=False)  # noqa: S603
    assert "1 of 1 broken promises were found" in done.stdout, done.stdout + done.stderr
