"""Repeat browser and fault tests under the conditions of a busy machine: `python -m tools.stress [TEST …]`.

By default those that the change since `--base` touches. They run `--times`, with slow pages, pages that draw late and
a slow network in turn (`tests/e2e/conftest.py`), while one of the processes they have started is paused for moments
by SIGSTOP. The first failing round is the last: its pictures are kept.
"""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final

import pytest

from deploy.parts import Part
from tools import test
from tools.browser import chromium
from tools.failures import BROWSER_OPTIONS, run_all
from tools.mutate_guarantees import breaches, tests_of, where

__all__ = ["Stalls", "changed_since", "descendants", "main", "state", "touched_tests"]

ROOT: Final = Path(__file__).resolve().parents[1]
CONDITIONS: Final = ({"SLOW_CPU": "4"}, {"DRAW_LATE": "80"}, {"SLOW_NET": "200"})
STALL: Final = (0.1, 0.9)
"""Minimum and maximum duration of a stall, in seconds."""

PAUSE: Final = (0.1, 1.5)
"""Seconds from one stall to the next."""


# Which tests


def changed_since(base: str) -> set[str]:
    """Return the files that differ from this branch's merge base with `base`, committed or not."""
    commit = _git("merge-base", base, "HEAD").strip()
    changed = _git("diff", "--name-only", "-z", commit) + _git("ls-files", "-z", "--others", "--exclude-standard")
    return set(changed.split("\0")) - {""}


def _git(*arguments: str) -> str:
    command = [shutil.which("git") or "git", *arguments]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def touched_tests(changed: Iterable[str]) -> list[str]:
    """Return the browser and fault test files that changed, or relate to a changed file.

    That is: they import it, a guarantee that they show rests on it, or its name and theirs have a word in common.
    """
    changed = set(changed)
    shown = {
        test.partition("::")[0]
        for breach in breaches()
        if where(breach).relative_to(ROOT).as_posix() in changed
        for test in tests_of(breach)
    }
    files = sorted([*(ROOT / "tests/e2e").rglob("test_*.py"), *(ROOT / "tests/faults").glob("test_*.py")])
    names = [file.relative_to(ROOT).as_posix() for file in files]
    return [name for name in names if name in changed | shown or any(_concerns(name, each) for each in changed)]


def _concerns(name: str, changed: str) -> bool:
    test, other = Path(name), Path(changed)
    if other.name == "conftest.py":
        return other.parent in test.parents
    if changed.startswith("tests/"):
        return f"from {'.'.join(other.with_suffix('').parts)} import" in (ROOT / test).read_text("utf-8")
    return changed.startswith(("src/", "frontend/src/")) and not _words(test.stem).isdisjoint(
        _words(f"{other.parent.name} {other.name.partition('.')[0]}")
    )


def _words(name: str) -> set[str]:
    """Return the words of a name, in the singular: `TableData` has `table` and `data`."""
    return {word.lower().rstrip("s") for word in re.findall(r"[A-Z]?[a-z]+", name)} - {"test", "page"}


# What they suffer


class Stalls:
    """Repeated stalls: a random descendant process is paused for a moment, again and again."""

    def __init__(self) -> None:
        """Do nothing yet."""
        self._ended = Event()
        self._stalling = Lock()
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, after the paused process is resumed."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(_between(PAUSE)):
            with self._stalling:
                self._stall([pid for pid in descendants(os.getpid()) if state(pid) not in "TtZ"])

    def _stall(self, pids: Sequence[int]) -> None:
        if not pids:
            return
        pid = random.choice(pids)  # noqa: S311 - no secret
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGSTOP)
            time.sleep(_between(STALL))
            os.kill(pid, signal.SIGCONT)

    def apart(self, freeze: Callable[[Part], None]) -> Callable[[Part], None]:
        """Return `freeze` for use meanwhile: the end of a stall would thaw a frozen process."""

        def freeze_alone(part: Part) -> None:
            with self._stalling:
                freeze(part)

        return freeze_alone


def _between(bounds: tuple[float, float]) -> float:
    return random.uniform(*bounds)  # noqa: S311 - no secret


def descendants(pid: int) -> Iterator[int]:
    """Yield the descendants of a process, as Linux lists them."""
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, children.read_text().split()):
                yield child
                yield from descendants(child)


def state(pid: int) -> str:
    """Return the state letter of a process: `T` if stopped, `Z` if it has ended or does not exist."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return "Z"


def pytest_configure(config: pytest.Config) -> None:
    """Stall the tests' processes, where this module is a plugin: `pytest -p tools.stress`."""
    stalls = Stalls()
    patch = pytest.MonkeyPatch()
    patch.setattr(Part, "freeze", stalls.apart(Part.freeze))
    config.add_cleanup(patch.undo)
    config.add_cleanup(stalls.stop)
    stalls.start()


# The rounds


def run_round(tests: Sequence[str], condition: Mapping[str, str]) -> int:
    """Run all tests once, name what failed, and return 1 if anything did."""
    environment = {**os.environ, **condition, "CHROMIUM": chromium() or ""}
    kinds = {
        ("Browser", BROWSER_OPTIONS): [name for name in tests if name.startswith("tests/e2e")],
        ("Faults", ()): [name for name in tests if not name.startswith("tests/e2e")],
    }
    return run_all(*(
        partial(_run, kind, *options, "-p", "tools.stress", *names, env=environment)
        for (kind, options), names in kinds.items()
        if names
    ))  # fmt: skip


def _run(kind: str, *arguments: str, env: Mapping[str, str]) -> int:
    return not test.pytest(kind, *arguments, env=env).passed


def main() -> int:
    """Run the rounds; return 1 if one failed."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("tests", nargs="*", help="files of tests; those that the change touches without")
    options.add_argument(
        "--base", default="origin/main", help="what the change is compared with (default: %(default)s)"
    )
    options.add_argument("--times", type=int, default=20)
    given = options.parse_args()
    tests = given.tests or touched_tests(changed_since(given.base))
    if not tests:
        print(f"No browser or fault test has to do with what differs from {given.base}.")
        return 0
    for number in range(given.times):
        condition = CONDITIONS[number % len(CONDITIONS)]
        said = " ".join(f"{name}={value}" for name, value in condition.items())
        print(f"▸ Round {number + 1} of {given.times}, {said}: {' '.join(tests)}", flush=True)
        if run_round(tests, condition):
            print(f"Round {number + 1} failed, with {said}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
