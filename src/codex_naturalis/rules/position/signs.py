"""Signs of position codes: letters of cards, cells and phases, for the writer and the reader."""

from string import ascii_letters, ascii_uppercase, digits
from typing import Final

from codex_naturalis.catalogue import KINGDOMS, LETTERS, Back, Deck, Side, catalogue

__all__ = [
    "ALL",
    "BACKS",
    "CARDS",
    "CELLS",
    "FACE_LETTERS",
    "FIRST_CARD",
    "FIRST_OBJECTIVE",
    "FIRST_STARTER",
    "KINGDOM_LETTERS",
    "OBJECTIVES",
    "PHASES",
    "SPECTATOR",
    "VERSION",
]

VERSION: Final = "1"
ALL: Final = "a"
"""Viewer of everything: the code of a state."""

SPECTATOR: Final = "w"
PHASES: Final = {"side": "s", "objective": "o", "place": "p", "draw": "d", "over": "e"}
CARDS: Final = ascii_letters[26:] + ascii_letters[:26]
"""Letter of a card among the forty of its deck, by the number printed on it."""

CELLS: Final = CARDS + digits
"""Sign of an open cell, by its place in the order of x, then y; `~` stands for 62 more."""

OBJECTIVES: Final = ascii_uppercase[:16]
KINGDOM_LETTERS: Final = {kingdom: letter for letter, kingdom in LETTERS.items() if kingdom in KINGDOMS}
FACE_LETTERS: Final = {
    (Deck.RESOURCE, Side.FRONT): "r",
    (Deck.RESOURCE, Side.BACK): "s",
    (Deck.GOLD, Side.FRONT): "g",
    (Deck.GOLD, Side.BACK): "h",
}
"""Letter of a card's deck and the side it shows; a capital if it once lay face up in the market."""

BACKS: Final = [Back(deck, kingdom) for deck in Deck for kingdom in KINGDOMS]
"""Backs of cards, each at the digit that stands for it."""

FIRST_CARD: Final = {Deck.RESOURCE: min(catalogue().resource), Deck.GOLD: min(catalogue().gold)}
FIRST_STARTER: Final = min(catalogue().starter)
FIRST_OBJECTIVE: Final = min(catalogue().objective)
