"""Failures of the last run of tests and checks, read from the JUnit files in `test-results/`.

`python -m tools.failures` prints it again: each failure with the first line of its message, the command that runs it
alone, and where its trace and picture are; then the seed, the versions and the load under which it happened.
"""

import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.browser import chromium

__all__ = [
    "BROWSER_OPTIONS",
    "NPM_TEST",
    "RESULTS",
    "Failure",
    "failures_in",
    "main",
    "print_failures",
    "run_all",
    "write_results",
]

ROOT: Final = Path(__file__).resolve().parents[1]
RESULTS: Final = ROOT / "test-results"
BROWSER_OPTIONS: Final = ("-p", "no:asyncio", "-W", "ignore::pytest.PytestConfigWarning")
"""Synchronous Playwright and pytest-asyncio cannot share an event loop."""

NPM_TEST: Final = ("npm", "run", "--silent", "test")
"""Arguments for `tools.client` that run the tests of the web client."""

_LONGEST: Final = 200
"""Maximum number of characters shown of a message."""


@dataclass(frozen=True)
class Failure:
    """One test or check that failed."""

    name: str
    message: str
    """First line of its message."""

    command: str
    """Command that runs only this test, from the root of the project."""

    evidence: tuple[Path, ...] = ()
    """Traces and pictures of it."""


def run_all(*parts: Callable[[], int], results: Path = RESULTS) -> int:
    """Run all parts of the tests and checks, even if some fail; name what failed, and return 1 if anything did."""
    shutil.rmtree(results, ignore_errors=True)
    failed = [part for part in parts if part()]
    print_failures(results)
    return 1 if failed else 0


def write_results(kind: str, said: Mapping[str, str | None], results: Path = RESULTS) -> None:
    """Write a JUnit file for parts that write none: the message of each failed one, and nothing for the others."""
    failed = sum(fault is not None for fault in said.values())
    suite = ET.Element("testsuite", name=kind, tests=str(len(said)), failures=str(failed))
    for name, fault in said.items():
        case = ET.SubElement(suite, "testcase", classname=kind, name=name)
        if fault is not None:
            ET.SubElement(case, "failure", message=fault)
    results.mkdir(exist_ok=True)
    ET.ElementTree(suite).write(results / f"{kind}.xml", encoding="utf-8")


def failures_in(results: Path = RESULTS) -> list[Failure]:
    """Return the failures in the JUnit files of a folder: each once, though every worker reports a broken module."""
    found = (failure for report in sorted(results.glob("*.xml")) for failure in _read(report))
    return list(dict.fromkeys(found))


def _read(report: Path) -> Iterator[Failure]:
    try:
        cases = list(ET.parse(report).getroot().iter("testcase"))
    except ET.ParseError as error:
        yield Failure(report.stem, f"its report was cut off: {error}", "make test")
        return
    for case in cases:
        for bad in (*case.findall("failure"), *case.findall("error")):
            yield _failure(report, case, bad)


def _failure(report: Path, case: ET.Element, bad: ET.Element) -> Failure:
    name, place = case.get("name", ""), case.get("file") or case.get("classname", "").replace(".", "/") + ".py"
    test, message = f"{place}::{name}", _message(bad)
    if bad.get("message") == "collection failure":  # of a module, which has neither tests nor a class then
        test = case.get("file") or name.replace(".", "/") + ".py"
    match report.stem:
        case "checks":
            return Failure(f"make {name}", message, f"make {name}")
        case "suites":
            return Failure(f"{name} tests", message, "make test")
        case "client":
            place = case.get("classname", "")
            command = (*_python("tools.client"), *NPM_TEST, "--", place, "-t", name.rpartition(" > ")[2])
            return Failure(f"frontend/{place}: {name}", message, shlex.join(command))
        case "browser":
            command = (*_python("pytest"), *BROWSER_OPTIONS, test)
            return Failure(test, message, shlex.join(command), _evidence(report.parent, case))
        case _:
            return Failure(test, message, shlex.join((*_python("pytest"), test)))


def _message(bad: ET.Element) -> str:
    """Return the first line of a test's message, or the last line of its module's import error."""
    broken = bad.get("message") == "collection failure"
    said = ((not broken and bad.get("message")) or bad.text or "").strip().splitlines() or ["it said nothing"]
    line = said[-1].removeprefix("E").strip() if broken else said[0]
    return re.sub(r"\x1b\[[0-9;]*m", "", line)[:_LONGEST]


def _python(module: str) -> tuple[str, ...]:
    return (".venv/bin/python", "-m", module)


def _evidence(results: Path, case: ET.Element) -> tuple[Path, ...]:
    """Return the files that `tests/e2e/evidence.py` has left of a test, which it notes as a property."""
    folders = {noted.get("value", "") for noted in case.iter("property") if noted.get("name") == "evidence"}
    return tuple(path for folder in folders for path in sorted((results.parent / folder).glob("*")))


def print_failures(results: Path = RESULTS) -> int:
    """Print the failures and return their number; without any, print nothing."""
    found = failures_in(results)
    if found:
        print(f"\n{len(found)} failed:")
    for failure in found:
        print(f"\n✗ {failure.name}\n    {failure.message}\n    {failure.command}")
        for path in failure.evidence:
            print(f"    {path.relative_to(results.parent)}")
    if found:
        print("\n" + _circumstances(), flush=True)
    return len(found)


def _circumstances() -> str:
    versions = [f"Python {platform.python_version()}", f"Node {_version('node')}"]
    versions += [_version(chromium() or "chromium"), _version("nginx", "-v"), platform.platform(terse=True)]
    examples = "the same each time (CI)" if os.environ.get("CI") else "new ones at each run"
    seed = os.environ.get("SEED", "none given")
    load = " ".join(f"{load:.1f}" for load in os.getloadavg())
    return f"{', '.join(versions)}\nExamples: {examples}; seed: {seed}; load: {load} on {os.cpu_count()} cores"


def _version(program: str, option: str = "--version") -> str:
    try:
        done = subprocess.run([program, option], capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return f"no {program}"
    return ((done.stdout or done.stderr).strip().splitlines() or [program])[0]


def main() -> None:
    """Print the failures of the last run, and end with 1 if there are any."""
    sys.exit(1 if print_failures() else 0)


if __name__ == "__main__":
    main()
