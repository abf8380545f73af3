"""Scripts of characters, as far as names need them: which script a letter is of, and which may stand together.

Python knows no property Script; the first word of a letter's name says as much for the scripts that UAX 31 recommends
for identifiers. What languages write together, and Latin beside the scripts of East Asia, is "highly restrictive" in
the words of UTS 39, section 5.2.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

__all__ = ["fits_together", "script_of"]

_RECOMMENDED: Final = frozenset(
    [
        *("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK"),
        *("GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA", "KATAKANA", "KHMER", "LAO", "LATIN"),
        *("MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
    ]
)
_HAN: Final = ("CJK", "IDEOGRAPHIC")
_COMMON: Final = ("MODIFIER", "KATAKANA-HIRAGANA", "COMBINING", "MASCULINE", "FEMININE", "MICRO")
_TOGETHER: Final = (
    frozenset(("LATIN", "HAN", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "HAN", "BOPOMOFO")),
    frozenset(("LATIN", "HAN", "HANGUL")),
)


def script_of(letter: str) -> str | None:
    """Return the script of a letter or a mark; None for what all scripts share, and an empty word for a rare script."""
    if unicodedata.category(letter)[0] not in "LM":
        return None
    word = unicodedata.name(unicodedata.normalize("NFKC", letter)[0], "").partition(" ")[0]
    if word in _HAN:
        return "HAN"
    if word in _COMMON:
        return None
    return word if word in _RECOMMENDED else ""


def fits_together(text: str) -> bool:
    """Return whether one script is used, or several that languages write together."""
    scripts = {script for letter in text if (script := script_of(letter)) is not None}
    return "" not in scripts and (len(scripts) <= 1 or _within(scripts))


def _within(scripts: Iterable[str]) -> bool:
    return any(known.issuperset(scripts) for known in _TOGETHER)
