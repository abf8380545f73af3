"""Tests that assert how long something took have the mark `timing`, and give what is promised to `within`."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent

_CLOCKS: Final = ("monotonic", "perf_counter", "process_time", "thread_time", "cpu_seconds")
_DURATIONS: Final = frozenset({"cpu", "elapsed", "lasted", "took"})
"""Names of durations, wherever they come from."""


def _reads_clock(node: ast.AST) -> bool:
    """Return whether a node is a call of a clock: of the time module, of an event loop, or of a server's CPU."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="time"), attr="time")):
            return False  # a date
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            return name in (*_CLOCKS, "time")
    return False


def _has_duration(node: ast.AST, names: frozenset[str]) -> bool:
    """Return whether a node has a difference of two looks at a clock within it, or one of the names of durations."""
    for each in ast.walk(node):
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Sub) and any(map(_reads_clock, ast.walk(each.left))):
            return True
        if isinstance(each, ast.Name) and each.id in names:
            return True
    return False


def _named_durations(test: ast.AST) -> frozenset[str]:
    """Return the names of durations, and those to which the test assigns, or appends, one."""
    found = set(_DURATIONS)
    for each in ast.walk(test):
        match each:
            case ast.Assign(targets=[ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name))], value=value):
                found |= {name} if _has_duration(value, frozenset()) else set()
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[value]):
                found |= {name} if _has_duration(value, frozenset()) else set()
    return frozenset(found)


def _smaller_and_larger(compare: ast.Compare) -> Iterator[tuple[ast.expr, ast.expr]]:
    for (left, right), operator in zip(pairwise((compare.left, *compare.comparators)), compare.ops, strict=True):
        if isinstance(operator, ast.Lt | ast.LtE):
            yield left, right
        if isinstance(operator, ast.Gt | ast.GtE):
            yield right, left


def _promises(test: ast.AST) -> Iterator[ast.expr]:
    """Yield the limits that durations stay below; that one is shorter than another is an order."""
    names = _named_durations(test)
    for each in ast.walk(test):
        for smaller, larger in _smaller_and_larger(each) if isinstance(each, ast.Compare) else ():
            if _has_duration(smaller, names) and not _has_duration(larger, names):
                yield larger


def _is_kept(test: ast.FunctionDef | ast.AsyncFunctionDef, limit: ast.expr) -> bool:
    marks = {ast.unparse(each) for each in test.decorator_list}
    return "pytest.mark.timing" in marks and ast.unparse(limit).startswith("within(")


def unmarked_tests(source: str) -> list[str]:
    """Return the tests of a source that assert a promise in seconds like any other number."""
    tests = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [
        test.name
        for test in tests
        if test.name.startswith("test_") and not all(_is_kept(test, limit) for limit in _promises(test))
    ]


def test_promises_in_seconds_are_looked_at_alone() -> None:
    """Others assert an order or a count, which a busy machine does not change."""
    found = {
        f"{path.relative_to(TESTS)}::{name}"
        for path in sorted(TESTS.rglob("test_*.py"))
        for name in unmarked_tests(path.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("assert time.monotonic() - begun < 4", True),
        ("assert within(4) > perf_counter() - begun", False),
        ("took = process_time() - begun\n    assert took <= 0.5", True),
        ("waited = loop.time() - begun\n    assert 0.1 < waited < 1", True),
        ("spent.append(process_time() - begun)\n    assert min(spent) < 3", True),
        ("_, cpu = attacked()\n    assert cpu < 2.5", True),
        ("assert server.cpu_seconds() - before < 1", True),
        ("assert time.monotonic() - begun > 0.5", False),
        ("assert time.monotonic() < deadline", False),
        ("waits[0] = perf_counter() - begun\n    assert waits[0] < waits[1]", False),
        ("assert time.time() - stored < 60", False),
    ],
)
def test_a_promise_in_seconds_is_found(lines: str, *, found: bool) -> None:
    """Whatever clock it is measured by; what lasts at least so long, or longer than another, is none."""
    body = f"def test_it() -> None:\n    {lines}\n"
    assert unmarked_tests(f"@pytest.mark.timing\n{body}") == ["test_it"] * found
    assert unmarked_tests(body) == ["test_it"] * (found or "within" in lines)
