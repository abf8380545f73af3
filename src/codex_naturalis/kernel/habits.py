"""Weights of the playout policy (`policy`), as one record with room to work in.

`benchmarks/tune_policy.py` found them; it says how.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from .layout import Array

__all__ = ["HABITS", "TUNED", "habits_of"]

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

HABITS: Final = np.dtype(
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


def habits_of(weights: Mapping[str, float] = TUNED) -> Array:
    """Return an array of one playout policy with `weights`, which has every name in `TUNED`."""
    habits = np.zeros(1, HABITS)
    for name in TUNED:
        habits[name] = weights[name]
    return habits
