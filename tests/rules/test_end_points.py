"""How many points bring on the end is written once: in the rules, and for the client in what is generated from them."""

import ast
import re
from pathlib import Path
from typing import Final

import codex_naturalis
from codex_naturalis.rules import END_POINTS

PACKAGE: Final = Path(codex_naturalis.__file__).parent
CLIENT: Final = Path(__file__).parents[2] / "frontend" / "src"

ENGINE: Final = (
    *("analysis", "arrays", "bots", "catalogue", "data", "kernel", "pictures", "record", "rl", "rules", "terminal"),
    *("views", "words"),
)
"""Packages that know the course of a game."""

ROOMS: Final = (
    *("analysis", "big-screen", "exercise", "game", "record", "replay", "sound", "table", "teacher", "text-table"),
)
"""Rooms of the web client that show it."""

SAME_NUMBER: Final = {
    "arrays/features.py": 4,  # scales of features
    "kernel/value_network/features.py": 1,  # cards left in both decks, in fours
    "record/wrapping.py": 1,  # a power of two
    "table/end/Vines.svelte": 1,  # a drawing
}
"""Where the number stands and means something else, and how often."""

OPERAND: Final = re.compile(rf"[=<>(?:,|&]\s*{END_POINTS}(?![\w.%])")
"""The number in TypeScript: compared, passed or listed, and not a part of a drawing's path."""


def count_in_python(path: Path) -> int:
    """Return how often the number stands in a module, whole or as a float."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return sum(isinstance(node, ast.Constant) and node.value == END_POINTS for node in nodes)


def count_in_client(path: Path) -> int:
    """Return how often the number is an operand in a module or component, its style left out."""
    return len(OPERAND.findall(re.sub(r"<style>.*</style>", "", path.read_text("utf-8"), flags=re.DOTALL)))


def test_the_points_that_bring_on_the_end_are_written_once() -> None:
    """Python takes `END_POINTS` from the rules, the client from `editions.gen.ts`; 20 is no other end anywhere."""
    modules = [path for package in ENGINE for path in (PACKAGE / package).rglob("*.py")]
    shown = [path for room in ROOMS for path in (CLIENT / room).rglob("*") if path.suffix in {".svelte", ".ts"}]
    found = {path.relative_to(PACKAGE).as_posix(): count_in_python(path) for path in modules}
    found |= {path.relative_to(CLIENT).as_posix(): count_in_client(path) for path in shown}
    assert {path: number for path, number in found.items() if number} == {"rules/turns.py": 1, **SAME_NUMBER}
    assert f"END_POINTS = {END_POINTS};" in (CLIENT / "lobby" / "editions.gen.ts").read_text("utf-8")
