"""Addition of evaluations, the same on every Python: `sum` rounds differently from Python 3.12 on."""

from collections.abc import Iterable
from functools import reduce
from operator import add

__all__ = ["add_up"]


def add_up(values: Iterable[float]) -> float:
    """Return the sum of `values`, added one after the other, as the compiled planner adds them."""
    return reduce(add, values, 0.0)
