"""Raw HTTP/1.1 and WebSocket clients (RFC 9112, RFC 6455) that may break every rule of the protocols.

They speak to a door on the loopback; whom they claim to be stands in `X-Forwarded-For`, which servers
believe from there.
"""

import asyncio
import json
import re
import socket
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct

from tests.waiting import TIMEOUT

__all__ = ["CONTINUATION", "PING", "TEXT", "Answer", "Socket", "frame", "head", "opened", "posted", "request"]

Json = Any  # what came over the wire has any form
"""What came over the wire."""

CONTINUATION, TEXT, CLOSE, PING = 0, 1, 8, 9
_FINAL: Final = 0x80
_MASKED: Final = 0x80
_SHORT, _MEDIUM = 126, 1 << 16
_EMPTY_KEY: Final = bytes(4)
_KEY: Final = "dGhlIHNhbXBsZSBub25jZQ=="
"""The nonce of RFC 6455, section 1.3."""

_LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


class Answer(Struct, frozen=True):
    """The answer to a request; status 0 if the server hung up instead, or never answered."""

    status: int
    body: bytes = b""
    seconds: float = 0.0

    @property
    def json(self) -> Json:
        """Return the body as JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Return the code of a refusal; an empty text for any other answer."""
        try:
            return str(json.loads(self.body).get("code", ""))
        except (ValueError, AttributeError):
            return ""


def head(method: str, path: str, headers: Mapping[str, str]) -> bytes:
    """Return the head of a request."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{lines}\r\n".encode("latin-1")


async def opened(port: int, buffer: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection to a port of this machine; `buffer` is how many bytes may wait unread, 0 for the usual."""
    mine = socket.socket()
    if buffer:
        mine.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    mine.setblocking(False)  # noqa: FBT003 - the library's
    await asyncio.get_running_loop().sock_connect(mine, ("127.0.0.1", port))
    return await asyncio.open_connection(sock=mine, limit=1 << 22)


async def request(
    port: int,
    method: str,
    path: str,
    body: Json = None,
    *,
    address: str = "",
    token: str = "",
    seconds: float = TIMEOUT,
    **headers: str,
) -> Answer:
    """Ask below `/api/v1`, or elsewhere if `path` begins with `//`, from `address`; give up after some `seconds`."""
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    named = {"Connection": "close", "Content-Length": str(len(data)), "Content-Type": "application/json"}
    named |= {"X-Forwarded-For": address} if address else {}
    named |= {"Authorization": f"Bearer {token}"} if token else {}
    where = path[1:] if path.startswith("//") else f"/api/v1{path}"
    began = time.perf_counter()
    try:
        async with asyncio.timeout(seconds):
            answered = await _asked(port, head(method, where, {**named, **headers}) + data)
    except (OSError, TimeoutError, EOFError):
        return Answer(0, seconds=time.perf_counter() - began)
    status, content = answered
    return Answer(status, content, time.perf_counter() - began)


async def _asked(port: int, data: bytes) -> tuple[int, bytes]:
    reader, writer = await opened(port)
    try:
        writer.write(data)
        headers, _, content = (await reader.read(-1)).partition(b"\r\n\r\n")
    finally:
        writer.transport.abort()
    if not headers:
        raise ConnectionResetError
    if b"transfer-encoding: chunked" in headers.lower():
        content = _joined(content)
    return int(headers.split(b" ", 2)[1]), content


async def posted(port: int, path: str, bodies: Sequence[Json], address: str) -> int:
    """Post `bodies` over one connection, one after the other; return how many were answered."""
    heads, answered = {"X-Forwarded-For": address, "Content-Type": "application/json"}, 0
    reader, writer = await opened(port)
    with suppress(OSError, EOFError, TimeoutError):
        async with asyncio.timeout(TIMEOUT):
            for body in bodies:
                data = json.dumps(body).encode()
                writer.write(head("POST", f"/api/v1{path}", heads | {"Content-Length": str(len(data))}) + data)
                response = await reader.readuntil(b"\r\n\r\n")
                if length := _LENGTH.search(response):
                    await reader.readexactly(int(length[1]))
                answered += 1
    writer.transport.abort()
    return answered


def _joined(chunks: bytes) -> bytes:
    """Return what chunks hold."""
    parts = []
    while chunks:
        size, _, rest = chunks.partition(b"\r\n")
        length = int(size or b"0", 16)
        parts.append(rest[:length])
        chunks = rest[length + 2 :] if length else b""
    return b"".join(parts)


def frame(kind: int, data: bytes = b"", *, final: bool = True) -> bytes:
    """Return a client's frame, masked with zeros."""
    first, size = kind | (_FINAL if final else 0), len(data)
    if size < _SHORT:
        header = bytes((first, _MASKED | size))
    elif size < _MEDIUM:
        header = bytes((first, _MASKED | 126)) + size.to_bytes(2, "big")
    else:
        header = bytes((first, _MASKED | 127)) + size.to_bytes(8, "big")
    return header + _EMPTY_KEY + data


class Socket:
    """A WebSocket to a table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Use a connection on which hands are shaken."""
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, table: str, address: str = "", buffer: int = 0) -> "Socket":
        """Open a socket and say nothing; raise `ConnectionError` if it is refused."""
        reader, writer = await opened(port, buffer)
        asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        asked |= {"Sec-WebSocket-Key": _KEY} | ({"X-Forwarded-For": address} if address else {})
        writer.write(head("GET", f"/api/v1/tables/{table}/socket", asked))
        try:
            async with asyncio.timeout(TIMEOUT):
                response = await reader.readuntil(b"\r\n\r\n")
        except (EOFError, TimeoutError) as error:
            raise ConnectionError("no handshake") from error
        if not response.startswith(b"HTTP/1.1 101"):
            writer.transport.abort()
            raise ConnectionError(response.partition(b"\r\n")[0].decode())
        return cls(reader, writer)

    @classmethod
    async def welcomed(
        cls, port: int, table: str, token: str | None = None, address: str = ""
    ) -> tuple["Socket", Json]:
        """Open a socket and greet; return it with the first message, a refusal if `CLOSE` follows."""
        opened = await cls.open(port, table, address)
        opened.say({"type": "hello", "token": token})
        return opened, await opened.hear()

    def say(self, message: Json) -> None:
        """Send a message."""
        self.writer.write(frame(TEXT, json.dumps(message).encode()))

    async def send(self, data: bytes) -> bool:
        """Send bytes as they are; return whether the connection still stands."""
        try:
            self.writer.write(data)
            await self.writer.drain()
        except OSError:
            return False
        return not self.writer.is_closing()

    async def next(self) -> tuple[int, bytes]:
        """Return the next frame of the server, which masks nothing; raise `EOFError` or `OSError` at the end."""
        first, size = await self.reader.readexactly(2)
        if size == _SHORT:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size > _SHORT:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        return first & 0xF, await self.reader.readexactly(size)

    async def hear(self, seconds: float = TIMEOUT) -> Json:
        """Return the next message; None if none comes."""
        with suppress(OSError, EOFError, TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    kind, data = await self.next()
                    if kind == TEXT:
                        return json.loads(data)
                    if kind == CLOSE:
                        return None
                    if kind == PING:
                        self.writer.write(frame(10, data))
        return None

    async def closed(self, seconds: float) -> int | None:
        """Read until the server hangs up; return its code, 1006 without one, None if it does not within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    kind, data = await self.next()
                    if kind == CLOSE:
                        return int.from_bytes(data[:2], "big")
        except TimeoutError:
            return None
        except (OSError, EOFError):
            return 1006

    def leave(self) -> None:
        """Cut the connection."""
        self.writer.transport.abort()
