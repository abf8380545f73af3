"""What is looked up instead of worked out: the cards as those see them who judge, millions of times."""

from typing import Final

import numpy as np

from .layout import BLOCKED, OPEN, VOID
from .tables import BRINGS, CORNERS, FACE_COUNT, HIDES, KINGDOM_ON, PATTERN, REWARD, SET

__all__ = [
    "AROUND",
    "BITS",
    "COVERED",
    "FITS",
    "OTHERS",
    "PART",
    "PART_OF_ONE",
    "PULL",
    "ROLES",
    "SHOWN",
    "STILL_OPEN",
    "UNDER",
    "WITH",
]

_SYMBOLS: Final = np.array([[count >> 8 * symbol & 255 for symbol in range(7)] for count in BRINGS.tolist()], np.int64)
_WRONG: Final = -4

PART: Final = (_SYMBOLS @ (SET > 0).T / np.maximum(1, SET.sum(axis=1))).T * REWARD[:, None]
"""By objective and face: which part of a set of symbols it brings, in points."""

PART_OF_ONE: Final = ((SET > 0) / np.maximum(1, SET.sum(axis=1))[:, None]) * REWARD[:, None]
"""By objective and symbol, likewise."""

SHOWN: Final = (CORNERS != HIDES).astype(np.int64) @ np.array([1, 2, 4, 8])
"""A bit for each corner that a face does not hide."""

BITS: Final = np.array([bits.bit_count() for bits in range(16)], np.float64)
"""How many of four bits are set."""

STILL_OPEN: Final = 4
COVERED: Final = 8
"""Where bits of `AROUND` begin."""

AROUND: Final = np.zeros(256, np.int64)
"""Of what a cell holds: a bit if it is void, another one if it is open, another one if a card lies there."""

AROUND[1 : FACE_COUNT + 1] = 1 << COVERED
AROUND[VOID], AROUND[OPEN], AROUND[BLOCKED] = 1, 1 << STILL_OPEN, 0

UNDER: Final = np.zeros((256, 4), np.int64)
"""Of what a cell holds, and the corner one looks from: what is covered there, counted as `ONE` does; nothing is 0."""

UNDER[1 : FACE_COUNT + 1] = CORNERS[:, ::-1] + 2

ROLES: Final = np.array([(row[:3] == np.arange(4)[:, None]).sum(axis=1) * (row[0] >= 0) for row in PATTERN], np.int64)
"""By objective and kingdom: how many cards of a pattern are of it."""

PULL: Final = ROLES * REWARD[:, None] * 1.0
"""Likewise, in points of the pattern."""

FITS: Final = np.where(KINGDOM_ON[:, None] == np.arange(4), 1, _WRONG)
"""Of what a cell holds, and a kingdom that should: 1 if so, 0 if it may still come, else what spoils everything."""

FITS[VOID] = FITS[OPEN] = 0


def _seen_from(row: list[int], role: int) -> list[int]:
    at = [(row[3], row[4]), (0, 0), (row[5], row[6])]
    u, v = at[role]
    return [part for other in range(3) if other != role for part in (at[other][0] - u, at[other][1] - v, row[other])]


OTHERS: Final = np.array([[_seen_from(row, role) for role in range(3)] for row in PATTERN.tolist()], np.int64)
"""By objective and part of its pattern: du, dv and kingdom of each of the two other cards."""

WITH: Final = np.zeros((len(PATTERN), 4, 3, 6), np.int64)
"""By objective and kingdom, for each of its cards in the pattern, likewise."""

for _objective in np.flatnonzero(PATTERN[:, 0] >= 0):
    for _kingdom in range(4):
        _found = OTHERS[_objective][PATTERN[_objective, :3] == _kingdom]
        WITH[_objective, _kingdom, : len(_found)] = _found
