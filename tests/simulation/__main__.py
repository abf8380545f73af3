"""Live through many stories: `python -m tests.simulation --seeds 0-9999 --minutes 60`.

With one seed it tells the story, and what was wrong; `--shorten` leaves out what the first fault does not need, and
`--keep FILE.json` keeps that as a test in the folder `kept`, `--picture FILE.svg` draws it.
`--fail-once 10` lets every tenth statement to the database fail, one in each run of the story, in place of all trouble.
`--servers 2` takes as many servers on PostgreSQL, in real time, where nothing repeats: a story takes about a minute.
`--memory` lives three times through the stories of all seeds in one process, and says what a story leaves behind.
`--promises` breaks each of `promises.PROMISES` in a copy of the package, and says at which seed it was found; with
`--servers`, those of several servers.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from codex_naturalis.server.database.schema import metadata
from tools.mutate_guarantees import ROOT, breaches, broken_copy

from .cluster import run_on_clusters
from .memory import MOST_BLOCKS, find_growth
from .picture import draw_picture
from .promises import OF_SEVERAL_SERVERS, PROMISES
from .shortening import shorten
from .story import Ending, StoryArguments, draw_story, run_apart, run_one, stories_with_a_failure

__all__: list[str] = []

Run = Callable[[Iterable[StoryArguments]], Iterator[tuple[int, Ending]]]
"""What lives through stories, and tells how each ended."""

_EACH: Final = 100
_EACH_OF_SEVERAL: Final = 8
"""Seeds within which a broken promise is to be found, on one server and on several."""


def main() -> int:
    """Do as the command line says; return 1 if anything was wrong."""
    options = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    options.add_argument("--seeds", default="0-99", help="first and last seed, or one")
    options.add_argument("--minutes", type=float, default=0.0, help="end after this time")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options.add_argument("--shorten", action="store_true", help="leave out what a failing story does not need")
    options.add_argument("--keep", type=Path, metavar="FILE", help="write the story down as a test")
    options.add_argument("--picture", type=Path, metavar="FILE", help="draw the story")
    options.add_argument("--fail-once", type=int, metavar="STEP", help="let one statement fail in each run of a story")
    options.add_argument("--servers", type=int, default=0, help="on PostgreSQL, in real time: how many servers")
    options.add_argument("--memory", action="store_true", help="say what stories leave in memory")
    options.add_argument("--until-found", action="store_true", help="end at the first fault")
    options.add_argument("--promises", nargs="*", metavar="WORD", help="break promises, all or those with a word")
    chosen = options.parse_args()
    if chosen.promises is not None:
        return _break_promises(chosen.promises, chosen.jobs, chosen.servers)
    first, _, last = chosen.seeds.partition("-")
    run = partial(run_on_clusters, servers=chosen.servers) if chosen.servers else run_apart
    if chosen.memory:
        return _measure_memory(range(int(first), int(last or first) + 1))
    if chosen.fail_once:
        return _fail_once(int(first), chosen.fail_once, partial(run, jobs=chosen.jobs))
    if not last and not chosen.servers:
        return _print_story(int(first), chosen.keep, chosen.picture, shorter=chosen.shorten)
    seeds = range(int(first), int(last or first) + 1)
    return _live(seeds, chosen.minutes, partial(run, jobs=chosen.jobs), until_found=chosen.until_found)


def _live(seeds: range, minutes: float, run: Run, *, until_found: bool) -> int:
    began, lived, hours, faulty = time.perf_counter(), 0, 0.0, list[int]()
    covered: tuple[set[str], set[str], set[str]] = (set(), set(), set())
    for seed, ending in run((seed, None) for seed in seeds):
        lived, hours = lived + 1, hours + ending.seconds / 3600
        for before, new in zip(covered, ending.covered, strict=True):
            before.update(new)
        if ending.faults:
            faulty.append(seed)
            _say(seed, ending)
            if until_found:
                break
        if minutes and time.perf_counter() - began > 60 * minutes:
            break
    spent = (time.perf_counter() - began) / 60
    codes, services, tables = covered
    sys.stdout.write(
        f"{lived} stories from seed {seeds.start}, {lived / spent:.0f} a minute, {hours:.1f} simulated hours; "
        f"{len(faulty)} faulty\n"
        f"covered: {len(codes)} codes, {len(services)} services, {len(tables & metadata.tables.keys())} of "
        f"{len(metadata.tables)} tables\n"
    )
    return 1 if faulty else 0


def _fail_once(seed: int, step: int, run: Run) -> int:
    """Let every `step`th statement of a story fail, in a run of its own."""
    runs, faults = 0, Counter[str]()
    stories = stories_with_a_failure(seed, step, lambda story: next(iter(run([story])))[1])
    for _, ending in run(stories):
        runs += 1
        faults.update(ending.faults)
    for fault, count in faults.most_common():
        sys.stdout.write(f"{count} times: {fault[:300]}\n")
    sys.stdout.write(f"{runs} runs of the story of seed {seed}, each with one failing statement\n")
    return 1 if faults else 0


def _measure_memory(seeds: range) -> int:
    growth = find_growth(seeds)
    left = ", ".join(f"{count} {kind}" for kind, count in growth.objects.items())
    sys.stdout.write(f"{len(seeds)} stories leave {growth.blocks:.0f} blocks of memory each; {left or 'no objects'}\n")
    return 1 if growth.objects or growth.blocks > MOST_BLOCKS else 0


def _say(seed: int, ending: Ending) -> None:
    for fault in ending.faults:
        sys.stdout.write(f"seed {seed}: {fault[:300]}\n")
    sys.stdout.write(f"  python -m tests.simulation --seeds {seed} --shorten\n")
    sys.stdout.flush()


def _print_story(seed: int, kept: Path | None, picture: Path | None, *, shorter: bool) -> int:
    """Tell one story, whole or shortened."""
    deeds = draw_story(seed)
    ending = run_one(seed, deeds)
    if shorter and ending.faults:
        deeds, ending = shorten(seed, deeds, ending)
        sys.stdout.write("".join(f"{deed.describe()}\n" for deed in deeds))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in ending.trace))
    if kept:
        kept.write_bytes(msgspec.json.format(msgspec.json.encode(deeds)))
    if picture:
        picture.write_text(draw_picture(deeds), "utf-8")
    for fault in ending.faults or ("nothing was wrong",):
        sys.stdout.write(f"→ {fault[:300]}\n")
    return 1 if ending.faults else 0


def _break_promises(words: list[str], jobs: int, servers: int) -> int:
    """Break one promise after the other, and say where it was found."""
    promises, seeds = (OF_SEVERAL_SERVERS, _EACH_OF_SEVERAL) if servers else (PROMISES, _EACH)
    wanted = [each for each in promises if not words or any(word in each for word in words)]
    arguments = [f"--seeds=0-{seeds - 1}", f"--servers={servers}", f"--jobs={jobs if servers else 1}", "--until-found"]
    found = 0
    with ThreadPoolExecutor(1 if servers else jobs) as threads:
        for promise, story in zip(wanted, threads.map(lambda each: _find(each, arguments), wanted), strict=True):
            found += story is not None
            sys.stdout.write(f"{'found' if story else 'NOT FOUND'}: {promise}: {story or ''}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{found} of {len(wanted)} broken promises were found within {seeds} seeds each\n")
    return 0 if found == len(wanted) else 1


def _find(promise: str, arguments: list[str]) -> str | None:
    """Return the first fault that a broken promise causes."""
    breach = next(each for each in breaches() if each.breaks == promise)
    with broken_copy(breach) as folder:
        paths = f"{folder}{os.pathsep}{ROOT}"
        done = subprocess.run(  # noqa: S603 - ourselves
            [sys.executable, "-m", "tests.simulation", *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=False,
        )
    return next(_faults(done.stdout), None) if done.returncode == 1 else None


def _faults(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.startswith("seed "))


if __name__ == "__main__":
    sys.exit(main())
