"""Outbound HTTP with an SSRF guard: one POST to an address that a guest chose, to public addresses over HTTPS only.

A guest who may name an address could otherwise make the server reach hosts that only it can reach. So the name is
resolved here, every address it resolves to is checked, and the connection goes to an address that was checked.
Redirects are not followed, and only the status and `Retry-After` of the answer are read.
"""

import asyncio
import ipaddress
import re
from contextlib import suppress
from typing import Final
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from .resolver import Lookups
from .special_networks import public

__all__ = ["AddressRefused", "HttpReply", "OutboundGuard", "post"]

_SECONDS: Final = 15.0
_HEAD: Final = 16 * 1024
_VISIBLE: Final = re.compile(r"[\x21-\x7e]+")
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)\b")
_WAIT: Final = re.compile(rb"\r\nretry-after: *(\d{1,6}) *\r\n", re.IGNORECASE)


class AddressRefused(Exception):  # noqa: N818  # reads as the sentence it is
    """The URL is malformed, or leads to an address that is not allowed."""


class HttpReply(Struct, frozen=True):
    """Answer to a POST."""

    status: int
    wait: int | None
    """`Retry-After` in seconds; None if there was none."""


class OutboundGuard:
    """SSRF guard: decides which addresses messages may be sent to."""

    def __init__(self, networks: tuple[str, ...]) -> None:
        """Allow public addresses over HTTPS, and any over HTTP or HTTPS in `networks` (CIDR)."""
        self._networks = [ipaddress.ip_network(one) for one in networks]
        self._lookups = Lookups()

    def parsed(self, url: str) -> SplitResult:
        """Return the parts of a URL; raise `AddressRefused` if its scheme, host or form is not allowed."""
        try:
            parts = urlsplit(url)
            fit = _VISIBLE.fullmatch(url) and parts.hostname and parts.username is None and parts.port != 0
        except ValueError:
            fit = False
        if not fit or parts.scheme not in (("https", "http") if self._networks else ("https",)):
            raise AddressRefused
        return parts

    async def addresses(self, parts: SplitResult, who: str) -> list[str]:
        """Return the addresses of a URL named by the guest `who`; raise `AddressRefused` unless all are allowed.

        Raises `OSError` if the name cannot be resolved.
        """
        port = parts.port or (443 if parts.scheme == "https" else 80)
        hosts = await self._lookups.addresses(who, str(parts.hostname), port)
        if not all(self._fit(host, parts.scheme) for host in hosts):
            raise AddressRefused
        return hosts

    def _fit(self, host: str, scheme: str) -> bool:
        address = ipaddress.ip_address(host.partition("%")[0])
        plain = getattr(address, "ipv4_mapped", None) or address
        if any(plain in network for network in self._networks):
            return True
        return scheme == "https" and public(address)


async def post(guarded: OutboundGuard, url: str, body: bytes, headers: dict[str, str], who: str) -> HttpReply:
    """POST `body` for the guest `who`; raise `AddressRefused`, or `OSError` without an answer within 15 s."""
    parts = guarded.parsed(url)
    async with asyncio.timeout(_SECONDS):
        fault: OSError = ConnectionError()
        for host in await guarded.addresses(parts, who):
            try:
                return await _post(host, parts, body, headers)
            except OSError as error:
                fault = error
        raise fault


async def _post(host: str, parts: SplitResult, body: bytes, headers: dict[str, str]) -> HttpReply:
    tls = parts.scheme == "https"
    reader, writer = await asyncio.open_connection(
        host,
        parts.port or (443 if tls else 80),
        ssl=tls or None,
        server_hostname=parts.hostname if tls else None,
        limit=_HEAD,
    )
    try:
        writer.write(_head(parts, len(body), headers) + body)
        await writer.drain()
        return _reply(await reader.readuntil(b"\r\n\r\n"))
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise ConnectionError from error
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


def _head(parts: SplitResult, length: int, headers: dict[str, str]) -> bytes:
    where = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.netloc.rpartition("@")[2]
    lines = {"Host": host, "User-Agent": "codex-naturalis", "Connection": "close", "Content-Length": str(length)}
    told = "".join(f"{name}: {value}\r\n" for name, value in {**lines, **headers}.items())
    return f"POST {where} HTTP/1.1\r\n{told}\r\n".encode("latin-1")


def _reply(head: bytes) -> HttpReply:
    status = _STATUS.match(head)
    if not status:
        raise ConnectionError
    wait = _WAIT.search(head)
    return HttpReply(int(status[1]), int(wait[1]) if wait else None)
