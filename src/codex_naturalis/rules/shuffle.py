"""The shuffle: a seed gives the same deal on every platform, for ever (part of record format version 1).

The stream of bytes is SHA-256 over ``codex-naturalis/1/<seed>/<block number>``, block after block. A number below *n*
is taken from four bytes (big-endian), those that would favour small numbers being passed over. A shuffle is
Fisher and Yates', from the last place down to the second.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Protocol, TypeVar

__all__ = ["SeededShuffler", "Shuffler"]

T = TypeVar("T")


class Shuffler(Protocol):
    """The only way chance enters the rules."""

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return `items` in random order."""


class SeededShuffler:
    """Shuffles as a seed says, the same everywhere."""

    def __init__(self, seed: str) -> None:
        """Begin the stream of `seed`, any string."""
        self._words = _words(seed)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return `items` in the order the seed gives."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _below(self, limit: int) -> int:
        fair = 2**32 - 2**32 % limit
        return next(word for word in self._words if word < fair) % limit


def _words(seed: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"codex-naturalis/1/{seed}/{block}".encode()).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
