"""Text form of actions: `0 side back`, `1 objective 101`, `0 place 3 front 1,1`, `1 draw gold-2`."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, assert_never

from codex_naturalis.catalogue import CardId, Side, catalogue
from codex_naturalis.rules import Action, ChooseObjective, ChooseSide, Draw, Place, Seat, Source

from .errors import RecordError

__all__ = ["ACTION_PATTERN", "action_text", "parse_action"]

_SHOWN: Final = 60
"""Length, in characters, of a faulty text that its fault repeats."""

_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,3}")
_CELL: Final = re.compile(r"(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3})")
_SIDES: Final = f"({'|'.join(Side)})"

ACTION_PATTERN: Final = (
    f"^({_COUNT.pattern}) (side {_SIDES}|objective ({_COUNT.pattern})"
    f"|place ({_COUNT.pattern}) {_SIDES} {_CELL.pattern}|draw ({'|'.join(Source)}))$"
)
"""Regular expression of all that `parse_action` reads, but for the cards, which it also knows."""

_CARDS: Final = frozenset(
    card for kind in ("resource", "gold", "starter", "objective") for card in getattr(catalogue(), kind)
)


def action_text(seat: Seat, action: Action) -> str:
    """Return `action` of `seat` as a record writes it."""
    match action:
        case ChooseSide():
            return f"{seat} side {action.side}"
        case ChooseObjective():
            return f"{seat} objective {action.card}"
        case Place():
            return f"{seat} place {action.card} {action.side} {action.cell[0]},{action.cell[1]}"
        case Draw():
            return f"{seat} draw {action.source}"
        case _:
            assert_never(action)


@lru_cache(maxsize=16384)
def parse_action(text: str) -> tuple[Seat, Action]:
    """Return the seat and the action that `text` says; raise `RecordError` if it is none.

    Whether the action is legal, or its seat at the table, is for the rules to say.
    """
    seat, _, rest = text.partition(" ")
    word, *values = rest.split(" ")
    read = _WORDS.get(word)
    if read is None:
        raise _fault("unknown word", word, text)
    wanted, make = read
    if len(values) != wanted:
        raise RecordError(f"{word!r} takes {wanted} values, not {len(values)}, in {_short(text)}")
    return _number(seat, text), make(text, *values)


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
"""How many values each word takes, and what reads them."""


def _number(digits: str, text: str) -> int:
    if not _COUNT.fullmatch(digits):
        raise _fault("no number", digits, text)
    return int(digits)


def _card(digits: str, text: str) -> CardId:
    card = _number(digits, text)
    if card not in _CARDS:
        raise _fault("unknown card", digits, text)
    return card


def _side_of(side: str, text: str) -> Side:
    try:
        return Side(side)
    except ValueError:
        raise _fault("unknown side", side, text) from None


def _fault(what: str, part: str, text: str) -> RecordError:
    return RecordError(f"{what} {_short(part)} in {_short(text)}")


def _short(text: str) -> str:
    return ascii(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
