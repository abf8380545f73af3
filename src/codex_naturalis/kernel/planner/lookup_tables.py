"""Lookup tables for the evaluation functions of the kernel: facts of cards and cells, precomputed."""

from typing import Final

import numpy as np

from ..layout import BLOCKED, OPEN, VOID
from ..tables import BRINGS, CORNERS, FACE_COUNT, HIDES, KINGDOM_ON, PATTERN, REWARD, SET

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
"""Part of a set of symbols that a face brings, in points; by objective and face."""

PART_OF_ONE: Final = ((SET > 0) / np.maximum(1, SET.sum(axis=1))[:, None]) * REWARD[:, None]
"""Part of a set that one symbol brings, in points; by objective and symbol."""

SHOWN: Final = (CORNERS != HIDES).astype(np.int64) @ np.array([1, 2, 4, 8])
"""Bit mask of the corners that a face does not hide."""

BITS: Final = np.array([bits.bit_count() for bits in range(16)], np.float64)
"""Population count: how many of four bits are set."""

STILL_OPEN: Final = 4
COVERED: Final = 8
"""Bit where each group of `AROUND` begins."""

AROUND: Final = np.zeros(256, np.int64)
"""Bits of a cell's content: one if it is void, another one if it is open, another one if a card lies there."""

AROUND[1 : FACE_COUNT + 1] = 1 << COVERED
AROUND[VOID], AROUND[OPEN], AROUND[BLOCKED] = 1, 1 << STILL_OPEN, 0

UNDER: Final = np.zeros((256, 4), np.int64)
"""Symbol covered at a cell's content, by the corner one looks from, counted as `ONE` does; nothing is 0."""

UNDER[1 : FACE_COUNT + 1] = CORNERS[:, ::-1] + 2

ROLES: Final = np.array([(row[:3] == np.arange(4)[:, None]).sum(axis=1) * (row[0] >= 0) for row in PATTERN], np.int64)
"""Number of cards of a pattern that are of a kingdom; by objective and kingdom."""

PULL: Final = ROLES * REWARD[:, None] * 1.0
"""Points of the pattern for such a card; by objective and kingdom."""

FITS: Final = np.where(KINGDOM_ON[:, None] == np.arange(4), 1, _WRONG)
"""Match of a cell's content with the kingdom wanted: 1 if it is there, 0 if it may still come, else the value that
spoils everything."""

FITS[VOID] = FITS[OPEN] = 0


def _seen_from(row: list[int], role: int) -> list[int]:
    at = [(row[3], row[4]), (0, 0), (row[5], row[6])]
    u, v = at[role]
    return [part for other in range(3) if other != role for part in (at[other][0] - u, at[other][1] - v, row[other])]


OTHERS: Final = np.array([[_seen_from(row, role) for role in range(3)] for row in PATTERN.tolist()], np.int64)
"""Offsets of the two other cards of a pattern, and their kingdoms (du, dv, kingdom); by objective and card."""

WITH: Final = np.zeros((len(PATTERN), 4, 3, 6), np.int64)
"""Offsets likewise, by objective and kingdom, for each card of that kingdom in the pattern."""

for _objective in np.flatnonzero(PATTERN[:, 0] >= 0):
    for _kingdom in range(4):
        _found = OTHERS[_objective][PATTERN[_objective, :3] == _kingdom]
        WITH[_objective, _kingdom, : len(_found)] = _found
