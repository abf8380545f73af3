"""Bus: wake-up calls without content, "table T changed". Receivers read from the last version they know.

Between processes a transport carries the calls, which may be lost or arrive twice: a process that shows a table also
polls it.
"""

from collections.abc import Callable
from typing import Literal

__all__ = ["Bus", "Topic"]

Topic = Literal["table", "chat", "people", "bots"]
"""What has changed: the game and its seats, the chat, who is looking, or that bots are due to act."""


class Bus:
    """Bus inside one process, with a connection to those of other processes."""

    def __init__(self) -> None:
        """Begin without listeners."""
        self._listeners: dict[str, set[Callable[[], None]]] = {}
        self._callbacks: list[Callable[[str], None]] = []
        self._transports: list[Callable[[str, Topic], None]] = []

    def publish(self, table_id: str, topic: Topic = "table") -> None:
        """Wake all listeners of a table, in every process."""
        self.publish_here(table_id)
        self.publish_elsewhere(table_id, topic)

    def publish_here(self, table_id: str) -> None:
        """Wake all listeners of a table in this process."""
        for listener in self._listeners.get(table_id, ()):
            listener()
        for callback in self._callbacks:
            callback(table_id)

    def publish_elsewhere(self, table_id: str, topic: Topic) -> None:
        """Wake all listeners of a table in other processes."""
        for send in self._transports:
            send(table_id, topic)

    def on_change(self, callback: Callable[[str], None]) -> None:
        """Call `callback` with the table's id at every change of any table."""
        self._callbacks.append(callback)

    def add_transport(self, send: Callable[[str, Topic], None]) -> None:
        """Add a transport: `send` carries calls to other processes."""
        self._transports.append(send)

    def listen(self, table_id: str, listener: Callable[[], None]) -> None:
        """Call `listener` at every change of a table."""
        self._listeners.setdefault(table_id, set()).add(listener)

    def forget(self, table_id: str, listener: Callable[[], None]) -> None:
        """Remove a listener."""
        self._listeners[table_id].discard(listener)
        if not self._listeners[table_id]:
            del self._listeners[table_id]
