"""`codex-naturalis puzzle`: shown, answered, explained."""

import json
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner, Result

from codex_naturalis.analysis.puzzles import Kind, Puzzle, current_puzzles, daily_number, puzzles, view_of_puzzle
from codex_naturalis.cli import codex_naturalis
from codex_naturalis.record import action_text

OF_EACH = [next(puzzle for puzzle in puzzles() if puzzle.question.kind is kind) for kind in Kind]
NAMES = [puzzle.question.kind.value for puzzle in OF_EACH]


def run(*arguments: str | int) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(codex_naturalis, ["puzzle", *map(str, arguments)])


def answer_to(puzzle: Puzzle) -> list[str]:
    """Return the right answer as it is written, without the seat."""
    return [action_text(0, action).partition(" ")[2] for action in puzzle.answer]


@pytest.mark.parametrize("puzzle", OF_EACH, ids=NAMES)
@pytest.mark.usefixtures("english")
def test_a_puzzle_is_shown_answered_and_explained(puzzle: Puzzle) -> None:
    """All that is to be seen is there; the right answer is right; the explanation begins with it."""
    result = run(puzzle.number)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Puzzle {puzzle.number}, level {puzzle.level}")
    assert result.stdout.count("in hand: ") == 3
    right = run(puzzle.number, *answer_to(puzzle))
    assert (right.exit_code, right.stdout[:6]) == (0, "right:")
    why = run(puzzle.number, "--solution")
    assert (why.exit_code, why.stdout.splitlines()[0]) == (0, ", ".join(answer_to(puzzle)))
    assert run(puzzle.number, "--hint").stdout == f"lay card {answer_to(puzzle)[0].split()[1]}\n"


@pytest.mark.parametrize("puzzle", OF_EACH, ids=NAMES)
def test_programs_get_objects(puzzle: Puzzle) -> None:
    """The view, the verdict and the reasons; nothing of the deal."""
    printed = json.loads(run(puzzle.number, "--json").stdout)
    assert (printed["number"], printed["kind"], printed["actions"]) == (
        puzzle.number,
        puzzle.question.kind,
        len(puzzle.answer),
    )
    assert printed["view"]["viewer"] == view_of_puzzle(puzzle.number).viewer
    assert "deal" not in json.dumps(printed)
    judged = json.loads(run(puzzle.number, *answer_to(puzzle), "--json").stdout)
    assert judged["right"]
    assert judged["outcome"] == judged["best"]
    assert json.loads(run(puzzle.number, "--solution", "--json").stdout)["answer"] == answer_to(puzzle)


@pytest.mark.usefixtures("english")
def test_a_wrong_answer_is_told_what_it_brings() -> None:
    """It ends with 1, and the right one is not named."""
    puzzle = OF_EACH[0]
    place = next(action for action in view_of_puzzle(puzzle.number).legal if (action,) != puzzle.answer)
    result = run(puzzle.number, action_text(view_of_puzzle(puzzle.number).viewer or 0, place))
    assert result.exit_code == 1
    assert result.stdout.startswith("wrong: ")
    assert answer_to(puzzle)[0] not in result.stdout


def test_without_a_number_it_is_the_puzzle_of_the_day() -> None:
    """The same as the one that the web shows."""
    number = daily_number(datetime.now(UTC).date())
    assert f"Puzzle {number}, " in run().stdout
    assert run().stdout == run("daily").stdout == run(number).stdout


def test_the_list_has_them_all() -> None:
    """One line each, or one object."""
    assert len(run("list").stdout.splitlines()) == len(current_puzzles())
    listed = [json.loads(line) for line in run("list", "--json").stdout.splitlines()]
    assert [one["id"] for one in listed] == [puzzle.id for puzzle in current_puzzles()]


@pytest.mark.parametrize(
    "arguments",
    [("0",), ("9999",), ("today",), ("1", "place 1 front 40,40"), ("1", "draw gold-1"), ("1", "jump")],
)
def test_what_is_no_puzzle_and_no_answer_ends_with_2(arguments: tuple[str, ...]) -> None:
    """One line says what is wrong."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.stderr
