"""Mutation testing of the guarantees page: `python -m tools.mutate guarantees [NUMBER …]`.

The rows, their tests and a mutation for each are in `guarantees.toml`, from which the page is filled: a piece of code
that occurs once in the package, whichever file it lies in, and what takes its place in a scratch copy. The tests
that the row names run on that copy, and one of them must fail; a copy that does not even start proves nothing.

Each outcome is kept in `build/mutations` under a digest of all it depends on, so an interrupted run continues where it
was, and several may run at the same time. `--again` repeats mutations noticed before, and `--jobs 1` takes one at a
time.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, Final

__all__ = ["Breach", "Row", "breaches", "broken_copy", "main", "rows", "where"]

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "src" / "codex_naturalis"
LISTED: Final = Path(__file__).with_name("guarantees.toml")
KEPT: Final = ROOT / "build" / "mutations"
TIMEOUT: Final = 900
"""Seconds after which hanging tests count as failed."""

_FAILED: Final = re.compile(r"^FAILED (\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Row:
    """Row of the page: an event, the promise for it, and the tests that show it, named relative to `tests`."""

    number: int
    section: str
    happens: str
    promise: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Breach:
    """Mutation that switches off what a row rests on: in the package `old` becomes `new`."""

    row: int
    breaks: str
    old: str
    new: str
    test: str = ""
    """Name of the row's test that must notice it, where the row has several; empty for all of them."""

    def apply(self, package: Path) -> None:
        """Change the copy of the package at `package`."""
        path = package / where(self).relative_to(PACKAGE)
        path.write_text(path.read_text("utf-8").replace(self.old, self.new), "utf-8")


@dataclass(frozen=True)
class Outcome:
    """Outcome of a breach in the tests of its row."""

    row: int
    breaks: str
    noticed: bool
    by: str


def _listed() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(LISTED.read_text("utf-8"))


def rows() -> dict[int, Row]:
    """Return the rows of the page by their numbers, in the order of the page."""
    return {
        each["row"]: Row(each["row"], each["section"], each["happens"], each["promise"], tuple(each["tests"]))
        for each in _listed()["guarantee"]
    }


def breaches() -> list[Breach]:
    """Return all breaches, in the order of the rows."""
    return sorted((Breach(**breach) for breach in _listed()["breach"]), key=lambda breach: breach.row)


@cache
def _sources() -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def where(breach: Breach) -> Path:
    """Return the file that a breach changes; raise `ValueError` unless its old text occurs once in the package."""
    found = {path: text.count(breach.old) for path, text in _sources().items() if breach.old in text}
    if sum(found.values()) != 1:
        places = ", ".join(f"{path.relative_to(PACKAGE)} ({times})" for path, times in found.items()) or "none"
        raise ValueError(f"row {breach.row}, {breach.breaks}: places like {breach.old!r}: {places}")
    return next(iter(found))


def tests_of(breach: Breach) -> tuple[str, ...]:
    """Return the tests that must notice a breach."""
    named = [f"tests/{test}" for test in rows()[breach.row].tests]
    return tuple(test for test in named if test.endswith(f"::{breach.test}" if breach.test else ""))


@contextmanager
def broken_copy(breach: Breach) -> Iterator[Path]:
    """Copy the package with that breach; yield the copy's folder, for `PYTHONPATH`."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "codex_naturalis"
        copytree(PACKAGE, package, ignore=ignore_patterns("static", "__pycache__"))
        built = PACKAGE / "server" / "static"
        if built.exists():
            (package / "server" / "static").symlink_to(built)
        breach.apply(package)
        yield Path(folder)


def attempt(breach: Breach) -> Outcome:
    """Run the tests of a breach's row on a copy of the package with that breach."""
    with broken_copy(breach) as folder:
        noticed, by = _judged(tests_of(breach), folder)
    return Outcome(breach.row, breach.breaks, noticed, by)


def _judged(tests: Sequence[str], sources: Path) -> tuple[bool, str]:
    """Return whether one of the tests failed on these sources, and which, or another outcome."""
    env = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return True, "waits for ever"
    if failed := _FAILED.search(run.stdout):
        return True, failed[1].removeprefix("tests/")
    return False, "nothing" if run.returncode == 0 else f"it does not run: {run.stdout[-300:]}"


# What was found before


def digest(breach: Breach) -> str:
    """Return a name for all that the outcome depends on: the breach, the file it changes, and the tests."""
    files = {ROOT / test.partition("::")[0] for test in tests_of(breach)}
    parts = [
        json.dumps(asdict(breach)),
        _sources()[where(breach)],
        *(path.read_text("utf-8") for path in sorted(files)),
    ]
    return sha256("\0".join(parts).encode()).hexdigest()[:32]


def tried(breach: Breach, *, again: bool) -> Outcome:
    """Return the outcome of a breach, tried now unless it was noticed before and nothing has changed."""
    kept = KEPT / f"{digest(breach)}.json"
    if kept.exists() and not again:
        return Outcome(**json.loads(kept.read_text("utf-8")))
    outcome = attempt(breach)
    if outcome.noticed:
        KEPT.mkdir(parents=True, exist_ok=True)
        draft = kept.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(asdict(outcome)), "utf-8")
        draft.replace(kept)
    return outcome


def main(arguments: Sequence[str]) -> None:
    """Try breaches, print each outcome as it comes, and end with 1 if one went unnoticed."""
    wanted = argparse.ArgumentParser(prog="tools.mutate guarantees", description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("rows", nargs="*", type=int, help="numbers of rows; all of them without")
    wanted.add_argument("--again", action="store_true", help="try also what was noticed before")
    wanted.add_argument("--jobs", type=int, default=2, help="how many at a time (default: %(default)s)")
    asked = wanted.parse_args(arguments)
    chosen = [breach for breach in breaches() if not asked.rows or breach.row in asked.rows]
    outcomes = []
    with ThreadPoolExecutor(asked.jobs) as pool:
        for outcome in pool.map(lambda breach: tried(breach, again=asked.again), chosen):
            outcomes.append(outcome)
            print("✓" if outcome.noticed else "✗", f"{outcome.row:>3}  {outcome.breaks:<80}", outcome.by, flush=True)
    raise SystemExit(int(not all(outcome.noticed for outcome in outcomes)))
