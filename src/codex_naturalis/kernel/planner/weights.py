"""Weights of the planner's evaluation and of the playout policy, each as one record with working space.

`research/tune_planner.py` and `research/tune_policy.py` found them, and say how.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from ..layout import CELLS, OPEN_CELLS, Array

__all__ = [
    "MOST",
    "PLANNER_WEIGHTS",
    "PLAYOUT_WEIGHTS",
    "SERIES",
    "TUNED",
    "WEIGHTS",
    "planner_weights_of",
    "playout_weights_of",
]

# Evaluation of the planner

SERIES: Final = 61
"""Length of the tables of symbols and open cells; counts beyond it are worth as much as the last entry."""

MOST: Final = 1280
"""Capacity in placements: six faces on every open cell there can be."""

_PLAIN: Final = (
    "resource_turns",
    "cell_turns",
    "gold",
    "resource_points",
    "hand_symbols",
    "hand_pattern",
    "hand_best",
    "corner_estimate",
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

PLANNER_WEIGHTS: Final = np.dtype(
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
        ("around", np.int64, OPEN_CELLS // 2),  # what lies at the corners of an open cell, as `AROUND` says it
        ("taken", np.int64, OPEN_CELLS // 2),  # symbols that a card there covers
        ("group", np.int64, OPEN_CELLS // 2),  # number of these symbols among the different ones
        ("groups", np.int64),  # how many there are
        ("covers", np.int64, OPEN_CELLS // 2),  # and which
        ("outlook", np.float64, OPEN_CELLS // 2),  # worth of what they leave of a face's symbols, and of the hand
        ("hoped", np.float64, 4),  # what copies in the making a card of each kingdom leaves, of one pattern
        ("backs", np.float64, 4),  # worth of the back of each kingdom in the hand
        ("goals", np.int64, 3),
        ("copies", np.int64, 3),
        ("steps", np.int64, (3, 3, 2)),  # from a cell to the two others of a goal's pattern, for each of its cards
        ("decision", np.int64),  # number of the present decision
        ("hoped_in", np.int64, CELLS // 2),  # the one in which a cell's hopes were last found
        ("hopes", np.float64, CELLS // 2),  # worth of the copies in the making through it
        ("sets_in", np.int64, (3, 256)),  # likewise for the sets of one symbol, by goal and count of the symbol
        ("sets", np.float64, (3, 256)),
        ("used", np.uint8, CELLS),
        ("codes", np.int64, MOST),  # the actions judged, and what they are worth
        ("values", np.float64, MOST),
    ],
    align=True,
)
"""Record of a planner: its weights and its working memory."""


def planner_weights_of(weights: Mapping[str, float]) -> Array:
    """Return an array of one planner with `weights`, which has every name in `WEIGHTS`."""
    planners = np.zeros(1, PLANNER_WEIGHTS)
    for name in _PLAIN:
        planners[name] = weights[name]
    planners["missing"] = weights["gold_missing"] ** np.arange(24)
    for name, fade in _SERIES_OF:
        planners[name][0, 1:] = np.cumsum(weights[name] * weights[fade] ** np.arange(SERIES - 1))
    return planners


# Playout policy

TUNED: Final = {
    "points": 1.452,  # scored now
    "bring": 1.56,  # each resource a face brings
    "bring_object": 1.302,  # each object
    "cover": 1.19,  # each resource that is covered
    "cover_object": 0.7572,  # each object
    "lacks": 0.8124,  # the part of a symbol in what a gold card in the hand lacks, per point of it
    "keeps": 0.08656,  # a symbol that it needs and that must not be covered, likewise
    "void": 0.3888,  # each cell that is opened
    "open": 0.4754,  # each cell that is closed
    "done": 0.8367,  # a pattern that is finished, per point of it
    "begun": 0.4338,  # a pattern with one card to come, likewise
    "set": 1.071,  # the part of a set of symbols that is brought or covered, likewise
    "noise": 1.045,  # what chance adds at most: it must never play twice the same
    "spill": 0.2302,  # points of a front that is laid face down
    "near": 9.224,  # points to go for the leader, below which what pays later counts less
    "late": 0.3202,  # what still counts of it in the last turn but one
    "wanted_points": 1.158,  # of a face-up card
    "missing": 0.118,  # what remains of them for each symbol it lacks
    "resource": 0.6206,  # that a card costs nothing
    "deck": 0.685,  # an unknown resource card
    "deck_gold": 1.736,  # an unknown gold card
    "draw_noise": 2.577,
    "kingdom": 0.3771,  # a card of a pattern's kingdom, per point of the pattern
    "wanted_set": 1.244,  # the part of a set that a card brings, likewise
    "wide": 2.368,  # corners that a card is expected to cover
}
"""Tuned weights, in units of the noise that is added."""

PLAYOUT_WEIGHTS: Final = np.dtype(
    [
        *((name, np.float64) for name in TUNED),
        # From here on: what one turn works with.
        ("growing", np.float64),  # how much what pays later counts
        ("gain", np.float64, 7),  # by bringing a symbol
        ("need", np.float64, (3, 4)),  # what of it is for the sake of each card in the hand
        ("worth", np.float64, 6),  # of each face, wherever it is laid
        ("corner", np.float64, 3),  # points of each front for each corner it covers
        ("loss", np.float64, 9),  # by covering a corner, as `ONE` counts them
        ("sets", np.int64),  # how many objectives are sets of symbols, and which
        ("set_goals", np.int64, 3),
        ("hope", np.float64, (3, 4)),  # what an objective's pattern is worth, by which of its other cards lie right
        ("share", np.int64, 3),  # where to find the bits for a card in the hand
        ("plans", np.int64),  # how many pairs of cells to look at, and for each where they lie, what should lie there,
        ("plan", np.int64, (27, 5)),  # and where to note whether it does
    ],
    align=True,
)
"""Record of a playout policy: its weights and its working memory."""


def playout_weights_of(weights: Mapping[str, float] = TUNED) -> Array:
    """Return an array of one playout policy with `weights`, which has every name in `TUNED`."""
    playout_weights = np.zeros(1, PLAYOUT_WEIGHTS)
    for name in TUNED:
        playout_weights[name] = weights[name]
    return playout_weights
