"""How much one address and one guest may ask: allowances that fill steadily, and places that are taken and freed.

Addresses of this machine itself are not counted: what comes from there is the owner, or a web server in front of us
that names the real address (`Settings.proxies`).
"""

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from typing import Final

from .codes import Code, Problem
from .settings import Settings

__all__ = ["Allowance", "Limits", "Places", "network_of"]

_MOST_KNOWN: Final = 10_000
"""Addresses or guests an allowance remembers; those that asked longest ago are forgotten."""

_MESSAGES_PER_HOUR: Final = 12
"""Messages that a guest may ask for by hand, to try them or to confirm an address, and those to one address."""

_MESSAGES_AT_ONCE: Final = 5


def network_of(address: str | None) -> str | None:
    """Return what counts as one address, under IPv6 a household's; None for this machine, which is not counted."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return address or None
    if found.is_loopback:
        return None
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return network_of(str(found.ipv4_mapped))
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Allowance:
    """So much in one go, and so much in the long run, for each of many who ask."""

    def __init__(self, per_second: float, at_once: int) -> None:
        """Fill by `per_second` up to `at_once`; with 0 a second everything is allowed."""
        self._per_second = per_second
        self._at_once = at_once
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """Take one; raise a `Problem` that says how long to wait if there is none."""
        if not self._per_second:
            return
        now = time.monotonic()
        left, since = self._left.pop(who, (float(self._at_once), now))
        left = min(left + (now - since) * self._per_second, self._at_once)
        allowed = left >= 1
        self._left[who] = (left - allowed, now)
        if len(self._left) > _MOST_KNOWN:
            self._left.popitem(last=False)
        if not allowed:
            raise Problem(Code.LIMIT_REQUESTS, seconds=math.ceil((1 - left) / self._per_second))


class Places:
    """So many at the same time, for each of many."""

    def __init__(self, most: int) -> None:
        """Give up to `most` places to each; with 0 as many as are wanted."""
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, who: str) -> bool:
        """Take a place; return whether there was one."""
        if self._most and self._taken[who] >= self._most:
            return False
        self._taken[who] += 1
        return True

    def hold(self, who: str | None) -> None:
        """Take a place; raise a `Problem` if there is none. Nobody in particular is not counted."""
        if who is not None and not self.take(who):
            raise Problem(Code.LIMIT_CONNECTIONS)

    def free(self, who: str | None) -> None:
        """Give a place back."""
        if who is not None:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]


class Limits:
    """All allowances and places of a server."""

    def __init__(self, settings: Settings) -> None:
        """Begin with nobody having asked."""
        self._of_address = Allowance(settings.requests_per_second, settings.requests_at_once)
        self._of_guest = Allowance(settings.guest_requests_per_second, settings.guest_requests_at_once)
        self._new_guests = Allowance(settings.guests_per_minute / 60, settings.guests_at_once)
        self._sign_ins = Allowance(settings.sign_ins_per_minute / 60, settings.sign_ins_at_once)
        self._messages = Allowance(_MESSAGES_PER_HOUR / 3600, _MESSAGES_AT_ONCE)
        self.sockets_of_address = Places(settings.sockets_per_address)
        self.sockets_of_guest = Places(settings.sockets_per_guest)

    def request(self, address: str | None, token: str, *, new_guest: bool) -> None:
        """Count a request; raise a `Problem` if it is one too many."""
        network = network_of(address)
        if network is None:
            return
        self._of_address.take(network)
        if new_guest:
            self._new_guests.take(network)
        if token:
            self._of_guest.take(token)

    def sign_in(self, address: str | None, name: str) -> None:
        """Count a try to prove who one is: for the name, wherever it comes from, and for the address."""
        self._sign_ins.take(f"name {name}")
        network = network_of(address)
        if network is not None:
            self._sign_ins.take(f"from {network}")

    def message(self, guest: str, address: str | None = None) -> None:
        """Count a message that a guest asks for, to an address that may be somebody else's."""
        self._messages.take(f"guest {guest}")
        if address is not None:
            self._messages.take(f"to {address}")
