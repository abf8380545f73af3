"""A test that kills, freezes or starves a server has one of its own: others find theirs as they expect it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent

_BREAKS: Final = ("freeze", "kill", "starve", "stop")

_EXCEPTIONS: Final = {
    "client/test_bots.py::test_a_killed_server_costs_a_bot_nothing": "a program has come to it, and it starts at once",
    "faults/test_several.py": "seven processes take long to begin; what was killed begins again",
}

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _functions(source: str) -> list[_Function]:
    return [each for each in ast.parse(source).body if isinstance(each, _Function)]


def shared_fixtures(source: str) -> set[str]:
    """Return the names of the fixtures of a source that several tests share."""
    return {
        each.name for each in _functions(source) if any("scope=" in ast.unparse(one) for one in each.decorator_list)
    }


def _broken(test: _Function) -> Iterator[str]:
    """Yield the names of what a test, or a function within it, breaks: `town` of `town.postgres.freeze()`."""
    for each in ast.walk(test):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in _BREAKS:
            owner = each.func.value
            while isinstance(owner, ast.Attribute):
                owner = owner.value
            yield getattr(owner, "id", "")


def breaking_tests(source: str, shared: set[str]) -> list[str]:
    """Return the tests of a source that break one of the fixtures that are shared."""
    return [
        test.name
        for test in _functions(source)
        if test.name.startswith("test_") and {each.arg for each in test.args.args} & shared & set(_broken(test))
    ]


def _shared_with(path: Path) -> set[str]:
    """Return the names of the shared fixtures that the tests of a file can ask for."""
    folders = [folder / "conftest.py" for folder in path.parents if folder.is_relative_to(TESTS)]
    sources = [each.read_text("utf-8") for each in (path, *folders) if each.exists()]
    return set().union(*map(shared_fixtures, sources))


def test_who_breaks_a_server_has_its_own() -> None:
    """But for those that are named here."""
    found = {
        f"{path.relative_to(TESTS)}::{name}"
        for path in sorted(TESTS.rglob("test_*.py"))
        for name in breaking_tests(path.read_text("utf-8"), _shared_with(path))
    }
    assert {each.partition("::")[0] if each not in _EXCEPTIONS else each for each in found} == set(_EXCEPTIONS)


@pytest.mark.parametrize(
    ("fixture", "statement", "found"),
    [
        ("@pytest.fixture(scope='session')", "server.kill()", True),
        ("@pytest.fixture(scope='module')", "server.part.freeze()", True),
        ("@pytest.fixture(scope='module')", "server.ask()", False),
        ("@pytest.fixture", "server.kill()", False),
    ],
)
def test_a_test_that_breaks_a_shared_server_is_found(fixture: str, statement: str, *, found: bool) -> None:
    """By the scope of its fixture, and what it does to it."""
    source = f"{fixture}\ndef server(): ...\n\ndef test_it(server):\n    {statement}\n"
    assert breaking_tests(source, shared_fixtures(source)) == ["test_it"] * found
