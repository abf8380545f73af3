"""Bus: wake-up calls without content, "table T changed". Receivers read from the last version they know.

Between processes a transport carries the calls, which may be lost or arrive twice: a process that shows a table also
polls it. Inside a process a call has a topic, so that only listeners with something to do are called.
"""

from collections.abc import Callable, Iterable
from typing import Final, Literal

__all__ = ["ANYTHING", "CHANGED", "Bus", "Listener", "Message", "Topic"]

Topic = Literal["played", "ended", "changed", "clocks", "people", "bots", "chat", "person"]
"""Change at a table: actions were played; its game ended, or it was closed; its seats, notes or stage
changed otherwise; its clocks or its deadline changed; viewers came or went; bots are to act; its chat changed. Or
away from tables: the rights, the blocks or the seats of a `person` changed."""

ANYTHING: Final[tuple[Topic, ...]] = ("played", "ended", "changed", "clocks", "people", "bots", "chat", "person")
"""All topics, for calls from other processes without any."""

CHANGED: Final[tuple[Topic, ...]] = ("ended", "changed", "clocks", "people", "bots")
"""Possible topics of a change of a table's people."""

Message = Literal["table", "chat", "people", "bots"]
"""Message to other processes: a change of the game and its seats, the chat, or the viewers, or that bots are due to
act."""

Listener = Callable[[Iterable[Topic]], None]
"""Callback for the changes of one table."""


class Bus:
    """Bus inside one process, connected to those of other processes."""

    def __init__(self) -> None:
        """Begin without listeners."""
        self._listeners: dict[str, dict[Listener, None]] = {}
        """Listeners of each table, woken in the order of joining."""

        self._callbacks: dict[Topic, list[Callable[[str], None]]] = {}
        self._transports: list[Callable[[str, Message], None]] = []

    def publish(self, table_id: str, *topics: Topic, message: Message = "table") -> None:
        """Wake the listeners of a table, and send `message` about it to other processes."""
        self.publish_here(table_id, *topics)
        for send in self._transports:
            send(table_id, message)

    def publish_here(self, table_id: str, *topics: Topic) -> None:
        """Wake all listeners of a table in this process, and the followers of these topics at all tables."""
        for listener in self._listeners.get(table_id, ()):
            listener(topics)
        for topic in topics:
            for callback in self._callbacks.get(topic, ()):
                callback(table_id)

    def publish_elsewhere(self, table_id: str, message: Message) -> None:
        """Wake all listeners of a table in other processes."""
        for send in self._transports:
            send(table_id, message)

    def on_change(self, callback: Callable[[str], None], *topics: Topic) -> None:
        """Call `callback` with the table's id on any of these topics at any table, perhaps once for each."""
        for topic in topics:
            self._callbacks.setdefault(topic, []).append(callback)

    def follow(self, callback: Callable[[str], None], *topics: Topic, wanted: bool) -> None:
        """Begin to call `callback` as `on_change` does, or stop, depending on `wanted`."""
        for topic in topics:
            others = [other for other in self._callbacks.get(topic, ()) if other != callback]
            self._callbacks[topic] = [*others, callback] if wanted else others

    def add_transport(self, send: Callable[[str, Message], None]) -> None:
        """Add a transport: `send` carries calls to other processes."""
        self._transports.append(send)

    def listen(self, table_id: str, listener: Listener) -> None:
        """Call `listener` at every change of a table, with its topics."""
        self._listeners.setdefault(table_id, {})[listener] = None

    def forget(self, table_id: str, listener: Listener) -> None:
        """Remove a listener."""
        self._listeners[table_id].pop(listener, None)
        if not self._listeners[table_id]:
            del self._listeners[table_id]
