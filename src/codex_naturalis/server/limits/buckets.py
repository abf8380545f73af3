"""Token buckets: so much in one go and so much in the long run, for each of many, in memory that is bounded.

A bucket is kept as the moment at which it is full again (the generic cell rate algorithm). A full bucket is as good as
none, so full ones are forgotten and no others: a stranger cannot win a new allowance by filling the table.
"""

import math
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from heapq import heappop, heappush, heapreplace
from typing import Final

from ..support.errors import Code, Problem
from .networks import WIDTHS, Key, Network, meets, networks_of

__all__ = ["Charge", "NetworkTokenBuckets", "TokenBuckets", "charge"]

_MOST_KNOWN: Final = 16_384
"""Buckets of their own in one table, some 4 MB."""

_SHARED: Final = 1024
"""Buckets that keys share by hash while there is no room for one of their own."""

_LONGEST_KEY: Final = 64
"""Characters of a key; of a longer one a digest is kept."""

_FORGOTTEN: Final = 3
"""Full buckets that are forgotten, at most, when a new one is made."""

_ROUNDING: Final = 1e-6
"""Of sums of seconds, in tokens."""


class TokenBuckets:
    """A table of token buckets, one for each key."""

    def __init__(self, per_second: float, at_once: float) -> None:
        """Fill each by `per_second` up to `at_once`; with 0 a second everything is allowed."""
        self._per_second = per_second
        self._at_once = at_once
        self._full_at: dict[Key, float] = {}
        self._next: list[tuple[float, Key]] = []
        """A heap with one entry for each bucket: a moment before which it is not full."""

        self._shared: list[float] = []

    def __len__(self) -> int:
        """Return how many buckets are kept."""
        return len(self._full_at)

    def wait(self, who: Key, cost: float = 1.0) -> float:
        """Return in how many seconds `cost` could be taken, 0.0 for now; nothing is taken or kept."""
        if not self._per_second:
            return 0.0
        now = time.monotonic()
        left = self._at_once - max(0.0, self._level(_bounded(who)) - now) * self._per_second
        missing = min(cost, self._at_once or cost) - left
        return missing / self._per_second if missing > _ROUNDING else 0.0

    def spend(self, who: Key, cost: float = 1.0) -> float:
        """Take `cost` if there is as much; return 0.0, or else in how many seconds there will be."""
        wait = self.wait(who, cost)
        if not wait and self._per_second:
            self._set(_bounded(who), cost / self._per_second)
        return wait

    def take(self, who: Key, cost: float = 1.0) -> None:
        """Take `cost`; raise a `Problem` that says how long to wait if there is not as much."""
        charge((self, who), cost=cost)

    def give_back(self, who: Key, cost: float = 1.0) -> None:
        """Undo what `take` took."""
        key = _bounded(who)
        if self._per_second and key in self._full_at:
            self._full_at[key] -= cost / self._per_second
        elif self._per_second and self._shared:
            self._shared[hash(key) % _SHARED] -= cost / self._per_second

    def fill(self, who: Key) -> None:
        """Let `who` have everything again."""
        key = _bounded(who)
        if key in self._full_at:
            self._full_at[key] = 0.0
        if self._shared:
            self._shared[hash(key) % _SHARED] = 0.0

    def fill_all(self, which: Callable[[Key], bool]) -> None:
        """Let all have everything again whose keys are such, and those without a bucket of their own."""
        for key in filter(which, self._full_at):
            self._full_at[key] = 0.0
        self._shared = []

    def _level(self, key: Key) -> float:
        known = self._full_at.get(key)
        if known is None:
            return self._shared[hash(key) % _SHARED] if self._shared else 0.0
        return known

    def _set(self, key: Key, seconds: float) -> None:
        """Let a bucket be full so many `seconds` later; make one for a key that has none if there is room."""
        now = time.monotonic()
        later = max(self._level(key), now) + seconds
        if key not in self._full_at:
            self._forget_full(now)
            if len(self._full_at) >= _MOST_KNOWN:
                self._shared = self._shared or [0.0] * _SHARED
                self._shared[hash(key) % _SHARED] = later
                return
            heappush(self._next, (later, key))
        self._full_at[key] = later

    def _forget_full(self, now: float) -> None:
        """Forget full buckets: at most a few, so that nobody waits for it, and more than one new one comes in place."""
        for _ in range(_FORGOTTEN):
            if not self._next or self._next[0][0] > now:
                return
            key = self._next[0][1]
            later = self._full_at[key]
            if later > now:
                heapreplace(self._next, (later, key))
            else:
                heappop(self._next)
                del self._full_at[key]


class NetworkTokenBuckets:
    """Token buckets for addresses, and larger ones for the wider networks they lie in."""

    def __init__(self, per_second: float, at_once: float) -> None:
        """Give so much to each address, and to its networks as many times as much as `WIDTHS` say."""
        self._levels = [TokenBuckets(per_second * width, at_once * width) for width in WIDTHS]

    def of(self, address: str | None) -> list[tuple[TokenBuckets, Key]]:
        """Return the buckets of an address; none for this machine."""
        return [(self._levels[level], key) for level, key in networks_of(address)]

    def fill(self, network: Network) -> None:
        """Let a network, all in it, and what it lies in, have everything again."""
        for level, allowance in enumerate(self._levels):
            allowance.fill_all(lambda key, level=level: meets(level, key, network))  # type: ignore[misc]

    def take(self, address: str | None) -> None:
        """Take one from each bucket of an address; raise a `Problem` if one of them has none."""
        charge(*self.of(address))


class Charge:
    """What was taken from several buckets at once, and can be given back."""

    def __init__(self, taken: Sequence[tuple[TokenBuckets, Key]], cost: float) -> None:
        """Remember what was `taken`."""
        self._taken = taken
        self._cost = cost

    def refund(self) -> None:
        """Give it back: it cost nothing."""
        for allowance, who in self._taken:
            allowance.give_back(who, self._cost)


def charge(*buckets: tuple[TokenBuckets, Key], cost: float = 1.0) -> Charge:
    """Take `cost` from all `buckets`, or from none and raise a `Problem` that says how long to wait."""
    wait = max((allowance.wait(who, cost) for allowance, who in buckets), default=0.0)
    if wait:
        raise Problem(Code.LIMIT_REQUESTS, seconds=math.ceil(wait))
    for allowance, who in buckets:
        allowance.spend(who, cost)
    return Charge(buckets, cost)


def _bounded(who: Key) -> Key:
    """Return a key that is short and tells as much: a digest in place of a long one."""
    if len(who) <= _LONGEST_KEY:
        return who
    return blake2b(who.encode("utf-8", "surrogatepass") if isinstance(who, str) else who, digest_size=16).digest()
