"""Outbound HTTP with an SSRF guard: one POST to an address that a guest chose, to public addresses over HTTPS only.

A guest who may name an address could otherwise make the server reach hosts that only it can reach. So the name is
resolved here, every address it resolves to is checked, and the connection goes to an address that was checked.
Redirects are not followed, and only the status and `Retry-After` of the answer are read.
"""

import asyncio
import ipaddress
import re
import socket
import threading
from collections import Counter
from contextlib import suppress
from typing import Final
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

__all__ = ["SECONDS", "Address", "AddressRefusedError", "HttpReply", "Lookups", "OutboundGuard", "post", "public"]


SECONDS: Final = 3.0
"""Time limit of a look-up in seconds, waiting for a thread included."""

_OF_GUEST: Final = 2
"""Concurrent look-ups of one guest."""

_MOST: Final = 64
"""Concurrent look-ups in all."""


class Lookups:
    """Resolver with a bound per guest."""

    def __init__(self) -> None:
        """Begin with no look-up running."""
        self._running: Counter[str] = Counter()
        self._ended = asyncio.Event()

    async def addresses(self, who: str, host: str, port: int) -> list[str]:
        """Return the addresses of `host` for the guest `who`; raise `OSError` (`TimeoutError` too) if none is found."""
        with suppress(ValueError):
            return [str(ipaddress.ip_address(host))]
        async with asyncio.timeout(SECONDS):
            while self._running[who] >= _OF_GUEST or self._running.total() >= _MOST:
                self._ended.clear()
                await self._ended.wait()
            return await self._start_lookup(who, host, port)

    def _start_lookup(self, who: str, host: str, port: int) -> "asyncio.Future[list[str]]":
        """Start a look-up, which counts against the bounds until it ends, whether or not its answer is awaited."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[list[str]] = loop.create_future()

        def on_answer(answer: list[str] | OSError) -> None:
            self._running[who] -= 1
            self._running = +self._running  # drops counts of zero
            self._ended.set()
            if not found.done():
                found.set_exception(answer) if isinstance(answer, OSError) else found.set_result(answer)

        def work() -> None:
            answer = _answer(host, port)
            with suppress(RuntimeError):  # the loop has ended in the meantime
                loop.call_soon_threadsafe(on_answer, answer)

        self._running[who] += 1
        threading.Thread(target=work, name="look-up", daemon=True).start()
        return found


def _answer(host: str, port: int) -> list[str] | OSError:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        return error
    except UnicodeError:
        return OSError(host)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


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


_SECONDS: Final = 15.0
_HEAD: Final = 16 * 1024
_VISIBLE: Final = re.compile(r"[\x21-\x7e]+")
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)\b")
_WAIT: Final = re.compile(rb"\r\nretry-after: *(\d{1,6}) *\r\n", re.IGNORECASE)


class AddressRefusedError(Exception):
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

    def parse_url(self, url: str) -> SplitResult:
        """Return the parts of a URL; raise `AddressRefusedError` if its scheme, host or form is not allowed."""
        try:
            parts = urlsplit(url)
            fit = _VISIBLE.fullmatch(url) and parts.hostname and parts.username is None and parts.port != 0
        except ValueError:
            fit = False
        if not fit or parts.scheme not in (("https", "http") if self._networks else ("https",)):
            raise AddressRefusedError
        return parts

    async def addresses(self, parts: SplitResult, who: str) -> list[str]:
        """Return the addresses of a URL named by the guest `who`; raise `AddressRefusedError` unless all are allowed.

        Raises `OSError` if the name cannot be resolved.
        """
        port = parts.port or (443 if parts.scheme == "https" else 80)
        hosts = await self._lookups.addresses(who, str(parts.hostname), port)
        if not all(self._fit(host, parts.scheme) for host in hosts):
            raise AddressRefusedError
        return hosts

    def _fit(self, host: str, scheme: str) -> bool:
        address = ipaddress.ip_address(host.partition("%")[0])
        plain = getattr(address, "ipv4_mapped", None) or address
        if any(plain in network for network in self._networks):
            return True
        return scheme == "https" and public(address)


async def post(guarded: OutboundGuard, url: str, body: bytes, headers: dict[str, str], who: str) -> HttpReply:
    """POST `body` for the guest `who`; raise `AddressRefusedError`, or `OSError` without an answer within 15 s."""
    parts = guarded.parse_url(url)
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
    fields = "".join(f"{name}: {value}\r\n" for name, value in {**lines, **headers}.items())
    return f"POST {where} HTTP/1.1\r\n{fields}\r\n".encode("latin-1")


def _reply(head: bytes) -> HttpReply:
    status = _STATUS.match(head)
    if not status:
        raise ConnectionError
    wait = _WAIT.search(head)
    return HttpReply(int(status[1]), int(wait[1]) if wait else None)
