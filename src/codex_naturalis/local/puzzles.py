"""Packaged puzzles: their positions, and the judgement of answers. Only a View is published, never the deal."""

from functools import cache

from codex_naturalis.analysis.puzzles import (
    Answered,
    Explained,
    IncompleteError,
    Puzzle,
    current_puzzles,
    explain,
    judge,
    laid_in,
    puzzles,
    view_of_puzzle,
)
from codex_naturalis.rules import IllegalAction, Place
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.puzzles import NewAnswer, PuzzleHint, PuzzleInfo, PuzzleResponse

__all__ = ["explain_puzzle", "hint_at", "judge_answer", "list_puzzles", "show_puzzle"]


def _puzzle(number: int) -> Puzzle:
    if not 1 <= number <= len(puzzles()):
        raise ProblemError(Code.PUZZLE_UNKNOWN, count=len(puzzles()))
    return puzzles()[number - 1]


def _info(puzzle: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(
        puzzle.id,
        puzzle.number,
        puzzle.question.kind,
        puzzle.question.objective,
        puzzle.level,
        puzzle.record.options.seats,
        len(puzzle.answer),
        puzzle.retired,
        tuple((*cell, kingdom) for cell, kingdom in laid_in(puzzle)),
    )


@cache
def list_puzzles() -> tuple[PuzzleInfo, ...]:
    """Return the puzzles, without retired ones."""
    return tuple(_info(puzzle) for puzzle in current_puzzles())


def show_puzzle(number: int) -> PuzzleResponse:
    """Return a puzzle's position, as the View of the seat to act; raise a `ProblemError` if there is no such puzzle."""
    puzzle = _puzzle(number)
    return PuzzleResponse(_info(puzzle), view_of_puzzle(puzzle.number))


def hint_at(number: int) -> PuzzleHint:
    """Return the card that the solution places."""
    place = _puzzle(number).answer[0]
    assert isinstance(place, Place)
    return PuzzleHint(place.card)


def judge_answer(number: int, given: NewAnswer) -> Answered:
    """Return whether an answer is right, and its score; raise a `ProblemError` if it is illegal."""
    try:
        return judge(_puzzle(number), given.turn)
    except (IllegalAction, IncompleteError) as error:
        reason = error.reason.value if isinstance(error, IllegalAction) else ""
        raise ProblemError(Code.EXERCISE_ILLEGAL, reason=reason) from None


@cache
def explain_puzzle(number: int) -> Explained:
    """Return the solution, its explanation by the rules, and the score of the runner-up. It takes a moment."""
    return explain(_puzzle(number))
