"""WebSocket connection with a small memory footprint (RFC 6455).

uvicorn's own keeps headers, queues, events and timers for each, about ten kilobytes while idle; this one keeps what
frames need. It speaks ASGI to the application as uvicorn does, and offers tables a direct way to send (`WRITER`).
"""

import asyncio
import logging
import os
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote

from codex_naturalis.extras import inner_parts

<<<<<<< HEAD:src/codex_naturalis/server/sockets/connection.py
from ..limits.token_buckets import TokenBucket
=======
from ..limits.pace import TokenBucket
from ..sockets.channel import LARGEST, WRITER
>>>>>>> 6ce01f37 (server: a room for transport, below the sessions of sockets' viewers):src/codex_naturalis/server/transport/websocket.py
from ..support.errors import CLOSE, Code
from ..support.log import get_logger
from .frames import Fragments, Frames, head
from .heartbeat import Member, Sockets

with inner_parts("websockets"):
    from websockets.datastructures import Headers
    from websockets.frames import Frame, Opcode
    from websockets.http11 import Request, Response
    from websockets.protocol import SERVER
    from websockets.server import ServerProtocol

__all__ = ["Connection"]

_log = get_logger(__name__)
_QUIET: Final = logging.getLogger("websockets.server")
_MANY: Final = 8
"""Messages that may wait for the application before reading is paused."""

_BITE: Final = 1024
"""Chunk size in bytes handed to the frame parser: about two hundred of the smallest frames."""

_CLOSING_SECONDS: Final = 10.0
"""How long to wait for the other end's close frame, in seconds."""

_PONG_HEAD: Final = bytes((0x80 | Opcode.PONG,))
"""First byte of a pong."""


class Connection(asyncio.Protocol):
    """WebSocket protocol of one connection, from the handshake to its loss."""

    __slots__ = (
        "_answer",
        "_asked",
        "_bucket",
        "_frames",
        "_full",
        "_group",
        "_held",
        "_inbox",
        "_late",
        "_lost",
        "_parts",
        "_pong",
        "_sockets",
        "_transport",
        "_waiter",
    )

    def __init__(self, sockets: Sockets, transport: asyncio.Transport) -> None:
        """Take over `transport`."""
        self._sockets = sockets
        self._transport = transport
        self._answer: Response | None = None
        """Answer to the handshake, until it is sent."""

        self._frames: Frames | None = None
        """Frame parser, once the handshake is done."""

        self._inbox: list[dict[str, Any]] = []
        self._waiter: asyncio.Future[None] | None = None
        """Future set when a message arrives, for a waiting `receive`."""

        self._full: asyncio.Future[None] | None = None
        """Future set when the transport can take more; None if it can now."""

        self._late: asyncio.TimerHandle | None = None
        """Timer that aborts the connection if the other end does not close in time."""

        self._group: set[Member] | None = None
        self._parts: Fragments | None = None
        self._bucket = TokenBucket()
        """Token bucket of incoming frames."""

        self._pong: bytes | None = None
        """Pong owed for the last ping while the transport is full (RFC 6455, section 5.5.3)."""

        self._asked: bytes | None = None
        """Payload of our ping that is not answered yet."""

        self._held = self._lost = False

    def open(self, scope: dict[str, Any]) -> None:
        """Answer the handshake in `scope`, read by uvicorn; the application may refuse it."""
        sockets = self._sockets
        sockets.connections.add(self)
        headers = Headers((name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"])
        asked = Request(scope["target"], headers, scope["method"], f"HTTP/{scope['http_version']}")
        answer = ServerProtocol(logger=_QUIET).accept(asked)
        if answer.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._refuse(answer)
            return
        self._answer = answer
        self._transport.pause_reading()
        self._put({"type": "websocket.connect"})
        task = sockets.loop.create_task(self._run(_websocket(scope) | {WRITER: self}))
        sockets.tasks.add(task)
        task.add_done_callback(sockets.tasks.discard)

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self._sockets.app(scope, self.receive, self.send)
        except OSError:
            pass  # the other end is gone, as the application was told
        except Exception:  # noqa: BLE001 - our own mistakes must not reach the transport
            _log.exception("socket failed")
        finally:
            if self._answer:
                self._refuse(ServerProtocol(logger=_QUIET).reject(500, "Internal Server Error"))
            self._leave()

    # ASGI

    async def receive(self) -> dict[str, Any]:
        """Return the next ASGI event."""
        while not self._inbox:
            self._waiter = self._sockets.loop.create_future()
            await self._waiter
        message = self._inbox.pop(0)
        if not self._inbox:
            self._read_on()
        return message

    async def send(self, event: Mapping[str, Any]) -> None:
        """Carry out an ASGI event; raise `OSError` after a disconnect."""
        if self._lost:
            raise ConnectionResetError
        kind = event["type"]
        if kind == "websocket.send":
            await self.room()
            self._say(event)
        elif kind == "websocket.accept":
            self._accept()
        elif kind == "websocket.close" and self._frames:
            self._close(event["code"], event.get("reason") or "")
        elif kind == "websocket.close":
            self._refuse(ServerProtocol(logger=_QUIET).reject(403, ""))
        elif kind == "websocket.http.response.start":
            named = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in event["headers"]]
            self._answer = Response(event["status"], HTTPStatus(event["status"]).phrase, Headers(named))
        elif self._answer:
            self._answer.body = event["body"]
            self._refuse(self._answer)

    async def room(self) -> None:
        """Wait until the transport can take more."""
        while self._full:
            await asyncio.shield(self._full)

    @property
    def full(self) -> bool:
        """Return whether the transport's buffer is full."""
        return self._full is not None

    def write(self, *texts: bytes) -> None:
        """Send encoded text messages in one write; raise `OSError` after a disconnect."""
        if self._lost or not self._frames or self._frames.close_sent:
            raise ConnectionResetError
        self._transport.write(b"".join([part for text in texts for part in (head(len(text)), text)]))

    def _say(self, event: Mapping[str, Any]) -> None:
        """Send a text or binary message."""
        text = event.get("text")
        if text is not None:
            self.write(text.encode())
        elif self._frames and not self._frames.close_sent:
            self._transport.write(Frame(Opcode.BINARY, event["bytes"]).serialize(mask=False))

    def _accept(self) -> None:
        assert self._answer
        self._transport.write(self._answer.serialize())
        self._answer = None
        self._frames = Frames(SERVER, max_size=LARGEST, logger=_QUIET)
        self._group = self._sockets.add(self)
        self._transport.resume_reading()

    def _close(self, code: int, reason: str) -> None:
        """Send a close frame, and wait a while for the other end's."""
        frames = self._frames
        if frames and not frames.close_sent:
            frames.send_close(code, reason)
            self._flush(frames)
            self._put({"type": "websocket.disconnect", "code": code, "reason": reason})
            self._transport.resume_reading()
            self._await_end()

    def _await_end(self) -> None:
        """Give the other end some time to read the last bytes, and to close."""
        if self._late is None and not self._lost:
            self._late = self._sockets.loop.call_later(_CLOSING_SECONDS, self.cut)
            self._sockets.let_go(self)

    def cut(self) -> None:
        """Abort: close at once, dropping what was not sent."""
        self._transport.abort()

    def _leave(self) -> None:
        """Close as soon as everything is sent, unless a close frame is awaited."""
        if self._late is None:
            self._transport.close()
            self._await_end()

    def _refuse(self, answer: Response) -> None:
        """Answer over HTTP in place of an upgrade, and close."""
        self._answer = None
        answer.headers.setdefault("Connection", "close")
        answer.headers.setdefault("Content-Length", str(len(answer.body)))
        self._transport.write(answer.serialize())
        self._put({"type": "websocket.disconnect", "code": 1006})
        self._leave()

    # Transport

    def data_received(self, data: bytes) -> None:
        """Parse frames, a chunk at a time, and answer control frames."""
        frames = self._frames
        if frames is None or self._lost:
            return
        if len(data) <= _BITE:
            self._eat(frames, data)
        else:
            for at in range(0, len(data), _BITE):
                if self._transport.is_closing():
                    return
                self._eat(frames, data[at : at + _BITE])
        self._flush(frames)
        if frames.parser_exc and frames.close_sent:
            self._end(frames.close_sent.code)
        elif frames.close_rcvd:
            self._end(frames.close_rcvd.code)

    def _eat(self, frames: Frames, data: bytes) -> None:
        """Parse `data`; close if there are too many frames, even after our close frame."""
        frames.receive_data(data)
        found = frames.events_received()
        if found and not self._bucket.take(self._sockets.rate, self._sockets.loop.time(), len(found)):
            self._fail(frames, CLOSE[Code.LIMIT_MESSAGES], Code.LIMIT_MESSAGES.value)
            return
        for frame in found:
            if isinstance(frame, Frame):
                self._take(frames, frame)

    def _take(self, frames: Frames, frame: Frame) -> None:
        """Pass a message on when it is complete; ignore what comes after our close frame."""
        if frame.opcode == Opcode.PONG and frame.data == self._asked:
            self._asked = None
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT) or frames.close_sent:
            return
        parts = self._parts
        if parts is None and frame.fin:
            self._pass_on(frames, frame.opcode, bytes(frame.data))
            return
        parts = self._parts = parts or Fragments(frame.opcode)
        if not parts.add(frame.data):
            self._fail(frames, 1009, "too many parts")
        elif frame.fin:
            self._parts = None
            self._pass_on(frames, parts.kind, bytes(parts.data))

    def _pass_on(self, frames: Frames, kind: Opcode, data: bytes) -> None:
        """Queue a message for the application; pause reading if many wait."""
        try:
            text = data.decode() if kind == Opcode.TEXT else None
        except UnicodeDecodeError:
            self._fail(frames, 1007)
            return
        self._put({"type": "websocket.receive", "text": text, "bytes": data if text is None else None})
        if len(self._inbox) >= _MANY:
            self._hold()

    def _fail(self, frames: Frames, code: int, reason: str = "") -> None:
        """Close because of a fault in what arrived."""
        frames.fail(code, reason)
        self._end(code)

    def _put(self, message: dict[str, Any]) -> None:
        self._inbox.append(message)
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)
        self._waiter = None

    def _hold(self) -> None:
        """Pause reading."""
        if not self._held and not self._transport.is_closing():
            self._held = True
            self._transport.pause_reading()

    def _read_on(self) -> None:
        """Resume reading, unless messages or a pong still wait."""
        if self._held and not self._inbox and self._pong is None and not self._transport.is_closing():
            self._held = False
            self._transport.resume_reading()

    def _flush(self, frames: Frames) -> None:
        """Send pending frames; of several pongs only the last, and none while the transport is full."""
        told = frames.data_to_send()
        if not told:
            return
        said = [one for one in told if one[:1] != _PONG_HEAD]
        if len(said) < len(told):
            self._pong = next(one for one in reversed(told) if one[:1] == _PONG_HEAD)
        if self._pong and not self.full:
            said.insert(0, self._pong)
            self._pong = None
        elif self._pong:
            self._hold()
        if data := b"".join(said):
            self._transport.write(data)

    def _end(self, code: int) -> None:
        """Close: nothing more will be sent."""
        self._put({"type": "websocket.disconnect", "code": code})
        if self._frames:
            self._flush(self._frames)
        self._transport.close()
        self._await_end()

    def ask(self) -> None:
        """Ping the other end; close if it has not answered the previous ping."""
        frames = self._frames
        if frames is None or frames.close_sent or self._transport.is_closing():
            return
        if self._asked:
            self._fail(frames, 1011, "keepalive ping timeout")
            return
        self._asked = os.urandom(4)
        if not self.full:  # otherwise it is enough that the buffer drains
            frames.send_ping(self._asked)
            self._flush(frames)

    def pause_writing(self) -> None:
        """Note that the transport's buffer is full."""
        self._full = self._sockets.loop.create_future()

    def resume_writing(self) -> None:
        """Wake a waiting sender: the buffer has drained, so the other end reads."""
        full, self._full = self._full, None
        self._asked = None
        if full and not full.done():
            full.set_result(None)
        if self._pong and not self._lost:
            pong, self._pong = self._pong, None
            self._transport.write(pong)
            self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's own
        """Wake every waiter: the connection is lost."""
        self._lost = True
        self._sockets.gone(self)
        if self._group is not None:
            self._group.discard(self)
        if self._late:
            self._late.cancel()
        self._put({"type": "websocket.disconnect", "code": 1005 if self._frames else 1006})
        self.resume_writing()

    def shutdown(self) -> None:
        """Close with 1012, server restart."""
        frames = self._frames
        self._put({"type": "websocket.disconnect", "code": 1012})
        if frames and not frames.close_sent:
            frames.send_close(1012)
            self._flush(frames)
        self._transport.close()
        self._await_end()


def _websocket(scope: dict[str, Any]) -> dict[str, Any]:
    """Return the ASGI scope of a WebSocket."""
    path, _, query = scope["target"].partition("?")
    return {
        "type": "websocket",
        "asgi": scope["asgi"],
        "http_version": scope["http_version"],
        "scheme": "wss" if scope["scheme"] == "https" else "ws",
        "server": scope["server"],
        "client": scope["client"],
        "root_path": scope["root_path"],
        "path": scope["root_path"] + unquote(path),
        "raw_path": path.encode("latin-1"),
        "query_string": query.encode("latin-1"),
        "headers": scope["headers"],
        "subprotocols": [],
        "state": scope["state"],
        "extensions": {"websocket.http.response": {}},
    }
