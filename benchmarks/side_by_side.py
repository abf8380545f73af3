"""Measuring two programs in turn: each answers a number of seconds on its standard input with a figure."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

__all__ = ["ROOT", "Effort", "Figures", "Meter", "NotRunError", "compare", "ours"]

ROOT: Final = Path(__file__).parents[1]


class NotRunError(Exception):
    """A row cannot be measured here; the message says why."""


class Effort(Struct, frozen=True):
    """How much time a row may take."""

    seconds: float
    """Length of one stretch of a rate."""

    times: int
    """Stretches of each side, or repetitions of a figure that has no other side."""

    quick: bool = False


class Figures(Struct, frozen=True):
    """Figures of ours and of the anchor, pair by pair; of a bar there is only one, and none of an anchor not run."""

    ours: list[float]
    anchor: list[float]
    name: str
    """The anchor, in the words of the table, or why it was not run."""


class Meter(Struct, frozen=True):
    """Program that answers seconds with figures."""

    command: Sequence[str]
    first: str = ""
    """What it reads before the first number of seconds."""

    environment: Mapping[str, str] = {}

    @contextmanager
    def running(self) -> Iterator["Running"]:
        """Start it; end it afterwards."""
        program = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **self.environment},
        )
        try:
            yield Running(program, self.first)
        finally:
            program.kill()
            with suppress(BrokenPipeError), program:
                pass  # closes what leads to it


class Running:
    """A running meter."""

    def __init__(self, program: subprocess.Popen[str], first: str) -> None:
        """Begin with what it reads first."""
        assert program.stdin
        assert program.stdout
        self._to, self._from, self._next = program.stdin, program.stdout, first

    def measure(self, seconds: float) -> float:
        """Return its figure over a stretch of time."""
        with suppress(BrokenPipeError):
            print(f"{self._next}{seconds}", file=self._to, flush=True)
        self._next, answer = "", self._from.readline()
        if not answer:
            raise NotRunError("the program ended; its last words are above")
        return float(answer)


def ours(name: str) -> Meter:
    """Return the meter of one of our own rates (`rates.py`)."""
    return Meter((sys.executable, "-m", "benchmarks.rates", name))


def compare(own: Meter, anchor: Meter, name: str, effort: Effort) -> Figures:
    """Measure both in turn, the first of each pair alternating, after a stretch that does not count."""
    found = Figures([], [], name)
    with own.running() as left, anchor.running() as right:
        sides = [(left, found.ours), (right, found.anchor)]
        for side, _ in sides:
            side.measure(min(0.2, effort.seconds))
        for _ in range(effort.times):
            for side, figures in sides:
                figures.append(side.measure(effort.seconds))
            sides.reverse()
    return found
