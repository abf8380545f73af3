"""Renew the ladder and the speed table: `python -m benchmarks.standing [--part 0.2] [--seconds 6]`.

Plays the missing deals of the ladder (`ladder.py`), takes the missing measurements of `codex-naturalis bench` and of
the teacher (`teacher_speed.py`), and writes both tables: that of `LADDER.md` with the strengths that people read, and
its own rows in that of `RESULTS.md`. All is kept line by line, in `ladder.jsonl` and `speed.jsonl`; a deal is valid
while its bots play the same, a speed for the code and weights measured. So the command can be stopped at any time, and
continues where it was.
`speed` or `ladder` does one of them. Compiling begins with an empty cache, loading uses the user's; times of the
teacher are CPU times.
"""

import argparse
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct

from codex_naturalis.cli.bench import MEASURES
from research import ladder

from .teacher_speed import PLAYERS, hints, reviewed

HERE: Final = Path(__file__).parent
FILE: Final = HERE / "speed.jsonl"
PAGE: Final = HERE / "RESULTS.md"
COMPILE: Final = "compile_seconds"
_COMPILING: Final = "from codex_naturalis.kernel.warm_up import compile_kernel; compile_kernel()"


class Measured(Struct, frozen=True):
    """One figure measured on one machine."""

    name: str
    value: float
    digest: str
    machine: str
    day: str
    load: float
    """Load average of the machine over one minute, after the measurement."""


def main() -> None:
    """Measure what is missing, and write the tables."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", nargs="?", choices=("both", "ladder", "speed"), default="both")
    options.add_argument("--part", type=float, default=1.0, help="part of the deals of each pair that are played")
    options.add_argument("--seconds", type=float, default=6.0, help="time for each measurement of speed")
    options.add_argument("--file", type=Path, default=FILE, help="where figures of speed are kept")
    asked = options.parse_args()
    if asked.what != "ladder":
        write(speed(asked.file, measures(asked.seconds)))
    if asked.what != "speed":
        ladder.play(ladder.valid(ladder.read(ladder.FILE)), ladder.PAIRS, asked.part, "", ladder.FILE)
        ladder.write_tables(ladder.valid(ladder.read(ladder.FILE)))


def measures(seconds: float) -> dict[str, Callable[[], float]]:
    """Return the measurements, by their labels in the table."""
    found: dict[str, Callable[[], float]] = {
        text: partial(measure, seconds) for name, (text, measure) in MEASURES.items() if name != COMPILE
    }
    found["CPU seconds of the first use, the kernel's compiling, with an empty cache"] = first_use
    for player in PLAYERS:
        found[f"CPU seconds of the review of a game of `{player}`"] = partial(_review_seconds, player)
    found["CPU seconds of a hint, in the mean of 18"] = lambda: float(np.mean(hints(18)))
    return found


def _review_seconds(player: str) -> float:
    return float(reviewed(player, 0)[1])


def first_use() -> float:
    """Return the CPU seconds of a process that compiles the kernel."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with TemporaryDirectory() as cache:
        environment = {**os.environ, "CODEX_KERNEL_CACHE": cache}
        subprocess.run([sys.executable, "-c", _COMPILING], env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def speed(file: Path, wanted: dict[str, Callable[[], float]]) -> list[Measured]:
    """Measure what `file` lacks for this code and machine; return all of it, in the order of `wanted`."""
    mark, machine = ladder.digest(), f"{platform.machine()}, {os.cpu_count()} cores"
    lines = file.read_bytes().splitlines() if file.exists() else []
    known = {one.name: one for one in (msgspec.json.decode(line, type=Measured) for line in lines) if _is(one, mark)}
    with file.open("a", encoding="utf-8") as out:
        for name, measure in wanted.items():
            if name not in known:
                value, day = round(measure(), 3), datetime.now(UTC).date().isoformat()
                known[name] = Measured(name, value, mark, machine, day, round(os.getloadavg()[0], 1))
                out.write(msgspec.json.encode(known[name]).decode() + "\n")
                out.flush()
    return [known[name] for name in wanted]


def _is(one: Measured, mark: str) -> bool:
    return one.digest == mark and one.machine == f"{platform.machine()}, {os.cpu_count()} cores"


def write(found: list[Measured]) -> None:
    """Renew the measured rows of the table, and print them."""
    rows = {f"| {one.name} |": _row(one) for one in found}
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    old = {start: at for start in rows for at, line in enumerate(lines) if line.startswith(start)}
    for start, row in rows.items():
        if start in old:
            lines[old[start]] = row.replace("| — |", f"|{lines[old[start]].split('|')[3]}|")
        else:
            lines.append(row)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(rows.values()))


def _row(one: Measured) -> str:
    when = f"{one.machine}, {one.day}, load {one.load}"
    return f"| {one.name} | {one.value:,g} | — | `benchmarks.standing speed` | {when} |"


if __name__ == "__main__":
    main()
