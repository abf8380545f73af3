"""`codex-naturalis analyse`, and the other commands that take the code of a position."""

import json

import pytest
from click.testing import CliRunner, Result

from codex_naturalis import GameState, from_code
from codex_naturalis.cli import codex_naturalis
from codex_naturalis.play import Game
from codex_naturalis.record import read_record
from codex_naturalis.rules import Phase
from codex_naturalis.views import View, view_of
from tests.analysis.positions import moment


@pytest.fixture(scope="module")
def state() -> GameState:
    """Return a position in which a card is to be laid."""
    return moment(2, Phase.PLACE, rounds=3)[0]


def run(*arguments: str, code: int = 0) -> Result:
    """Run the command line in this process."""
    result = CliRunner().invoke(codex_naturalis, arguments)
    assert result.exit_code == code, result.output
    return result


def test_a_position_is_shown_with_what_can_be_done(state: GameState) -> None:
    """Each face with its cells, what each gives, and the teacher's turns; the same from either kind of code."""
    view = view_of(state, state.turn, detailed=True)
    output = run("analyse", view.code()).stdout
    assert output.startswith(str(view))
    assert output.count("gains") == len(view.previews)
    assert "What the teacher would do" in output
    assert "of 100; " in output
    assert run("analyse", state.code()).stdout == output
    assert "of 100; " not in run("analyse", view.code(), "--quick").stdout


def test_it_is_one_object_for_programs(state: GameState) -> None:
    """The view is the detailed one, and says nothing that its player does not know."""
    code = view_of(state, state.turn).code()
    printed = json.loads(run("analyse", state.code(), "--json").stdout)
    assert printed["view"] == json.loads(run("analyse", code, "--json").stdout)["view"]
    assert len(printed["view"]["previews"]) > 0
    assert printed["turns"][0]["worth"]["merit"] >= printed["turns"][-1]["worth"]["merit"]


def test_whoever_is_not_to_act_only_looks(state: GameState) -> None:
    """Another seat and a spectator see the position, without advice."""
    for code in (view_of(state, 1 - state.turn).code(), view_of(state, None).code()):
        assert "Legal" not in run("analyse", code).stdout
    assert "Legal" not in run("analyse", state.code(), "--seat", str(1 - state.turn)).stdout


def test_what_is_no_code_is_told_with_its_place(state: GameState) -> None:
    """Exit code 2, and one sentence."""
    assert "this is no code of a position, from character 1 on (expected" in run("analyse", "x", code=2).stderr
    assert "expected a seat from 0 to 1" in run("analyse", state.code(), "--seat", "2", code=2).stderr
    assert "not everything" in run("perft", "--depth", "1", "--code", view_of(state, 0).code(), code=2).stderr
    assert "give one of these" in run("perft", "--depth", "1", code=2).stderr


def test_a_position_is_counted_from_and_its_deal_is_taken(state: GameState) -> None:
    """`perft` and `new` go on from what a code says."""
    legal = len(view_of(state, state.turn).legal)
    assert run("perft", "--depth", "1", "--code", state.code()).stdout == f"{legal}\n"
    record = read_record(run("new", "--code", state.code()).stdout)
    assert Game.from_record(record).deal == state.deal
    assert isinstance(from_code(view_of(state, 0).code()), View)
