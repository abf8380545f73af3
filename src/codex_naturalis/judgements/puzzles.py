"""Values of puzzles: what is asked, and what is said about an answer."""

from enum import StrEnum

from msgspec import Struct

from codex_naturalis.catalogue import CardId
from codex_naturalis.record import Record
from codex_naturalis.rules import CardPlaced, Seat

from .teacher import Turn

__all__ = ["Answered", "Explained", "Gain", "Kind", "Outcome", "Puzzle", "PuzzleQuestion"]


class Kind(StrEnum):
    """Kind of question."""

    POINTS = "points"
    """Most points on the track with this placement."""

    OBJECTIVE = "objective"
    """Fulfil an objective once more with this placement, and with most points on the track."""

    TURNS = "turns"
    """Most points in this turn and the next, objectives included, whatever is hidden."""

    WIN = "win"
    """End with more points than the opponent, whatever is hidden."""


class PuzzleQuestion(Struct, frozen=True):
    """Question asked at a moment of a game."""

    kind: Kind
    objective: CardId | None = None
    """Objective to fulfil, if one is."""


class Outcome(Struct, frozen=True, order=True):
    """Guaranteed gain of a turn. More is better."""

    fulfilled: bool
    """True if it does what is asked for, however well; always so where points are compared."""

    points: int
    """Points on the track; for two turns with those of the objectives; to win, the total in the end."""


class Puzzle(Struct, frozen=True):
    """Moment of a game, what is asked there, and the one answer."""

    id: str
    """Identifier: the same as long as moment and question are."""

    number: int
    """Place in the collection, counted from 1."""

    question: PuzzleQuestion
    level: int
    """Difficulty, from 1 to 5: how few of our levels play the answer (`solving.grade_of`)."""

    record: Record
    """Record of the game up to that moment."""

    seat: Seat
    """Seat that solves it: the one to place a card then."""

    answer: Turn
    solvers: tuple[str, ...] = ()
    """Levels that play the answer, by their bots' names, weakest first."""

    retired: bool = False
    """True if it is listed no more, because nothing has to be compared for its answer (`Solved.dull`)."""


class Gain(Struct, frozen=True):
    """Change in the points of one objective by the answer."""

    objective: CardId
    copies: int
    points: int


class Answered(Struct, frozen=True):
    """Reply to an answer."""

    right: bool
    outcome: Outcome
    best: Outcome
    """Outcome of the right answer."""

    rival: int | None
    """Most points that the opponent can have in the end after this answer, where that matters."""


class Explained(Struct, frozen=True):
    """Explanation of the right answer."""

    answer: Turn
    seat: Seat
    placed: tuple[CardPlaced, ...]
    """Events of the placements, in their order; the second one is that of the next turn, if it counts."""

    gains: tuple[Gain, ...]
    """Changes in the objectives after them, where that counts."""

    outcome: Outcome
    second: Outcome | None
    """Outcome of the next best turn; None if no other one does what is asked for."""

    rival: int | None
