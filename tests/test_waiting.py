"""No test waits without an end, which would name no test, and all have one patience: a busy machine needs it."""

import ast
import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.waiting import TIMEOUT, look_until, poll, until, until_set

TESTS: Final = Path(__file__).parent

_SLEEPS: Final = ("sleep", "wait_for_timeout")
_ASKS: Final = ("ask", "get", "post", "read")
_LIMITS: Final = ("timeout", "timeout_at", "_deadline")
_CLOCKS: Final = ("monotonic", "perf_counter", "time")

_WAITS: Final = ("communicate", "hear", "join", "result", "settimeout", "timeout", "wait", "wait_for")
_PATIENCE: Final = ("open_timeout", "patience", "timeout", "within")

_OWN_CLOCK: Final = ("attacks", "simulation")
"""Folders whose seconds are what is measured, or those of a clock that is a number."""


def _called(node: ast.AST) -> set[str]:
    """Return the last names of what is called within a node, such as `sleep` of `asyncio.sleep(1)`."""
    return {_last_name(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)}


def _last_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _polls(loop: ast.While) -> bool:
    """Return whether a loop looks again and again at what others do: it sleeps, or asks for what it tests, no more."""
    if _called(loop) & {*_SLEEPS}:
        return True
    (first, *more) = loop.body
    if more or not isinstance(first, ast.Assign):
        return False
    assigned = {name for target in first.targets for name in _names(target)}
    return bool(assigned & _names(loop.test) and _called(first) & {*_ASKS})


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _ends(loop: ast.While) -> bool:
    """Return whether a loop has an end of its own: it looks at a clock, or counts what it tests."""
    steps = [each.target for each in ast.walk(loop) if isinstance(each, ast.AugAssign)]
    counted = {target.id for target in steps if isinstance(target, ast.Name)}
    return bool(_called(loop) & {*_CLOCKS} or counted & _names(loop.test))


def _endless(node: ast.AST) -> Iterator[ast.While]:
    """Yield the loops below a node that poll without an end, but those within a deadline."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.AsyncWith) and any(_called(item) & {*_LIMITS} for item in child.items):
            continue
        if isinstance(child, ast.While) and _polls(child) and not _ends(child):
            yield child
        yield from _endless(child)


def endless_loops(source: str) -> list[int]:
    """Return the lines of the loops in a source that poll without an end."""
    return [loop.lineno for loop in _endless(ast.parse(source))]


def test_every_loop_that_polls_has_an_end() -> None:
    """`tests.waiting.poll` and `until` have one, and say what did not come."""
    found = {
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        for line in endless_loops(path.read_text("utf-8"))
    }
    assert found == set()


def _limits(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a node gives as the time that something may take."""
    match node:
        case ast.Call():
            yield from (each.value for each in node.keywords if each.arg in _PATIENCE)
            yield from node.args[-1:] if _last_name(node.func) in _WAITS else ()
        case ast.BinOp(op=ast.Add(), left=ast.Call(func=clock)) if _last_name(clock) in ("monotonic", "perf_counter"):
            yield node.right
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.AnnAssign(target=ast.Name(id=name), value=value)
        ) if value and re.search("TIMEOUT|PATIENCE|AT_MOST", name):
            yield value


def _is_short(limit: ast.expr) -> bool:
    """Return whether a limit is a number of seconds, or milliseconds, below `TIMEOUT`.

    Less than a second is for what should not come.
    """
    match limit:
        case ast.Constant(value=int() | float() as value):
            return 1 <= value < TIMEOUT or 1_000 <= value < 1_000 * TIMEOUT
    return False


def impatient_lines(source: str) -> list[int]:
    """Return the lines of a source that do not wait as long as all tests do."""
    nodes = ast.walk(ast.parse(source))
    return [limit.lineno for node in nodes for limit in _limits(node) if _is_short(limit)]


def test_all_have_one_patience() -> None:
    """`tests.waiting.TIMEOUT`; whoever needs more says so."""
    found = {
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.relative_to(TESTS).parts[0] not in _OWN_CLOCK
        for line in impatient_lines(path.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("await until(here, patience=20)", True),
        ("asyncio.timeout(5)", True),
        ("asyncio.wait_for(opened.change(), 20)", True),
        ("process.join(60)", True),
        ("deadline = time.monotonic() + 60", True),
        ("TIMEOUT = 30.0", True),
        ("_PATIENCE: Final = 30.0", True),
        ("expect(row).to_be_visible(timeout=5_000)", True),
        ("await until(here, patience=TIMEOUT)", False),
        ("client.hear(0.2)", False),
        ("' '.join(names)", False),
        ("pytest.mark.timeout(900)", False),
        ("SECONDS = 30.0", False),
    ],
)
def test_a_patience_of_its_own_is_found(source: str, *, found: bool) -> None:
    """In seconds or milliseconds, however it is given."""
    assert impatient_lines(source) == [1] * found


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("while not here():\n    time.sleep(1)", [1]),
        ("while True:\n    if await here():\n        break\n    await asyncio.sleep(1)", [1]),
        ("while not way:\n    way = await ada.get('/way')", [1]),
        ("while not held:\n    page.wait_for_timeout(10)", [1]),
        ("while True:\n    async with asyncio.timeout(1):\n        await asyncio.sleep(1)", [1]),
        ("async with asyncio.timeout(1):\n    while not here():\n        await asyncio.sleep(1)", []),
        ("while not here():\n    assert time.monotonic() < deadline\n    time.sleep(1)", []),
        ("while heard < 3:\n    await asyncio.sleep(60)\n    heard += 1", []),
        ("while not over:\n    await player.hear()", []),
    ],
)
def test_a_loop_that_polls_is_found(source: str, lines: list[int]) -> None:
    """With what it waits for, how it waits, and where its end may be."""
    body = source.replace("\n", "\n    ")
    assert endless_loops(f"async def test() -> None:\n    {body}") == [line + 1 for line in lines]


async def test_what_does_not_come_is_named() -> None:
    """By the code that looks for it, what it saw last, or what the event means."""
    nothing: list[int] = []
    with pytest.raises(AssertionError, match=r"not within 0.05 seconds: .*until\(lambda: nothing"):
        await until(lambda: nothing, patience=0.05)
    with pytest.raises(AssertionError, match=r"not within 0.05 seconds: .*asleep.*, but \['still asleep'\]"):
        await poll(asleep, lambda state: state == "awake", patience=0.05)
    with pytest.raises(AssertionError, match=r"not within 0.05 seconds: the worker works"):
        await until_set(asyncio.Event(), "the worker works", patience=0.05)
    with pytest.raises(AssertionError, match=r"not within 0.05 seconds: .*look_until\(lambda: nothing"):
        look_until(lambda: nothing, patience=0.05)


async def asleep() -> str:
    """Return what a worker says that never wakes up."""
    return "still asleep"


async def test_an_answer_that_is_wanted_is_returned() -> None:
    """After as many questions as it takes; another error than the deadline's stays what it is."""
    answers = iter([0, 1, 2])

    async def ask() -> int:
        return next(answers)

    assert await poll(ask, lambda number: number == 2, pause=0) == 2

    async def fail() -> int:
        raise TimeoutError("its own")

    with pytest.raises(TimeoutError, match="its own"):
        await poll(fail)
