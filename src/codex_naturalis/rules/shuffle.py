"""Deterministic shuffle: a seed gives the same deal on every platform, for ever (part of record format version 1).

The stream of bytes is SHA-256 over ``codex-naturalis/1/<seed>/<block number>``, block after block. A number below *n*
is taken from four bytes (big-endian), by rejection sampling, so that no number is favoured. A shuffle is that of Fisher
and Yates, from the last place down to the second.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import Final, Protocol, TypeVar

__all__ = ["SeededShuffler", "Shuffler"]

T = TypeVar("T")
_WORDS: Final = 2**32
"""Number of values that four bytes can take: 2**32."""


class Shuffler(Protocol):
    """Source of randomness for the rules: the only way chance enters them."""

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return `items` in random order."""


class SeededShuffler:
    """Pseudo-random shuffler of a seed, the same everywhere."""

    def __init__(self, seed: str) -> None:
        """Start the stream of `seed`, any string."""
        self._seed = seed
        self._words = _words(seed)

    def __repr__(self) -> str:
        """Return the call that makes it."""
        return f"SeededShuffler({self._seed!r})"

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return `items` in the order the seed gives."""
        order, words = list(items), self._words
        for last in range(len(order) - 1, 0, -1):
            limit = last + 1
            word = next(words)
            while word >= _WORDS - limit and word >= _WORDS - _WORDS % limit:
                word = next(words)
            other = word % limit
            order[last], order[other] = order[other], order[last]
        return order


def _words(seed: str) -> Iterator[int]:
    for block in count():
        yield from unpack(">8I", sha256(f"codex-naturalis/1/{seed}/{block}".encode()).digest())
