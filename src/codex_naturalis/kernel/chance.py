# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Chance inside the kernel: xorshift64*, its state in the game, so that copies are independent and repeatable."""

import numpy as np

from .jit import njit
from .layout import Game

__all__ = ["below", "seed", "unit"]


_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_A, _B, _C = np.uint64(12), np.uint64(25), np.uint64(27)
_HIGH = np.uint64(33)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S1, _S2, _S3 = np.uint64(30), np.uint64(27), np.uint64(31)


@njit
def _bits(g: Game) -> int:
    """Return 31 random bits."""
    x = g.rng
    x ^= x >> _A
    x ^= x << _B
    x ^= x >> _C
    g.rng = x
    return np.int64((x * _MULTIPLIER) >> _HIGH)


@njit
def below(g: Game, limit: int) -> int:
    """Return a random number from 0 to `limit` - 1."""
    return (_bits(g) * limit) >> 31


@njit
def unit(g: Game) -> float:
    """Return a random number from 0 to just below 1."""
    return _bits(g) * (1.0 / (1 << 31))


@njit
def seed(g: Game, number: int) -> None:
    """Start the chance of `g` anew; numbers next to each other give streams that have nothing to do with each other."""
    x = np.uint64(number) * _SPREAD + _SPREAD
    x = (x ^ (x >> _S1)) * _MIX_1
    x = (x ^ (x >> _S2)) * _MIX_2
    x ^= x >> _S3
    g.rng = x if x != np.uint64(0) else _SPREAD
