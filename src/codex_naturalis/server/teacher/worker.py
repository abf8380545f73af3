"""Teacher's worker process: one question per line on standard input, its replies on standard output (JSON lines).

Progress reports may come before the reply. For a hint it receives a `View` and nothing else, for a review the record of
a finished game. It ends at the end of its input.
"""

from collections.abc import Callable

import msgspec

from codex_naturalis.analysis import Compared, Hint, Review, Turn, UnfinishedError, compare, hint, review
from codex_naturalis.record import read_record
from codex_naturalis.rules import IllegalAction
from codex_naturalis.views import View

from ..scheduling.worker_main import answer_questions

__all__ = [
    "AskHint",
    "AskReview",
    "AskTry",
    "Comparison",
    "Failed",
    "Hinted",
    "Progress",
    "ReviewReply",
    "TeacherQuestion",
    "TeacherReply",
]


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


class Progress(msgspec.Struct, frozen=True, tag="part"):
    """Progress of the question, 0 to 1."""

    part: float


class Hinted(msgspec.Struct, frozen=True, tag="hinted"):
    """Reply to `AskHint`."""

    hint: Hint


class ReviewReply(msgspec.Struct, frozen=True, tag="reviewed"):
    """Reply to `AskReview`."""

    review: Review


class Comparison(msgspec.Struct, frozen=True, tag="comparison"):
    """Reply to `AskTry`."""

    compared: Compared


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Reply to a question that cannot be answered."""

    fault: str


TeacherReply = Progress | Hinted | ReviewReply | Comparison | Failed


def answer(question: TeacherQuestion, tell: Callable[[Progress], None]) -> TeacherReply:
    """Compute the reply; invalid questions get `Failed`, and the worker lives on."""
    try:
        match question:
            case AskHint():
                return Hinted(hint(question.view, question.seed, tell=lambda part: tell(Progress(part))))
            case AskReview():
                return ReviewReply(
                    review(read_record(question.record), question.seed, tell=lambda part: tell(Progress(part)))
                )
            case AskTry():
                return Comparison(compare(question.view, question.turn, question.seed, question.version))
    except (UnfinishedError, IllegalAction, ValueError) as error:
        return Failed(repr(error))


def main() -> None:
    """Answer questions until the end of input."""
    decoder: msgspec.json.Decoder[TeacherQuestion] = msgspec.json.Decoder(TeacherQuestion)
    answer_questions(lambda question, tell: tell(answer(decoder.decode(question), tell)))


if __name__ == "__main__":
    main()
