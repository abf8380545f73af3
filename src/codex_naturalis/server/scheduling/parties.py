"""Parties that computation is charged to: a guest, and the network the guest comes from."""

import hmac
from typing import Final

from ..limits.networks import networks_of
from ..support.tokens import Holder
from .fair_queue import Party

__all__ = ["Origins", "party_of"]

_V4_BYTES: Final = 4
_BYTES: Final = 9


class Origins:
    """Keyed digests of networks, so that what is stored with a table does not reveal an address."""

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


def party_of(origin: str | None, holder: Holder) -> Party:
    """Return the party of a guest, of a seat link's holder, or of all strangers of one network."""
    guest = holder.guest or holder.key or origin or ""
    return Party(origin or guest, guest)
