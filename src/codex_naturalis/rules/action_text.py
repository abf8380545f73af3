"""Short forms of actions: `side back`, `objective 101`, `place 3 front 1,1`, `draw gold-2`. `str` writes them."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from codex_naturalis.catalogue import CardId, Side, catalogue

from .actions import Action, ChooseObjective, ChooseSide, Draw, Place, Source

__all__ = ["ACTION_PATTERN", "parse_action"]

_SHOWN: Final = 60
"""Length limit, in characters, of faulty text quoted in errors."""

_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,3}")
_CELL: Final = re.compile(r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})")
_SIDES: Final = f"({'|'.join(Side)})"

ACTION_PATTERN: Final = (
    f"side {_SIDES}|objective ({_COUNT.pattern})"
    f"|place ({_COUNT.pattern}) {_SIDES} {_CELL.pattern}|draw ({'|'.join(Source)})"
)
"""Regular expression for what `parse_action` accepts; it also checks that cards exist."""

_CARDS: Final = frozenset(
    card for kind in ("resource", "gold", "starter", "objective") for card in getattr(catalogue(), kind)
)


@lru_cache(maxsize=16384)
def parse_action(text: str) -> Action:
    """Parse `text` as an action; raise `ValueError` if it is none.

    The rules decide whether the action is legal.
    """
    word, *values = text.split(" ")
    read = _WORDS.get(word)
    if read is None:
        raise _fault("unknown word", word, text)
    wanted, make = read
    if len(values) != wanted:
        raise ValueError(f"{word!r} takes {wanted} values, not {len(values)}, in {_short(text)}")
    return make(text, *values)


def _side(text: str, side: str) -> ChooseSide:
    return ChooseSide(_side_of(side, text))


def _objective(text: str, card: str) -> ChooseObjective:
    return ChooseObjective(_card(card, text))


def _place(text: str, card: str, side: str, cell: str) -> Place:
    position = _CELL.fullmatch(cell)
    if position is None:
        raise _fault("no cell", cell, text)
    return Place(_card(card, text), _side_of(side, text), (int(position[1]), int(position[2])))


def _draw(text: str, source: str) -> Draw:
    try:
        return Draw(Source(source))
    except ValueError:
        raise _fault("unknown source", source, text) from None


_WORDS: Final[dict[str, tuple[int, Callable[..., Action]]]] = {
    "side": (1, _side),
    "objective": (1, _objective),
    "place": (3, _place),
    "draw": (1, _draw),
}
"""Number of values after each word, and their parser."""


def _card(digits: str, text: str) -> CardId:
    if not _COUNT.fullmatch(digits):
        raise _fault("no number", digits, text)
    if (card := int(digits)) not in _CARDS:
        raise _fault("unknown card", digits, text)
    return card


def _side_of(side: str, text: str) -> Side:
    try:
        return Side(side)
    except ValueError:
        raise _fault("unknown side", side, text) from None


def _fault(what: str, part: str, text: str) -> ValueError:
    return ValueError(f"{what} {_short(part)} in {_short(text)}")


def _short(text: str) -> str:
    return ascii(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
