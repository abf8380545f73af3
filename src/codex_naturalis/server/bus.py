"""Wake-up calls: "table T changed". Whoever is woken reads from the last version it knows."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Bus"]


class Bus:
    """The bus inside one process."""

    def __init__(self) -> None:
        """Begin with nobody listening."""
        self._bells: dict[str, set[asyncio.Event]] = {}
        self._callbacks: list[Callable[[str], None]] = []

    def ring(self, table_id: str) -> None:
        """Wake everybody who watches a table."""
        for bell in self._bells.get(table_id, ()):
            bell.set()
        for callback in self._callbacks:
            callback(table_id)

    def on_ring(self, callback: Callable[[str], None]) -> None:
        """Call `callback` with the table's id at every change of any table."""
        self._callbacks.append(callback)

    @contextmanager
    def bell(self, table_id: str) -> Iterator[asyncio.Event]:
        """Give a bell that rings when the table changes."""
        bell = asyncio.Event()
        self._bells.setdefault(table_id, set()).add(bell)
        try:
            yield bell
        finally:
            self._bells[table_id].discard(bell)
            if not self._bells[table_id]:
                del self._bells[table_id]
