"""Scripts of letters, for the rules on names: which script a letter belongs to, and which may be mixed.

Python does not have the Unicode property Script; the first word of a letter's Unicode name serves as well for Cherokee
and the scripts that UAX 31 recommends for identifiers. Mixing follows the level "highly restrictive" of UTS 39, section
5.2: scripts that one language writes together, and Latin with the scripts of East Asia.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

__all__ = ["fits_together", "script_of"]

_WRITTEN: Final = frozenset(
    [
        *("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK"),
        *("GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN"),
        *("MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
        "CHEROKEE",  # not among the recommended, since its letters look like Latin ones; names that do so are compared
    ]
)
_HAN: Final = ("CJK", "IDEOGRAPHIC")
_COMMON: Final = ("VARIATION", "MODIFIER", "KATAKANA-HIRAGANA", "COMBINING", "MASCULINE", "FEMININE", "MICRO")
_TOGETHER: Final = (
    frozenset(("LATIN", "HAN", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "HAN", "BOPOMOFO")),
    frozenset(("LATIN", "HAN", "HANGUL")),
)


def script_of(letter: str) -> str | None:
    """Return the script of a letter or mark; None if it is common to all scripts, an empty string if it is rare."""
    if unicodedata.category(letter)[0] not in "LM":
        return None
    word = unicodedata.name(unicodedata.normalize("NFKC", letter)[0], "").partition(" ")[0]
    if word in _HAN:
        return "HAN"
    if word in _COMMON:
        return None
    return word if word in _WRITTEN else ""


def fits_together(text: str) -> bool:
    """Return whether a text uses one script, or several that one language writes together."""
    scripts = {script for letter in text if (script := script_of(letter)) is not None}
    return "" not in scripts and (len(scripts) <= 1 or _within(scripts))


def _within(scripts: Iterable[str]) -> bool:
    return any(known.issuperset(scripts) for known in _TOGETHER)
