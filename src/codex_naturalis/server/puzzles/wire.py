"""The words of the puzzles over HTTP."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.analysis.puzzles import Kind
from codex_naturalis.catalogue import CardId
from codex_naturalis.rules import Action
from codex_naturalis.views import View

__all__ = ["NewAnswer", "PuzzleHint", "PuzzleInfo", "PuzzleTold", "Puzzles"]


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in the list."""

    id: str
    """Stays the same when the collection grows."""

    number: int
    kind: Kind
    objective: CardId | None
    """Which objective is to be fulfilled, if that is the question."""

    level: Annotated[int, Meta(ge=1, le=5)]
    """How hard it is."""

    seats: int
    turns: Annotated[int, Meta(ge=1, le=2)]
    """How many actions an answer has: with two, it names the card to take, too."""


class Puzzles(Struct, frozen=True):
    """All puzzles, and which one belongs to today."""

    today: str
    """The day that it is in Greenwich, as 2026-03-04."""

    daily: int
    puzzles: tuple[PuzzleInfo, ...]


class PuzzleTold(Struct, frozen=True):
    """One puzzle: the moment as the seat sees it that is to act, and what is asked."""

    info: PuzzleInfo
    view: View


class PuzzleHint(Struct, frozen=True):
    """A part of the answer."""

    card: CardId
    """What is to be laid."""


class NewAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: a placement, and where it matters the card to take."""

    turn: Annotated[tuple[Action, ...], Meta(min_length=1, max_length=2)]
