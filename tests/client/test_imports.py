"""What a client and the messages load: values, and neither bots, texts nor analysis."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import codex_naturalis.client

ELSEWHERE = ("analysis", "arrays", "bots", "data", "i18n", "kernel", "programs", "tournaments", "words")
CLIENT = Path(codex_naturalis.client.__file__).parent
WIRE = sorted(f"codex_naturalis.wire.{path.stem}" for path in (CLIENT.parent / "wire").glob("[a-z]*.py"))


def loaded_by(*modules: str) -> list[str]:
    """Return the modules of ours that a new process has after importing some."""
    program = f"import sys, {', '.join(modules)}; print(*(name for name in sys.modules if name.startswith('codex_')))"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()  # noqa: S603 - our own


@pytest.mark.parametrize("modules", [("codex_naturalis.client",), WIRE], ids=["client", "wire"])
def test_only_values_are_loaded(modules: tuple[str, ...]) -> None:
    """Nothing of bots, kernel, texts, nor what computes in analysis: a program that follows a table starts at once."""
    loaded = loaded_by(*modules)
    assert set(modules) <= set(loaded)
    assert [name for name in loaded if name.split(".")[1:2] and name.split(".")[1] in ELSEWHERE] == []


def test_a_client_loads_few_modules() -> None:
    """A client is some seventy modules of ours; rules, views and records are most of them."""
    assert 20 < len(loaded_by("codex_naturalis.client")) <= 72


def test_only_serving_a_bot_loads_more() -> None:
    """One function of the client imports anything: the one that lets a bot play."""
    functions = [
        (path.name, node.name)
        for path in sorted(CLIENT.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if any(isinstance(inner, ast.Import | ast.ImportFrom) for inner in ast.walk(node))
    ]
    assert functions == [("async_server.py", "serve")]
