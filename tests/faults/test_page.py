"""The page of guarantees names every kind of fault, and tests that exist."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "explanation" / "guarantees.md").read_text("utf-8")
ROWS = re.findall(r"^\| (\d+) \|(.*)\|(.*)\|(.*)\|$", PAGE, re.MULTILINE)


def test_every_fault_is_there_once() -> None:
    """All 61, in order."""
    assert [int(number) for number, *_ in ROWS] == list(range(1, 62))


@pytest.mark.parametrize(("number", "promise", "tests"), [(row[0], row[2], row[3]) for row in ROWS])
def test_a_promise_has_a_test(number: str, promise: str, tests: str) -> None:
    """Or says plainly that it is not kept yet."""
    admitted = "not yet" in promise or "not shown by a test" in promise
    assert bool(tests.strip()) != admitted, number


def test_the_tests_exist() -> None:
    """In the file that is named."""
    named = set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE))
    assert len(named) > 30
    assert [name for file, name in named if f"def {name}(" not in (TESTS / file).read_text("utf-8")] == []
