"""Wake-up calls: "table T changed". Whoever is woken reads from the last version it knows.

Where several processes serve the same tables, a wire carries the calls between them. Calls may get lost or come twice:
whoever shows a table also looks by itself, now and then, whether it has changed.
"""

from collections.abc import Callable
from typing import Literal

__all__ = ["Bus", "Topic"]

Topic = Literal["table", "chat", "people", "bots"]
"""What of a table has changed: the game and its seats, what is said, who looks, or that bots are to act."""


class Bus:
    """The bus inside one process, and its end of the wire to others."""

    def __init__(self) -> None:
        """Begin with nobody listening."""
        self._bells: dict[str, set[Callable[[], None]]] = {}
        self._callbacks: list[Callable[[str], None]] = []
        self._wires: list[Callable[[str, Topic], None]] = []

    def ring(self, table_id: str, part: Topic = "table") -> None:
        """Wake everybody who watches a table, in whichever process."""
        self.ring_here(table_id)
        self.tell_others(table_id, part)

    def ring_here(self, table_id: str) -> None:
        """Wake everybody who watches a table in this process."""
        for bell in self._bells.get(table_id, ()):
            bell()
        for callback in self._callbacks:
            callback(table_id)

    def tell_others(self, table_id: str, part: Topic) -> None:
        """Wake everybody in other processes who watches a table."""
        for wire in self._wires:
            wire(table_id, part)

    def on_ring(self, callback: Callable[[str], None]) -> None:
        """Call `callback` with the table's id at every change of any table."""
        self._callbacks.append(callback)

    def wire(self, send: Callable[[str, Topic], None]) -> None:
        """Let `send` carry calls to other processes."""
        self._wires.append(send)

    def listen(self, table_id: str, bell: Callable[[], None]) -> None:
        """Call `bell` at every change of a table."""
        self._bells.setdefault(table_id, set()).add(bell)

    def forget(self, table_id: str, bell: Callable[[], None]) -> None:
        """Call `bell` no more."""
        self._bells[table_id].discard(bell)
        if not self._bells[table_id]:
            del self._bells[table_id]
