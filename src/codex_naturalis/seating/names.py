"""Names of guests, clubs and tournaments: short, visible, harmless to surrounding text, and hard to confuse."""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from codex_naturalis.wire.errors import Code, ProblemError

from .scripts import fits_together, script_of

__all__ = [
    "LONGEST_NAME",
    "LONGEST_TITLE",
    "clean_name",
    "clean_text",
    "clean_title",
    "fold_name",
    "look_alikes",
    "visible",
]

LONGEST_NAME: Final = 24
"""Length in characters."""

LONGEST_TITLE: Final = 60
"""Length of the name of a club or a tournament, in characters."""

MARKS: Final = 3
"""Combining marks allowed on one letter: more would run over the lines around."""

_EMOJI_STYLE: Final = "\ufe0f"
"""Variation selector that shows a sign as an emoji."""

_STYLED: Final = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23fa\u24c2\u25aa-\u27a1\u2934\u2935\u2b05-\u2b55]"
    "|[\u3030\u303d\u3297\u3299\U0001f004-\U0001faff]|[0-9#*](?=\ufe0f\u20e3)"
)
"""Signs that are emoji in one style, and keys (`1️⃣`)."""

_REGION_FLAG: Final = re.compile(
    "\U0001f3f4\U000e0067\U000e0062"
    "(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
"""Flags of England, Scotland and Wales: a black flag, and tags that spell `gbeng`, `gbsct` or `gbwls`."""

_BLANK_LINES: Final = re.compile(r"\n{3,}")

_JOINERS: Final = ("\u200c", "\u200d")
"""Zero-width joiners, which some languages and symbols need; a name cannot consist of them."""

_PLAIN: Final = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", None)
"""Scripts in which a joiner has no effect."""

_IGNORABLE: Final = tuple(
    range(int(first, 16), int(last, 16) + 1)
    for first, last in (
        *(("AD", "AD"), ("34F", "34F"), ("61C", "61C"), ("115F", "1160"), ("17B4", "17B5"), ("180B", "180F")),
        *(("2028", "202E"), ("2060", "206F"), ("2800", "2800"), ("3164", "3164"), ("FE00", "FE0F"), ("FEFF", "FEFF")),
        *(("FFA0", "FFA0"), ("FFF0", "FFF8"), ("1BCA0", "1BCA3"), ("1D173", "1D17A"), ("E0000", "E0FFF")),
    )
)
"""Characters without ink: Default_Ignorable_Code_Point except joiners and spaces, and the blank Braille cell."""


def clean_name(name: str) -> str:
    """Return `name` trimmed and normalised (NFC), without invisible characters; raise a `ProblemError` if invalid.

    It must be 1 to 24 characters, in one script or in scripts that one language writes together.
    """
    name = _line(name)
    if not _fits(name, LONGEST_NAME) or not fits_together(name):
        raise ProblemError(Code.NAME_INVALID, longest=LONGEST_NAME)
    return name


def clean_title(title: str) -> str:
    """Return the name of a club or a tournament by the rules of `clean_name`; raise a `ProblemError` if not valid.

    It may have 60 characters, and each word may be in another script, since the game's own name is Latin everywhere.
    """
    title = _line(title)
    if not _fits(title, LONGEST_TITLE) or not all(map(fits_together, title.split())):
        raise ProblemError(Code.NAME_INVALID, longest=LONGEST_TITLE)
    return title


def clean_text(text: str) -> str:
    """Return a short text of several lines without invisible, control and direction characters.

    Its paragraphs stay, at most one blank line apart, and it cannot change surrounding text.
    """
    lines = ("".join(filter(_is_allowed, _line(line))) for line in text.splitlines())
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()


def _line(text: str) -> str:
    return " ".join(_visible(unicodedata.normalize("NFC", text)).split())


def _fits(name: str, longest: int) -> bool:
    signs = _REGION_FLAG.sub("", name)
    return 1 <= len(name) <= longest and all(map(_is_allowed, signs)) and any(map(visible, name))


def _visible(name: str) -> str:
    """Return the visible characters of a name, with a bounded number of marks on each letter."""
    kept: list[str] = []
    marks = 0
    for place, letter in enumerate(name):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        idle = letter in _JOINERS and not _joins(name[place - 1] if place else "", name[place + 1 : place + 2])
        hidden = _ignorable(letter) and not kind.startswith("C") and not _styles(name, place)
        if marks <= MARKS and not idle and not hidden:
            kept.append(letter)
    return "".join(kept)


def _joins(before: str, after: str) -> bool:
    """Return whether a joiner between two characters affects how they are written."""
    if not before or not after:
        return False
    if unicodedata.category(before) in ("So", "Sk", "Mn"):
        return True
    return script_of(before) not in _PLAIN


def _styles(name: str, place: int) -> bool:
    """Return whether the character at `place` shows the sign before it as an emoji."""
    return name[place] == _EMOJI_STYLE and place > 0 and _STYLED.match(name, place - 1) is not None


def _ignorable(letter: str) -> bool:
    return any(ord(letter) in span for span in _IGNORABLE)


def fold_name(name: str) -> str:
    """Return the lookup key of an account's name: without case and spaces, and with a few look-alikes merged.

    Accounts are stored by it, so it must not change; `look_alikes` decides which names can be confused.
    """
    alike = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(_ALIKE)
    return "".join(letter for letter in alike if not letter.isspace() and letter not in _JOINERS)


def look_alikes(name: str) -> frozenset[str]:
    """Return the keys of a name; two names can be confused if they have one in common.

    They are skeletons (UTS 39, section 4) of the name as it stands, in lower case and in upper case.
    """
    plain = unicodedata.normalize("NFKC", "".join(one for one in name if not _ignorable(one) and one not in _JOINERS))
    plain = "".join(plain.split())
    return frozenset(_skeleton(one).casefold() for one in (plain, plain.casefold(), plain.upper()))


def _skeleton(text: str) -> str:
    known = _confusables()
    mapped = "".join(known.get(letter, letter) for letter in unicodedata.normalize("NFD", text))
    composed = "".join(known.get(letter, letter) for letter in unicodedata.normalize("NFC", mapped))
    return unicodedata.normalize("NFD", composed)


@cache
def _confusables() -> dict[str, str]:
    """Return the prototype of each confusable character, from `confusables.txt`."""
    lines = Path(__file__).with_name("confusables.txt").read_text("ascii").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return {_text(one): _text(like) for like, *others in rows for one in others}


def _text(numbers: str) -> str:
    return "".join(chr(int(number, 16)) for number in numbers.split("+"))


def _is_allowed(letter: str) -> bool:
    """Return False for control characters, direction marks, surrogates, private and unassigned characters."""
    return letter in _JOINERS or not unicodedata.category(letter).startswith("C")


def visible(letter: str) -> bool:
    """Return whether a character leaves ink."""
    return unicodedata.category(letter)[0] in "LNPS" and not _ignorable(letter)


_CYRILLIC: Final = (
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04bb\u04cf\u051b\u051d"
)
_GREEK: Final = "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
_OTHERS: Final = "i01|\u0131"
_ALIKE: Final = str.maketrans(_CYRILLIC + _GREEK + _OTHERS, "abekmhopctyxljshlqw" + "abezhlkmvoptyx" + "lolll")
"""Letters that look like a Latin one, in either case, and that letter."""
