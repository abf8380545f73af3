"""The page of guarantees names every kind of fault, and tests that exist."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "explanation" / "guarantees.md").read_text("utf-8")
ROWS = re.findall(r"^\| (\d+) \|(.*)\|(.*)\|(.*)\|$", PAGE, re.MULTILINE)


def test_every_fault_is_there_once() -> None:
    """All 61, in order, each with a promise and a test."""
    assert [int(number) for number, *_ in ROWS] == list(range(1, 62))
    assert [number for number, _, promise, tests in ROWS if not promise.strip() or "::test_" not in tests] == []


def test_the_tests_exist() -> None:
    """In the file that is named."""
    named = set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE))
    assert len(named) > 30
    assert [name for file, name in named if f"def {name}(" not in (TESTS / file).read_text("utf-8")] == []
