"""Card facts as constant arrays, frozen into the compiled kernel.

A face is a number: 0-79 the fronts of cards 1-80, 80-83 the backs of the four kingdoms, 84-89 and 90-95 the fronts and
backs of starters 81-86. Symbols are counted in one integer, a byte each, so that many are added or compared at once.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.catalogue import SYMBOLS, CardId, PatternObjective, PointsPer, Side, catalogue
from codex_naturalis.rules import FACES, HIDDEN, KINGDOM_OF, corresponds

from .layout import BLOCKED, OPEN, VOID

__all__ = [
    "BACK_FACES",
    "BESIDE",
    "BRINGS",
    "CORNERS",
    "CORRESPONDS",
    "COST",
    "COUNTED",
    "FACE_COUNT",
    "FLAT",
    "HIDES",
    "HIGH_BITS",
    "KINGDOM",
    "KINGDOM_ON",
    "ONE",
    "PATTERN",
    "PER_CORNER",
    "POINTS",
    "REWARD",
    "SET",
    "SETS_IN",
    "SET_SYMBOL",
    "STARTER_FACES",
    "TAKES",
]

FACE_COUNT: Final = 96
BACK_FACES: Final = 80
STARTER_FACES: Final = 84
_FIRST_STARTER: Final = 81
_STARTERS: Final = 6

FLAT: Final = -1
PER_CORNER: Final = -2
"""Values of `COUNTED` that are no symbol."""

HIGH_BITS: Final = 0x80808080808080
"""Mask of the highest bit of each symbol's byte: no count comes near it."""

_Ints = NDArray[np.int64]


def _pack(counts: tuple[int, ...]) -> int:
    return sum(number << 8 * index for index, number in enumerate(counts))


def _faces() -> list[tuple[CardId, Side]]:
    fronts = [(card, Side.FRONT) for card in range(1, BACK_FACES + 1)]
    backs = [(next(card for card, own in KINGDOM_OF.items() if own == kingdom), Side.BACK) for kingdom in range(4)]
    starters = [(_FIRST_STARTER + n, side) for side in (Side.FRONT, Side.BACK) for n in range(_STARTERS)]
    return [*fronts, *backs, *starters]


_PREPARED: Final = [FACES[side][card] for card, side in _faces()]


def _count(per: PointsPer | None, counted: int | None) -> int:
    if per is None:
        return FLAT
    return PER_CORNER if counted is None else counted


CORNERS: Final = np.array([face.corners for face in _PREPARED], np.int8)
"""Symbol of each corner, -1 if bare, -2 if hidden; top-left, top-right, bottom-left, bottom-right."""

HIDES: Final = HIDDEN
ONE: Final[_Ints] = np.array([0, 0, *(1 << 8 * symbol for symbol in range(len(SYMBOLS)))], np.int64)
"""Packed count that one covered corner takes away; the index is the corner's value + 2."""

TAKES: Final[_Ints] = np.zeros((256, 4), np.int64)
"""Packed count that covering a cell's content takes away, by the corner one looks from; nothing where no card lies."""

TAKES[1 : FACE_COUNT + 1] = ONE[CORNERS[:, ::-1] + 2]

BESIDE: Final = np.tile(np.arange(256, dtype=np.uint8)[:, None], 2)
"""Content of a cell once a card lies beside it, by its content before and whether that card hides the corner there."""

BESIDE[VOID] = BESIDE[OPEN] = OPEN, BLOCKED

BRINGS: Final[_Ints] = np.array([_pack(face.counts) for face in _PREPARED], np.int64)
COST: Final[_Ints] = np.array([_pack(face.cost) for face in _PREPARED], np.int64)
POINTS: Final = np.array([face.points for face in _PREPARED], np.int16)
COUNTED: Final = np.array([_count(face.per, face.counted) for face in _PREPARED], np.int8)
KINGDOM: Final = np.array([KINGDOM_OF.get(card, -1) for card, _ in _faces()], np.int8)
"""Kingdom of each face; -1 for starters. Of card c it is that of face c - 1."""

KINGDOM_ON: Final = np.full(256, -1, np.int8)
"""Kingdom by a cell's content: 1 + the face lying there, or no card."""

KINGDOM_ON[1 : FACE_COUNT + 1] = KINGDOM

_OBJECTIVES: Final = 103

REWARD: Final = np.zeros(_OBJECTIVES, np.int16)
"""Points of one copy of an objective."""

SET: Final[_Ints] = np.zeros((_OBJECTIVES, len(SYMBOLS)), np.int64)
"""Symbols of one set; all 0 for patterns."""

SETS_IN: Final[_Ints] = np.zeros((_OBJECTIVES, len(SYMBOLS)), np.int64)
"""Reciprocal of a need of `SET`: a count times it, shifted by 16 bits, is the number of sets, without a division."""

SET_SYMBOL: Final = np.full(_OBJECTIVES, -1, np.int64)
"""Symbol that a set consists of, 7 if there are several kinds, -1 for patterns."""

PATTERN: Final = np.full((_OBJECTIVES, 9), -1, np.int16)
"""Kingdom of the three cards, then du and dv of the first and of the last seen from the middle one, then du and dv of
the step upwards along which copies compete for cards: see `objectives`."""

CORRESPONDS: Final = np.zeros((BACK_FACES + 1, _OBJECTIVES), np.bool_)
"""Correspondence of a gold card and an objective, for Tybor (ruling S8)."""


def _diagonal(dx: int, dy: int) -> tuple[int, int]:
    return (dx + dy) // 2, (dx - dy) // 2


def _fill() -> None:
    for card, objective in catalogue().objective.items():
        REWARD[card] = objective.points
        for gold, printed in catalogue().gold.items():
            CORRESPONDS[gold, card] = corresponds(printed, card)
        if not isinstance(objective, PatternObjective):
            SET[card] = objective.symbols
            SETS_IN[card] = [(1 << 16) // need + 1 if need else 0 for need in objective.symbols]
            kinds = np.flatnonzero(SET[card])
            SET_SYMBOL[card] = kinds[0] if len(kinds) == 1 else len(SYMBOLS)
            continue
        first, middle, last = objective.pattern
        kingdoms = [SYMBOLS.index(part.kingdom) for part in objective.pattern]
        ends = (*_diagonal(first.dx, first.dy), *_diagonal(last.dx, last.dy))
        assert (middle.dx, middle.dy) == (0, 0)
        straight = kingdoms[0] == kingdoms[1] == kingdoms[2]
        rival = first if straight or kingdoms[0] == kingdoms[1] else last
        upwards = 1 if rival.dy > 0 else -1
        PATTERN[card] = (*kingdoms, *ends, *_diagonal(upwards * rival.dx, upwards * rival.dy))


_fill()
