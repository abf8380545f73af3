"""Teacher's worker process (`scheduling.worker_main`).

For a hint it receives only a `View`, for a review the record of a finished game.
"""

from collections.abc import Callable

import msgspec

from codex_naturalis.analysis import Compared, Hint, Review, Turn, compare, hint, review
from codex_naturalis.record import read_record
from codex_naturalis.views import View

from ..scheduling.worker_main import answer_questions

__all__ = ["AskHint", "AskReview", "AskTry", "TeacherAnswer", "TeacherQuestion"]


class AskHint(msgspec.Struct, frozen=True, tag="hint"):
    """Question: the best turns in a view."""

    view: View
    seed: str


class AskReview(msgspec.Struct, frozen=True, tag="review"):
    """Question: the review of a finished game's record."""

    record: str
    seed: str


class AskTry(msgspec.Struct, frozen=True, tag="try"):
    """Question: how does a turn compare with the best? The seed is the review's, so that both give the same answer."""

    view: View
    seed: str
    version: int
    turn: Turn


TeacherQuestion = AskHint | AskReview | AskTry


TeacherAnswer = Hint | Review | Compared
"""Answers to a hint, a review and a try, in this order."""


def answer(question: TeacherQuestion, on_progress: Callable[[float], None]) -> TeacherAnswer:
    """Compute the answer; raise the fault of the question."""
    match question:
        case AskHint():
            return hint(question.view, question.seed, tell=on_progress)
        case AskReview():
            return review(read_record(question.record), question.seed, tell=on_progress)
        case AskTry():
            return compare(question.view, question.turn, question.seed, question.version)


def main() -> None:
    """Answer questions until the end of input."""
    answer_questions(TeacherQuestion, answer)


if __name__ == "__main__":
    main()
