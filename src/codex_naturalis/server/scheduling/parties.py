"""On whose account something is worked out: a guest, and the network they come from."""

import hmac
from typing import Final

from ..limits.networks import networks_of
from ..support.tokens import Holder
from .fair_queue import Party

__all__ = ["Origins", "party_of"]

_V4_BYTES: Final = 4
_BYTES: Final = 9


class Origins:
    """Names networks by a keyed digest, so that what is kept with a table tells nobody else an address."""

    def __init__(self, key: bytes) -> None:
        """Digest with the `key` of this installation (HMAC-SHA256, 72 bits)."""
        self._key = key

    def of(self, address: str | None) -> str | None:
        """Return an IPv4 address, or the /48 of an IPv6 address, as a digest; None for this machine, not counted."""
        networks = networks_of(address)
        if not networks:
            return None
        one = networks[0][1]
        found = one if len(one) == _V4_BYTES else networks[-1][1]
        named = found.encode() if isinstance(found, str) else found
        return hmac.digest(self._key, b"origin " + named, "sha256")[:_BYTES].hex()


def party_of(origin: str | None, holder: Holder) -> Party:
    """Return who asks: a guest, the owner of a seat link, or all of a network who have no name."""
    guest = holder.guest or holder.key or origin or ""
    return Party(origin or guest, guest)
