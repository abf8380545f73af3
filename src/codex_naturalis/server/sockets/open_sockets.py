"""All WebSockets of a server: one timer asks each of them whether anybody reads, and few wait to leave."""

import asyncio
from typing import Any, Final, Protocol

from ..limits.pace import Pace

__all__ = ["Member", "Sockets"]

_BEATS: Final = 20
_MOST_LEAVING: Final = 256
"""Sockets that may wait for a goodbye, or for the last bytes to be taken; whichever has waited longest is cut off."""


class OpenConnections(Protocol):
    """Where connections are known to whoever ends the server."""

    connections: set[Any]
    tasks: set[Any]


class Member(Protocol):
    """A socket, as far as all of them are concerned."""

    def ask(self) -> None:
        """Ask whether anybody reads, and hang up if nobody has answered."""

    def cut(self) -> None:
        """Leave at once."""


class Sockets:
    """All WebSockets of a server, and the one timer that asks each of them whether anybody is there."""

    def __init__(self, app: Any, known: OpenConnections, seconds: float, pace: Pace) -> None:  # noqa: ANN401 - ASGI's own
        """Let `app` serve them; ask each every so many `seconds`, which is the time it has to answer, too.

        Each may send frames at a `pace`, of whatever kind.
        """
        self.app = app
        self.pace = pace
        self.loop = asyncio.get_running_loop()
        self.connections = known.connections
        self.tasks = known.tasks
        self._pause = seconds / _BEATS
        self._groups: list[set[Member]] = [set() for _ in range(_BEATS)]
        self._at = 0
        self._timer: asyncio.TimerHandle | None = None
        self._leaving: dict[Member, None] = {}

    def add(self, connection: Member) -> set[Member]:
        """Ask `connection`, too, a whole round from now on; it leaves by itself the group that is returned."""
        group = self._groups[self._at]
        group.add(connection)
        if self._timer is None:
            self._timer = self.loop.call_later(self._pause, self._beat)
        return group

    def let_go(self, connection: Member) -> None:
        """Give `connection` a while to leave, and not too many of them at a time."""
        self._leaving[connection] = None
        if len(self._leaving) > _MOST_LEAVING:
            first = next(iter(self._leaving))
            del self._leaving[first]
            first.cut()

    def gone(self, connection: Member) -> None:
        """Forget `connection`."""
        self.connections.discard(connection)
        self._leaving.pop(connection, None)

    def _beat(self) -> None:
        self._timer = None
        self._at = (self._at + 1) % _BEATS
        for connection in list(self._groups[self._at]):
            connection.ask()
        if any(self._groups):
            self._timer = self.loop.call_later(self._pause, self._beat)
