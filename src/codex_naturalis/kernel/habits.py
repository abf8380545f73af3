"""How the cheap player of imagined games judges: its weights as one record, with room to work in.

`benchmarks/tune_policy.py` found them; it says how.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from .layout import Array

__all__ = ["HABITS", "TUNED", "habits_of"]

TUNED: Final = {
    "points": 2.841,  # scored now
    "bring": 0.966,  # each symbol a face brings
    "cover": 3.274,  # each symbol that is covered
    "void": 0.535,  # each cell that is opened
    "open": 0.671,  # each cell that is closed
    "done": 1.331,  # a pattern that is finished, per point of it
    "begun": 0.441,  # a pattern with one card to come, likewise
    "set": 0.544,  # the part of a set of symbols that is brought or covered, likewise
    "noise": 1.0,  # what chance adds at most: it must never play twice the same
    "spill": 0.631,  # points of a front that is laid face down
    "near": 17.03,  # with so many points to go for the leader, what pays later begins to count less
    "late": 0.398,  # what still counts of it in the last turn but one
    "wanted_points": 1.345,  # of a face-up card
    "missing": 0.126,  # what remains of them for each symbol it lacks
    "resource": 0.901,  # that a card costs nothing
    "deck": 2.019,  # an unknown card
    "draw_noise": 1.2,
    "kingdom": 0.25,  # a card of a pattern's kingdom, per point of the pattern
    "wanted_set": 1.232,  # the part of a set that a card brings, likewise
    "wide": 2.173,  # corners that a card is expected to cover
}
"""The weights, in units of the chance that is added."""

HABITS: Final = np.dtype(
    [
        *((name, np.float64) for name in TUNED),
        # From here on: what one turn works with.
        ("growing", np.float64),  # how much what pays later counts
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
"""One such player at work."""


def habits_of(weights: Mapping[str, float] = TUNED) -> Array:
    """Return an array of one player that judges by `weights`, which has every name in `TUNED`."""
    habits = np.zeros(1, HABITS)
    for name in TUNED:
        habits[name] = weights[name]
    return habits
