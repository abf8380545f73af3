"""A failed run says what failed, with what it is run alone, and where its pictures are."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.failures import failures_in, print_failures, run_all, write_results
from tools.test import Outcome, outcome, show

ROOT = Path(__file__).resolve().parents[1]
BROKEN = """
import pytest

@pytest.mark.parametrize("seats", [2, 3])
def test_a_game(seats):
    assert seats == 2, "three are too many"

@pytest.fixture
def table():
    raise RuntimeError("no table")

def test_a_table(table):
    pass

def test_nothing():
    pass
"""

PAGES = "{}/browser/tests.e2e.test_zoom.test_zoom-a-desk"


def test_failures_of_pytest_are_named(tmp_path: Path) -> None:
    """Each with its first line and a command that fails alone in the same way."""
    file = tmp_path / "test_broken.py"
    file.write_text(BROKEN)
    report = tmp_path / "python.xml"
    pytest_here = [sys.executable, "-m", "pytest", "-q", "-c", str(ROOT / "pyproject.toml"), f"--rootdir={tmp_path}"]
    subprocess.run([*pytest_here, f"--junitxml={report}", str(file)], cwd=tmp_path, capture_output=True, check=False)
    found = failures_in(tmp_path)
    assert {failure.name: failure.message for failure in found} == {
        "test_broken.py::test_a_game[3]": "AssertionError: three are too many",
        "test_broken.py::test_a_table": 'failed on setup with "RuntimeError: no table"',
    }
    assert found[0].command == ".venv/bin/python -m pytest 'test_broken.py::test_a_game[3]'"


def test_a_module_that_cannot_be_imported_is_named_once(tmp_path: Path) -> None:
    """With why, and a command that runs it, though each worker has met it."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_lost.py").write_text("import nowhere")
    report = tmp_path / "python.xml"
    pytest_here = [sys.executable, "-m", "pytest", "-q", "-c", str(ROOT / "pyproject.toml"), f"--rootdir={tmp_path}"]
    subprocess.run([*pytest_here, f"--junitxml={report}", "tests"], cwd=tmp_path, capture_output=True, check=False)
    [case] = re.findall(r"<testcase.*</testcase>", report.read_text(), re.DOTALL)
    report.write_text(report.read_text().replace(case, case * 3))
    [found] = failures_in(tmp_path)
    assert found.name == "tests/test_lost.py"
    assert found.message == "ModuleNotFoundError: No module named 'nowhere'"
    assert found.command == ".venv/bin/python -m pytest tests/test_lost.py"


def test_failures_of_all_suites_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The client's, a browser's with what it left, a check's, and a report that was cut off."""
    write(tmp_path, "checks", 'classname="make" name="types"', "Found 1 error")
    write(tmp_path, "client", 'classname="tests/net/link.test.ts" name="a link &gt; opens"', "expected 1 to be 2")
    write(tmp_path, "browser", 'file="tests/e2e/test_zoom.py" name="test_zoom[a desk]"', "Locator expected\nCall log:")
    (tmp_path / "python.xml").write_text("<testsuite><testcase")
    picture = tmp_path.parent / PAGES.format(tmp_path.name) / "1-1.png"
    picture.parent.mkdir(parents=True)
    picture.touch()
    assert print_failures(tmp_path) == 4
    said = capsys.readouterr().out
    assert "✗ make types\n    Found 1 error\n    make types\n" in said
    assert "✗ frontend/tests/net/link.test.ts: a link > opens\n    expected 1 to be 2\n" in said
    assert "npm run --silent test -- tests/net/link.test.ts -t opens\n" in said
    assert "✗ tests/e2e/test_zoom.py::test_zoom[a desk]\n    Locator expected\n" in said
    assert f"    {picture.relative_to(tmp_path.parent)}\n" in said
    assert "✗ python\n    its report was cut off" in said
    assert f"Python {sys.version_info.major}." in said
    assert "load: " in said


@pytest.mark.parametrize(
    ("code", "failures", "summary"),
    [
        (0, 0, "7 passed"),
        (1, 2, "5 passed, 2 failed"),
        (1, 0, "7 passed, but it ended with 1: out of memory"),
        (2, None, "no result, but it ended with 2: out of memory"),
    ],
)
def test_the_end_of_make_test_says_what_failed(tmp_path: Path, code: int, failures: int | None, summary: str) -> None:
    """A run that fails outside of its tests is not told as one in which everything passed, but with its last line."""
    report = tmp_path / "report.xml"
    if failures is not None:
        report.write_text(f'<testsuite tests="7" failures="{failures}"/>')
    fault = summary if "ended" in summary else None
    assert outcome("Client", code, report, "out of memory") == Outcome("Client", code == 0, summary, fault)


def test_a_suite_that_dies_is_among_what_failed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It has no report, so the last line that it said stands for it; nothing is left of an earlier run."""
    dies = "import os; print('collecting'); print('out of memory', flush=True); os.kill(os.getpid(), 9)"
    write(tmp_path, "python", 'classname="a" name="b"', "of before")

    def run_suite() -> int:
        code, last = show([sys.executable, "-c", dies])
        write_results(
            "suites", {"Client": None, "Python": outcome("Python", code, tmp_path / "none", last).fault}, tmp_path
        )
        return code

    assert run_all(run_suite, results=tmp_path) == 1
    said = capfd.readouterr().out
    assert said.startswith("collecting\nout of memory\n\n1 failed:\n")
    assert "✗ Python tests\n    no result, but it ended with -9: out of memory\n    make test\n" in said


def test_nothing_is_said_where_nothing_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No line, and 0."""
    (tmp_path / "python.xml").write_text('<testsuite><testcase classname="a" name="b"/></testsuite>')
    assert print_failures(tmp_path) == 0
    assert capsys.readouterr().out == ""


def write(folder: Path, suite: str, case: str, message: str) -> None:
    """Write a report with one failure, whose pages are noted as a browser test notes them."""
    fault = f"<failure message={message!r}>it</failure>".replace("\\n", "&#10;")
    noted = f'<properties><property name="evidence" value="{PAGES.format(folder.name)}"/></properties>'
    (folder / f"{suite}.xml").write_text(f"<testsuite><testcase {case}>{noted}{fault}</testcase></testsuite>")
