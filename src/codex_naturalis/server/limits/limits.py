"""Limits on addresses and guests: token buckets for rates, and slots for concurrent use.

Loopback addresses are not limited: requests from there are the owner's, or come through a reverse proxy that forwards
the real address (`Settings.proxies`). Each limit has its own table, with keys of bounded size, and refused requests
store nothing.
"""

from collections import Counter
from ipaddress import ip_network
from typing import Final

from codex_naturalis.wire.errors import Code, ProblemError

from ..support.settings import Settings
from .networks import WIDTHS, Key, network_of, networks_of
from .sign_ins import SignIns
from .token_buckets import NetworkTokenBuckets, TokenBuckets, charge

__all__ = ["NetworkSlots", "RateLimiter", "Slots", "TokenBuckets", "charge", "network_of"]

_MESSAGES_PER_HOUR: Final = 12
"""Test and confirmation messages per hour that one guest may request, and that may go to one address."""

_MESSAGES_AT_ONCE: Final = 5

_SESSIONS_PER_SECOND: Final = 1.0
"""Sessions per second that a guest may open from an address that opens too many sockets."""

_SESSIONS_AT_ONCE: Final = 20


class Slots:
    """Counting semaphore per key: a bounded number of slots for each."""

    def __init__(self, most: int) -> None:
        """Give each key up to `most` slots; with 0 there is no limit."""
        self._most = most
        self._taken: Counter[Key] = Counter()

    def take(self, who: Key) -> bool:
        """Take a slot; return False if none is free."""
        if self._most and self._taken[who] >= self._most:
            return False
        self._taken[who] += 1
        return True

    def hold(self, who: Key | None) -> None:
        """Take a slot; raise a `ProblemError` if none is free. A key of None is not counted."""
        if who is not None and not self.take(who):
            raise ProblemError(Code.LIMIT_CONNECTIONS)

    def free(self, who: Key | None) -> None:
        """Free a slot."""
        if who is not None:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class NetworkSlots(Slots):
    """Slots for addresses, with more of them for the wider networks around each."""

    def __init__(self, most: int) -> None:
        """Give each address up to `most` slots, and its networks the multiples in `WIDTHS`."""
        super().__init__(most)
        self._levels = [Slots(most * width) for width in WIDTHS]

    def take(self, who: Key) -> bool:
        """Take a slot at each level for a key made by `network_of`; return False if one has none free."""
        taken: list[tuple[int, Key]] = []
        for level, key in _networks(who):
            if not self._levels[level].take(key):
                for known, other in taken:
                    self._levels[known].free(other)
                return False
            taken.append((level, key))
        return True

    def free(self, who: Key | None) -> None:
        """Free the slot at each level."""
        for level, key in _networks(who) if who is not None else ():
            self._levels[level].free(key)


def _networks(who: Key) -> tuple[tuple[int, Key], ...]:
    """Return levels and keys of the networks of `who`; a key that is no address has only itself."""
    return (networks_of(who) if isinstance(who, str) else ()) or ((0, who),)


class RateLimiter:
    """Rate limiter of a server: all its token buckets and slots."""

    def __init__(self, settings: Settings) -> None:
        """Begin with full buckets and free slots."""
        self._of_address = NetworkTokenBuckets(settings.requests_per_second, settings.requests_at_once)
        self._of_guest = TokenBuckets(settings.guest_requests_per_second, settings.guest_requests_at_once)
        self._new_guests = NetworkTokenBuckets(settings.guests_per_minute / 60, settings.guests_at_once)
        self._messages_of_guest = TokenBuckets(_MESSAGES_PER_HOUR / 3600, _MESSAGES_AT_ONCE)
        self._messages_to = TokenBuckets(_MESSAGES_PER_HOUR / 3600, _MESSAGES_AT_ONCE)
        self.sign_ins: SignIns = SignIns(settings.sign_ins_per_minute / 60, settings.sign_ins_at_once)
        self.sockets_of_address: NetworkSlots = NetworkSlots(settings.sockets_per_address)
        self.new_sockets: NetworkTokenBuckets = NetworkTokenBuckets(
            settings.new_sockets_per_second, settings.new_sockets_at_once
        )
        self.program_messages: TokenBuckets = TokenBuckets(
            settings.bot_messages_per_second, settings.bot_messages_at_once
        )
        self.new_sessions: TokenBuckets = TokenBuckets(_SESSIONS_PER_SECOND, _SESSIONS_AT_ONCE)

    def charge_request(self, address: str | None, guest: Key, *, new_guest: bool) -> None:
        """Charge a request to its address, and to a guest if it names one; raise a `ProblemError` for one too many."""
        buckets = self._of_address.of(address)
        if not buckets:
            return
        if new_guest:
            buckets += self._new_guests.of(address)
        if guest:
            buckets.append((self._of_guest, guest))
        charge(*buckets)

    def charge_message(self, guest: str, address: str | None = None) -> None:
        """Charge a message to the guest who requests it, and to its address, which may be someone else's."""
        buckets: list[tuple[TokenBuckets, Key]] = [(self._messages_of_guest, guest)]
        if address is not None:
            buckets.append((self._messages_to, address))
        charge(*buckets)

    def reset_guest(self, guest: str, name: str | None) -> None:
        """Reset the buckets of a guest, who may have an account with the folded `name`."""
        for buckets in (self._of_guest, self._messages_of_guest, self.new_sessions):
            buckets.fill(guest)
        self.sign_ins.reset_guest(guest, name)

    def reset_network(self, network: str) -> None:
        """Reset the buckets of a network and all within it."""
        known = ip_network(network)
        for buckets in (self._of_address, self._new_guests, self.new_sockets):
            buckets.fill(known)
        self.sign_ins.reset_network(known)
