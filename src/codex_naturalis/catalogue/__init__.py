"""Card catalogue: what is printed on the cards, facts only, no rules."""

from .cards import (
    Back,
    CardId,
    Counts,
    Deck,
    Face,
    GoldCard,
    Objective,
    PatternCell,
    PatternObjective,
    PlayableCard,
    PointsPer,
    ResourceCard,
    Side,
    StarterCard,
    SymbolObjective,
)
from .loader import LETTERS, Catalogue, catalogue
from .symbols import KINGDOMS, OBJECTS, SYMBOLS, Corner, Symbol

__all__ = [
    "KINGDOMS",
    "LETTERS",
    "OBJECTS",
    "SYMBOLS",
    "Back",
    "CardId",
    "Catalogue",
    "Corner",
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
    "Symbol",
    "SymbolObjective",
    "catalogue",
]
