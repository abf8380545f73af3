# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Random numbers in the kernel: xorshift64* (Vigna, 2016), its state in the game record.

Copies of a game are thereby independent and repeatable.
"""

from typing import Any, TypeAlias

import numpy as np

from .compiler.jit import njit
from .layout import Game

__all__ = ["below", "below_in", "next_state", "seed", "unit", "unit_in"]


State: TypeAlias = Any
"""State of the generator inside compiled functions: an unsigned number of 64 bits, never 0."""

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_A, _B, _C = np.uint64(12), np.uint64(25), np.uint64(27)
_HIGH = np.uint64(33)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S1, _S2, _S3 = np.uint64(30), np.uint64(27), np.uint64(31)


@njit
def next_state(x: State) -> State:
    """Return the successor of a state. A loop that keeps it in a variable saves a record store each time."""
    x ^= x >> _A
    x ^= x << _B
    return x ^ (x >> _C)


@njit
def _bits_in(x: State) -> int:
    """Return the random bits of a state: 31 of them."""
    return np.int64((x * _MULTIPLIER) >> _HIGH)


@njit
def below_in(x: State, limit: int) -> int:
    """Return the random integer of a state, from 0 to `limit` - 1."""
    return (_bits_in(x) * limit) >> 31


@njit
def unit_in(x: State) -> float:
    """Return a random number of a state, from 0 to just below 1."""
    return _bits_in(x) * (1.0 / (1 << 31))


@njit
def below(g: Game, limit: int) -> int:
    """Return a random integer from 0 to `limit` - 1, and advance the state in `g`."""
    g.rng = next_state(g.rng)
    return below_in(g.rng, limit)


@njit
def unit(g: Game) -> float:
    """Return a random number from 0 to just below 1, and advance the state in `g`."""
    g.rng = next_state(g.rng)
    return unit_in(g.rng)


@njit
def seed(g: Game, number: int) -> None:
    """Seed the generator of `g`; seeds next to each other give unrelated streams."""
    x = np.uint64(number) * _SPREAD + _SPREAD
    x = (x ^ (x >> _S1)) * _MIX_1
    x = (x ^ (x >> _S2)) * _MIX_2
    x ^= x >> _S3
    g.rng = x if x != np.uint64(0) else _SPREAD
