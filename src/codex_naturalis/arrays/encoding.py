"""Encoder of views: the reference for observations and masks, written to be read.

It reads only a `View`, so an observation reveals no more than the rules of the game let a seat know. The compiled twin
(`observing`) is held equal to it after every action.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.catalogue import Back, CardId, Deck, Side, Symbol, catalogue
from codex_naturalis.rules import Cell, Phase, Place, SoloLevel
from codex_naturalis.views import HandCard, LaidCard, SeatView, View, unseen_cards

from .actions import ACTIONS, CELLS, cell_index, index_of
from .layout import NEVER, NO_SEAT, PARTS, Part, observation_layout

__all__ = ["Bytes", "Mask", "encode", "mask_of", "own_hand", "parts_of"]

Bytes: TypeAlias = NDArray[np.uint8]
Mask: TypeAlias = NDArray[np.int8]

_OPEN: Final = 254
_BLOCKED: Final = 255
_BACK_FACES: Final = 80
_STARTER_FACES: Final = 84
_FIRST_STARTER: Final = 81
_STARTERS: Final = 6
_KINGDOMS: Final = 4
_SIDES: Final = tuple(Side)
_PHASES: Final = tuple(Phase)
_LEVELS: Final = (None, *SoloLevel)
_SYMBOLS: Final = tuple(Symbol)
_CORNERS: Final = ((-1, 1), (1, 1), (-1, -1), (1, -1))
_NO_CARDS: Final = (None,) * 3
_BACKS: Final = tuple(Back(deck, kingdom) for deck in Deck for kingdom in _SYMBOLS[:_KINGDOMS])
_BACK_NUMBERS: Final[dict[Back | None, int]] = {None: 0, **{back: 1 + number for number, back in enumerate(_BACKS)}}


def encode(view: View) -> Bytes:
    """Return the observation that `view` is, as one row of bytes (`observation_layout`)."""
    first = view.viewer or 0
    seats = (*view.seats[first:], *view.seats[:first])
    parts = {**_of_seats(seats), **_of_table(view), "moment": _moment(view), "unseen": _unseen(view)}
    return np.frombuffer(bytearray().join(bytes(parts[name]) for name in PARTS), np.uint8)


def parts_of(observation: NDArray[Any], seats: int) -> dict[str, NDArray[Any]]:
    """Return the named parts of observations: windows into the last axis, nothing is copied."""
    return {name: _slice_of(observation, part) for name, part in observation_layout(seats).items()}


def _slice_of(observation: NDArray[Any], part: Part) -> NDArray[Any]:
    return observation[..., part.start : part.stop].reshape(*observation.shape[:-1], *part.shape)


def _of_seats(seats: tuple[SeatView, ...]) -> dict[str, Iterable[int]]:
    codices = [_codex(seat) for seat in seats]
    hands = [held for seat in seats for held in (*seat.hand, *_NO_CARDS)[:3]]
    return {
        "board": b"".join(cells for cells, _ in codices),
        "covered": b"".join(covered for _, covered in codices),
        "symbols": chain.from_iterable(seat.symbols for seat in seats),
        "score": [seat.score for seat in seats],
        "open": [len(seat.open) for seat in seats],
        "turns_left": [NEVER if seat.turns_left is None else seat.turns_left for seat in seats],
        "chosen": [seat.chosen for seat in seats],
        "starter": [seat.starter for seat in seats],
        "hand": [held.card or 0 if held else 0 for held in hands],
        "backs": [_back(held.back) if held else 0 for held in hands],
    }


def _codex(seat: SeatView) -> tuple[bytearray, bytearray]:
    """Return the codex cells of one seat, and the corners covered on them."""
    order = {card.cell: number for number, card in enumerate(seat.laid)}
    codex, covered = bytearray(CELLS), bytearray(CELLS)
    for number, card in enumerate(seat.laid):
        over = 0
        for bit, cell, at in _around(card.cell):
            later = order.get(cell)
            if later is None and at is not None:
                codex[at] = _BLOCKED  # unless it is open: see below
            elif later is not None and later > number:
                over |= bit
        if (at := _index(card.cell)) is not None:
            codex[at], covered[at] = 1 + _face(card), over
    for cell in seat.open:
        if (at := _index(cell)) is not None:
            codex[at] = _OPEN
    return codex, covered


@cache
def _index(cell: Cell) -> int | None:
    return cell_index(cell)


@cache
def _around(cell: Cell) -> tuple[tuple[int, Cell, int | None], ...]:
    """Return the cells at the four corners of a cell: the bit of that corner, the cell, and its index."""
    beside = [(cell[0] + dx, cell[1] + dy) for dx, dy in _CORNERS]
    return tuple((1 << corner, other, cell_index(other)) for corner, other in enumerate(beside))


def _face(card: LaidCard) -> int:
    if card.back is None:
        assert card.card is not None
        return _STARTER_FACES + _STARTERS * _SIDES.index(card.side) + card.card - _FIRST_STARTER
    if card.side is Side.BACK:
        return _BACK_FACES + _SYMBOLS.index(card.back.kingdom)
    assert card.card is not None
    return card.card - 1


def _back(back: Back | None) -> int:
    return _BACK_NUMBERS[back]


def _of_table(view: View) -> dict[str, Iterable[int]]:
    tybor = (view.tybor.score, *view.tybor.resources) if view.tybor else (0,) * 5
    return {
        "market": [card or 0 for card in (*view.market.resource, *view.market.gold)],
        "decks": (view.decks.resource.count, view.decks.gold.count, view.decks.objective),
        "tops": (_back(view.decks.resource.top), _back(view.decks.gold.top)),
        "objectives": (*(view.common_objectives or (0, 0)), *(view.offered or (0, 0)), view.objective or 0),
        "tybor": (_LEVELS.index(view.options.solo), *tybor),
    }


def _moment(view: View) -> tuple[int, ...]:
    last = view.ending.last_round if view.ending else 0
    viewer = NO_SEAT if view.viewer is None else view.viewer
    acting = (view.awaited[0] - (view.viewer or 0)) % len(view.seats) if view.awaited else NO_SEAT
    return _PHASES.index(view.phase), view.round, last, viewer, acting


def _unseen(view: View) -> Iterable[int]:
    """Return where the unseen cards of each back are: in their deck, in others' hands, face down on the table."""
    hands: Counter[Back | None] = Counter(held.back for seat in view.seats for held in seat.hand if held.card is None)
    row: tuple[HandCard, ...] = view.tybor.row if view.tybor else ()
    down = Counter(held.back for held in row if held.card is None)
    down.update(card.back for seat in view.seats for card in seat.laid if card.card is None and card.back)
    cards = unseen_cards(view)
    parts = ((len(cards[back]) - hands[back] - down[back], hands[back], down[back]) for back in _BACKS)
    return chain.from_iterable(parts)


def mask_of(view: View) -> tuple[Mask, int]:
    """Return 1 for each legal action's index and 0 for all others, and how many legal actions are beyond the grid."""
    hand = own_hand(view)
    if view.phase is Phase.PLACE:
        first = {(card, side): (2 * slot + n) * CELLS for slot, card in enumerate(hand) for n, side in enumerate(Side)}
        places = [action for action in view.legal if isinstance(action, Place)]
        found = [(first[one.card, one.side], _index(one.cell)) for one in places]
        indices = [face + cell for face, cell in found if cell is not None]
    else:
        indices = [at for action in view.legal if (at := index_of(action, hand, view.offered)) is not None]
    mask = np.zeros(ACTIONS, np.int8)
    mask[indices] = 1
    return mask, len(view.legal) - len(indices)


def own_hand(view: View) -> tuple[CardId, ...]:
    """Return the cards in the viewer's own hand."""
    if view.viewer is None:
        return ()
    return tuple(held.card for held in view.seats[view.viewer].hand if held.card is not None)


assert set(_BACKS) == {catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)}
