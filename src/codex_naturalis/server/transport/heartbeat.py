"""Registry of a server's WebSockets: one timer pings them all, and the number that linger while closing is bounded."""

import asyncio
from typing import Any, Final, Protocol

from ..limits.token_buckets import Rate

__all__ = ["Member", "Sockets"]

_BEATS: Final = 20
_MOST_LEAVING: Final = 256
"""Sockets that may linger while closing; beyond that the oldest is aborted."""


class OpenConnections(Protocol):
    """The sets in which uvicorn's `server_state` knows connections and tasks, for its shutdown."""

    connections: set[Any]
    tasks: set[Any]


class Member(Protocol):
    """Socket, as the registry sees it."""

    def ask(self) -> None:
        """Ping the other end, and close if it has not answered the previous ping."""

    def cut(self) -> None:
        """Abort at once."""


class Sockets:
    """Registry of a server's WebSockets, with the one timer that pings them."""

    def __init__(self, app: Any, known: OpenConnections, seconds: float, rate: Rate) -> None:  # noqa: ANN401 - ASGI's own
        """Serve them by `app`; ping each every `seconds`, which is also the time it has to answer.

        Each may send frames, of any kind, at `rate`.
        """
        self.app = app
        self.rate = rate
        self.loop = asyncio.get_running_loop()
        self.connections = known.connections
        self.tasks = known.tasks
        self._pause = seconds / _BEATS
        self._groups: list[set[Member]] = [set() for _ in range(_BEATS)]
        self._at = 0
        self._timer: asyncio.TimerHandle | None = None
        self._leaving: dict[Member, None] = {}

    def add(self, connection: Member) -> set[Member]:
        """Ping `connection`, too, first after a whole round; it removes itself from the returned group."""
        group = self._groups[self._at]
        group.add(connection)
        if self._timer is None:
            self._timer = self.loop.call_later(self._pause, self._beat)
        return group

    def let_go(self, connection: Member) -> None:
        """Let `connection` linger while it closes; abort the oldest if too many do."""
        self._leaving[connection] = None
        if len(self._leaving) > _MOST_LEAVING:
            first = next(iter(self._leaving))
            del self._leaving[first]
            first.cut()

    def gone(self, connection: Member) -> None:
        """Remove `connection`."""
        self.connections.discard(connection)
        self._leaving.pop(connection, None)

    def _beat(self) -> None:
        self._timer = None
        self._at = (self._at + 1) % _BEATS
        for connection in list(self._groups[self._at]):
            connection.ask()
        if any(self._groups):
            self._timer = self.loop.call_later(self._pause, self._beat)
