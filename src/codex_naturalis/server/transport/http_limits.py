"""HTTP protocol with limits: bounds the size and time of requests, and the time in which answers are read.

It bounds what uvicorn's parser does not, in bytes as they arrive: the head of a request and its fields, a request
with its body, pipelined requests. The number of connections of one address is limited, too.
"""

import asyncio
from http import HTTPStatus
from typing import Any, ClassVar, Final

from codex_naturalis.extras import inner_parts, require_parts

from ..limits.limits import NetworkSlots, Slots, network_of
from ..support.settings import Settings

with inner_parts("uvicorn"):
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_METHODS: Final = (
    "handle_websocket_upgrade",
    "on_headers_complete",
    "on_message_begin",
    "on_message_complete",
    "on_response_complete",
    "pause_writing",
    "send_400_response",
)
_STATE: Final = ("app", "connections", "cycle", "headers", "loop", "pipeline", "scope", "server_state", "transport")
require_parts("uvicorn", HttpToolsProtocol, *_METHODS, *_STATE)  # without them nothing would be bounded

__all__ = ["make_http_protocol"]

_CHUNK_SIZE: Final = 4096
"""Chunk size in bytes handed to the parser; the precision with which bytes are counted."""

_LARGEST_HEAD: Final = 16 * 1024
_MOST_FIELDS: Final = 100
"""Header fields of a request; browsers send about twenty."""

_LARGEST_REQUEST: Final = 1 << 20
"""Size of a request with its body on the wire, in bytes; operations accept far less."""

_MOST_WAITING: Final = 8
"""Pipelined requests of one connection."""

_LEAST_TAKEN: Final = 4096
"""Bytes that a reader must take within its time, if that many are left."""


class _HeadTooLargeError(Exception):
    """The request's head exceeds a limit."""


class _LimitedProtocol(HttpToolsProtocol):
    """HTTP protocol of one connection, until it is upgraded to a WebSocket, exceeds a limit, or is too slow."""

    slots: ClassVar[Slots]
    seconds: ClassVar[float]
    send_seconds: ClassVar[float]

    _network: str | None = None
    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    """Timer that checks whether the answer is being read."""

    _left = 0
    """Unread bytes of answers when the timer was set."""

    _bite = 0
    _came = 0
    """Bytes of the current request received so far."""

    _headed = False
    """Whether the request's head is complete."""

    _refusal = HTTPStatus.BAD_REQUEST

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - of whatever kind
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        network = network_of(peer[0]) if peer else None
        if network is not None and not self.slots.take(network):
            transport.abort()
            return
        self._network = network
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_data()
        self._leave()
        if self._unread:
            self._unread.cancel()
        super().connection_lost(exc)

    # Requests

    def data_received(self, data: bytes) -> None:
        """Feed the parser in chunks, and refuse a request as soon as it is too large."""
        for at in range(0, len(data), _CHUNK_SIZE):
            chunk = data[at : at + _CHUNK_SIZE]
            self._bite = len(chunk)
            self._came += self._bite
            super().data_received(chunk)
            if not vars(self) or self.transport.is_closing():
                return  # upgraded to a WebSocket, or closed
            if not self._headed and self._came > _LARGEST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            elif self._came > _LARGEST_REQUEST:
                self.transport.close()  # a status would be mistaken for the answer to the next request

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._came, self._headed = self._bite, False
        self._expect()

    def on_headers_complete(self) -> None:
        self._headed = True
        if len(self.headers) > _MOST_FIELDS or len(self.pipeline) >= _MOST_WAITING:
            self._refusal = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise _HeadTooLargeError
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._came, self._headed = 0, False
        self._on_data()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own
        """Refuse a request that is malformed, or exceeds a limit."""
        self._refuse(self._refusal)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with a status, unless another answer is under way, and close the connection."""
        if self.cycle is None or self.cycle.response_complete:
            said = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(said.encode())
        self.transport.close()

    # Reading of answers

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch()

    def _watch(self) -> None:
        """Set the timer that checks whether the answer is being read."""
        if self._unread is None:
            self._left = self.transport.get_write_buffer_size()
            self._unread = self.loop.call_later(self.send_seconds, self._look)

    def _look(self) -> None:
        self._unread = None
        left = self.transport.get_write_buffer_size()
        if left > self._left - min(self._left, _LEAST_TAKEN):
            self.transport.abort()
        elif left:
            self._watch()

    # Upgrade

    def handle_websocket_upgrade(self) -> None:
        self._on_data()
        answered = self.cycle is None or self.cycle.response_complete
        if not answered or self.transport.get_write_buffer_size():
            self.transport.abort()  # a client that has not read our last answer gets no socket
            return
        self._leave()  # sockets are counted by admission control
        if self._unread:
            self._unread.cancel()
        super().handle_websocket_upgrade()
        vars(self).clear()  # breaks a reference cycle, so that memory is freed at once

    def _expect(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.seconds, self.transport.abort)

    def _on_data(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None

    def _leave(self) -> None:
        if self._network is not None:
            self.slots.free(self._network)
            self._network = None


def make_http_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Return the HTTP protocol with the limits of `settings`."""

    class LimitedProtocol(_LimitedProtocol):
        slots = NetworkSlots(settings.connections_per_address)
        seconds = settings.request_seconds
        send_seconds = settings.send_seconds

    return LimitedProtocol
