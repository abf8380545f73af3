"""How much one address and one guest may ask: allowances that fill steadily, and places that are taken and freed.

Addresses of this machine itself are not counted: what comes from there is the owner, or a web server in front of us
that names the real address (`Settings.proxies`). Each kind of thing is counted in a table of its own, by keys of
bounded size, and nothing is kept of whoever is refused.
"""

from collections import Counter
from ipaddress import ip_network
from typing import Final

from ..support.errors import Code, Problem
from ..support.settings import Settings
from .buckets import NetworkTokenBuckets, TokenBuckets, charge
from .networks import WIDTHS, Key, network_of, networks_of
from .sign_ins import SignIns

__all__ = ["Limits", "NetworkSlots", "Slots", "TokenBuckets", "charge", "network_of"]

_MESSAGES_PER_HOUR: Final = 12
"""Messages that a guest may ask for by hand, to try them or to confirm an address, and those to one address."""

_MESSAGES_AT_ONCE: Final = 5

_WINDOWS_PER_SECOND: Final = 1.0
"""Windows of seats that a guest may open in the long run from an address that opens too many sockets."""

_WINDOWS_AT_ONCE: Final = 20


class Slots:
    """So many at the same time, for each of many."""

    def __init__(self, most: int) -> None:
        """Give up to `most` places to each; with 0 as many as are wanted."""
        self._most = most
        self._taken: Counter[Key] = Counter()

    def take(self, who: Key) -> bool:
        """Take a place; return whether there was one."""
        if self._most and self._taken[who] >= self._most:
            return False
        self._taken[who] += 1
        return True

    def hold(self, who: Key | None) -> None:
        """Take a place; raise a `Problem` if there is none. Nobody in particular is not counted."""
        if who is not None and not self.take(who):
            raise Problem(Code.LIMIT_CONNECTIONS)

    def free(self, who: Key | None) -> None:
        """Give a place back."""
        if who is not None:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class NetworkSlots(Slots):
    """So many at the same time for each address, and more for the wider networks it lies in."""

    def __init__(self, most: int) -> None:
        """Give up to `most` places to each address, and as many times as much to its networks as `WIDTHS` say."""
        super().__init__(most)
        self._levels = [Slots(most * width) for width in WIDTHS]

    def take(self, who: Key) -> bool:
        """Take a place for what `network_of` made of an address; return whether there was one."""
        taken: list[tuple[int, Key]] = []
        for level, key in _networks(who):
            if not self._levels[level].take(key):
                for known, other in taken:
                    self._levels[known].free(other)
                return False
            taken.append((level, key))
        return True

    def free(self, who: Key | None) -> None:
        """Give a place back."""
        for level, key in _networks(who) if who is not None else ():
            self._levels[level].free(key)


def _networks(who: Key) -> tuple[tuple[int, Key], ...]:
    """Return the networks of `who`; whoever is none of an address's is counted alone."""
    return (networks_of(who) if isinstance(who, str) else ()) or ((0, who),)


class Limits:
    """All allowances and places of a server."""

    def __init__(self, settings: Settings) -> None:
        """Begin with nobody having asked."""
        self._of_address = NetworkTokenBuckets(settings.requests_per_second, settings.requests_at_once)
        self._of_guest = TokenBuckets(settings.guest_requests_per_second, settings.guest_requests_at_once)
        self._new_guests = NetworkTokenBuckets(settings.guests_per_minute / 60, settings.guests_at_once)
        self._messages_of_guest = TokenBuckets(_MESSAGES_PER_HOUR / 3600, _MESSAGES_AT_ONCE)
        self._messages_to = TokenBuckets(_MESSAGES_PER_HOUR / 3600, _MESSAGES_AT_ONCE)
        self.sign_ins = SignIns(settings.sign_ins_per_minute / 60, settings.sign_ins_at_once)
        self.sockets_of_address = NetworkSlots(settings.sockets_per_address)
        self.watchers_of_table = Slots(settings.sockets_per_table)
        self.watchers_of_address = Slots(settings.watchers_per_address)
        self.new_sockets = NetworkTokenBuckets(settings.new_sockets_per_second, settings.new_sockets_at_once)
        self.new_windows = TokenBuckets(_WINDOWS_PER_SECOND, _WINDOWS_AT_ONCE)

    def request(self, address: str | None, guest: Key, *, new_guest: bool) -> None:
        """Count a request of an address, and of a guest if it names one; raise a `Problem` if it is one too many."""
        buckets = self._of_address.of(address)
        if not buckets:
            return
        if new_guest:
            buckets += self._new_guests.of(address)
        if guest:
            buckets.append((self._of_guest, guest))
        charge(*buckets)

    def message(self, guest: str, address: str | None = None) -> None:
        """Count a message that a guest asks for, to an address that may be somebody else's."""
        buckets: list[tuple[TokenBuckets, Key]] = [(self._messages_of_guest, guest)]
        if address is not None:
            buckets.append((self._messages_to, address))
        charge(*buckets)

    def forgive_guest(self, guest: str, name: str | None) -> None:
        """Let a guest, perhaps with an account of a folded `name`, begin as if it had asked for nothing."""
        for allowance in (self._of_guest, self._messages_of_guest, self.new_windows):
            allowance.fill(guest)
        self.sign_ins.forgive(guest, name)

    def forgive_network(self, network: str) -> None:
        """Let those of a network begin as if they had asked for nothing."""
        known = ip_network(network)
        for allowance in (self._of_address, self._new_guests, self.new_sockets):
            allowance.fill(known)
        self.sign_ins.forgive_network(known)
