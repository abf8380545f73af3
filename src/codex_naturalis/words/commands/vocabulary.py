"""Vocabulary of the command line: the words of the reader's language, and always the English ones."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, Literal
from unicodedata import combining, normalize

from msgspec import Struct

from codex_naturalis.i18n import Locale

from ..speech import Speech, speech

__all__ = ["VERBS", "Vocabulary", "nearest", "plain", "vocabulary"]

VERBS: Final = (
    "place",
    "draw",
    "confirm",
    "undo",
    "compare",
    "pick",
    "drop",
    "side",
    "objective",
    "status",
    "hand",
    "card",
    "open",
    "why",
    "cell",
    "codex",
    "symbols",
    "market",
    "left",
    "score",
    "objectives",
    "seats",
    "tybor",
    "rules",
    "log",
    "hint",
    "help",
)
_SHORTEST: Final = 3
"""Minimum letters of a word that may be misspelt."""

_LONG: Final = 5
"""Letters above which two errors are allowed."""


class Vocabulary(Struct, frozen=True):
    """Meanings of typed words."""

    verbs: Mapping[str, str]
    sides: Mapping[str, str]
    places: Mapping[str, str]
    fillers: frozenset[str]
    """Words without meaning for commands."""


def plain(text: str) -> str:
    """Return a text in typed form: no accents, no capitals, one kind of minus, no decorative signs."""
    bare = "".join(char for char in normalize("NFD", text) if not combining(char)).lower()
    bare = re.sub("[\u2010-\u2015\u2212]", "-", bare)
    bare = re.sub("[’‘`´]", "'", bare)  # noqa: RUF001 - these are what is typed
    return re.sub(r"\s+", " ", re.sub('[«»“”"„<>]', " ", bare)).strip()


def _read(kind: Literal["verb", "noun"], names: Iterable[str], spoken: Iterable[Speech]) -> dict[str, str]:
    meaning: dict[str, str] = {}
    for say in spoken:
        for name in names:
            for word in say.typed_forms(kind, name):
                meaning.setdefault(plain(word), name)
    return meaning


@cache
def vocabulary(locale: Locale) -> Vocabulary:
    """Return the words of `locale` and the English ones; where they differ, the first have priority."""
    spoken = (speech(locale), speech("en"))
    return Vocabulary(
        _read("verb", VERBS, spoken) | {"?": "help"},
        _read("noun", ("front", "back"), spoken),
        _read("noun", ("gold", "resource", "deck"), spoken),
        frozenset(_read("noun", ("filler",), spoken)),
    )


def _distance(one: str, other: str) -> int:
    """Return the Levenshtein distance between two words."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        now = [i]
        for j, another in enumerate(other, 1):
            now.append(min(row[j - 1] + (letter != another), row[j] + 1, now[j - 1] + 1))
        row = now
    return row[-1]


def nearest(word: str, known: Vocabulary) -> str | None:
    """Return the verb nearest to a typed word, as written; None if none is near."""
    reach = 2 if len(word) > _LONG else 1
    near = [(_distance(word, verb), verb) for verb in known.verbs if len(verb) >= _SHORTEST]
    close = [found for found in near if found[0] <= reach]
    return min(close, key=lambda found: found[0])[1] if close else None
