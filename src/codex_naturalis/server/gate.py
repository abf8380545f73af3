"""The first thing that a connection meets: requests arrive in time, and one address does not take all the room."""

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .connection import Connection, Sockets
from .limits import NetworkPlaces, Places, network_of
from .pace import Pace
from .settings import Settings

__all__ = ["gate"]

_HEARTBEAT_SECONDS: Final = 20.0


class _Gate(HttpToolsProtocol):
    """HTTP, until it becomes a WebSocket or takes too long to ask."""

    places: ClassVar[Places]
    seconds: ClassVar[float]
    pace: ClassVar[Pace]
    sockets: ClassVar[Sockets | None] = None
    _network: str | None = None
    _late: asyncio.TimerHandle | None = None

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
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()

    def on_message_complete(self) -> None:
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        self._leave()  # sockets are counted where they are served
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
        places = NetworkPlaces(settings.connections_per_address)
        seconds = settings.request_seconds
        pace = Pace.of_frames(settings)

    return Gate
