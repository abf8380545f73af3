"""`python -m tools.puzzles find`, `choose`, `grade`: the three steps to the puzzles of the package."""

import argparse
import gzip
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from codex_naturalis.analysis.puzzles import Puzzle, grade_of, line_of, puzzles, solve, view_of_puzzle
from codex_naturalis.record import action_text

from .choosing import choose
from .finding import found_in, search
from .grading import GRADING, solves

FILE = Path(__file__).resolve().parents[2] / "src/codex_naturalis/analysis/puzzles/puzzles.jsonl.gz"


def _find(given: argparse.Namespace) -> None:
    """Search games for puzzles, or resume a search."""
    number = 0
    for searched in search(given.seed, given.found):
        number += len(searched.found)
        if searched.game % 100 == 99:  # noqa: PLR2004 - now and then
            print(f"{searched.stream} {searched.game + 1}: {number} found", file=sys.stderr, flush=True)


def _choose(given: argparse.Namespace) -> None:
    """Append chosen puzzles to those of the package, which keep their numbers."""
    lines = gzip.decompress(FILE.read_bytes()).decode().splitlines()
    lines += [one.line for one in choose(found_in(given.found), given.seed)]
    _write(dict.fromkeys(lines))


def _grade(_: argparse.Namespace) -> None:
    """Write the levels that solve each puzzle, and retire puzzles."""
    _write(_graded())


def _write(lines: Iterable[str]) -> None:
    """Write the package's file, the same bytes for the same puzzles."""
    FILE.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))


def _graded() -> Iterator[str]:
    for puzzle in puzzles():
        solved = solve(view_of_puzzle(puzzle.number), puzzle.question)
        assert solved is not None, puzzle.number
        by = tuple(bot for bot in GRADING if solves(bot, puzzle))
        answer = tuple(action_text(view_of_puzzle(puzzle.number).viewer or 0, action) for action in puzzle.answer)
        level = grade_of(puzzle.question.kind, solved, len(by))
        yield line_of(puzzle.question, level, puzzle.record, answer, by, retired=solved.dull)
        _print_progress(puzzle, by)


def _print_progress(puzzle: Puzzle, by: tuple[str, ...]) -> None:
    if puzzle.number % 50 == 0:
        print(f"{puzzle.number}: {len(by)} solve it", file=sys.stderr, flush=True)


def main() -> None:
    """Take one step."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    steps = parser.add_subparsers(required=True)
    commands = {
        "find": (_find, "search games of bots for puzzles; goes on where it was stopped"),
        "choose": (_choose, "choose among those found, and append them to the package's file"),
        "grade": (_grade, "write into the package's file which levels solve each puzzle, and which are retired"),
    }
    for name, (step, text) in commands.items():
        asked = steps.add_parser(name, help=text)
        asked.add_argument("--seed", default="puzzles 2")
        asked.add_argument("--found", type=Path, default=Path("found-puzzles.jsonl"), help="file of what was found")
        asked.set_defaults(step=step)
    given = parser.parse_args()
    given.step(given)


if __name__ == "__main__":
    main()
