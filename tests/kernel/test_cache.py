"""The compiled kernel: it is compiled once, and found again by every later installation of the same kernel.

What is compiled is kept for a kind of processor, which the kernel chooses before it imports Numba. A program that
imports Numba first has another: nothing here does at the top, and what others are to find is compiled in a new process.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import codex_naturalis
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import Array

COMPILE = "from codex_naturalis.kernel.warm_up import compile_kernel; compile_kernel()"

COUNT = """
from codex_naturalis.kernel import warm_up
from codex_naturalis.kernel.compiler import cache
from codex_naturalis.kernel.mcts import rollouts, search
warm_up.compile_kernel()
for function in (rollouts.roll_out, search.search):
    print(cache.__file__, sum(function.stats.cache_misses.values()), sum(function.stats.cache_hits.values()))
"""

PARTS = """
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel import bridge, objectives
from codex_naturalis.rules import GameOptions, SeededShuffler, deal
games = bridge.new_games(1)
bridge.load(games, 0, deal(catalogue(), GameOptions(2), SeededShuffler("")))
print(objectives.points_at(games, 0, 0, 87))
for function in (objectives.points_at, objectives.objective_points, objectives.copies_of):
    compiled, = function.overloads.values()
    print(len(list(compiled.library.get_defined_functions())) > 0)
"""


def said_by(code: str, **environment: Path) -> str:
    """Return what a new Python says to some code, with these variables in its environment."""
    return subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-c", code],
        env={**os.environ, **{name: str(path) for name, path in environment.items()}},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_another_installation_of_the_same_kernel_compiles_nothing(tmp_path: Path) -> None:
    """Neither another folder nor newer files matter, nor what changed outside the kernel."""
    said_by(COMPILE)
    package = tmp_path / "codex_naturalis"
    shutil.copytree(Path(codex_naturalis.__file__).parent, package, ignore=shutil.ignore_patterns("static", "*.pyc"))
    for file in package.rglob("*.py"):
        os.utime(file, (2_000_000_000, 2_000_000_000))
    (package / "bots" / "levels.py").write_text("# anything else\n")
    counted = said_by(COUNT, PYTHONPATH=tmp_path).splitlines()
    assert counted == [f"{package / 'kernel' / 'compiler' / 'cache.py'} 0 1"] * 2


SEARCH = """
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from numba.core.dispatcher import Dispatcher
from codex_naturalis import kernel
from codex_naturalis.bots import bot_named
from codex_naturalis.kernel import warm_up
from codex_naturalis.rules import SoloLevel, apply, awaited
from codex_naturalis.views import view_of
from tests.bots.moments import middle
modules = [import_module(each.name) for each in walk_packages(kernel.__path__, kernel.__name__ + ".")]
def signatures():
    functions = (each for module in modules for each in vars(module).values() if isinstance(each, Dispatcher))
    return {(each.__qualname__, str(signature)) for each in functions for signature in each.signatures}
warm_up.compile_kernel(rollouts=False)
prepared = signatures()
for state in (middle(1, SoloLevel.HARD), middle(2), middle(4)):
    bots = [bot_named(name) for name in ("level:4", "level:hunter", "search:300x2") for _ in ("a card", "a draw")]
    while bots:
        seat, = awaited(state)
        bot = bot_named("greedy") if seat else bots.pop()
        state = apply(state, seat, bot.choose(view_of(state, seat), Random(1))).state
print(len(prepared), signatures() - prepared)
"""


def test_a_search_without_rollouts_compiles_nothing_more() -> None:
    """What is compiled first is all that it calls, with any number of seats, whatever is chosen."""
    assert said_by(SEARCH).split() == ["4", "set()"]


WHERE = "from codex_naturalis.kernel.compiler.cache import CACHE; print(CACHE)"


def test_an_image_brings_what_is_compiled(tmp_path: Path) -> None:
    """A container copies the compiled kernel that fits it into its own cache, and compiles nothing."""
    said_by(COMPILE)
    kernel = Path(said_by(WHERE).strip())
    shutil.copytree(kernel, tmp_path / "image" / kernel.name)
    shutil.copytree(kernel, tmp_path / "image" / "kernel-another")
    brought = {"CODEX_KERNEL_CACHE": tmp_path / "data", "CODEX_KERNEL_SHIPPED": tmp_path / "image"}
    assert [line.split()[1:] for line in said_by(COUNT, **brought).splitlines()] == [["0", "1"]] * 2
    assert [path.name for path in (tmp_path / "data").iterdir()] == [kernel.name]


CHANGES = [
    ("kernel/chance.py", "\n@njit", "\n# changed\n@njit"),
    ("kernel/mcts/tree.py", "\n@njit", "\n# changed\n@njit"),
    ("kernel/compiler/jit.py", "\nimport", "\n# changed\nimport"),
    ("rules/turns.py", "END_POINTS: Final = 20", "END_POINTS: Final = 25"),
    (
        "rules/options.py",
        'SYMBOLS = "symbols",',
        'NEITHER = "neither", AnswerOrigin.ADDITION\n    SYMBOLS = "symbols",',
    ),
]


@pytest.mark.parametrize(("changed", "old", "new"), CHANGES, ids=[changed for changed, _, _ in CHANGES])
def test_another_kernel_lies_elsewhere(changed: str, old: str, new: str, tmp_path: Path) -> None:
    """What the compiled kernel depends on is in the name of its folder, the numbers it has of the rules, too."""
    package = tmp_path / "codex_naturalis"
    shutil.copytree(Path(codex_naturalis.__file__).parent, package, ignore=shutil.ignore_patterns("static", "*.pyc"))
    before = said_by(WHERE, PYTHONPATH=tmp_path)
    text = (package / changed).read_text()
    assert old in text
    (package / changed).write_text(text.replace(old, new))
    assert said_by(WHERE, PYTHONPATH=tmp_path) != before


def test_what_only_compiled_code_calls_is_translated_where_it_is_called(tmp_path: Path) -> None:
    """Translating it by itself, too, would take half the time of compiling the kernel."""
    printed = said_by(PARTS, CODEX_KERNEL_CACHE=tmp_path).split()
    assert printed == ["0", "True", "False", "False"]


@njit
def _doubled(numbers: Array) -> float:
    return numbers[0] + numbers[0]  # type: ignore[no-any-return]


def test_a_signature_is_remembered_for_its_types_alone() -> None:
    """Calls of one function with other types have other signatures."""
    assert [_doubled(np.array([number])) for number in (3, 1.5, 4, 0.25)] == [6, 3.0, 8, 0.5]


def test_a_call_that_has_no_types_fails_each_time() -> None:
    """What cannot be compiled is no signature to remember."""
    from numba.core.errors import TypingError  # noqa: PLC0415 - after the kernel has chosen the processor

    for _ in range(2):
        with pytest.raises(TypingError, match="No implementation of function"):
            _doubled(np.zeros(1, np.dtype([("name", np.int64)])))
