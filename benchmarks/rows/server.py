"""Rows of the server: what an action costs, how long it takes, and what an idle table and a start take."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.many_games import started
from benchmarks.side_by_side import ROOT, Effort, Figures, NotRunError
from deploy.parts import Server

from .row import Row, bar

__all__ = ["SERVER"]

_LATEST_MS: Final = 5
_IDLE_KB: Final = 75


def _run(*command: str) -> dict[str, Any]:
    """Return the JSON that a benchmark prints as its last line."""
    run = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    if run.returncode:
        raise NotRunError(f"`{' '.join(command)}` failed: {(run.stderr.splitlines() or ['without a word'])[-1]}")
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def _load(effort: Effort, seconds: float, *options: str) -> list[dict[str, Any]]:
    if (os.cpu_count() or 1) < 2:  # noqa: PLR2004 - one core for the server, one for its clients
        raise NotRunError("the server and its clients need a core each")
    command = ("benchmarks.server_load", "--apart", "--seconds", str(seconds), *options)
    return [_run(*command) for _ in range(1 if effort.quick else 3)]


def _saturation(effort: Effort) -> Sequence[Figures]:
    runs = _load(effort, 3 if effort.quick else 8, "--tables", "64")
    names = ("moves_per_cpu_second", "bytes_per_move_and_viewer")
    return [bar([run[name] for run in runs]) for name in names]


def _pace(effort: Effort) -> Sequence[Figures]:
    runs = _load(effort, 4 if effort.quick else 10, "--tables", "500", "--rate", "1")
    bars = {"server_ms_per_move": None, "median_ms": None, "p99_ms": _LATEST_MS}
    return [bar([run[name] for run in runs], most) for name, most in bars.items()]


def _idle(effort: Effort) -> Sequence[Figures]:
    found = _run("benchmarks.server_idle", "--tables", "60" if effort.quick else "300")
    return [bar([found["kb_per_table"]], _IDLE_KB)]


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
            "actions of games of two by sockets, each durable, as fast as they go: for a second of the server's CPU",
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
    Row("idle", ("kB of memory of an idle table and its two viewers",), _idle),
    Row("start", ("s of waiting for a server that starts on an empty folder", "s of CPU of that start"), _start),
)
