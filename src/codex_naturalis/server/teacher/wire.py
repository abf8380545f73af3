"""The words of the teacher over HTTP: hints while one plays, reviews and exercises when a game is over."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from codex_naturalis.analysis import Advice, Compared, Review, Turn
from codex_naturalis.rules import Action, Seat
from codex_naturalis.views import View

__all__ = ["Exercise", "HintTold", "NewRecordTry", "NewTry", "ReviewTold", "Thinking", "Tried"]

Thinking = Literal["none", "preparing", "thinking", "ready"]
"""How far the teacher is: nobody has asked, this machine gets ready first (once), under way, or done."""

Fraction = Annotated[float, Meta(ge=0, le=1)]


class HintTold(Struct, frozen=True):
    """Advice for a seat that is to act, or how far it is: then ask again."""

    state: Thinking
    part: Fraction
    """Of what is under way, how much is done."""

    version: int
    """The moment it is for."""

    turns: tuple[Advice, ...]
    """Up to three, the best first; empty until the state is `ready`."""


class ReviewTold(Struct, frozen=True):
    """The review of a finished game, or how far it is: then ask again."""

    state: Thinking
    part: Fraction
    review: Review | None
    """None until the state is `ready`."""


class Exercise(Struct, frozen=True):
    """A moment of a finished game as the seat saw it that was to act, with all that it could do."""

    version: int
    seat: Seat
    view: View


class NewTry(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn to try at a moment of a finished game."""

    version: Annotated[int, Meta(ge=0)]
    turn: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]


class NewRecordTry(Struct, frozen=True, forbid_unknown_fields=True):
    """The same in the game of a record that comes along."""

    record: str
    """Of a finished game, as it is exported."""

    version: Annotated[int, Meta(ge=0)]
    turn: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]


class Tried(Struct, frozen=True):
    """How the turn compares with the best one found, and what was played in the game."""

    compared: Compared
    played: Turn
