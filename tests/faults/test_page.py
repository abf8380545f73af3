"""The page of guarantees names every kind of fault, and tests that exist."""

import re
from pathlib import Path

import pytest

from tools import mutate_guarantees as tried
from tools.docs_tables import build_page

TESTS = Path(__file__).parents[1]
PAGE = build_page("explanation/guarantees.md")
ROWS = re.findall(r"^\| (\d+) \|(.*)\|(.*)\|(.*)\|$", PAGE, re.MULTILINE)


def test_every_fault_is_there_once() -> None:
    """All of them, each with a number of its own, which stays what it is, a promise and a test."""
    assert len(ROWS) > 60
    assert sorted(int(number) for number, *_ in ROWS) == [number for number, _ in enumerate(ROWS, 1)]
    assert [number for number, _, promise, tests in ROWS if not promise.strip() or "::test_" not in tests] == []


def test_the_tests_exist() -> None:
    """In the file that is named."""
    named = set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE))
    assert len(named) > 30
    assert [name for file, name in named if f"def {name}(" not in (TESTS / file).read_text("utf-8")] == []


def test_each_row_is_tried() -> None:
    """For each there is something that can be switched off."""
    assert sorted(tried.rows()) == sorted(int(number) for number, *_ in ROWS)
    assert {breach.row for breach in tried.breaches()} == set(tried.rows())


@pytest.mark.parametrize("breach", tried.breaches(), ids=lambda breach: f"{breach.row}: {breach.breaks}")
def test_what_is_switched_off_is_there(breach: tried.Breach) -> None:
    """Once in the package, whichever file it lies in now, and a test of the row is to notice."""
    assert tried.where(breach).exists()
    assert breach.old != breach.new
    assert tried.tests_of(breach)
