"""A process that thinks for the teacher: one question a line on standard input, its answers on standard output.

Before the answer it may say several times how far it is. For a hint it gets a `View` and nothing else, for a review a
game that is over. It ends when its input ends.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import BinaryIO, Final

import msgspec

from codex_naturalis.analysis import Compared, Hint, Review, Turn, Unfinished, compare, hint, review
from codex_naturalis.record import read_record
from codex_naturalis.rules import IllegalAction
from codex_naturalis.views import View

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

_PATIENT: Final = 10
"""How far reviews stand back behind everything else on the machine."""


class AskHint(msgspec.Struct, frozen=True, tag="hint"):
    """Ask what whoever sees this should do."""

    view: View
    seed: str


class AskReview(msgspec.Struct, frozen=True, tag="review"):
    """Ask how a game was, a record that is over."""

    record: str
    seed: str


class AskTry(msgspec.Struct, frozen=True, tag="try"):
    """Ask how a turn compares. The seed is a review's, so that the answer is what the review would say."""

    view: View
    seed: str
    version: int
    turn: Turn


TeacherQuestion = AskHint | AskReview | AskTry


class Progress(msgspec.Struct, frozen=True, tag="part"):
    """How much is done, 0 to 1."""

    part: float


class Hinted(msgspec.Struct, frozen=True, tag="hinted"):
    """A hint."""

    hint: Hint


class ReviewReply(msgspec.Struct, frozen=True, tag="reviewed"):
    """A review."""

    review: Review


class Comparison(msgspec.Struct, frozen=True, tag="comparison"):
    """A turn beside the best one."""

    compared: Compared


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """What went wrong."""

    fault: str


TeacherReply = Progress | Hinted | ReviewReply | Comparison | Failed


def answer(question: TeacherQuestion, tell: Callable[[Progress], None]) -> TeacherReply:
    """Think; whoever asks for what cannot be done is told so, and the worker lives on."""
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
    except (Unfinished, IllegalAction, ValueError) as error:
        return Failed(repr(error))


def main() -> None:
    """Answer until there are no more questions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if "--patient" in sys.argv and hasattr(os, "nice"):
        os.nice(_PATIENT)
    decoder: msgspec.json.Decoder[TeacherQuestion] = msgspec.json.Decoder(TeacherQuestion)
    with _private_output() as output:

        def tell(reply: TeacherReply) -> None:
            output.write(msgspec.json.encode(reply) + b"\n")
            output.flush()

        for line in sys.stdin.buffer:
            tell(answer(decoder.decode(line), tell))


def _private_output() -> BinaryIO:
    """Keep standard output for answers: whatever else is printed goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output


if __name__ == "__main__":
    main()
