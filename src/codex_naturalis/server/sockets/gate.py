"""The first thing that a connection meets: requests of bounded size, in time, and answers that are taken in time.

What uvicorn's parser leaves open is counted here, in bytes as they come: the head of a request and its fields, a whole
request with its body, requests that wait for the answer to another one. One address does not take all the room.
"""

import asyncio
from http import HTTPStatus
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..limits.limits import NetworkSlots, Slots, network_of
from ..limits.pace import Pace
from ..support.settings import Settings
from .connection import Connection
from .open_sockets import Sockets

__all__ = ["gate"]

_HEARTBEAT_SECONDS: Final = 20.0
_BITE: Final = 4096
"""Bytes that are taken apart at a stroke, hence how exact bytes are counted."""

_LARGEST_HEAD: Final = 16 * 1024
_MOST_FIELDS: Final = 100
"""Fields in the head of a request; browsers send some twenty."""

_LARGEST_REQUEST: Final = 1 << 20
"""Bytes of a request with its body, as it is sent; what an operation takes of it is much less."""

_MOST_WAITING: Final = 8
"""Requests that wait until another one of the same connection is answered."""

_LEAST_TAKEN: Final = 4096
"""Bytes that a reader takes within its time, if as many are left."""


class _TooMuch(Exception):  # noqa: N818  # reads as the sentence it is
    """The head of a request has more in it than we take."""


class _Gate(HttpToolsProtocol):
    """HTTP, until it becomes a WebSocket, asks for too much, or takes too long."""

    places: ClassVar[Slots]
    seconds: ClassVar[float]
    patience: ClassVar[float]
    pace: ClassVar[Pace]
    sockets: ClassVar[Sockets | None] = None
    _network: str | None = None
    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    """Looks whether somebody reads an answer."""

    _left = 0
    """Bytes of answers that were not taken when it looked last."""

    _bite = 0
    _came = 0
    """Bytes of the request that is coming, so far."""

    _headed = False
    """Whether all of its head has come."""

    _refusal = HTTPStatus.BAD_REQUEST

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - of whatever kind
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        network = network_of(peer[0]) if peer else None
        if network is not None and not self.places.take(network):
            transport.abort()
            return
        self._network = network
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        self._leave()
        if self._unread:
            self._unread.cancel()
        super().connection_lost(exc)

    # What comes

    def data_received(self, data: bytes) -> None:
        """Take apart what comes, and refuse it as soon as it is too much."""
        for at in range(0, len(data), _BITE):
            bite = data[at : at + _BITE]
            self._bite = len(bite)
            self._came += self._bite
            super().data_received(bite)
            if not vars(self) or self.transport.is_closing():
                return  # it is a socket now, or hung up
            if not self._headed and self._came > _LARGEST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            elif self._came > _LARGEST_REQUEST:
                self.transport.close()  # a status would be taken for the answer to the next request

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._came, self._headed = self._bite, False
        self._expect()

    def on_headers_complete(self) -> None:
        self._headed = True
        if len(self.headers) > _MOST_FIELDS or len(self.pipeline) >= _MOST_WAITING:
            self._refusal = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise _TooMuch
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._came, self._headed = 0, False
        self._arrived()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own
        """Refuse what cannot be taken apart, or what we did not want to."""
        self._refuse(self._refusal)

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with a status, unless another answer is under way, and hang up."""
        if self.cycle is None or self.cycle.response_complete:
            said = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(said.encode())
        self.transport.close()

    # Whether answers are read

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch()

    def _watch(self) -> None:
        """Look after a while whether somebody takes what we say."""
        if self._unread is None:
            self._left = self.transport.get_write_buffer_size()
            self._unread = self.loop.call_later(self.patience, self._look)

    def _look(self) -> None:
        self._unread = None
        left = self.transport.get_write_buffer_size()
        if left > self._left - min(self._left, _LEAST_TAKEN):
            self.transport.abort()
        elif left:
            self._watch()

    # What becomes of it

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        answered = self.cycle is None or self.cycle.response_complete
        if not answered or self.transport.get_write_buffer_size():
            self.transport.abort()  # whoever has not read our last answer needs no socket
            return
        self._leave()  # sockets are counted where they are served
        if self._unread:
            self._unread.cancel()
        self.connections.discard(self)
        gate = type(self)
        gate.sockets = gate.sockets or Sockets(self.app, self.server_state, _HEARTBEAT_SECONDS, self.pace)
        connection = Connection(gate.sockets, self.transport)
        self.transport.set_protocol(connection)
        connection.open({**self.scope, "target": self.url.decode("latin-1")})
        vars(self).clear()  # they know each other, and would stay for a while

    def _expect(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.seconds, self.transport.abort)

    def _arrived(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None

    def _leave(self) -> None:
        if self._network is not None:
            self.places.free(self._network)
            self._network = None


def gate(settings: Settings) -> type[asyncio.Protocol]:
    """Return the protocol of a connection that keeps to `settings`."""

    class Gate(_Gate):
        places = NetworkSlots(settings.connections_per_address)
        seconds = settings.request_seconds
        patience = settings.send_seconds
        pace = Pace.of_frames(settings)

    return Gate
