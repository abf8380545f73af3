"""Names of guests: short, visible, and unable to disturb the text around them."""

import unicodedata
from typing import Final

from .codes import Code, Problem

__all__ = ["LONGEST_NAME", "clean_name", "folded", "visible"]

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


def folded(name: str) -> str:
    """Return what `name` has in common with all names that a reader could take for it."""
    alike = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(_ALIKE)
    return "".join(letter for letter in alike if not letter.isspace() and letter not in _JOINERS)


def _allowed(letter: str) -> bool:
    """Keep out controls, direction marks, lone surrogates, private and unassigned characters."""
    return letter in _JOINERS or not unicodedata.category(letter).startswith("C")


def visible(letter: str) -> bool:
    """Return whether a character leaves ink."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK


_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that leave no ink."""

_CYRILLIC: Final = (
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04bb\u04cf\u051b\u051d"
)
_GREEK: Final = "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
_OTHERS: Final = "i01|\u0131"
_ALIKE: Final = str.maketrans(_CYRILLIC + _GREEK + _OTHERS, "abekmhopctyxljshlqw" + "abezhlkmvoptyx" + "lolll")
"""Letters that look like a Latin one, small or large, and what they look like."""
