"""Networks: which key an address is counted under, and which wider networks it lies in.

Under IPv6 a household has a /64, often a /56, and providers hand out a /48 of 65,536 of them on request (RFC 6177). So
wider networks are counted as well, with more room, and so is the /24 of an IPv4 address.
"""

import ipaddress
from typing import Final

__all__ = ["WIDTHS", "Key", "Network", "meets", "network_of", "networks_of"]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

Key = str | bytes
"""Key of a bucket or slot: a network's leading bytes, or a name."""

WIDTHS: Final = (1, 4, 16)
"""Multiples of an address's limit for each level: one address or /64, /56, and /48 or /24."""

_V4: Final = ((0, 4), (2, 3))
_V6: Final = ((0, 8), (1, 7), (2, 6))
"""For each level, the length in bytes of the network's prefix."""


def network_of(address: str | None) -> str | None:
    """Return the key of an address, under IPv6 its /64; None for loopback, which is not counted."""
    found = _parse(address)
    if found is None:
        return address or None
    if _here(found):
        return None
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)  # noqa: PLR2004


def networks_of(address: str | None) -> tuple[tuple[int, Key], ...]:
    """Return level and key for each network around an address, or around a key made by `network_of`.

    Empty for loopback, which is not counted.
    """
    found = _parse(address)
    if found is None:
        return ((0, address),) if address else ()
    if _here(found):
        return ()
    levels = _V6 if found.version == 6 else _V4  # noqa: PLR2004 - the number of the protocol
    return tuple((level, found.packed[:length]) for level, length in levels)


def meets(level: int, key: Key, network: Network) -> bool:
    """Return whether the network of a key of `networks_of` overlaps `network`."""
    levels = _V6 if network.version == 6 else _V4  # noqa: PLR2004 - the number of the protocol
    if not isinstance(key, bytes) or (level, len(key)) not in levels:
        return False
    known, bits = int.from_bytes(key), 8 * len(key)
    both = min(bits, network.prefixlen)
    return known >> (bits - both) == int(network.network_address) >> (network.max_prefixlen - both)


def _parse(address: str | None) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address((address or "").partition("/")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _here(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Return whether an address is loopback."""
    return address.is_loopback
