"""Networks: what counts as one address, and which wider networks it lies in.

A household has a /64 under IPv6, often a /56, and whoever asks a provider for it a /48 of 65,536 of them (RFC 6177). So
the wider networks are counted as well, with more room, and so is the /24 of an IPv4 address.
"""

import ipaddress
from typing import Final

__all__ = ["WIDTHS", "Key", "Network", "meets", "network_of", "networks_of"]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

Key = str | bytes
"""What is counted: a network by its leading bytes, or a name."""

WIDTHS: Final = (1, 4, 16)
"""How many times as much as one address each level of networks may have: /64 or one address, /56, and /48 or /24."""

_V4: Final = ((0, 4), (2, 3))
_V6: Final = ((0, 8), (1, 7), (2, 6))
"""Levels, and how many leading bytes of an address name its network there."""


def network_of(address: str | None) -> str | None:
    """Return what counts as one address, under IPv6 a household's; None for this machine, which is not counted."""
    found = _parsed(address)
    if found is None:
        return address or None
    if _here(found):
        return None
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)  # noqa: PLR2004


def networks_of(address: str | None) -> tuple[tuple[int, Key], ...]:
    """Return the networks of an address, or of what `network_of` made of it: the level of each, and its key.

    None for this machine, which is not counted.
    """
    found = _parsed(address)
    if found is None:
        return ((0, address),) if address else ()
    if _here(found):
        return ()
    levels = _V6 if found.version == 6 else _V4  # noqa: PLR2004 - the number of the protocol
    return tuple((level, found.packed[:length]) for level, length in levels)


def meets(level: int, key: Key, network: Network) -> bool:
    """Return whether what is counted by a key of `networks_of` lies in `network`, or `network` in it."""
    levels = _V6 if network.version == 6 else _V4  # noqa: PLR2004 - the number of the protocol
    if not isinstance(key, bytes) or (level, len(key)) not in levels:
        return False
    known, bits = int.from_bytes(key), 8 * len(key)
    both = min(bits, network.prefixlen)
    return known >> (bits - both) == int(network.network_address) >> (network.max_prefixlen - both)


def _parsed(address: str | None) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address((address or "").partition("/")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _here(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Return whether an address is this machine's own."""
    return address.is_loopback
