"""Mutation testing of the rules, one mutation at a time: `python -m tools.mutate [WORD …]`.

`python -m tools.mutate guarantees` does the same for the server's promises: see `mutate_guarantees`.

Each mutation of `mutations.toml` is applied to a copy of the sources, and the quick tests of the engine run on that
copy, or those that the mutation names where it breaks no rule: they must turn red. With words, only mutations that name
one of them are tried. Ends with 1 if a mutation went unnoticed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools import mutate_guarantees

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "src" / "codex_naturalis"
STAGES: Final = (
    ("tests/golden/test_little_games.py",),
    ("tests/solo_by_the_book",),
    ("tests/golden", "tests/record", "tests/catalogue", "tests/secrecy", "tests/rules", "tests/perft"),
)
"""Test files, those that fail soonest first."""

RED: Final = 1
"""Exit code of pytest when tests failed, as opposed to when it could not run them."""

TIMEOUT: Final = 300
"""Seconds after which a broken engine that never ends counts as noticed."""


@dataclass(frozen=True)
class Mutation:
    """One rule broken: in `file` of the package, or of `research/` beside it, `old` becomes `new`."""

    breaks: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ()
    """Tests that must notice it, where it breaks no rule."""

    def apply(self, package: Path) -> None:
        """Change the copy of the package at `package`."""
        path = (package.parent if self.file.startswith("research/") else package) / self.file
        text = path.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.breaks}: {self.file} has {text.count(self.old)} places like this: {self.old!r}")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")


@dataclass(frozen=True)
class Outcome:
    """Outcome of one mutation."""

    mutation: Mutation
    noticed: bool
    by: str


def mutations() -> list[Mutation]:
    """Return all mutations."""
    listed = tomllib.loads(Path(__file__).with_name("mutations.toml").read_text(encoding="utf-8"))
    return [Mutation(**{**mutation, "tests": tuple(mutation.get("tests", ()))}) for mutation in listed["mutation"]]


def attempt(mutation: Mutation) -> Outcome:
    """Run the tests on a copy of the sources with `mutation` applied."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "codex_naturalis"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("static", "__pycache__"))
        shutil.copytree(ROOT / "research", Path(folder) / "research")
        mutation.apply(package)
        return _judged(mutation, Path(folder))


def _judged(mutation: Mutation, sources: Path) -> Outcome:
    env = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    first = ["-o", f"pythonpath={sources} ."]  # before the folder that tests run in
    if mutation.file.startswith("kernel/"):
        env["CODEX_KERNEL_CACHE"] = str(sources / "kernel")  # what is compiled of it serves nobody else
    for tests in (mutation.tests,) if mutation.tests else STAGES:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *first, *tests]
        try:
            run = subprocess.run(
                command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=TIMEOUT, check=False
            )
        except subprocess.TimeoutExpired:
            return Outcome(mutation, noticed=True, by="the engine never ends")
        if run.returncode:
            found = re.search(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE)
            return Outcome(mutation, run.returncode == RED, found[1] if found else run.stdout[-200:])
    return Outcome(mutation, noticed=False, by="nothing")


def main() -> None:
    """Try the mutations on two cores, print each outcome as it comes, and end with 1 if one went unnoticed."""
    if sys.argv[1:2] == ["guarantees"]:
        mutate_guarantees.main(sys.argv[2:])
    words = sys.argv[1:]
    chosen = [m for m in mutations() if not words or any(word in m.breaks for word in words)]
    outcomes = []
    with ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(attempt, chosen):
            outcomes.append(outcome)
            print("✓" if outcome.noticed else "✗", f"{outcome.mutation.breaks:<90}", outcome.by, flush=True)
    raise SystemExit(int(not all(outcome.noticed for outcome in outcomes)))


if __name__ == "__main__":
    main()
