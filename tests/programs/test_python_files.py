"""Bots in Python files, and the commands around them."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.cli import codex_naturalis
from codex_naturalis.play.arena import Arena, FaultPolicy, play_one
from codex_naturalis.programs import FaultKind, bot_at
from codex_naturalis.rules import options_of

BAD = """
import random
from codex_naturalis.rules import Draw, Source

class Raises:
    def choose(self, view, rng):
        if view.round > 2:
            raise ValueError("no idea")
        return rng.choice(view.legal)

class Hangs:
    def choose(self, view, rng):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

class Cheats:
    def choose(self, view, rng):
        return Draw(Source.GOLD_1)

class Talks:
    def choose(self, view, rng):
        return "hello"

class Wavers:
    def choose(self, view, rng):
        return random.choice(view.legal)
"""


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """Return the path of a file with bad bots."""
    path = tmp_path / "bad.py"
    path.write_text(BAD, encoding="utf-8")
    return str(path)


def run(*arguments: str, code: int = 0) -> Result:
    """Run `codex-naturalis`."""
    result = CliRunner().invoke(codex_naturalis, arguments)
    assert result.exit_code == code, result.output
    return result


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Raises", FaultKind.ERROR),
        ("Hangs", FaultKind.LATE),
        ("Cheats", FaultKind.ILLEGAL),
        ("Talks", FaultKind.ALIEN),
    ],
)
def test_each_bad_bot_has_its_fault(bad: str, name: str, kind: FaultKind) -> None:
    """The bot forfeits, the other one wins, and the arena lives on; a bot cannot swallow the end of its time."""
    arena = Arena((f"{bad}:{name}", "random"), options_of(2), 1, "s", FaultPolicy.FORFEIT, 0.2)
    game = play_one(arena, 0)
    assert [fault.kind for fault in game.faults] == [kind]
    assert game.winners == (1,)


@pytest.mark.usefixtures("english")
def test_a_fault_is_told_with_a_command_that_asks_again(bad: str) -> None:
    """The command printed leads to the very same error."""
    told = run("arena", f"{bad}:Raises", "random", "--games", "1", "--quiet", "--processes", "1")
    assert "error in game 0, after" in told.stderr
    assert "faults" in told.stdout
    command = re.search(r"again: codex-naturalis (.*)", told.stderr)
    assert command is not None
    again = run(*command[1].split(), code=1)
    assert "ValueError('no idea') (bad.py:8)" in again.stderr


def test_a_recorded_arena_refers_to_its_records(bad: str, tmp_path: Path) -> None:
    """With `--record` the command names that file and the game's line."""
    file = str(tmp_path / "games.jsonl")
    told = run("arena", f"{bad}:Cheats", "random", "--games", "2", "--quiet", "--processes", "1", "--record", file)
    assert f"{file} --line 2 --at" in told.stderr


def test_what_is_no_bot_is_named(bad: str, tmp_path: Path) -> None:
    """No file, several bots, none, one of another name, and a file that cannot be imported."""
    (tmp_path / "empty.py").write_text("x = 1", encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0", encoding="utf-8")
    for text, told in [
        (f"{tmp_path}/none.py", "there is no file"),
        (bad, "several bots"),
        (f"{tmp_path}/empty.py", "no class with `choose`"),
        (f"{bad}:Sings", "has no Sings"),
        (f"{tmp_path}/broken.py", "division by zero"),
    ]:
        with pytest.raises(UnknownBotError, match=told):
            bot_at(text)


def test_a_new_bot_beats_random_and_is_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The template is written once, wins, and passes its check."""
    monkeypatch.chdir(tmp_path)
    run("bot", "new", "my-magpie")
    run("bot", "new", "my-magpie", code=1)
    game = run("arena", "./my-magpie.py", "random", "--games", "20", "--quiet", "--processes", "1")
    assert int(game.stdout.splitlines()[1].split()[1]) > 15
    assert run("bot", "check", "./my-magpie.py", "--games", "10").stdout.endswith("fit\n")


def test_a_bot_with_chance_of_its_own_is_not_fit(bad: str) -> None:
    """Asked the same questions twice it must play the same game twice."""
    assert "it played another game" in run("bot", "check", f"{bad}:Wavers", "--games", "5", code=1).stdout


@pytest.mark.usefixtures("english")
def test_one_question_is_asked(tmp_path: Path) -> None:
    """`bot ask` prints the action of the seat that must act; a wrong moment or seat is named."""
    file = tmp_path / "game.json"
    file.write_text(run("new", "--seats", "2", "--seed", "S").stdout, encoding="utf-8")
    assert re.match(r"0 side (front|back) ", run("bot", "ask", "random", str(file)).stdout)
    assert "1 side" in run("bot", "ask", "random", str(file), "--seat", "1").stdout
    assert "--at cannot be 4" in run("bot", "ask", "random", str(file), "--at", "4", code=2).stderr
    assert "seat 2 is not to act" in run("bot", "ask", "random", str(file), "--seat", "2", code=2).stderr
    assert "no line 2" in run("bot", "ask", "random", str(file), "--line", "2", code=2).stderr
