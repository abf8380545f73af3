"""`codex-naturalis review`: for people a table, for programs one object a record."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.record import write_record
from tests.analysis.positions import short_game

GAME = short_game("planner", "random", cards=1)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with one small game."""
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    path.write_text(write_record(GAME) + "\n")
    return path


def run(*arguments: str, stdin: str = "") -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(codex_naturalis, ["review", *arguments], input=stdin)


def test_one_object_per_record(file: Path) -> None:
    """Every turn and every seat is in it, and the same seed gives the same."""
    result = run("--json", "--seed", "x", str(file))
    assert (result.exit_code, result.stderr) == (0, "")
    review = json.loads(result.stdout)
    assert review["turns"][0]["version"] == 0
    assert review["turns"][-1]["after"] == len(GAME.actions)
    assert [player["seat"] for player in review["players"]] == [0, 1]
    assert run("--json", "--seed", "x", str(file)).stdout == result.stdout


@pytest.mark.usefixtures("english")
def test_a_line_for_each_turn_and_each_seat(file: Path) -> None:
    """A turn is told as it is written in a record; a seat's sum ends with its margin."""
    lines = run(str(file)).stdout.splitlines()
    turns = [line for line in lines if " place " in line]
    assert len(turns) == sum(" place " in action for action in GAME.actions)
    assert [line.split(":")[0] for line in lines if line.startswith("seat ")] == ["seat 0", "seat 1"]
    assert all("in the end" in line for line in lines if line.startswith("seat "))


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        (write_record(replace(GAME, actions=GAME.actions[:-1])), "-:1: the game is not over"),
        (write_record(replace(GAME, actions=("0 draw gold-1", *GAME.actions))), "-:1: illegal.wrong_phase"),
    ],
)
@pytest.mark.usefixtures("english")
def test_what_cannot_be_reviewed_is_named(record: str, fault: str) -> None:
    """One line on standard error, and exit status 2."""
    result = run("-", stdin=record)
    assert (result.exit_code, result.stdout) == (2, "")
    assert fault in result.stderr
