"""Card catalogue: what is printed on the cards, facts only, no rules.

Names are loaded on first use: types of cards bring msgspec, which takes most of the time of a first import.
"""

from typing import TYPE_CHECKING, Final

from codex_naturalis.lazy_names import load_lazily as _load_lazily

if TYPE_CHECKING:
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

_HOMES: Final = {
    **dict.fromkeys(__all__, "cards"),
    **dict.fromkeys(("LETTERS", "Catalogue", "catalogue"), "loader"),
    **dict.fromkeys(("KINGDOMS", "OBJECTS", "SYMBOLS", "Corner", "Symbol"), "symbols"),
}
"""The module of each name."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = _load_lazily(__name__, _HOMES)
