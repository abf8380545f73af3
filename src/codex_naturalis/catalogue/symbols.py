"""Symbols and corners: what a corner or a centre may show."""

from enum import StrEnum
from typing import Final

__all__ = ["KINGDOMS", "OBJECTS", "SYMBOLS", "Corner", "Symbol"]


class Symbol(StrEnum):
    """A kingdom's resource or an object; every count in the project follows the order given here."""

    FUNGI = "fungi"
    PLANT = "plant"
    ANIMAL = "animal"
    INSECT = "insect"
    QUILL = "quill"
    INKWELL = "inkwell"
    MANUSCRIPT = "manuscript"


class Corner(StrEnum):
    """One corner of a face: it carries a symbol, is visible but empty, or is hidden and can never be covered."""

    FUNGI = "fungi"
    PLANT = "plant"
    ANIMAL = "animal"
    INSECT = "insect"
    QUILL = "quill"
    INKWELL = "inkwell"
    MANUSCRIPT = "manuscript"
    EMPTY = "empty"
    HIDDEN = "hidden"

    @property
    def symbol(self) -> Symbol | None:
        """Return the symbol this corner carries, if any."""
        return Symbol(self.value) if self not in (Corner.EMPTY, Corner.HIDDEN) else None


SYMBOLS: Final = tuple(Symbol)
KINGDOMS: Final = SYMBOLS[:4]
OBJECTS: Final = SYMBOLS[4:]
