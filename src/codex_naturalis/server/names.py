"""Names of guests: short, visible, and unable to disturb the text around them."""

import unicodedata
from typing import Final

from .codes import Code, Problem

__all__ = ["LONGEST_NAME", "clean_name", "visible"]

LONGEST_NAME: Final = 24
"""Characters."""

_JOINERS: Final = ("\u200c", "\u200d")
"""Invisible, but part of how some languages and symbols are written; alone they make no name."""


def clean_name(name: str) -> str:
    """Return `name` trimmed and normalised; raise a `Problem` for one nobody could read."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME or not all(map(_allowed, name)) or not any(map(visible, name)):
        raise Problem(Code.NAME_INVALID, longest=LONGEST_NAME)
    return name


def _allowed(letter: str) -> bool:
    """Keep out controls, direction marks, lone surrogates, private and unassigned characters."""
    return letter in _JOINERS or not unicodedata.category(letter).startswith("C")


def visible(letter: str) -> bool:
    """Return whether a character leaves ink."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK


_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that leave no ink."""
