"""A run of pytest ends with how near its budgets are."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.budgets import Budget, Figure, figures_in, table

ROOT = Path(__file__).resolve().parents[1]
REPORT = '<testsuite><testcase><properties><property name="budget" value="{}"/></properties></testcase></testsuite>'


def test_what_is_over_its_bound_fails() -> None:
    """With what it consists of; both figures are noted before."""
    noted: list[tuple[str, object]] = []
    budget = Budget(lambda name, value: noted.append((name, value)))
    budget("words", 7, 7)
    with pytest.raises(AssertionError, match="two long words"):
        budget("words of the docs", 8, 7, "two long words")
    assert figures_in(noted) == {"words": Figure(7, 7), "words of the docs": Figure(8, 7)}


def test_what_is_not_measured_now_is_of_the_last_whole_run(tmp_path: Path) -> None:
    """What is, is shown as it is now."""
    (tmp_path / "python.xml").write_text(REPORT.format("words: 5 of 7"))
    (tmp_path / "browser.xml").write_text(REPORT.format("bytes: 1200 of 124000"))
    (tmp_path / "client.xml").write_text("<testsuite")
    assert table({"words": Figure(6, 7)}, tmp_path) == [
        "words         6 of         7",
        "bytes     1,200 of   124,000  (last whole run)",
    ]
    assert table({}, tmp_path / "none") == []


def test_a_run_ends_with_them() -> None:
    """Those of its tests, also if workers ran them."""
    test = "tests/test_project.py::test_the_docs_are_short"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", test]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - our own
    said = done.stdout.partition("Budgets, used of allowed:\n")[2]
    assert said.startswith("words of the docs ")
