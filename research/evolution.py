"""An evolution strategy: how the tuning programs beside this file look for better weights.

Every generation varies the mean, each variation in both directions, and moves it to the weighted mean of the better
half; each number has a step size of its own, which follows how far the better ones went (a separable natural evolution
strategy: T. Schaul, T. Glasmachers and J. Schmidhuber, High dimensions and heavy tails for natural evolution
strategies, 2011).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Evolution"]

Numbers = NDArray[np.float64]

POPULATION = 20
ELITE = POPULATION // 2
HASTE = 0.08
"""How fast the steps follow."""


class Evolution:
    """A mean that moves, and how far its variations go."""

    def __init__(self, mean: Numbers, spread: float, seed: int) -> None:
        """Begin at `mean`, with variations that go as far as `spread` in each number."""
        self.mean = mean
        self.steps = np.full(len(mean), spread)
        self._rng = np.random.default_rng(seed)
        self._noise: Numbers = np.zeros((0, len(mean)))
        shares = np.log(ELITE + 0.5) - np.log(np.arange(1, ELITE + 1))
        self._shares: Numbers = shares / shares.sum()

    def varied(self) -> list[Numbers]:
        """Return the candidates of a new generation."""
        half = self._rng.standard_normal((ELITE, len(self.mean)))
        self._noise = np.concatenate([half, -half])
        return [self.mean + self.steps * each for each in self._noise]

    def move(self, worth: Sequence[float]) -> None:
        """Go where those candidates are that are `worth` most."""
        best = self._noise[np.argsort(worth)[::-1][:ELITE]]
        self.mean = self.mean + self.steps * (self._shares @ best)
        self.steps *= np.exp(HASTE * (self._shares @ (best**2 - 1))).clip(0.8, 1.2)
