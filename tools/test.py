"""Run every test and print one line for each kind, and the failures: `python -m tools.test`.

Four runs: the web client (vitest), Python, a real browser against a real server, and promises in seconds, alone (the
mark `timing`). The browser's is a run of its own because synchronous Playwright and pytest-asyncio cannot share an
event loop. It needs Chromium: where there is none, a line says so, and under CI that is an error. While the client is
tested the kernel is compiled, once for all Python tests, which would else each compile it for themselves. Tests marked
`deep` are left to `make deep`.
"""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import IO

from tools.browser import NONE_FOUND, chromium
from tools.failures import BROWSER_OPTIONS, NPM_TEST, RESULTS, run_all, write_results

ROOT = Path(__file__).resolve().parents[1]
REST = 5.0
"""Seconds to wait for the output of an ended suite, while a process that it started still runs."""


@dataclass(frozen=True)
class Outcome:
    """Outcome of one kind of tests."""

    kind: str
    passed: bool
    summary: str
    fault: str | None = None
    """Fault that no test in its report shows."""


def counts(report: Path) -> str:
    """Return the counts of a JUnit report in words, if the run wrote one."""
    try:
        suites = list(ET.parse(report).getroot().iter("testsuite"))
    except (FileNotFoundError, ET.ParseError):
        return "no result"
    total, failures, errors, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    numbers = {"passed": total - failures - errors - skipped, "failed": failures, "errors": errors, "skipped": skipped}
    return ", ".join(f"{number} {word}" for word, number in numbers.items() if number or word == "passed")


def outcome(kind: str, code: int, report: Path, last: str) -> Outcome:
    """Judge a finished run by its exit code and its report.

    A run can fail though every test passed, say of an error outside of them. Its last line is reported then.
    """
    summary = counts(report)
    blamed = code == 0 or "failed" in summary or "errors" in summary
    fault = None if blamed else f"{summary}, but it ended with {code}: {last}"
    return Outcome(kind, code == 0, fault or summary, fault)


def run(kind: str, *command: str, env: Mapping[str, str] = os.environ) -> Outcome:
    """Run a suite that writes its report to the path of its kind."""
    colours = {"FORCE_COLOR": "1"} if sys.stdout.isatty() and "NO_COLOR" not in env else {}
    code, last = show(command, {**env, **colours})
    return outcome(kind, code, report_of(kind), last)


def show(command: Sequence[str], env: Mapping[str, str] = os.environ) -> tuple[int, str]:
    """Run a command and show its output; return its exit code and its last non-empty line."""
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
    assert process.stdout
    tail = bytearray()
    copying = Thread(target=_copy, args=(process.stdout, tail), daemon=True)
    copying.start()
    code = process.wait()
    copying.join(REST)
    lines = [line for line in tail.decode(errors="replace").splitlines() if line.strip()]
    return code, ["it said nothing", *lines][-1].strip()


def _copy(said: IO[bytes], tail: bytearray) -> None:
    """Copy to our own output, and keep the end of it."""
    while chunk := said.read(1 << 16):
        tail[:] = (tail + chunk)[-4096:]
        sys.stdout.buffer.write(chunk)
        sys.stdout.flush()


def report_of(kind: str) -> Path:
    """Return the path of the report of a kind of tests."""
    return RESULTS / f"{kind.lower()}.xml"


def pytest(kind: str, *arguments: str, timing: bool = False, env: Mapping[str, str] = os.environ) -> Outcome:
    """Run pytest once, for the timing tests or for all others."""
    marks = f"{'timing' if timing else 'not timing'} and not deep"
    command = (sys.executable, "-m", "pytest", "-q", "-m", marks, f"--junitxml={report_of(kind)}", *arguments)
    return run(kind, *command, env=env)


def python() -> Outcome:
    """Run the Python tests in three processes; an idle one takes tests from the others.

    Two would leave two cores idle for a third of the time: tests wait for other processes, for disks and for deadlines.
    """
    return pytest("Python", "-n", "3", "--dist", "worksteal", "--strict-config", "--ignore=tests/e2e")


def web_client() -> Outcome:
    """Run the tests of the web client."""
    reporters = ("--reporter=default", "--reporter=junit", f"--outputFile.junit={report_of('Client')}")
    return run("Client", sys.executable, "-m", "tools.client", *NPM_TEST, "--", *reporters)


def browser() -> Outcome:
    """Run the tests in a real browser, if there is one: three at a time, each with its own Chromium and server.

    Two would leave the cores idle while a test waits for a server to come back.
    """
    found = chromium()
    if found is None:
        summary, wanted = f"not run: {NONE_FOUND}", bool(os.environ.get("CI"))
        return Outcome("Browser", passed=not wanted, summary=summary, fault=summary if wanted else None)
    three = ("-n", "3", "--dist", "worksteal")
    return pytest("Browser", *BROWSER_OPTIONS, *three, "tests/e2e", env={**os.environ, "CHROMIUM": found})


def promised_seconds() -> Outcome:
    """Run the timing tests, one after the other; only their files are collected."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    marked = [str(path) for path in files if "mark.timing" in path.read_text("utf-8")]
    return pytest("Timing", *marked, timing=True)


def run_suites() -> int:
    """Run all suites, even if some fail, and return 1 if any failed."""
    outcomes = []
    compiling = subprocess.Popen(
        [sys.executable, "-m", "codex_naturalis.server.bots.warmup"], stdout=subprocess.DEVNULL
    )
    suites = {
        "Web client tests": web_client,
        "Python tests": python,
        "Browser tests": browser,
        "Promises in seconds": promised_seconds,
    }
    for title, suite in suites.items():
        print("▸", title, flush=True)
        outcomes.append(suite())
        compiling.wait()
    print()
    for each in outcomes:
        print("✓" if each.passed else "✗", f"{each.kind:<8}", each.summary)
    write_results("suites", {each.kind: each.fault for each in outcomes})
    return 0 if all(each.passed for each in outcomes) else 1


def main() -> None:
    """Run all tests, name what failed, and end with 1 if anything did."""
    sys.exit(run_all(run_suites))


if __name__ == "__main__":
    main()
