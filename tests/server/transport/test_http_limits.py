"""What a connection may ask for before anybody looks at it: heads and bodies of a size, answers that are read."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from codex_naturalis.server.serve import bind
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.transport.http_limits import make_http_protocol
from codex_naturalis.server.transport.websocket import make_websocket_protocol
from tests.waiting import TIMEOUT, until

Asgi = Any
"""What a server and an application hand each other."""

LINE = b"GET / HTTP/1.1\r\nHost: a\r\n"
LARGE = 20_000_000


async def answer(scope: Asgi, receive: Asgi, send: Asgi) -> None:
    """Answer with what was sent, or with a lot at `/large`, or with its beginning only at `/slow`."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    body = b"x" * LARGE if scope["path"] == "/large" else b"here"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    if scope["path"] == "/slow":
        await asyncio.sleep(TIMEOUT)
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def served(folder: Path, **settings: Any) -> AsyncIterator[tuple[uvicorn.Server, int]]:  # noqa: ANN401
    """Serve; give the server and its port."""
    listening = bind("127.0.0.1", 0)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    limits = Settings(folder, **settings)
    http, ws = make_http_protocol(limits), make_websocket_protocol(limits)
    config = uvicorn.Config(answer, http=http, ws=ws, interface="asgi3", lifespan="off", log_config=None)
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    await until(lambda: server.started)
    try:
        yield server, listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Return all that comes until the server hangs up."""
    found = b""
    with suppress(ConnectionError):
        while more := await asyncio.wait_for(reader.read(1 << 20), TIMEOUT):
            found += more
    return found


async def said(port: int, *parts: bytes) -> bytes:
    """Return all that is answered until the server hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
    found = await rest(reader)
    writer.transport.abort()
    return found


def field(size: int) -> bytes:
    """Return a header field of the given size in bytes."""
    return b"X: " + b"x" * (size - 5) + b"\r\n"


async def test_a_head_has_so_many_bytes(tmp_path: Path) -> None:
    """16 KiB, in one field or in many, in the address too, or before the request begins."""
    async with served(tmp_path) as (server, port):
        close = b"Connection: close\r\n\r\n"
        assert (await said(port, LINE, field(12_000), close)).startswith(b"HTTP/1.1 200")
        endless = [
            (LINE, field(21_000), close),
            (LINE, *(field(5000) for _ in range(5)), close),
            (b"GET /" + b"x" * 21_000,),
            (LINE + b"x" * 21_000,),
            (b"\r\n" * 11_000,),
        ]
        for parts in endless:
            assert (await said(port, *parts)).startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n"), parts[0]
        await until(lambda: not server.server_state.connections)


async def poured(port: int, begin: bytes, most: int) -> int:
    """Send up to a number of bytes of one field; return how many the server accepted."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begin)
    sent = 0
    with suppress(ConnectionError):
        while sent < most:
            writer.write(b"x" * 100_000)
            await writer.drain()
            sent += 100_000
    writer.transport.abort()
    return sent


async def test_an_endless_head_is_not_kept(tmp_path: Path) -> None:
    """The server hangs up long before the sender has sent all of it."""
    async with served(tmp_path) as (_, port):
        assert await poured(port, LINE, 100_000_000) < 50_000_000


async def test_a_head_has_so_many_fields(tmp_path: Path) -> None:
    """A hundred, however short they are."""
    async with served(tmp_path) as (_, port):
        assert (await said(port, LINE, b"a:\r\n" * 90, b"Connection: close\r\n\r\n")).startswith(b"HTTP/1.1 200")
        assert (await said(port, LINE, b"a:\r\n" * 100, b"\r\n")).startswith(b"HTTP/1.1 431")


async def test_a_body_has_an_end(tmp_path: Path) -> None:
    """Whether a handler reads it or not, in chunks too, and with what stands between them."""
    async with served(tmp_path) as (server, port):
        chunked = LINE + b"Transfer-Encoding: chunked\r\n\r\n"
        endless = [
            (LINE + b"Content-Length: 1000000000\r\n\r\n", b"x" * 1_100_000),
            (chunked, b"1\r\nx\r\n" * 200_000),
            (chunked, b"0;" + b"x" * 1_100_000),
            (chunked + b"0\r\n", b"a:\r\n" * 300_000),
        ]
        for parts in endless:
            assert (await said(port, *parts)).count(b"HTTP/1.1") <= 1
            await until(lambda: not server.server_state.connections)


async def test_few_requests_wait_for_an_answer(tmp_path: Path) -> None:
    """More at a time close the connection."""
    async with served(tmp_path) as (server, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + (LINE + b"\r\n") * 1000)
        await until(lambda: not server.server_state.connections)
        assert len(server.server_state.tasks) <= 1
        writer.transport.abort()
        assert reader
        three = await said(port, (LINE + b"\r\n") * 2 + LINE + b"Connection: close\r\n\r\n")
        assert three.count(b"HTTP/1.1 200") == 3


@asynccontextmanager
async def asking(port: int, *asked: bytes) -> AsyncIterator[asyncio.StreamReader]:
    """Ask for something, and read as little of the answer as may be."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.settimeout(0)
    await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=4096)
    for part in asked:
        writer.write(part)
    yield reader
    writer.transport.abort()


@pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"])
async def test_an_answer_that_is_not_read_is_cut_off(last: bytes, tmp_path: Path) -> None:
    """Also after it was given whole, and the connection is to be closed."""
    asked = b"GET /large HTTP/1.1\r\nHost: a\r\n" + last + b"\r\n"
    async with served(tmp_path, send_seconds=0.3) as (server, port), asking(port, asked):
        await until(lambda: server.server_state.connections)
        await until(lambda: not server.server_state.connections)


async def test_an_answer_that_is_read_slowly_is_given_whole(tmp_path: Path) -> None:
    """As long as something is taken within the time for it."""
    asked = b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
    async with served(tmp_path, send_seconds=0.2) as (_, port), asking(port, asked) as reader:
        read = 0
        while read < LARGE:
            read += len(await asyncio.wait_for(reader.read(LARGE // 20), TIMEOUT))
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("path", [b"/large", b"/slow"])
async def test_whoever_has_not_read_an_answer_gets_no_socket(path: bytes, tmp_path: Path) -> None:
    """What was not read, or not said, would be mixed up with what the socket says."""
    asked = b"GET " + path + b" HTTP/1.1\r\nHost: a\r\n\r\n"
    upgrade = LINE + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    upgrade += b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    async with served(tmp_path) as (server, port):
        async with asking(port, upgrade) as reader:
            assert (await reader.readline()).startswith(b"HTTP/1.1 101")
        async with asking(port, asked, upgrade) as reader:
            assert b"HTTP/1.1 101" not in await rest(reader)
        await until(lambda: not server.server_state.connections)
