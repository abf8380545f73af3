"""Messages of the teacher API: hints during play, reviews and exercises after it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from codex_naturalis.judgements.teacher import Advice, Compared, Review, Turn
from codex_naturalis.rules import Action, Seat
from codex_naturalis.views import View

__all__ = ["Exercise", "HintResponse", "NewRecordTry", "NewTry", "ReviewResponse", "Thinking", "Tried"]

Thinking = Literal["none", "preparing", "thinking", "ready"]
"""State of a computation: not requested, waiting for this machine to compile its kernel (once), under way, or done."""

Fraction = Annotated[float, Meta(ge=0, le=1)]


class HintResponse(Struct, frozen=True):
    """Hint for the seat to act, or its progress: then ask again."""

    state: Thinking
    part: Fraction
    """Progress of the computation, 0 to 1."""

    version: int
    """Version of the game that the hint is for."""

    turns: tuple[Advice, ...]
    """Up to three, or up to five equally good ones, best first; empty until the state is `ready`."""


class ReviewResponse(Struct, frozen=True):
    """Review of a finished game, or its progress: then ask again."""

    state: Thinking
    part: Fraction
    review: Review | None
    """None until the state is `ready`."""


class Exercise(Struct, frozen=True):
    """Position of a finished game as the acting seat saw it, with its legal actions."""

    version: int
    seat: Seat
    view: View


class NewTry(Struct, frozen=True, forbid_unknown_fields=True):
    """Turn to try in a position of a finished game."""

    version: Annotated[int, Meta(ge=0)]
    turn: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]


class NewRecordTry(Struct, frozen=True, forbid_unknown_fields=True):
    """Turn to try in a position of an uploaded record."""

    record: str
    """Record of a finished game, as exported."""

    version: Annotated[int, Meta(ge=0)]
    turn: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]


class Tried(Struct, frozen=True):
    """Comparison of a turn with the best one found, and the turn that was played in the game."""

    compared: Compared
    played: Turn
