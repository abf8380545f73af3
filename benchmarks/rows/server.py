"""Rows of the server: what an action costs, how long it takes, and what an idle table and a start take."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from benchmarks.many_games import started
from benchmarks.side_by_side import ROOT, Effort, Figures, NotRunError
from deploy.parts import Server

from .row import Row, bar

__all__ = ["SERVER"]


def _run(*command: str) -> dict[str, Any]:
    """Return the JSON that a benchmark prints as its last line."""
    run = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    if run.returncode:
        raise NotRunError(f"`{' '.join(command)}` failed: {(run.stderr.splitlines() or ['without a word'])[-1]}")
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


class Runs(Struct):
    """What a benchmark measured of our server, and of boardgame.io's, in turn."""

    ours: list[dict[str, Any]] = []
    theirs: list[dict[str, Any]] = []
    anchor: str = "boardgame.io 0.50, in memory"
    """The anchor, or why it was not run."""

    def beside(self, *names: str) -> Sequence[Figures]:
        """Return some of the figures of both."""
        return [
            Figures([run[name] for run in self.ours], [run[name] for run in self.theirs], self.anchor) for name in names
        ]


def _in_turn(effort: Effort, *command: str) -> Runs:
    if (os.cpu_count() or 1) < 2:  # noqa: PLR2004 - one core for the server, one for its clients
        raise NotRunError("the server and its clients need a core each")
    runs = Runs()
    for number in range(1 if effort.quick else 3):
        runs.ours.append(_run(*command))
        if len(runs.theirs) == number:
            try:
                runs.theirs.append(_run(*command, "--boardgame-io"))
            except NotRunError as error:
                runs.theirs, runs.anchor = [], f"not run: {error}"
    return runs


def _load(effort: Effort, seconds: float, *options: str) -> Runs:
    return _in_turn(effort, "benchmarks.server_load", "--apart", "--seconds", str(seconds), *options)


def _saturation(effort: Effort) -> Sequence[Figures]:
    runs = _load(effort, 3 if effort.quick else 8, "--tables", "64")
    return runs.beside("server_ms_per_move", "bytes_per_move_and_viewer")


def _pace(effort: Effort) -> Sequence[Figures]:
    runs = _load(effort, 4 if effort.quick else 10, "--tables", "500", "--rate", "1")
    return runs.beside("server_ms_per_move", "median_ms", "p99_ms")


def _idle(effort: Effort) -> Sequence[Figures]:
    runs = _in_turn(effort, "benchmarks.server_idle", "--tables", "60" if effort.quick else "300")
    return runs.beside("kb_per_table", "kb_per_socket")


def _start(effort: Effort) -> Sequence[Figures]:
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        server, found = Server("server", Path(folder)), []
        for _ in range(effort.times + 1):
            found.append(started(server))
            server.stop()
    return [bar([wall for wall, _ in found[1:]]), bar([cpu for _, cpu in found[1:]])]


SERVER: Final[tuple[Row, ...]] = (
    Row(
        "saturation",
        (
            "actions of games of two by sockets, each durable, as fast as they go: ms of the server's CPU for each",
            "bytes of each for a viewer",
        ),
        _saturation,
    ),
    Row(
        "pace",
        (
            "500 tables with an action a second each: ms of the server's CPU for each",
            "ms until both seats have it, median",
            "ms until both seats have it, 99 of 100",
        ),
        _pace,
    ),
    Row("idle", ("kB of memory of an idle table and its two viewers", "kB of memory of one more socket"), _idle),
    Row("start", ("s of waiting for a server that starts on an empty folder", "s of CPU of that start"), _start),
)
