# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Network: a sum of weight rows, one for each fact that holds, two small layers, and the points still to come."""

from typing import Final

import numpy as np

from ..compiler.jit import njit
from ..layout import Array
from .features import FACTS, MOST_FACTS, NOTHING

__all__ = ["PARTS", "SECOND", "VALUE_NETWORK", "WIDE", "estimate", "estimate_at", "run"]

WIDE: Final = 32
SECOND: Final = 16
"""Units of the two hidden layers."""

OUTS: Final = 2
"""Outputs: points still to come for the seat, and for Tybor."""

_LAYERS: Final = [
    ("first", np.float32, (FACTS, WIDE)),
    ("first_bias", np.float32, WIDE),
    ("second", np.float32, (WIDE, SECOND)),
    ("second_bias", np.float32, SECOND),
    ("third", np.float32, (OUTS, SECOND)),
    ("third_bias", np.float32, OUTS),
    ("unsure", np.float32, 2),  # variance of the margin: at once, and for each point still to come
]
PARTS: Final = tuple(name for name, *_ in _LAYERS)
"""Names of learned parameters."""

VALUE_NETWORK: Final = np.dtype(
    [
        *_LAYERS,
        # From here on: room to work in.
        ("facts", np.int16, MOST_FACTS),
        ("number", np.int64),  # of the facts that hold
        ("sums", np.float32, WIDE),
        ("hidden", np.float32, SECOND),
        ("rewards", np.float64, 4),
        ("has", np.int64, 4),  # points of each seat, objectives included as they lie
        ("copies", np.int64, (4, 3)),  # of each seat's objectives
        ("goals", np.int64, 3),
        ("steps", np.int64, 6),  # from a cell to the two others of a pattern, for each part of it
    ],
    align=True,
)
"""Record of a value network: its weights, and working space."""


@njit
def run(n: Array) -> None:
    """Run the hidden layers on the facts in `n`, four rows at a time."""
    sums, hidden = n.sums, n.hidden
    wide = min(WIDE, WIDE + n.number)  # no constant, or the loops below are unrolled: not four at a time
    second = min(SECOND, SECOND + n.number)
    for i in range(n.number, -(-n.number // 4) * 4):
        n.facts[i] = NOTHING
    for j in range(wide):
        sums[j] = n.first_bias[j]
    for i in range(0, n.number, 4):
        one, two = n.first[n.facts[i]], n.first[n.facts[i + 1]]
        three, four = n.first[n.facts[i + 2]], n.first[n.facts[i + 3]]
        for j in range(wide):
            sums[j] += (one[j] + two[j]) + (three[j] + four[j])
    for j in range(second):
        hidden[j] = n.second_bias[j]
    for i in range(WIDE):
        value = sums[i]
        if value > 0.0:
            row = n.second[i]
            for j in range(second):
                hidden[j] += value * row[j]


@njit
def estimate(n: Array, output: int) -> float:
    """Return the points still to come for the seat (output 0) or Tybor (1), after `run`."""
    value = n.third_bias[output] + 0.0
    for j in range(SECOND):
        if n.hidden[j] > 0.0:
            value += n.hidden[j] * n.third[output, j]
    return 10.0 * value


@njit
def estimate_at(nets: Array, output: int) -> float:
    """Run the first network on the facts it has, and return what `estimate` does: the Python entry point."""
    run(nets[0])
    return estimate(nets[0], output)
