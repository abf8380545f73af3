"""WebSocket protocol: uvicorn's on `websockets`, with limits on what one client can cost (RFC 6455).

uvicorn answers every ping even if answers are not read, joins any number of fragments, and waits forever for a
closing client that does not read. This counts frames and fragments, keeps one pong at most, and bounds the closing.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from codex_naturalis.extras import inner_parts, require_parts
from codex_naturalis.wire.errors import CLOSE, Code
from codex_naturalis.wire.socket import LARGEST

from ..limits.token_buckets import Rate, TokenBucket
from ..sockets.channel import WRITER
from ..support.settings import Settings

with inner_parts("websockets"):
    from websockets.frames import Frame, Opcode
    from websockets.http11 import Request
    from websockets.protocol import Protocol, State
    from websockets.server import ServerProtocol
with inner_parts("uvicorn"):
    from uvicorn.protocols.utils import ClientDisconnected
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

require_parts("websockets", Protocol, "data_to_send", "events", "events_received", "fail", "recv_frame")
_HANDLERS: Final = ("handle_connect", "handle_cont", "handle_events", "handle_parser_exception", "handle_ping")
_REST: Final = ("keepalive_timeout", "on_task_complete", "send_receive_event_to_app")
require_parts("uvicorn", WebSocketsSansIOProtocol, *_HANDLERS, *_REST)  # without them nothing would be bounded

__all__ = ["make_websocket_protocol"]

_CHUNK: Final = 1024  # bytes handed to the frame parser: about two hundred of the smallest frames
_MOST_FRAGMENTS: Final = 64  # frames of one message
_HEARTBEAT_SECONDS: Final = 20.0  # between pings, and for the answer to each
_CLOSING_SECONDS: Final = 10.0  # for a client to read the last bytes, and close
_MOST_CLOSING: Final = 256  # connections that may take that time; beyond that the oldest is aborted
_PROGRAMS: Final = "/api/v1/bot/socket"


class _Frames(ServerProtocol):
    """Frames in both directions, by `websockets`, which keeps one pong at most (RFC 6455, section 5.5.3)."""

    pong: Frame | None = None

    def recv_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            self.current_size = None  # it may come between the fragments of a message (section 5.4)
        super().recv_frame(frame)

    def send_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            self.pong = frame
        else:
            super().send_frame(frame)


class _GuardedProtocol(WebSocketsSansIOProtocol):
    """WebSocket protocol of one connection, within limits; and a `DirectWriter`."""

    conn: _Frames
    rate: ClassVar[Rate]
    program_rate: ClassVar[Rate]
    _closing: ClassVar[dict["_GuardedProtocol", asyncio.TimerHandle]] = {}  # in the order in which they began to
    _rate: Rate | None = None  # of incoming frames, once the handshake is read

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - uvicorn's own
        super().__init__(*args, **kwargs)
        self.conn = _Frames(max_size=LARGEST, logger=self.conn.logger)
        self.ping_interval = self.ping_timeout = _HEARTBEAT_SECONDS
        self._bucket = TokenBucket()

    @property
    def full(self) -> bool:
        return not self.writable.is_set()

    async def room(self) -> None:
        await self.writable.wait()

    def write(self, *texts: bytes) -> None:
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(b"".join([Frame(Opcode.TEXT, text).serialize(mask=False) for text in texts]))

    async def send(self, message: Mapping[str, Any]) -> None:
        """Carry out an ASGI event; raise `OSError` after a disconnect. Closing waits for no room."""
        if message["type"] == "websocket.close":
            self.writable.set()
        await self.room()
        if self.close_sent or self.disconnected:
            raise ClientDisconnected
        await super().send(message)  # type: ignore[arg-type]
        if message["type"] == "websocket.accept":
            del self.request, self.response  # frees the memory of the handshake
            self._resume_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._send_pong()
        self._resume_reading()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _CHUNK):
            if not self.transport.is_closing():
                super().data_received(data[start : start + _CHUNK])
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))  # uvicorn forgets what cannot be read
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._rate = self.program_rate if event.path.partition("?")[0].endswith(_PROGRAMS) else self.rate
        if not self.close_sent:
            self.scope[WRITER] = self  # type: ignore[typeddict-unknown-key] # an extension of ours
            self._pause_reading()  # until it is accepted

    def handle_events(self) -> None:
        """Close if there are too many frames, even after our close frame."""
        if self._rate and not self._bucket.take(self._rate, self.loop.time(), len(self.conn.events)):
            self._fail(CLOSE[Code.LIMIT_MESSAGES], Code.LIMIT_MESSAGES.value)
        else:
            super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= _MOST_FRAGMENTS:
            self._fail(1009, "too many parts")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; refuse invalid UTF-8, which uvicorn would log with a traceback."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(1007)
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self.full:
            self._pause_reading()  # answered when there is room again
        else:
            self._send_pong()

    def _send_pong(self) -> None:
        pong, self.conn.pong = self.conn.pong, None
        if pong and not self.close_sent:
            self.transport.write(pong.serialize(mask=False))

    async def receive(self) -> Any:  # noqa: ANN401 - an ASGI event
        event = await self.queue.get()
        self._resume_reading()
        return event

    def _pause_reading(self) -> None:
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def _resume_reading(self) -> None:
        """Resume reading, unless the handshake, a message or a pong still waits."""
        waits = not self.handshake_complete or self.conn.pong or not self.queue.empty()
        if self.read_paused and not waits and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def _fail(self, code: int, reason: str = "") -> None:
        if not self.transport.is_closing():
            self.conn.fail(code, reason)
            self.handle_parser_exception()

    def keepalive_timeout(self) -> None:
        self._fail(1011, "keepalive ping timeout")  # tells the application, too

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Bound the closing after the application has ended: its time, and how many connections close at once."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._closing[self] = self.loop.call_later(_CLOSING_SECONDS, self.transport.abort)
        if len(self._closing) > _MOST_CLOSING:
            oldest = next(iter(self._closing))
            self._closing.pop(oldest).cancel()
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if timer := self._closing.pop(self, None):
            timer.cancel()


def make_websocket_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Return the WebSocket protocol with the limits of `settings`."""

    class GuardedProtocol(_GuardedProtocol):
        rate = Rate.of_frames(settings)
        program_rate = Rate.of_program_frames(settings)

    return GuardedProtocol
