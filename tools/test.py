"""Run every test there is and end with one line for each kind, and what failed: `python -m tools.test`.

Three runs: the web client (vitest), Python, and a real browser against a real server. The last is a run of its own
because synchronous Playwright and pytest-asyncio cannot share an event loop. It needs Chromium: where there is none,
a line says so, and under CI that is an error. While the client is tested the kernel is compiled, once for all Python
tests, which would else each compile it for themselves. Tests marked `deep` are left to `make deep`.
"""

import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools import client
from tools.browser import NONE_FOUND, chromium
from tools.failures import BROWSER_OPTIONS, RESULTS, print_failures

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Outcome:
    """How one kind of tests went."""

    kind: str
    passed: bool
    told: str


def counts(report: Path) -> str:
    """Say in words what a JUnit report counts."""
    suites = list(ET.parse(report).getroot().iter("testsuite"))
    total, failures, errors, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    numbers = {"passed": total - failures - errors - skipped, "failed": failures, "errors": errors, "skipped": skipped}
    return ", ".join(f"{number} {word}" for word, number in numbers.items() if number or word == "passed")


def outcome(kind: str, code: int, report: Path) -> Outcome:
    """Judge a finished run by its exit code and its report, which it may not have lived to write.

    A run can fail though every test passed: of an error outside of them, say.
    """
    told = counts(report) if report.exists() else "no result"
    blamed = code == 0 or "failed" in told or "errors" in told
    return Outcome(kind, code == 0, told if blamed else f"{told}, but it ended with {code}: its output says why")


def pytest(kind: str, *arguments: str, env: Mapping[str, str] = os.environ) -> Outcome:
    """Run pytest once."""
    report = RESULTS / f"{kind.lower()}.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not deep", f"--junitxml={report}", *arguments]
    code = subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
    return outcome(kind, code, report)


def python() -> Outcome:
    """Run the Python tests, three at a time; one that is through takes tests from the others.

    Two would leave two cores idle for a third of the time: tests wait for other processes, for disks and for deadlines.
    """
    return pytest("Python", "-n", "3", "--dist", "worksteal", "--strict-config", "--ignore=tests/e2e")


def web_client() -> Outcome:
    """Run the tests of the web client."""
    report = RESULTS / "client.xml"
    reporters = ("--reporter=default", "--reporter=junit", f"--outputFile.junit={report}")
    try:
        code = client.run("run", "--silent", "test", "--", *reporters)
    except SystemExit as refused:  # its tools could not be installed
        return Outcome("Client", passed=False, told=str(refused))
    return outcome("Client", code, report)


def browser() -> Outcome:
    """Run the tests in a real browser, if there is one: three at a time, each with its own Chromium and server.

    Two would leave the cores idle while a test waits for a server to come back.
    """
    found = chromium()
    if found is None:
        return Outcome("Browser", passed=not os.environ.get("CI"), told=f"not run: {NONE_FOUND}")
    three = ("-n", "3", "--dist", "worksteal")
    return pytest("Browser", *BROWSER_OPTIONS, *three, "tests/e2e", env={**os.environ, "CHROMIUM": found})


def run_suites() -> int:
    """Run all three, whatever the others say, and return 1 if any failed."""
    outcomes = []
    compiling = subprocess.Popen(
        [sys.executable, "-m", "codex_naturalis.server.bots.warmup"], stdout=subprocess.DEVNULL
    )
    for title, run in (("Web client tests", web_client), ("Python tests", python), ("Browser tests", browser)):
        print("▸", title, flush=True)
        outcomes.append(run())
        compiling.wait()
    print()
    for each in outcomes:
        print("✓" if each.passed else "✗", f"{each.kind:<8}", each.told)
    return 0 if all(each.passed for each in outcomes) else 1


def main() -> None:
    """Run all tests, name what failed, and end with 1 if anything did."""
    shutil.rmtree(RESULTS, ignore_errors=True)
    code = run_suites()
    print_failures()
    sys.exit(code)


if __name__ == "__main__":
    main()
