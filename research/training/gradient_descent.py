# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Stochastic gradient descent for the value network, compiled, in one fixed order: the same numbers on every machine.

Nothing is left to a library of linear algebra, whose sums depend on the processor. The network runs as it does in a
search (`kernel.value_network.run`). A record of the same kind holds the gradients, two more the memory of Adam
(D. Kingma and J. Ba, *Adam: a method for stochastic optimization*, 2015).
"""

from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.value_network import NOTHING, PARTS, VALUE_NETWORK, estimate, run

from .games import Rows

__all__ = ["BATCH", "Trainer", "predict"]

BATCH: Final = 512
"""Rows in a step."""

WEIGHTS: Final = sum(int(np.prod(VALUE_NETWORK[part].shape)) for part in PARTS[:-1])
"""Number of weights: all parts but the last, which says how unsure the network is."""

_OUTPUT_SCALE: Final = 10.0
"""Points that one unit of the network's output stands for."""

_LEARNING_RATE: Final = 2e-3
"""Learning rate at first; it falls to a hundredth of it, in a straight line."""


@njit
def add_gradients(nets: Array, rows: Array, order: Array, outputs: int) -> float:
    """Add the gradients of the rows in `order` to record 1; return the loss: the sum of squared errors, in points."""
    n, gradients = nets[0], nets[1]
    total = 0.0
    for at in order:
        row = rows[at]
        n.number = row.number
        for i in range(row.number):
            n.facts[i] = row.facts[i]
        run(n)
        for j in range(len(n.hidden)):
            nets[2].hidden[j] = 0.0
        for out in range(outputs):
            off = (estimate(n, out) - row.to_come[out]) / _OUTPUT_SCALE
            total += off * off * _OUTPUT_SCALE * _OUTPUT_SCALE
            gradients.third_bias[out] += off
            for j in range(len(n.hidden)):
                if n.hidden[j] > 0.0:
                    gradients.third[out, j] += off * n.hidden[j]
                    nets[2].hidden[j] += off * n.third[out, j]
        _backpropagate(n, gradients, nets[2].hidden, nets[2].sums)
    return total


@njit
def _backpropagate(n: Array, gradients: Array, hidden: Array, sums: Array) -> None:
    """Pass the gradients of the second layer's units on to all weights before them."""
    wide = min(len(sums), len(sums) + n.number)  # no constants, or the loops are unrolled
    second = min(len(hidden), len(hidden) + n.number)
    for j in range(second):
        gradients.second_bias[j] += hidden[j]
    for i in range(wide):
        sums[i] = 0.0
        value = n.sums[i]
        if value > 0.0:
            back = np.float32(0.0)
            for j in range(second):
                gradients.second[i, j] += value * hidden[j]
                back += hidden[j] * n.second[i, j]
            sums[i] = back
        gradients.first_bias[i] += sums[i]
    for k in range(n.number):
        row = gradients.first[n.facts[k]]
        for i in range(wide):
            row[i] += sums[i]


@njit
def adam(flat: Array, rate: float, shrink: float, steps: Array) -> None:
    """Do a step of Adam on the weights (row 0) by their gradients (row 1), which are wiped, and its memory."""
    for at in range(flat.shape[1]):
        gradient = flat[1, at] * shrink
        flat[1, at] = 0.0
        mean = flat[2, at] + 0.1 * (gradient - flat[2, at])
        square = flat[3, at] + 0.001 * (gradient * gradient - flat[3, at])
        flat[2, at] = mean
        flat[3, at] = square
        flat[0, at] -= rate * mean * steps[0] / (sqrt(square * steps[1]) + 1e-8)


@njit
def predict_rows(nets: Array, rows: Array, found: Array) -> None:
    """Write both outputs for each row, in points."""
    for at in range(len(rows)):
        nets[0].number = rows[at].number
        for i in range(rows[at].number):
            nets[0].facts[i] = rows[at].facts[i]
        run(nets[0])
        found[at, 0] = estimate(nets[0], 0)
        found[at, 1] = estimate(nets[0], 1)


def predict(nets: Array, rows: Rows) -> NDArray[np.float64]:
    """Return what the network says of rows: points to come of the seat and of Tybor, a row each."""
    found = np.zeros((len(rows), 2))
    predict_rows(nets, rows, found)
    return found


class Trainer:
    """A network that learns, and the memory of Adam."""

    def __init__(self, outputs: int, seed: int) -> None:
        """Begin with small weights by chance; `outputs` outputs learn."""
        self.outputs, self._steps = outputs, 0
        self.nets = np.zeros(4, VALUE_NETWORK)
        self._flat = np.ndarray((4, WEIGHTS), np.float32, self.nets, 0, (VALUE_NETWORK.itemsize, 4))
        rng = np.random.default_rng(seed)
        for part, wide in (("first", 0.17), ("second", 0.43), ("third", 0.43)):
            self.nets[0][part] = rng.uniform(-wide, wide, VALUE_NETWORK[part].shape)
        self.nets[0]["first"][NOTHING] = 0.0
        self.nets[0]["first_bias"] = 0.1
        self.nets[0]["third_bias"][:outputs] = 0.7
        self.nets[0]["third"][outputs:] = 0.0

    def train(self, rows: Rows, order: NDArray[np.int64], done: float) -> float:
        """Learn from the rows in `order`, batch by batch; `done` is the part of all learning; return the error."""
        total, batches = 0.0, len(order) // BATCH
        for batch in range(batches):
            self._steps += 1
            total += add_gradients(self.nets, rows, order[batch * BATCH : (batch + 1) * BATCH], self.outputs)
            corrections = np.array([1 / (1 - 0.9**self._steps), 1 / (1 - 0.999**self._steps)])
            adam(self._flat, _LEARNING_RATE * max(0.01, 1 - done) * min(1.0, self._steps / 100), 1 / BATCH, corrections)
        return float(np.sqrt(total / (batches * BATCH * self.outputs)))
