# mypy: disable-error-code=no-any-return
# Compiled functions have no static types for tables.
"""Exponential function and logarithm by additions and multiplications only: the same bits on every machine.

Those of the C library have variants for processors with fused multiply-add, which differ in the last bit; a search
would then sometimes choose differently, and a puzzle's grade would depend on where it was made. Methods and constants
as in W. Cody and W. Waite, *Software manual for the elementary functions*, 1980.
"""

from math import factorial, frexp
from typing import Final

import numpy as np

from ..compiler.jit import njit
from ..layout import Array

__all__ = ["both_of", "exp", "exps", "log"]

_FARTHEST: Final = 700.0
"""Bound of the argument of `exp`, either way: beyond it doubles overflow."""

_LOG2_E: Final = 1.4426950408889634
_LN2_HIGH: Final = 0.693359375
_LN2_LOW: Final = -2.121944400546905827679e-4
"""Logarithm of two in two parts; multiples of the first, up to some thousand, have no rounding error."""

_LN2: Final = 0.6931471805599453
_ROOT_HALF: Final = 0.7071067811865476

_MOST: Final = 1020
_POWERS: Final = np.ldexp(1.0, np.arange(-_MOST, _MOST + 1))
"""Powers of two, from -`_MOST` on."""

_TERMS: Final = np.array([1.0 / factorial(n) for n in range(13, -1, -1)])
"""Coefficients of the Taylor series of `exp`, highest first: enough for half of log 2."""

_ODD: Final = np.array([2.0 / n for n in range(19, 0, -2)])
"""Coefficients of the series of `log` in (m - 1) / (m + 1), highest first."""


@njit
def exp(x: float) -> float:
    """Return e to the power of `x`, of at most 700 either way, with an error of some units of the last place."""
    x = min(_FARTHEST, max(-_FARTHEST, x))
    power = int(x * _LOG2_E + (0.5 if x >= 0.0 else -0.5))
    rest = (x - power * _LN2_HIGH) - power * _LN2_LOW
    value = 0.0
    for term in _TERMS:
        value = value * rest + term
    return value * _POWERS[power + _MOST]


def exps(numbers: Array) -> Array:
    """Return `exp` of each number, with the same bits, by NumPy: for callers that compile nothing."""
    x = np.clip(numbers, -_FARTHEST, _FARTHEST)
    powers = np.trunc(x * _LOG2_E + np.where(x >= 0.0, 0.5, -0.5))
    rest = (x - powers * _LN2_HIGH) - powers * _LN2_LOW
    value = np.zeros_like(x)
    for term in _TERMS:
        value = value * rest + term
    return value * _POWERS[powers.astype(np.int64) + _MOST]


@njit
def log(x: float) -> float:
    """Return the natural logarithm of a positive number, likewise."""
    part, power = frexp(x)
    if part < _ROOT_HALF:
        part *= 2.0
        power -= 1
    ratio = (part - 1.0) / (part + 1.0)
    square = ratio * ratio
    value = 0.0
    for term in _ODD:
        value = value * square + term
    return value * ratio + power * _LN2


@njit
def both_of(numbers: Array, exps: Array, logs: Array) -> None:
    """Write `exp` and `log` of positive numbers: the Python entry point."""
    for n in range(len(numbers)):
        exps[n] = exp(numbers[n])
        logs[n] = log(numbers[n])
