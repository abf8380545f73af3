"""Fair queue: serves the network that has used least, and within it the guest that has used least.

Start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996) on two levels. Each client has an account of virtual
seconds; the queue's virtual clock is the account of the client served last, and a client that returns after a while
starts there: no client saves up turns while away, and none pays later for turns used while the others were away. For
the same reason all start alike after a pause of the queue (`settle`), as at the end of a busy period in the paper.
Whatever the load from one client, another waits for at most one item of each active client.
"""

import hmac
import time
from heapq import heappop, heappush
from typing import Final, Generic, TypeVar

from msgspec import Struct

from codex_naturalis.seating import Holder

from ..limits.networks import networks_of

__all__ = ["Client", "FairQueue", "Origins", "QueuedItem", "client_of"]


T = TypeVar("T")
_COST_WEIGHT: Final = 5.0
"""Seconds by which each second of cost delays an item's rank among one guest's items."""

_MANY: Final = 256
"""Accounts kept before those without effect are dropped."""


class Client(Struct, frozen=True):
    """Client that a computation is charged to."""

    origin: str
    """Digest of the client's network, or the guest again where it is unknown."""

    guest: str


class QueuedItem(Struct, Generic[T], eq=False):
    """Item in the queue."""

    item: T
    client: Client
    cost: float
    """Estimated seconds of computation."""

    since: float
    """Time of its arrival, by the monotonic clock."""

    gone: bool = False
    """Whether it has left the queue."""

    @property
    def rank(self) -> float:
        """Return its order among items of the same guest: quick before slow, but without starvation."""
        return self.since + _COST_WEIGHT * self.cost

    def __lt__(self, other: "QueuedItem[T]") -> bool:
        """Return whether it comes before another item of the same guest."""
        return self.rank < other.rank


class _Accounts:
    """Virtual seconds that each of several clients has used."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._clock = 0.0

    def start(self, client: str) -> float:
        """Return the start tag of the next item of `client`."""
        return max(self._used.get(client, 0.0), self._clock)

    def serve(self, client: str, cost: float) -> None:
        """Charge `client` for an item that begins now."""
        self._clock = self.start(client)
        self._used[client] = self._clock + cost
        if len(self._used) > _MANY:
            self._used = {each: used for each, used in self._used.items() if used > self._clock}

    def correct(self, client: str, difference: float) -> None:
        """Charge `client` the difference between actual and estimated cost."""
        if client in self._used:
            self._used[client] += difference

    def settle(self) -> None:
        """Let all clients start alike."""
        self._used.clear()


class _Guest(Generic[T]):
    """Heap of one guest's items."""

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
    """Guests of one network."""

    def __init__(self) -> None:
        self.guests: dict[str, _Guest[T]] = {}
        self.accounts = _Accounts()

    @property
    def first(self) -> QueuedItem[T]:
        start = self.accounts.start
        return min(
            (guest.first for guest in self.guests.values()),
            key=lambda one: (start(one.client.guest), one.cost, one.since),
        )

    @property
    def size(self) -> int:
        return sum(guest.size for guest in self.guests.values())


class FairQueue(Generic[T]):
    """Fair queue of one priority class."""

    def __init__(self) -> None:
        """Begin empty, with nothing charged to any client."""
        self._origins: dict[str, _Origin[T]] = {}
        self._waiting: dict[str, _Origin[T]] = {}
        """Those with items in the queue."""

        self._accounts = _Accounts()
        self._size = 0

    def __len__(self) -> int:
        """Return the number of items."""
        return self._size

    def put(self, item: T, client: Client, cost: float, since: float | None = None) -> QueuedItem[T]:
        """Add `item`, of about `cost` seconds; `since` is its arrival if it comes from another queue."""
        waiting = QueuedItem(item, client, cost, time.monotonic() if since is None else since)
        origin = self._waiting[client.origin] = self._origins.setdefault(client.origin, _Origin())
        origin.guests.setdefault(client.guest, _Guest()).put(waiting)
        self._size += 1
        return waiting

    def take(self) -> QueuedItem[T]:
        """Remove the next item, and charge its client for it."""
        starts = {name: self._accounts.start(name) for name in self._waiting}
        least = min(starts.values())
        firsts = [self._waiting[name].first for name, start in starts.items() if start == least]
        chosen = min(firsts, key=lambda one: (one.cost, one.since))
        self._accounts.serve(chosen.client.origin, chosen.cost)
        self._origins[chosen.client.origin].accounts.serve(chosen.client.guest, chosen.cost)
        self.remove(chosen)
        return chosen

    def remove(self, waiting: QueuedItem[T]) -> None:
        """Remove an item that is no longer needed."""
        origin = self._origins[waiting.client.origin]
        guest = origin.guests[waiting.client.guest]
        guest.remove(waiting)
        self._size -= 1
        if not guest.size:
            del origin.guests[waiting.client.guest]
        if not origin.guests:
            del self._waiting[waiting.client.origin]
            if len(self._origins) > len(self._waiting) + _MANY:
                self._origins = dict(self._waiting)

    def correct(self, client: Client, difference: float) -> None:
        """Charge `client` the difference between actual and estimated cost of its item."""
        self._accounts.correct(client.origin, difference)
        if origin := self._origins.get(client.origin):
            origin.accounts.correct(client.guest, difference)

    def settle(self) -> None:
        """Let all clients start alike; the queue is empty, and none of its items is running."""
        assert not self._size
        self._accounts.settle()
        self._origins.clear()

    @property
    def oldest(self) -> float:
        """Return the earliest arrival among the guests' first items; the queue must not be empty."""
        return min(guest.first.since for origin in self._waiting.values() for guest in origin.guests.values())

    def longest(self) -> tuple[int, QueuedItem[T]] | None:
        """Return the size of the network with the most items, and the newest item of its busiest guest."""
        if not self._size:
            return None
        origin = max(self._waiting.values(), key=lambda one: one.size)
        return origin.size, max(origin.guests.values(), key=lambda one: one.size).last

    def of(self, client: Client) -> tuple[int, int]:
        """Return the number of items of a client's network, and of its guest."""
        origin = self._waiting.get(client.origin)
        guest = origin.guests.get(client.guest) if origin else None
        return origin.size if origin else 0, guest.size if guest else 0


_V4_BYTES: Final = 4
_BYTES: Final = 9


class Origins:
    """Keyed digests of networks, so that data stored with a table reveals no address."""

    def __init__(self, key: bytes) -> None:
        """Use the installation's `key` (HMAC-SHA256, truncated to 72 bits)."""
        self._key = key

    def of(self, address: str | None) -> str | None:
        """Return the digest of an IPv4 address, or of an IPv6 /48; None for loopback, which is not counted."""
        networks = networks_of(address)
        if not networks:
            return None
        one = networks[0][1]
        found = one if len(one) == _V4_BYTES else networks[-1][1]
        named = found.encode() if isinstance(found, str) else found
        return hmac.digest(self._key, b"origin " + named, "sha256")[:_BYTES].hex()


def client_of(origin: str | None, holder: Holder) -> Client:
    """Return the client of a guest, of a seat link's holder, or of all strangers of one network."""
    guest = holder.guest or holder.key or origin or ""
    return Client(origin or guest, guest)
