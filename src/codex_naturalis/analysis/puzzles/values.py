"""What a puzzle is, and what is said about it, as values."""

from enum import StrEnum

from msgspec import Struct

from codex_naturalis.catalogue import CardId
from codex_naturalis.record import Record
from codex_naturalis.rules import CardPlaced, Seat

from ..values import Turn

__all__ = ["Answered", "Explained", "Gain", "Kind", "Outcome", "Puzzle", "Question"]


class Kind(StrEnum):
    """What is asked for."""

    POINTS = "points"
    """Most points on the track with this placement."""

    OBJECTIVE = "objective"
    """Fulfil an objective once more with this placement, and with most points on the track."""

    TURNS = "turns"
    """Most points in this turn and the next, objectives included, whatever is hidden."""

    WIN = "win"
    """End with more points than the opponent, whatever is hidden."""


class Question(Struct, frozen=True):
    """What is asked at a moment of a game."""

    kind: Kind
    objective: CardId | None = None
    """Which one, if one is to be fulfilled."""


class Outcome(Struct, frozen=True, order=True):
    """What a turn brings for sure. More is better."""

    fulfilled: bool
    """Whether it does what is asked for, however well: anything does where points are compared."""

    points: int
    """Points on the track; for two turns with those of the objectives; to win, the total in the end."""


class Puzzle(Struct, frozen=True):
    """A moment of a game, what is asked there, and the one answer."""

    id: str
    """The same as long as moment and question are."""

    number: int
    """Its place in the collection, counted from 1."""

    question: Question
    level: int
    """How hard it is, from 1 to 5."""

    record: Record
    """The game up to that moment."""

    answer: Turn


class Gain(Struct, frozen=True):
    """What one objective gives more, or less, after the answer."""

    objective: CardId
    copies: int
    points: int


class Answered(Struct, frozen=True):
    """What is said to an answer."""

    right: bool
    outcome: Outcome
    best: Outcome
    """What the right answer brings."""

    rival: int | None
    """The most that the opponent can have in the end after this answer, where that matters."""


class Explained(Struct, frozen=True):
    """Why the answer is the right one."""

    answer: Turn
    seat: Seat
    placed: tuple[CardPlaced, ...]
    """What the rules say to the placements, in their order; the second one is that of the next turn, if it counts."""

    gains: tuple[Gain, ...]
    """What the objectives give more or less after them, where that counts."""

    outcome: Outcome
    second: Outcome | None
    """What the next best turn brings; None if no other one does what is asked for."""

    rival: int | None
