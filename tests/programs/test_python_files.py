"""Bots in Python files, and the commands around them."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.cli import codex_naturalis
from codex_naturalis.play.arena import Arena, FaultPolicy, play_arena
from codex_naturalis.programs import FaultKind, bot_at
from codex_naturalis.rules import options_of

BAD = """
import ctypes, os, random, sys
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

class Exits:
    def choose(self, view, rng):
        sys.exit(3)

class Ends:
    def choose(self, view, rng):
        os._exit(0)

class Crashes:
    def choose(self, view, rng):
        ctypes.string_at(0)

class Fills:
    def choose(self, view, rng):
        return [bytes(1 << 40)]

class Floods:
    def choose(self, view, rng):
        for _ in range(20_000):
            print("thinking\\u2026 \\u2192", flush=True)
        os.write(1, b"hard")
        return rng.choice(view.legal)

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
        ("Talks", FaultKind.MALFORMED),
        ("Exits", FaultKind.ERROR),
        ("Fills", FaultKind.ERROR),
        ("Ends", FaultKind.DEAD),
        ("Crashes", FaultKind.DEAD),
    ],
)
def test_each_bad_bot_has_its_fault(bad: str, name: str, kind: FaultKind) -> None:
    """The bot forfeits, the other one wins, and the arena lives on; a bot cannot swallow the end of its time."""
    arena = Arena((f"{bad}:{name}", "random"), options_of(2), 2, "s", FaultPolicy.FORFEIT, 0.3)
    for game in play_arena(arena, processes=1):
        assert [fault.kind for fault in game.faults] == [kind]
        assert game.winners == (1 - game.number,)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_arena_outlives_its_bots_and_ends_with_a_status_of_its_own(bad: str, processes: str) -> None:
    """A bot that ends its process forfeits; the exit code says so, and the file with the records is named."""
    run_alone = ("arena", f"{bad}:Ends", "random", "--games", "4", "--quiet", "--processes", processes)
    result = run(*run_alone, code=4)
    assert "dead in game 3, after" in result.stderr
    kept = re.search(r"kept for a week in (.*)\.$", result.stderr)
    assert kept
    assert len(Path(kept[1]).read_text("utf-8").splitlines()) == 4


def test_what_a_bot_prints_is_no_output_of_the_arena(bad: str) -> None:
    """However much it prints, however it does, and in whatever encoding, `--json` is one JSON object."""
    code_page = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    words = [sys.executable, "-m", "codex_naturalis", "arena", f"{bad}:Floods", "random", "--games", "1", "--json"]
    result = subprocess.run(words, env=code_page, capture_output=True, check=True, encoding="cp1252")  # noqa: S603 - our own
    assert json.loads(result.stdout)["games"] == 1
    assert "thinking… >" in result.stderr
    assert "hard" in result.stderr


def test_a_late_bot_is_not_waited_for_a_hundred_times(bad: str) -> None:
    """The check stops a kind of games after two late answers, and says so."""
    output = run("bot", "check", f"{bad}:Hangs", "--games", "50", "--seconds-per-turn", "0.1", code=1).stdout
    assert output.count("stopped after 2 late answers, 2 of 10 games") == 5


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is no signal that a test could send")
def test_an_interrupted_arena_says_how_many_games_it_played(tmp_path: Path) -> None:
    """And where they are kept."""
    file = tmp_path / "games.jsonl"
    words = [sys.executable, "-m", "codex_naturalis", "arena", "greedy", "random", "--games", "1000000"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a child of who ignores it would, too
    words += ["--record", str(file)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as arena:  # noqa: S603 - our own program
        signal.signal(signal.SIGINT, before)
        while not file.is_file() or not file.stat().st_size:
            assert arena.poll() is None
        arena.send_signal(signal.SIGINT)
        assert arena.stderr
        output = arena.stderr.read()
    assert arena.returncode == 130
    said = re.search(rf"Interrupted after (\d+) games?\. The records are in {re.escape(str(file))}", output)
    assert said, output
    assert int(said[1]) == len(file.read_text("utf-8").splitlines())


@pytest.mark.usefixtures("english")
def test_a_fault_is_told_with_a_command_that_asks_again(bad: str) -> None:
    """The command printed leads to the very same error."""
    result = run("arena", f"{bad}:Raises", "random", "--games", "1", "--quiet", "--processes", "1", code=4)
    assert "error in game 0, after" in result.stderr
    assert "faults" in result.stdout
    command = re.search(r"again: codex-naturalis (.*)", result.stderr)
    assert command is not None
    again = run(*command[1].split(), code=1)
    assert "ValueError('no idea') (bad.py:8)" in again.stderr
    assert 'bad.py", line 8, in choose\n    raise ValueError("no idea")' in again.stderr


def test_a_recorded_arena_refers_to_its_records(bad: str, tmp_path: Path) -> None:
    """With `--record` the command names that file and the game's line."""
    file = str(tmp_path / "games.jsonl")
    result = run(
        "arena", f"{bad}:Cheats", "random", "--games", "2", "--quiet", "--processes", "1", "--record", file, code=4
    )
    assert f"{file} --line 2 --at" in result.stderr


def test_what_is_no_bot_is_named(bad: str, tmp_path: Path) -> None:
    """No file, several bots, none, one of another name, and a file that cannot be imported."""
    (tmp_path / "empty.py").write_text("x = 1", encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0", encoding="utf-8")
    for text, problem in [
        (f"{tmp_path}/none.py", "there is no file"),
        (bad, "several bots"),
        (f"{tmp_path}/empty.py", "neither a function `choose` nor a class"),
        (f"{bad}:Sings", "has no Sings"),
        (f"{tmp_path}/broken.py", "division by zero"),
    ]:
        with pytest.raises(UnknownBotError, match=problem):
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
