"""Parser from a typed line to a command. It knows the words, and nothing of the game."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import Side
from codex_naturalis.rules import Cell, Source

from .vocabulary import Vocabulary, nearest, plain

__all__ = ["CardWord", "Command", "Unclear", "parse"]

_LONGEST: Final = 200
"""Maximum length in characters; longer lines are not typed by hand."""

_FARTHEST: Final = 999
_WITH_CELL: Final = ("place", "why", "cell")
_WITH_SIDE: Final = ("place", "why", "open", "side", "card")
_WITH_LETTER: Final = ("pick", "drop")
"""Verbs after which a single letter is no filler: it names a kept plan."""

_CELL_AND_MORE: Final = 2
_AROUND: Final = re.compile(r"^[/!:>]+ ?|[.!]+$|(?<=[^ ]) ?\?+$")
_PAIR: Final = re.compile(r"[(\[{]?\s*([+-]?\d+)\s*[,;:/]\s*([+-]?\d+)\s*[)\]}]?", re.ASCII)
_WHOLE: Final = re.compile(r"[+-]?\d+", re.ASCII)
_SLOT: Final = re.compile(r"([^\W\d_]+)([0-9])")
_NUMBER: Final = re.compile(r"(#?)(\d{1,4})", re.ASCII)


class CardWord(Struct, frozen=True):
    """Reference to a card: its place in the hand, its number, or its name."""

    number: int | None = None
    exact: bool = False
    """Whether it can only be the number of a card: `#2`."""

    name: str | None = None

    @property
    def typed(self) -> str:
        """Return it as it was typed."""
        return str(self.number) if self.name is None else self.name


class Command(Struct, frozen=True):
    """Parsed command."""

    verb: str
    card: CardWord | None = None
    side: Side | None = None
    cell: Cell | None = None
    source: Source | None = None


class Unclear(Struct, frozen=True):
    """Parse failure: `empty`, `long`, `verb` or `cell`."""

    unclear: str
    word: str = ""
    near: str | None = None
    """Probable meaning."""


def parse(line: str, known: Vocabulary) -> Command | Unclear:
    """Return the command of a typed line, or its unclear part."""
    if len(line) > _LONGEST:
        return Unclear("long")
    first, _, rest = _AROUND.sub("", plain(line)).strip().partition(" ")
    if not first:
        return Unclear("empty")
    verb = known.verbs.get(first)
    if verb is None:
        return Unclear("verb", first, nearest(first, known))
    return _read(verb, rest, known)


def _read(verb: str, text: str, known: Vocabulary) -> Command | Unclear:
    cell, rest = _cell_in(text, verb) if verb in _WITH_CELL else (None, text)
    if cell is not None and max(map(abs, cell)) > _FARTHEST:
        return Unclear("cell", text)
    words = [word for word in rest.split(" ") if word and (verb in _WITH_LETTER or word not in known.fillers)]
    side, words = _side_in(words, known) if verb in _WITH_SIDE else (None, words)
    source = _source_in(words, known) if verb == "draw" else None
    return Command(verb, None if source else _card_in(words), side, cell, source)


def _cell_in(text: str, verb: str) -> tuple[Cell | None, str]:
    """Return the cell in "1,-1", "(1; -1)", or two numbers at the end, and the rest of the text."""
    if pair := _PAIR.search(text):
        return (int(pair[1]), int(pair[2])), f"{text[: pair.start()]} {text[pair.end() :]}"
    words = text.split()
    numbers = words[-_CELL_AND_MORE:]
    enough = len(words) > _CELL_AND_MORE or verb == "cell" or "".join(numbers)[:1] in ("+", "-")
    if len(numbers) < _CELL_AND_MORE or not enough or not all(map(_WHOLE.fullmatch, numbers)):
        return None, text
    return (int(numbers[0]), int(numbers[1])), " ".join(words[:-_CELL_AND_MORE])


def _side_in(words: Sequence[str], known: Vocabulary) -> tuple[Side | None, list[str]]:
    sides = [known.sides[word] for word in words if word in known.sides]
    return Side(sides[0]) if sides else None, [word for word in words if word not in known.sides]


def _source_in(words: Sequence[str], known: Vocabulary) -> Source | None:
    """Return the source in "gold-1", "gold 1", "g1", "deck gold": a kind, and a place or the deck."""
    parts = [part for word in words for part in _apart(word, known)]
    if len(parts) != 2:  # noqa: PLR2004 - a kind and a place
        return None
    meant = [known.places.get(part, part) for part in parts]
    kind = next((part for part in meant if part in ("gold", "resource")), None)
    place = next((part for part in meant if part in ("deck", "1", "2")), None)
    return Source(f"{kind}-{place}") if kind and place else None


def _apart(word: str, known: Vocabulary) -> list[str]:
    """Return the parts of "gold-1", "gold1" or "gd"."""
    parts = [part for part in word.split("-") if part]
    if word in known.places or len(parts) > 1:
        return parts
    if slot := _SLOT.fullmatch(word):
        return [slot[1], slot[2]]
    return [*word] if len(word) == 2 and all(letter in known.places for letter in word) else parts  # noqa: PLR2004 - "gd"


def _card_in(words: Sequence[str]) -> CardWord | None:
    name = " ".join(words)
    if not name:
        return None
    if number := _NUMBER.fullmatch(name):
        return CardWord(int(number[2]), exact=number[1] == "#")
    return CardWord(name=name)
