"""Token-bucket rate limiters: the arithmetic, the bucket of one socket, and tables with a bucket for each key.

A bucket holds `burst` tokens at most and is refilled at `refill_rate` tokens per second. A table evicts only full
buckets, which equal no bucket, and bounds its memory: no client gains a fresh bucket by flooding it with keys.
"""

import math
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from heapq import heappop, heappush, heapreplace
from typing import Final

from msgspec import Struct

from codex_naturalis.wire.errors import Code, ProblemError

from ..support.settings import Settings
from .networks import WIDTHS, Key, Network, meets, networks_of

__all__ = ["Charge", "NetworkTokenBuckets", "Rate", "TokenBucket", "TokenBuckets", "charge"]

_FRAMES_PER_MESSAGE: Final = 4
"""Frames allowed for each message allowed: its fragments, and pings and pongs beside it."""

_ROUNDING: Final = 1e-6
"""Tolerance for rounding errors, in tokens."""

_MOST_KNOWN: Final = 16_384
"""Buckets in one table with a key of their own, about 4 MB."""

_SHARED: Final = 1024
"""Buckets shared by hash among the keys that come when the table is full."""

_LONGEST_KEY: Final = 64
"""Key length in characters above which a digest is stored instead."""

_FORGOTTEN: Final = 3
"""Full buckets evicted, at most, for each new one."""


class Rate(Struct, frozen=True):
    """Refill rate in tokens per second, and burst, the size of a bucket in tokens; with a rate of 0 there is no limit.

    A bucket is one number: the time at which it is full again, in seconds of a monotonic clock (the generic cell rate
    algorithm). A bucket whose time has passed is full.
    """

    refill_rate: float
    burst: float

    @classmethod
    def of_messages(cls, settings: Settings) -> "Rate":
        """Return the rate of messages on a socket."""
        return cls(settings.messages_per_second, settings.messages_at_once)

    @classmethod
    def of_frames(cls, settings: Settings) -> "Rate":
        """Return the rate of frames on a socket, data and control frames together."""
        return cls(settings.messages_per_second * _FRAMES_PER_MESSAGE, settings.messages_at_once * _FRAMES_PER_MESSAGE)

    @classmethod
    def of_program_frames(cls, settings: Settings) -> "Rate":
        """Return the rate of frames on the socket of a program."""
        refill_rate, burst = settings.bot_messages_per_second, settings.bot_messages_at_once
        return cls(refill_rate * _FRAMES_PER_MESSAGE, burst * _FRAMES_PER_MESSAGE)

    def count_left(self, full_at: float, now: float) -> float:
        """Return the tokens in a bucket that is full at `full_at`; negative if it is in debt."""
        return self.burst - max(0.0, full_at - now) * self.refill_rate

    def wait(self, full_at: float, now: float, cost: float = 1.0) -> float:
        """Return the seconds until a bucket has `cost` tokens, or is full if that is less; 0.0 if it has them now."""
        if not self.refill_rate:
            return 0.0
        missing = min(cost, self.burst or cost) - self.count_left(full_at, now)
        return missing / self.refill_rate if missing > _ROUNDING else 0.0

    def spend(self, full_at: float, now: float, cost: float = 1.0) -> float:
        """Return the time at which a bucket is full once `cost` tokens are taken, whether it has them or not."""
        return max(full_at, now) + cost / self.refill_rate if self.refill_rate else full_at


class TokenBucket:
    """Token bucket of one socket; its rate is passed in, to keep it small."""

    __slots__ = ("_full_at",)

    def __init__(self) -> None:
        """Begin full."""
        self._full_at = 0.0

    def take(self, rate: Rate, now: float, count: int = 1) -> bool:
        """Take `count` tokens; return False if there were not enough, in which case the bucket goes below zero."""
        self._full_at = rate.spend(self._full_at, now, count)
        return rate.count_left(self._full_at, now) >= -_ROUNDING


class TokenBuckets:
    """Table of token buckets, one for each key."""

    def __init__(self, refill_rate: float, burst: float) -> None:
        """Give each bucket `burst` tokens, refilled at `refill_rate`; with a rate of 0 there is no limit."""
        self._rate = Rate(refill_rate, burst)
        self._full_at: dict[Key, float] = {}
        self._next: list[tuple[float, Key]] = []
        """Heap of (time, key), one entry for each bucket, which is not full before that time."""

        self._shared: list[float] = []

    def __len__(self) -> int:
        """Return the number of buckets."""
        return len(self._full_at)

    def wait(self, who: Key, cost: float = 1.0) -> float:
        """Return the seconds until `cost` tokens are available, 0.0 if they are now; takes nothing."""
        return self._rate.wait(self._level(_shorten_key(who)), time.monotonic(), cost)

    def spend(self, who: Key, cost: float = 1.0) -> float:
        """Take `cost` tokens if available and return 0.0; else return the seconds until they will be."""
        wait = self.wait(who, cost)
        if not wait and self._rate.refill_rate:
            self._spend(_shorten_key(who), cost)
        return wait

    def take(self, who: Key, cost: float = 1.0) -> None:
        """Take `cost` tokens; raise a `ProblemError` with the seconds to wait if there are not enough."""
        charge((self, who), cost=cost)

    def give_back(self, who: Key, cost: float = 1.0) -> None:
        """Return tokens that were taken."""
        key = _shorten_key(who)
        refill_rate = self._rate.refill_rate
        if refill_rate and key in self._full_at:
            self._full_at[key] -= cost / refill_rate
        elif refill_rate and self._shared:
            self._shared[hash(key) % _SHARED] -= cost / refill_rate

    def fill(self, who: Key) -> None:
        """Fill the bucket of `who`."""
        key = _shorten_key(who)
        if key in self._full_at:
            self._full_at[key] = 0.0
        if self._shared:
            self._shared[hash(key) % _SHARED] = 0.0

    def fill_all(self, which: Callable[[Key], bool]) -> None:
        """Fill the buckets of all keys for which `which` is true, and those shared by hash."""
        for key in filter(which, self._full_at):
            self._full_at[key] = 0.0
        self._shared = []

    def _level(self, key: Key) -> float:
        known = self._full_at.get(key)
        if known is None:
            return self._shared[hash(key) % _SHARED] if self._shared else 0.0
        return known

    def _spend(self, key: Key, cost: float) -> None:
        """Take `cost` tokens from a bucket; a new key gets a bucket if the table has room."""
        now = time.monotonic()
        later = self._rate.spend(self._level(key), now, cost)
        if key not in self._full_at:
            self._forget_full(now)
            if len(self._full_at) >= _MOST_KNOWN:
                self._shared = self._shared or [0.0] * _SHARED
                self._shared[hash(key) % _SHARED] = later
                return
            heappush(self._next, (later, key))
        self._full_at[key] = later

    def _forget_full(self, now: float) -> None:
        """Evict full buckets: at most a few, for a bounded delay, but more than one for each new bucket."""
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
    """Token buckets for addresses, with larger ones for the wider networks around them."""

    def __init__(self, refill_rate: float, burst: float) -> None:
        """Give each address this rate and burst, and its networks the multiples in `WIDTHS`."""
        self._levels = [TokenBuckets(refill_rate * width, burst * width) for width in WIDTHS]

    def of(self, address: str | None) -> list[tuple[TokenBuckets, Key]]:
        """Return the buckets of an address, one for each level; none for this machine."""
        return [(self._levels[level], key) for level, key in networks_of(address)]

    def fill(self, network: Network) -> None:
        """Fill the buckets of a network, of all within it, and of those around it."""
        for level, buckets in enumerate(self._levels):
            buckets.fill_all(lambda key, level=level: meets(level, key, network))  # type: ignore[misc]

    def take(self, address: str | None) -> None:
        """Take one token from each bucket of an address; raise a `ProblemError` if one of them is empty."""
        charge(*self.of(address))


class Charge:
    """Tokens taken from several buckets at once, which can be refunded."""

    def __init__(self, taken: Sequence[tuple[TokenBuckets, Key]], cost: float) -> None:
        """Remember the buckets `taken` from, `cost` tokens each."""
        self._taken = taken
        self._cost = cost

    def refund(self) -> None:
        """Return the tokens to their buckets."""
        for tokens, who in self._taken:
            tokens.give_back(who, self._cost)


def charge(*buckets: tuple[TokenBuckets, Key], cost: float = 1.0) -> Charge:
    """Take `cost` tokens from all `buckets`, or from none and raise a `ProblemError` with the seconds to wait."""
    wait = max((tokens.wait(who, cost) for tokens, who in buckets), default=0.0)
    if wait:
        raise ProblemError(Code.LIMIT_REQUESTS, seconds=math.ceil(wait))
    for tokens, who in buckets:
        tokens.spend(who, cost)
    return Charge(buckets, cost)


def _shorten_key(who: Key) -> Key:
    """Return a key of bounded length: a digest in place of a long one."""
    if len(who) <= _LONGEST_KEY:
        return who
    return blake2b(who.encode("utf-8", "surrogatepass") if isinstance(who, str) else who, digest_size=16).digest()
