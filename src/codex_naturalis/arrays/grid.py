"""Grid tables: the kernel's cell numbers as indices of the grid, and back."""

from typing import Final

import numpy as np

from codex_naturalis.catalogue import SYMBOLS, Deck, catalogue
from codex_naturalis.kernel.bridge import settings_of

from .actions import CELLS, RADIUS, WIDTH

__all__ = ["BACK_OF", "INDEX_OF", "NUMBER_OF", "OUTSIDE"]

OUTSIDE: Final = -1

INDEX_OF: Final = np.full((2, 4096), OUTSIDE, np.int16)
"""Index of a seat's cell on the grid, by whether there are more than two seats and by its number; -1 is beyond it."""

NUMBER_OF: Final = np.zeros((2, CELLS), np.int16)
"""Number of a cell of the first seat, by index."""

_KINGDOMS: Final = 4

BACK_OF: Final = np.full(81, -1, np.int8)
"""Back of each card: 4 * deck + kingdom."""

for _many, _seats in enumerate((2, 4)):
    _cells, _stride = settings_of(_seats)
    for _index in range(CELLS):
        _u, _v = _index // WIDTH - RADIUS, _index % WIDTH - RADIUS
        NUMBER_OF[_many, _index] = (_u + _stride * _v) % _cells
        INDEX_OF[_many, NUMBER_OF[_many, _index]] = _index

for _card in (*catalogue().resource, *catalogue().gold):
    _back = catalogue().back(_card)
    BACK_OF[_card] = _KINGDOMS * tuple(Deck).index(_back.deck) + SYMBOLS.index(_back.kingdom)
