"""Card types, as frozen values; see `loader` for where their facts come from."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from .symbols import SYMBOLS, Corner, Symbol

__all__ = [
    "Back",
    "CardId",
    "Counts",
    "Deck",
    "Face",
    "GoldCard",
    "Objective",
    "PatternCell",
    "PatternObjective",
    "PlayableCard",
    "PointsPer",
    "ResourceCard",
    "Side",
    "StarterCard",
    "SymbolObjective",
    "count",
]

CardId = int
"""Number of a card: 1-40 resource, 41-80 gold, 81-86 starter, 87-102 objective cards."""

Counts = tuple[int, int, int, int, int, int, int]
"""Number of each symbol, in the order of `Symbol`."""


class Side(StrEnum):
    """The two sides of a card; for starters, as the rulebook labels them."""

    FRONT = "front"
    BACK = "back"


class Deck(StrEnum):
    """The two decks that players draw from."""

    RESOURCE = "resource"
    GOLD = "gold"


class PointsPer(StrEnum):
    """Multiplier of a gold card: what it counts when it scores."""

    QUILL = "quill"
    INKWELL = "inkwell"
    MANUSCRIPT = "manuscript"
    CORNER = "corner"


class Back(Struct, frozen=True, gc=False):
    """Back of a resource or gold card, which is public."""

    deck: Deck
    kingdom: Symbol


def count(symbols: tuple[Symbol, ...]) -> Counts:
    """Return how often each symbol occurs in `symbols`."""
    return tuple(symbols.count(symbol) for symbol in SYMBOLS)  # type: ignore[return-value]  # seven by construction


class Face(Struct, frozen=True):
    """Side of a card that can lie in a codex."""

    corners: tuple[Corner, Corner, Corner, Corner]
    """Corners: top-left, top-right, bottom-left, bottom-right."""

    centre: tuple[Symbol, ...] = ()
    """Permanent symbols, never covered; for starters from top to bottom as drawn."""

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Return every symbol on this face, centre first."""
        return self.centre + tuple(corner.symbol for corner in self.corners if corner.symbol)


class _TwoSided(Struct, frozen=True):
    id: CardId
    front: Face
    back: Face

    def face(self, side: Side) -> Face:
        """Return the face that `side` shows."""
        return self.front if side == Side.FRONT else self.back


class ResourceCard(_TwoSided, frozen=True, tag_field="type", tag="resource"):
    """One of the forty cards of the resource deck."""

    kingdom: Symbol
    points: Literal[0, 1] = 0


class GoldCard(_TwoSided, frozen=True, tag_field="type", tag="gold"):
    """One of the forty cards of the gold deck: its front must be paid with visible symbols."""

    kingdom: Symbol
    points: int
    cost: Counts
    """Symbols that must be visible before the front is laid; they are not spent."""

    per: PointsPer | None = None
    """Multiplier of `points`; None for flat points."""


class StarterCard(_TwoSided, frozen=True, tag_field="type", tag="starter"):
    """One of the six cards a codex begins with; it belongs to no kingdom (ruling R22)."""


PlayableCard = ResourceCard | GoldCard


class PatternCell(Struct, frozen=True, gc=False):
    """One card of a pattern, relative to the middle one."""

    kingdom: Symbol
    dx: int
    dy: int


class PatternObjective(Struct, frozen=True, tag_field="type", tag="pattern"):
    """Scores for each copy of three cards lying as shown: no rotation, no mirroring."""

    id: CardId
    points: int
    pattern: tuple[PatternCell, PatternCell, PatternCell]
    """From top to bottom as drawn."""


class SymbolObjective(Struct, frozen=True, tag_field="type", tag="symbols"):
    """Scores for each complete set of visible symbols."""

    id: CardId
    points: int
    symbols: Counts
    """One set."""


Objective = PatternObjective | SymbolObjective
