"""Local network: this machine's address, URLs of servers, and the output of `play --lan`."""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address
from typing import Final

from codex_naturalis.i18n import can_print

__all__ = ["lan_address", "shared_with", "url_at"]

_ELSEWHERE: Final = ("192.0.2.1", 9)
"""Address of no machine (TEST-NET-1, RFC 5737). A datagram socket connected to it sends nothing."""

_WARNING: Final = """\
Anyone in this network can open this page and sit down, without a password, as long as the program runs.
Use it at home, not in a café. What is sent is not encrypted."""


def lan_address() -> str | None:
    """Return this machine's IPv4 address in its network; None if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    found = ip_address(address)
    return None if found.is_loopback or found.is_unspecified else address


def url_at(host: str, port: int) -> str:
    """Return the URL of a server that listens on `host`; for all addresses, that of this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - only to print it
    if ":" in shown:  # IPv6, maybe with a zone (RFC 6874)
        shown = f"[{shown.replace('%', '%25')}]"
    return f"http://{shown}:{port}/"


def shared_with(address: str) -> str:
    """Return the QR code of `address` for a terminal, with instructions and the people it admits."""
    import segno  # noqa: PLC0415 - only where it is asked for

    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True)
    code, scan = drawn.getvalue(), "Scan this with a phone in the same network, or open"
    instructions = f"\n{code}\n{scan}" if can_print(code) else "\nOn a phone in the same network open"
    return f"{instructions} {address} there.\n\n{_WARNING}\n"
