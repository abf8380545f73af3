"""A fair queue: whoever has used least comes next, first among the networks that ask, then among the guests of one.

Start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) on two levels. Each party has an account of virtual
seconds; the queue's virtual clock is the account of whoever was served last, and a party that comes back after a while
begins there: nobody saves up turns, and nobody who used many while the others were away pays for it. However much one
party asks for, another waits for one item of each party that asks, no more.
"""

import time
from heapq import heappop, heappush
from typing import Final, Generic, TypeVar

from msgspec import Struct

__all__ = ["FairQueue", "Party", "QueuedItem"]

T = TypeVar("T")
_PATIENCE: Final = 5.0
"""Among a guest's own items, one that takes a second longer stands behind those that come up to so much later."""

_MANY: Final = 256
"""Accounts kept before those are looked for that say nothing any more."""


class Party(Struct, frozen=True):
    """On whose account something is worked out."""

    origin: str
    """The network they come from, or the guest again where that is not known."""

    guest: str


class QueuedItem(Struct, Generic[T], eq=False):
    """An item that waits."""

    item: T
    party: Party
    cost: float
    """Seconds it will take, as far as one can tell."""

    since: float
    """When it came, by the monotonic clock."""

    gone: bool = False
    """Whether it waits no more."""

    @property
    def rank(self) -> float:
        """Return its place among those of the same guest: quick before slow, but nothing waits for ever."""
        return self.since + _PATIENCE * self.cost

    def __lt__(self, other: "QueuedItem[T]") -> bool:
        """Return whether it comes before another of the same guest."""
        return self.rank < other.rank


class _Accounts:
    """What each of several parties has used, in virtual seconds."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._clock = 0.0

    def start(self, party: str) -> float:
        """Return the start tag of what `party` asks for next."""
        return max(self._used.get(party, 0.0), self._clock)

    def serve(self, party: str, cost: float) -> None:
        """Charge `party` for what begins now."""
        self._clock = self.start(party)
        self._used[party] = self._clock + cost
        if len(self._used) > _MANY:
            self._used = {each: used for each, used in self._used.items() if used > self._clock}

    def correct(self, party: str, difference: float) -> None:
        """Charge `party` so much more, or less, than was thought."""
        if party in self._used:
            self._used[party] += difference


class _Guest(Generic[T]):
    """What waits for one guest, the first in front."""

    def __init__(self) -> None:
        self._heap: list[QueuedItem[T]] = []
        self.size = 0

    def put(self, waiting: QueuedItem[T]) -> None:
        heappush(self._heap, waiting)
        self.size += 1

    def remove(self, waiting: QueuedItem[T]) -> None:
        waiting.gone = True
        self.size -= 1
        while self._heap and self._heap[0].gone:
            heappop(self._heap)

    @property
    def first(self) -> QueuedItem[T]:
        return self._heap[0]

    @property
    def last(self) -> QueuedItem[T]:
        return max((one for one in self._heap if not one.gone), key=lambda one: one.since)


class _Origin(Generic[T]):
    """The guests of one network."""

    def __init__(self) -> None:
        self.guests: dict[str, _Guest[T]] = {}
        self.accounts = _Accounts()

    @property
    def first(self) -> QueuedItem[T]:
        start = self.accounts.start
        return min(
            (guest.first for guest in self.guests.values()),
            key=lambda one: (start(one.party.guest), one.cost, one.since),
        )

    @property
    def size(self) -> int:
        return sum(guest.size for guest in self.guests.values())


class FairQueue(Generic[T]):
    """What waits for its turn, of one priority class."""

    def __init__(self) -> None:
        """Begin with nothing waiting, and nobody having used anything."""
        self._origins: dict[str, _Origin[T]] = {}
        self._waiting: dict[str, _Origin[T]] = {}
        """Those of them for whom something waits."""

        self._accounts = _Accounts()
        self._size = 0

    def __len__(self) -> int:
        """Return how much waits."""
        return self._size

    def put(self, item: T, party: Party, cost: float, since: float | None = None) -> QueuedItem[T]:
        """Let `item` wait, which takes about `cost` seconds; `since` if it waited in another queue before."""
        waiting = QueuedItem(item, party, cost, time.monotonic() if since is None else since)
        origin = self._waiting[party.origin] = self._origins.setdefault(party.origin, _Origin())
        origin.guests.setdefault(party.guest, _Guest()).put(waiting)
        self._size += 1
        return waiting

    def take(self) -> QueuedItem[T]:
        """Take out what is next, and charge its party for it."""
        starts = {name: self._accounts.start(name) for name in self._waiting}
        least = min(starts.values())
        firsts = [self._waiting[name].first for name, start in starts.items() if start == least]
        chosen = min(firsts, key=lambda one: (one.cost, one.since))
        self._accounts.serve(chosen.party.origin, chosen.cost)
        self._origins[chosen.party.origin].accounts.serve(chosen.party.guest, chosen.cost)
        self.remove(chosen)
        return chosen

    def remove(self, waiting: QueuedItem[T]) -> None:
        """Take out what need not wait any more."""
        origin = self._origins[waiting.party.origin]
        guest = origin.guests[waiting.party.guest]
        guest.remove(waiting)
        self._size -= 1
        if not guest.size:
            del origin.guests[waiting.party.guest]
        if not origin.guests:
            del self._waiting[waiting.party.origin]
            if len(self._origins) > len(self._waiting) + _MANY:
                self._origins = dict(self._waiting)

    def correct(self, party: Party, difference: float) -> None:
        """Charge `party` for what its item took more, or less, than was thought."""
        self._accounts.correct(party.origin, difference)
        if origin := self._origins.get(party.origin):
            origin.accounts.correct(party.guest, difference)

    @property
    def oldest(self) -> float:
        """Return since when the first of some party has waited; something must wait."""
        return min(guest.first.since for origin in self._waiting.values() for guest in origin.guests.values())

    def longest(self) -> tuple[int, QueuedItem[T]] | None:
        """Return how much waits of the network that has most waiting, and the last item of its busiest guest."""
        if not self._size:
            return None
        origin = max(self._waiting.values(), key=lambda one: one.size)
        return origin.size, max(origin.guests.values(), key=lambda one: one.size).last

    def of(self, party: Party) -> tuple[int, int]:
        """Return how much waits of a network, and of its guest."""
        origin = self._waiting.get(party.origin)
        guest = origin.guests.get(party.guest) if origin else None
        return origin.size if origin else 0, guest.size if guest else 0
