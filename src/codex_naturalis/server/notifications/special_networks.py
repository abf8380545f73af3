"""Special-purpose networks: addresses that are no host on the internet, or that embed the address of another one.

From IANA's registries of IPv4 and IPv6 special-purpose addresses (RFC 6890 and its updates), wider where whole blocks
are set aside; Python's `is_global` depends on its version. Hosts have IPv6 addresses in 2000::/3 only.
"""

import ipaddress
from typing import Final

__all__ = ["Address", "public"]

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_V4: Final = tuple(
    map(
        ipaddress.IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by customers of a provider
            "127.0.0.0/8",  # this machine
            "169.254.0.0/16",  # this link, and clouds' inner services
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112, which answers for private names
            "192.52.193.0/24",  # automatic multicast tunnels
            "192.88.99.0/24",  # relays of 6to4, deprecated
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and broadcast
        ),
    )
)
_HOSTS: Final = ipaddress.IPv6Network("2000::/3")
_V6: Final = tuple(
    map(
        ipaddress.IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
            "2001:db8::/32",  # documentation
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_ISATAP: Final = (bytes.fromhex("00005efe"), bytes.fromhex("02005efe"))
_V4_BITS: Final = 0xFFFFFFFF


def public(address: Address) -> bool:
    """Return whether an address may belong to a host on the public internet."""
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _V4)
    inside = _inside(address)
    if inside is not None:
        return public(inside)
    return address in _HOSTS and not any(address in network for network in _V6)


def _inside(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address embedded in an IPv6 address (NAT64, ISATAP, mapped, 6to4); None if there is none."""
    if address in _NAT64 or address.packed[8:12] in _ISATAP:
        return ipaddress.IPv4Address(int(address) & _V4_BITS)
    return address.ipv4_mapped or address.sixtofour
