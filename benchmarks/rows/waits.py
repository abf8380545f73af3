"""Rows of what people wait for: the first use, reviews, hints, imports, and the first visit of a page."""

import asyncio
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Final

from benchmarks.side_by_side import Effort, Figures, NotRunError
from benchmarks.teacher_speed import hints, reviewed
from codex_naturalis.analysis import prepare
from tools.browser import NONE_FOUND, chromium

from .row import Row, bar, one

__all__ = ["WAITS"]

_COMPILE: Final = "from codex_naturalis.kernel.warm_up import compile_kernel; compile_kernel(rollouts=False)"
_IMPORT: Final = "from time import process_time as t; b = t(); import codex_naturalis.catalogue as c; print(t() - b)"
_BARS: Final = {"compile": 5.0, "review": 6.0, "hint": 0.15, "import": 40.0, "lobby": 200.0, "table": 270.0}


def _first_use(effort: Effort) -> Figures:
    """Return the CPU seconds of processes that compile what a bot's search needs, each into an empty cache."""
    return bar([_compiled() for _ in range(1 if effort.quick else 2)], _BARS["compile"])


def _compiled() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "CODEX_KERNEL_CACHE": cache}
        subprocess.run([sys.executable, "-c", _COMPILE], env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _review(effort: Effort) -> Figures:
    """Return the CPU seconds to review games of a random player, the longest that there are."""
    prepare()
    return bar([reviewed("random", game)[1] for game in range(1 if effort.quick else 3)], _BARS["review"])


def _hint(effort: Effort) -> Figures:
    prepare()
    return bar([mean(hints(6 if effort.quick else 18)) for _ in range(min(3, effort.times))], _BARS["hint"])


def _import(effort: Effort) -> Figures:
    command = [sys.executable, "-c", _IMPORT]
    return bar([1000 * float(subprocess.check_output(command)) for _ in range(2 * effort.times)], _BARS["import"])


def _visits(_: Effort) -> Sequence[Figures]:
    if chromium() is None:
        raise NotRunError(NONE_FOUND)
    return asyncio.run(_weighed())


async def _weighed() -> list[Figures]:
    from benchmarks.client.weight import WEIGHED, weigh  # noqa: PLC0415 - a browser, which not every machine has
    from tests.e2e.running import Server  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            found = [await weigh(server, what, quiet=0) for what in WEIGHED]
        finally:
            server.stop()
    return [bar([weight.first / 1000], _BARS[what]) for what, weight in zip(WEIGHED, found, strict=True)]


WAITS: Final[tuple[Row, ...]] = (
    one("compile", "s of CPU until the first bot that searches can play, compiling into an empty cache", _first_use),
    one("review", "s of CPU of the review of a random player's game", _review),
    one("hint", "s of CPU of a hint, in the mean", _hint),
    one("import", "ms of CPU of `import codex_naturalis.catalogue`", _import),
    Row("visit", ("kB of a first visit to the lobby, over the wire", "kB of a first visit to a table"), _visits),
)
