"""A socket on the wire, as the server keeps it: frames, goodbyes, and who does not answer."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from codex_naturalis.server.serve import bind
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.transport import websocket
from codex_naturalis.server.transport.http_limits import make_http_protocol
from codex_naturalis.server.transport.websocket import make_websocket_protocol
from tests.waiting import TIMEOUT, until

Asgi = Any
"""What a server and an application hand each other."""

Application = Callable[[Asgi, Asgi, Asgi], Asgi]


async def echo(scope: Asgi, receive: Asgi, send: Asgi) -> None:
    """Say again what is said, in three languages; `bye` ends it."""
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        if event.get("text") == "bye":
            await send({"type": "websocket.close", "code": 4001, "reason": "as you wish"})
            return
        said = event.get("text", event.get("bytes"))
        await send({"type": "websocket.send", "text": f"{scope['path']} {said}"})


async def refuse(_: Asgi, receive: Asgi, send: Asgi) -> None:
    """Refuse every connection."""
    await receive()
    await send({"type": "websocket.close", "code": 1000})


async def fail(_: Asgi, receive: Asgi, __: Asgi) -> None:
    """Make a mistake."""
    await receive()
    raise RuntimeError


@asynccontextmanager
async def served(application: Application, folder: Path) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    """Serve an application; give the server and its port."""
    listening = bind("127.0.0.1", 0)
    http, ws = make_http_protocol(Settings(folder)), make_websocket_protocol(Settings(folder))
    config = uvicorn.Config(application, http=http, ws=ws, interface="asgi3", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    await until(lambda: server.started)
    try:
        yield server, listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task


def at(port: int) -> connect:
    """Come in."""
    return connect(f"ws://127.0.0.1:{port}/a%20table?x=1", compression=None, ping_interval=None)


HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@asynccontextmanager
async def raw(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Come in, and read and write bytes from then on, as few as may be at a time."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.settimeout(0)
    await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=4096)
    writer.write(HANDSHAKE)
    await reader.readuntil(b"\r\n\r\n")
    yield reader, writer
    writer.transport.abort()


def frame(opcode: int, data: bytes = b"") -> bytes:
    """Return a short frame as a client sends it, with a mask that changes nothing."""
    return bytes((0x80 | opcode, 0x80 | len(data))) + bytes(4) + data


def control_frames(data: bytes, opcode: int) -> list[bytes]:
    """Return what short frames of one kind say that a server has sent, among messages of text."""
    found = []
    while data:
        kind, length, head = data[0] & 15, data[1], 2
        if length > 125:
            head = 4 if length == 126 else 10
            length = int.from_bytes(data[2:head], "big")
        if kind == opcode:
            found.append(data[head : head + length])
        data = data[head + length :]
    return found


async def closed(client: ClientConnection) -> tuple[int, str]:
    """Return how the server hangs up."""
    with pytest.raises(ConnectionClosed) as ended:
        async with asyncio.timeout(TIMEOUT):
            await client.recv()
    assert ended.value.rcvd
    return ended.value.rcvd.code, ended.value.rcvd.reason


async def test_messages_come_and_go(tmp_path: Path) -> None:
    """Short and long ones, in parts, with others between, and many in one go."""
    async with served(echo, tmp_path) as (_, port), at(port) as client:
        for text in ("", "é", "x" * 125, "x" * 126, "x" * 16_000):
            await client.send(text)
            assert await client.recv() == f"/a table {text}"
        await client.send(iter(["one ", "", "two"]))
        assert await client.recv() == "/a table one two"
        await client.send(b"\x00")
        assert await client.recv() == "/a table b'\\x00'"
        await client.send(iter([b"a", b"b"]))
        assert await client.recv() == "/a table b'ab'"
        await (await client.ping())
        for number in range(100):
            await client.send(str(number))
        assert [await client.recv() for _ in range(100)] == [f"/a table {number}" for number in range(100)]


EMPTY, PING = b"\x00\x80\x00\x00\x00\x00", b"\x89\x80\x00\x00\x00\x00"
"""The smallest frames there are: a part of a message with nothing in it, and a ping."""


async def test_a_message_comes_in_so_many_parts(tmp_path: Path) -> None:
    """Up to 64, empty ones too; more close the connection, though no byte was said."""
    async with served(echo, tmp_path) as (_, port):
        async with at(port) as client:
            await client.send(iter("x" * 63))  # the library sends a last part without content
            assert await client.recv() == "/a table " + "x" * 63
        async with at(port) as client:
            client.transport.write(b"\x01\x80\x00\x00\x00\x00" + EMPTY * 64)
            assert await closed(client) == (1009, "too many parts")


@pytest.mark.parametrize("frame", [EMPTY, PING, b"\x8a\x80\x00\x00\x00\x00", b"\x81\x80\x00\x00\x00\x00"])
async def test_every_frame_counts(frame: bytes, tmp_path: Path) -> None:
    """Parts, pings, pongs and whole messages: too many close the connection, and little of them is parsed."""
    begun = b"\x01\x80\x00\x00\x00\x00" if frame == EMPTY else b""
    taken = 0

    async def count(_: Asgi, receive: Asgi, send: Asgi) -> None:
        nonlocal taken
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            taken += 1

    async with served(count, tmp_path) as (server, port):
        client = await at(port)
        client.transport.write(begun + frame * 20_000)
        await until(lambda: not server.server_state.connections)
        assert taken < 500
        await client.close()


async def test_a_long_answer_comes_whole(tmp_path: Path) -> None:
    """With a length of eight bytes, to a client that reads it slowly."""

    async def respond(_: Asgi, receive: Asgi, send: Asgi) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for letter in "abc":
            await send({"type": "websocket.send", "text": letter * 1_000_000})
        await receive()

    async with served(respond, tmp_path) as (_, port):
        slow = connect(f"ws://127.0.0.1:{port}/", compression=None, max_size=None, max_queue=1)
        client = await slow
        await asyncio.sleep(0.1)
        assert [await client.recv() for _ in "abc"] == [letter * 1_000_000 for letter in "abc"]
        await client.close()


async def test_goodbyes_are_said(tmp_path: Path) -> None:
    """By the application, by the client, by a server that ends; and after a mistake in what was sent."""
    async with served(echo, tmp_path) as (server, port):
        async with at(port) as client:
            await client.send("bye")
            assert await closed(client) == (4001, "as you wish")
        async with at(port) as client:
            await client.send("x" * 17_000)
            assert (await closed(client))[0] == 1009
        async with at(port) as client:
            client.transport.write(b"\x81\x81\x00\x00\x00\x00\xff")
            assert (await closed(client))[0] == 1007
        async with at(port) as client:
            client.transport.write(b"\xf0\x80\x00\x00\x00\x00")
            assert (await closed(client))[0] == 1002
        async with at(port) as client:
            await client.close(4002)
            assert client.close_code == 4002
        async with at(port) as client:
            server.should_exit = True
            assert (await closed(client))[0] == 1012


async def test_nobody_is_kept(tmp_path: Path) -> None:
    """Every way to leave removes the connection from the registry."""
    async with served(echo, tmp_path) as (server, port):
        clients = [await at(port) for _ in range(4)]
        assert len(server.server_state.connections) == 4
        clients[0].transport.abort()
        await clients[1].close()
        await clients[2].send("bye")
        await closed(clients[2])
        known = server.server_state
        await until(lambda: len(known.connections) == len(known.tasks) == 1)
        await clients[3].close()


@pytest.mark.parametrize(("application", "status"), [(refuse, 403), (fail, 500)])
async def test_whoever_is_not_let_in_hears_why(application: Application, status: int, tmp_path: Path) -> None:
    """Over HTTP, since it never became a socket."""
    async with served(application, tmp_path) as (_, port):
        with pytest.raises(InvalidStatus) as refused:
            await at(port)
        assert refused.value.response.status_code == status


async def test_a_handshake_without_sense_is_refused(tmp_path: Path) -> None:
    """With the status that says so, and nothing more is read."""
    asked = b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: x\r\n\r\n"
    async with served(echo, tmp_path) as (server, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(asked)
        assert (await reader.read()).startswith(b"HTTP/1.1 400")
        writer.close()
        assert not server.server_state.connections


async def test_who_does_not_answer_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two unanswered pings close it; an answer keeps it open."""
    monkeypatch.setattr(websocket, "_HEARTBEAT_SECONDS", 1.0)
    async with served(echo, tmp_path) as (server, port), at(port) as awake:
        asleep = socket.create_connection(("127.0.0.1", port))
        asleep.sendall(HANDSHAKE)
        known = server.server_state
        await until(lambda: len(known.connections) == 2)
        await until(lambda: len(known.connections) == 1)
        asleep.close()
        await awake.send("still here")
        assert await awake.recv() == "/a table still here"


async def test_pings_are_no_proof_that_anybody_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is a pong that says anything but what was asked: a client that does not read our pings is disconnected."""
    monkeypatch.setattr(websocket, "_HEARTBEAT_SECONDS", 1.0)
    async with served(echo, tmp_path) as (server, port), raw(port) as (_, writer):
        for _ in range(100):
            writer.write(frame(9, b"here?") + frame(10, b"here"))
            await asyncio.sleep(0.1)
            if not server.server_state.connections:
                return
    raise AssertionError("it is still there")


async def test_the_last_ping_is_answered_once_somebody_reads(tmp_path: Path) -> None:
    """For a client that reads nothing one pong waits at most (RFC 6455, section 5.5.3), and no more is read."""
    stop = asyncio.Event()

    async def respond(_: Asgi, receive: Asgi, send: Asgi) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while not stop.is_set():
            await send({"type": "websocket.send", "text": "x" * 100_000})
        await receive()

    async with served(respond, tmp_path) as (server, port), raw(port) as (reader, writer):
        connection: Any = next(iter(server.server_state.connections))
        await until(lambda: connection.full)
        stop.set()
        before = connection.transport.get_write_buffer_size()
        for number in range(200):
            writer.write(frame(9, str(number).encode()))
        await until(lambda: connection.read_paused or connection.transport.get_write_buffer_size() != before)
        assert connection.transport.get_write_buffer_size() == before
        received = b""
        while not (pongs := control_frames(received, 10)) or pongs[-1] != b"199":
            received += await asyncio.wait_for(reader.read(1 << 20), TIMEOUT)
        assert len(pongs) <= 3


async def test_few_wait_for_a_goodbye(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those who were sent away and stay, the one that has waited longest is cut off."""
    monkeypatch.setattr(websocket, "_MOST_CLOSING", 2)
    async with served(echo, tmp_path) as (server, port), AsyncExitStack() as stack:
        for _ in range(4):
            _, writer = await stack.enter_async_context(raw(port))
            writer.write(frame(1, b"bye"))
            await until(lambda: not server.server_state.tasks)
        await until(lambda: len(server.server_state.connections) == 2)


async def test_a_goodbye_that_is_not_taken_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that reads nothing is not kept by its unread bytes."""
    monkeypatch.setattr(websocket, "_CLOSING_SECONDS", 0.2)

    async def respond(_: Asgi, receive: Asgi, send: Asgi) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "x" * 10_000_000})

    async with served(respond, tmp_path) as (server, port), raw(port):
        await until(lambda: not server.server_state.connections)


async def test_a_client_that_reads_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though nothing more is sent to it, and the application waits for a message: it hears of the end."""
    monkeypatch.setattr(websocket, "_HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr(websocket, "_CLOSING_SECONDS", 0.2)
    codes = []

    async def respond(_: Asgi, receive: Asgi, send: Asgi) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "x" * 10_000_000})
        codes.append((await receive())["code"])

    async with served(respond, tmp_path) as (server, port), raw(port):
        await until(lambda: bool(codes) and not server.server_state.connections)
    assert codes == [1011]


async def test_closing_waits_for_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An application that gives up on a slow reader is done at once."""
    monkeypatch.setattr(websocket, "_CLOSING_SECONDS", 0.2)

    async def respond(_: Asgi, receive: Asgi, send: Asgi) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "x" * 10_000_000})
        await send({"type": "websocket.close", "code": 4000})
        with pytest.raises(OSError):  # noqa: PT011 - whichever
            await send({"type": "websocket.send", "text": "more"})

    async with served(respond, tmp_path) as (server, port), raw(port):
        await until(lambda: not server.server_state.tasks)
        await until(lambda: not server.server_state.connections)


async def test_nothing_is_read_before_a_socket_is_accepted(tmp_path: Path) -> None:
    """No pong comes before the answer to the handshake, and no message before the application expects one."""
    accept = asyncio.Event()

    async def late(scope: Asgi, receive: Asgi, send: Asgi) -> None:
        await accept.wait()
        await echo(scope, receive, send)

    async with served(late, tmp_path) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE)
        await asyncio.sleep(0.1)
        writer.write(frame(9, b"here?") + frame(1, b"x"))
        await asyncio.sleep(0.1)
        accept.set()
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        assert await reader.readexactly(7 + 5) == b"\x8a\x05here?" + b"\x81\x03/ x"
        writer.close()


@pytest.mark.parametrize(
    ("line", "status"), [(b"A: " + b"a" * 9_000, b"HTTP/1.1 431"), (b"Content-Length: 3", b"")], ids=["long", "body"]
)
async def test_a_handshake_that_cannot_be_read_is_closed(line: bytes, status: bytes, tmp_path: Path) -> None:
    """A line beyond the parser's limit, or a body; nothing of it is kept."""
    async with served(echo, tmp_path) as (server, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HANDSHAKE[:-2] + line + b"\r\n\r\n")
        assert (await asyncio.wait_for(reader.read(), TIMEOUT)).startswith(status)
        writer.close()
        await until(lambda: not server.server_state.connections)
