"""The guide for authors of bots: its programs and commands, run as they are printed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.programs import close_all

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/guides/first-bot.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"`(\w+\.py)`:\n\n```python\n(.*?)```", GUIDE, re.DOTALL))
COMMANDS = re.findall(r"^codex-naturalis ((?:arena|bot check) .*)$", GUIDE, re.MULTILINE)
EXAMPLES = ROOT / "examples/bots"


def wins(*arguments: str) -> list[int]:
    """Return the games won by each bot of an arena; the command must end well and tell no fault."""
    result = CliRunner().invoke(codex_naturalis, [*arguments, "--quiet", "--processes", "1"])
    assert (result.exit_code, result.stderr) == (0, "")
    return [int(line.split()[-6]) for line in result.stdout.splitlines()[1:-1]]


@pytest.fixture
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_files")
def test_the_commands_of_the_guide_work() -> None:
    """All files and commands of the page, with fewer games."""
    assert list(FILES) == ["first.py", "second.py"]
    assert len(COMMANDS) == 5
    for command in (command for command in COMMANDS if "exec:" not in command):
        words = re.sub(r"--games \d+", "--games 5", command).split()
        assert CliRunner().invoke(codex_naturalis, words).exit_code == 0, command


@pytest.mark.usefixtures("_files")
def test_its_first_bot_beats_random() -> None:
    """Nearly always."""
    own, other = wins("arena", "./first.py", "random", "--games", "20", "--seed", "guide")
    assert own > 15 > other


def test_the_files_are_as_short_as_the_guide_says() -> None:
    """Fifteen and thirty lines of code."""
    lines = {name: [line for line in text.splitlines() if line.strip()] for name, text in FILES.items()}
    assert len(lines["first.py"]) <= 15
    assert len(lines["second.py"]) <= 30


def test_the_bot_in_jq_is_the_one_of_the_examples() -> None:
    """What the page prints is what the example runs."""
    text = (EXAMPLES / "greedy.sh").read_text(encoding="utf-8")
    assert re.search(r"^exec jq.*", text, re.MULTILINE | re.DOTALL)[0].strip() in GUIDE  # type: ignore[index]


def test_the_heart_of_the_bot_in_rust_is_the_one_of_the_examples() -> None:
    """What the page prints is what the example runs."""
    (printed,) = re.findall(r"```rust\n(.*?)```", GUIDE, re.DOTALL)
    lines = [line.strip() for line in (EXAMPLES / "magpie.rs").read_text(encoding="utf-8").splitlines()]
    assert set(printed.splitlines()) <= set(lines)


@pytest.mark.skipif(not shutil.which("rustc") and not os.environ.get("CI"), reason="rustc is not installed")
def test_the_bot_in_rust_beats_greedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the commands of the page, in a folder with nothing but a copy of the file."""
    shutil.copy(EXAMPLES / "magpie.rs", tmp_path)
    monkeypatch.chdir(tmp_path)
    subprocess.run(["rustc", "-O", "magpie.rs"], check=True)  # noqa: S607 - the page's own command
    own, other = wins("arena", "exec:./magpie", "greedy", "--games", "60", "--seed", "guide")
    close_all()
    assert own > other


def _built(folder: Path, compiler: str, *arguments: str) -> str:
    """Compile an example and return the command that runs it."""
    subprocess.run([compiler, *arguments, "-o", str(folder / "magpie")], check=True, cwd=EXAMPLES)  # noqa: S603
    return str(folder / "magpie")


HOW: dict[str, tuple[str, Callable[[Path], str]]] = {
    "plain.py": (sys.executable, lambda _: f"{sys.executable} {EXAMPLES / 'plain.py'}"),
    "greedy.sh": ("jq", lambda _: f"sh {EXAMPLES / 'greedy.sh'}"),
    "magpie.rs": ("rustc", lambda folder: _built(folder, "rustc", "magpie.rs")),
    "magpie.cpp": ("g++", lambda folder: _built(folder, "g++", "-std=c++17", "magpie.cpp")),
    "Magpie.java": ("java", lambda _: f"java {EXAMPLES / 'Magpie.java'}"),
}
"""How each example is run: the program it needs, and what makes the command."""


def test_each_example_is_played() -> None:
    """None is forgotten here."""
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == set(HOW)


@pytest.mark.parametrize("name", HOW)
def test_the_examples_play(name: str, tmp_path: Path) -> None:
    """Without a fault, and better than chance."""
    needed, make = HOW[name]
    if shutil.which(needed) is None:
        assert not os.environ.get("CI"), f"{needed} is missing"
        pytest.skip(f"{needed} is not installed: this is not tested here")
    own, other = wins("arena", f"exec:{make(tmp_path)}", "random", "--games", "6", "--seed", "guide")
    close_all()
    assert own > other
