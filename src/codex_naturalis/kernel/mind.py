"""Weights of the compiled planner's evaluation, as one record with room to work in."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from .layout import CELLS, OPEN_CELLS, Array

__all__ = ["MIND", "MOST", "SEEN", "SERIES", "WEIGHTS", "mind_of"]

SERIES: Final = 61
"""Length of the tables of symbols and open cells; counts beyond it are worth as much as the last entry."""

MOST: Final = 1280
"""Capacity in placements: six faces on every open cell there can be."""

SEEN: Final = 8
"""Capacity of the memo of results while one face is tried on all cells."""

_PLAIN: Final = (
    "resource_turns",
    "cell_turns",
    "gold",
    "resource_points",
    "hand_symbols",
    "hand_pattern",
    "hand_best",
    "corner_guess",
    "pattern_two",
    "pattern_one",
    "pattern_turns",
    "set_part",
    "set_turns",
    "turns_base",
    "turns_per_point",
    "rival",
    "lock",
)
_SERIES_OF: Final = (("kingdom", "kingdom_fade"), ("object", "object_fade"), ("cell", "cell_fade"))

WEIGHTS: Final = (*_PLAIN, "gold_missing", *(name for pair in _SERIES_OF for name in pair))
"""Names of all weights."""

MIND: Final = np.dtype(
    [
        *((name, np.float64) for name in _PLAIN),
        ("missing", np.float64, 24),  # what remains of a gold card's worth, by the symbols it lacks
        ("kingdom", np.float64, SERIES),
        ("object", np.float64, SERIES),
        ("cell", np.float64, SERIES),
        # From here on: what one decision works with.
        ("turns", np.float64),
        ("growing", np.float64),
        ("cells", np.float64),
        ("part", np.float64),
        ("one", np.float64),
        ("two", np.float64),
        ("widest", np.float64),
        ("base", np.float64),  # what the symbols are worth that the hand is judged by, and all cards, and the best
        ("all_cards", np.float64),
        ("best_card", np.float64),
        ("skip", np.int64),  # slots of the hand, or sources, that need not be judged: a bit each
        ("best", np.float64, 4),
        ("gains", np.float64, (4, OPEN_CELLS // 2)),  # what a card of a kingdom does for patterns, by open cell
        ("seen", np.int64, SEEN),  # symbols after a placement, and what they and the rest of the hand are then worth
        ("worth", np.float64, SEEN),
        (
            "hoped",
            np.float64,
            4,
        ),  # what copies in the making a card of each kingdom leaves, of one pattern
        ("closes", np.int64, 4),  # and whether it finishes one
        ("goals", np.int64, 3),
        ("copies", np.int64, 3),
        ("used", np.uint8, CELLS),
        ("codes", np.int64, MOST),  # the actions judged, and what they are worth
        ("values", np.float64, MOST),
    ],
    align=True,
)
"""Record of a planner: its weights and its working memory."""


def mind_of(weights: Mapping[str, float]) -> Array:
    """Return an array of one planner with `weights`, which has every name in `WEIGHTS`."""
    minds = np.zeros(1, MIND)
    for name in _PLAIN:
        minds[name] = weights[name]
    minds["missing"] = weights["gold_missing"] ** np.arange(24)
    for name, fade in _SERIES_OF:
        minds[name][0, 1:] = np.cumsum(weights[name] * weights[fade] ** np.arange(SERIES - 1))
    return minds
