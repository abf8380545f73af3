"""One WebSocket on the wire, with as little around it as a table needs.

uvicorn's own keeps headers, queues, events and timers for each, some ten kilobytes while nothing happens; this one what
frames need. To the application it speaks ASGI as uvicorn does, and offers tables a short way to send (`WRITER`).
"""

import asyncio
import logging
import os
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote

from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SERVER
from websockets.server import ServerProtocol

from ..limits.pace import TokenBucket
from ..support.errors import CLOSE, Code
from ..support.log import get_logger
from .channel import LARGEST, WRITER
from .frames import Fragments, Frames, head
from .open_sockets import Member, Sockets

__all__ = ["Connection"]

_log = get_logger(__name__)
_QUIET: Final = logging.getLogger("websockets.server")
_MANY: Final = 8
"""Messages that may wait for the application; then no more are read."""

_BITE: Final = 1024
"""Bytes that are taken apart at a stroke: of the smallest frames, some two hundred."""

_CLOSING_SECONDS: Final = 10.0
"""How long to wait for the other end to say goodbye, too."""

_PONG_HEAD: Final = bytes((0x80 | Opcode.PONG,))
"""The first byte of a pong."""


class Connection(asyncio.Protocol):
    """From the handshake on, until it is lost."""

    __slots__ = (
        "_answer",
        "_asked",
        "_frames",
        "_full",
        "_group",
        "_held",
        "_inbox",
        "_late",
        "_left",
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
        """What the handshake is answered with, until it is."""

        self._frames: Frames | None = None
        """What came and goes, once hands are shaken."""

        self._inbox: list[dict[str, Any]] = []
        self._waiter: asyncio.Future[None] | None = None
        """Rings for whoever waits for a message."""

        self._full: asyncio.Future[None] | None = None
        """Rings when the transport takes more again, if it does not now."""

        self._late: asyncio.TimerHandle | None = None
        """Cuts off whoever does not leave, once we have said goodbye."""

        self._group: set[Member] | None = None
        self._parts: Fragments | None = None
        self._left = TokenBucket(sockets.pace, sockets.loop.time())
        """What frames it may still send."""

        self._pong: bytes | None = None
        """The answer to the last ping, while the transport takes no more (RFC 6455, section 5.5.3)."""

        self._asked: bytes | None = None
        """What a pong has to say that answers us: whoever knows it has read it."""

        self._held = self._lost = False

    def open(self, scope: dict[str, Any]) -> None:
        """Answer the handshake that `scope` tells of, as uvicorn has read it, or let the application do so."""
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
            pass  # the other end is gone, which the application was told
        except Exception:  # noqa: BLE001 - our own mistakes stay ours
            _log.exception("socket failed")
        finally:
            if self._answer:
                self._refuse(ServerProtocol(logger=_QUIET).reject(500, "Internal Server Error"))
            self._leave()

    # What the application asks for, as ASGI words it

    async def receive(self) -> dict[str, Any]:
        """Return what happened next."""
        while not self._inbox:
            self._waiter = self._sockets.loop.create_future()
            await self._waiter
        message = self._inbox.pop(0)
        if not self._inbox:
            self._read_on()
        return message

    async def send(self, event: Mapping[str, Any]) -> None:
        """Do what an event says; raise `OSError` if nobody is there any more."""
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
        """Wait until the transport takes more."""
        while self._full:
            await asyncio.shield(self._full)

    @property
    def full(self) -> bool:
        """Return whether the transport takes no more for now."""
        return self._full is not None

    def write(self, *texts: bytes) -> None:
        """Send messages of text, encoded already, at a stroke; raise `OSError` if nobody is there any more."""
        if self._lost or not self._frames or self._frames.close_sent:
            raise ConnectionResetError
        self._transport.write(b"".join([part for text in texts for part in (head(len(text)), text)]))

    def _say(self, event: Mapping[str, Any]) -> None:
        """Send a message of text or of bytes."""
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
        """Say goodbye, and wait a while for an answer."""
        frames = self._frames
        if frames and not frames.close_sent:
            frames.send_close(code, reason)
            self._flush(frames)
            self._put({"type": "websocket.disconnect", "code": code, "reason": reason})
            self._transport.resume_reading()
            self._await_end()

    def _await_end(self) -> None:
        """Give the other end some time to take what was said last, and to say goodbye."""
        if self._late is None and not self._lost:
            self._late = self._sockets.loop.call_later(_CLOSING_SECONDS, self.cut)
            self._sockets.let_go(self)

    def cut(self) -> None:
        """Leave at once, whatever has not been taken."""
        self._transport.abort()

    def _leave(self) -> None:
        """Hang up as soon as everything is taken, unless a goodbye is awaited."""
        if self._late is None:
            self._transport.close()
            self._await_end()

    def _refuse(self, answer: Response) -> None:
        """Let it stay HTTP, and come to an end."""
        self._answer = None
        answer.headers.setdefault("Connection", "close")
        answer.headers.setdefault("Content-Length", str(len(answer.body)))
        self._transport.write(answer.serialize())
        self._put({"type": "websocket.disconnect", "code": 1006})
        self._leave()

    # What the transport tells

    def data_received(self, data: bytes) -> None:
        """Take in frames, a bite at a time, and answer those that call for it."""
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
        """Take in the frames that `data` makes whole; hang up if they are too many, also after our goodbye."""
        frames.receive_data(data)
        found = frames.events_received()
        if found and not self._left.take(self._sockets.pace, self._sockets.loop.time(), len(found)):
            self._fail(frames, CLOSE[Code.LIMIT_MESSAGES], Code.LIMIT_MESSAGES.value)
            return
        for frame in found:
            if isinstance(frame, Frame):
                self._take(frames, frame)

    def _take(self, frames: Frames, frame: Frame) -> None:
        """Pass a message on when it is whole; what comes after our goodbye is nobody's."""
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
        """Let the application have a message; read no more for now if it has many."""
        try:
            text = data.decode() if kind == Opcode.TEXT else None
        except UnicodeDecodeError:
            self._fail(frames, 1007)
            return
        self._put({"type": "websocket.receive", "text": text, "bytes": data if text is None else None})
        if len(self._inbox) >= _MANY:
            self._hold()

    def _fail(self, frames: Frames, code: int, reason: str = "") -> None:
        """Hang up because of what came."""
        frames.fail(code, reason)
        self._end(code)

    def _put(self, message: dict[str, Any]) -> None:
        self._inbox.append(message)
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)
        self._waiter = None

    def _hold(self) -> None:
        """Read no more for now."""
        if not self._held and not self._transport.is_closing():
            self._held = True
            self._transport.pause_reading()

    def _read_on(self) -> None:
        """Read again, unless something still speaks against it."""
        if self._held and not self._inbox and self._pong is None and not self._transport.is_closing():
            self._held = False
            self._transport.resume_reading()

    def _flush(self, frames: Frames) -> None:
        """Send what there is to send; of several pongs the last, and none to whoever takes nothing."""
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
        """Hang up: all is said."""
        self._put({"type": "websocket.disconnect", "code": code})
        if self._frames:
            self._flush(self._frames)
        self._transport.close()
        self._await_end()

    def ask(self) -> None:
        """Ask whether anybody reads; hang up if nobody has answered since this was asked last."""
        frames = self._frames
        if frames is None or frames.close_sent or self._transport.is_closing():
            return
        if self._asked:
            self._fail(frames, 1011, "keepalive ping timeout")
            return
        self._asked = os.urandom(4)
        if not self.full:  # else it is enough that something is taken
            frames.send_ping(self._asked)
            self._flush(frames)

    def pause_writing(self) -> None:
        """Take note that the transport has enough."""
        self._full = self._sockets.loop.create_future()

    def resume_writing(self) -> None:
        """Let whoever waits send: the other end reads."""
        full, self._full = self._full, None
        self._asked = None
        if full and not full.done():
            full.set_result(None)
        if self._pong and not self._lost:
            pong, self._pong = self._pong, None
            self._transport.write(pong)
            self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's own
        """Let everybody know who waits for something."""
        self._lost = True
        self._sockets.gone(self)
        if self._group is not None:
            self._group.discard(self)
        if self._late:
            self._late.cancel()
        self._put({"type": "websocket.disconnect", "code": 1005 if self._frames else 1006})
        self.resume_writing()

    def shutdown(self) -> None:
        """Say that the server restarts, and hang up."""
        frames = self._frames
        self._put({"type": "websocket.disconnect", "code": 1012})
        if frames and not frames.close_sent:
            frames.send_close(1012)
            self._flush(frames)
        self._transport.close()
        self._await_end()


def _websocket(scope: dict[str, Any]) -> dict[str, Any]:
    """Return a scope as ASGI has it for WebSockets."""
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
