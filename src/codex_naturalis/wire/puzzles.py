"""Messages of the puzzle API."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.catalogue import CardId, Symbol
from codex_naturalis.judgements.puzzles import Kind
from codex_naturalis.rules import Action
from codex_naturalis.views import View

__all__ = ["NewAnswer", "PuzzleHint", "PuzzleInfo", "PuzzleResponse", "Puzzles", "Streak"]


class Streak(Struct, frozen=True):
    """Consecutive days of participation."""

    days: int
    """Days of participation in the current streak; 0 if it has ended."""

    longest: int
    spare: bool
    """Whether the next missed day is forgiven."""


class PuzzleInfo(Struct, frozen=True):
    """Puzzle, as listed."""

    id: str
    """Stable when the collection grows."""

    number: int
    kind: Kind
    objective: CardId | None
    """Objective to fulfil, if that is the question."""

    level: Annotated[int, Meta(ge=1, le=5)]
    """Difficulty, 1 to 5: higher if fewer of the levels play the answer."""

    seats: int
    turns: Annotated[int, Meta(ge=1, le=2)]
    """Number of actions in an answer: 2 if it also names the card to draw."""

    retired: bool
    """Whether it is no longer listed, because only a single turn answers the question at all; it keeps its number."""

    codex: tuple[tuple[int, int, Symbol | None], ...]
    """Picture for lists: cell (x, y) and kingdom of each card in the solver's codex, in the order of placing; None for
    the starter card. The position itself tells no less."""


class Puzzles(Struct, frozen=True):
    """List of puzzles, and the daily one."""

    today: str
    """Today's date in UTC, as 2026-03-04."""

    daily: int
    puzzles: tuple[PuzzleInfo, ...]
    streak: Streak | None = None
    """Streak of days on which the caller's account has solved the daily one; None for guests, for whom none is kept."""


class PuzzleResponse(Struct, frozen=True):
    """Puzzle with its position, as the seat to act sees it, and its question."""

    info: PuzzleInfo
    view: View


class PuzzleHint(Struct, frozen=True):
    """Hint: a part of the solution."""

    card: CardId
    """Card to place."""


class NewAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Answer: a placement, and the card to draw where that matters."""

    turn: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]
    counted: bool = True
    """Whether the answer counts for the streak; False if the solution was shown before."""
