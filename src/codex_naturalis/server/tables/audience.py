"""Audience: the viewers of one table, on this server and on others."""

from typing import Protocol

from codex_naturalis.seating import Holder, TableData, info_of, seat_row_of
from codex_naturalis.wire.table import SeatKind, TableInfo

__all__ = ["Audience", "Watcher"]


class Watcher(Protocol):
    """Viewer of a table, as the audience sees it."""

    holder: Holder
    hidden: bool
    """Whether the viewer's page is open but hidden."""


class Audience:
    """Viewers of one table, with a cache of the table's public description."""

    def __init__(self) -> None:
        """Begin without viewers."""
        self.watchers: set[Watcher] = set()
        self.elsewhere: frozenset[int] = frozenset()
        """Indices of the seat rows whose people look on other servers."""

        self._here: tuple[TableData, frozenset[int]] | None = None
        self._info: tuple[frozenset[int], frozenset[int], TableInfo] | None = None

    def add(self, watcher: Watcher) -> None:
        """Add a viewer."""
        self.watchers.add(watcher)
        self._here = None

    def discard(self, watcher: Watcher) -> None:
        """Remove a viewer."""
        self.watchers.discard(watcher)
        self._here = None

    @property
    def looked_at(self) -> bool:
        """Return whether anyone can see the table now: a viewer here whose page is visible, or a player elsewhere."""
        return bool(self.elsewhere) or any(not watcher.hidden for watcher in self.watchers)

    def here(self, data: TableData) -> frozenset[int]:
        """Return the indices of the seat rows whose people look on this server."""
        if self._here is None or self._here[0] is not data:
            self._here = data, _rows_watched(data, self.watchers)
            self._info = None
        return self._here[1]

    def looking(self, data: TableData) -> frozenset[int]:
        """Return the indices of the seat rows whose people see the table here and now: hidden pages do not count."""
        return _rows_watched(data, {watcher for watcher in self.watchers if not watcher.hidden})

    def info(self, data: TableData, stand_in: str) -> TableInfo:
        """Return the public description of the table in `data`: the same object until something changes."""
        here = self.here(data)  # updates the cache key
        if self._info is None or self._info[0] is not here or self._info[1] is not self.elsewhere:
            bots = (index for index, row in enumerate(data.seat_rows) if row.kind is SeatKind.BOT)
            present = here | self.elsewhere | frozenset(bots)
            self._info = here, self.elsewhere, info_of(data, present=present, stand_in=stand_in)
        return self._info[2]


def _rows_watched(data: TableData, watchers: set[Watcher]) -> frozenset[int]:
    found = (seat_row_of(data, watcher.holder) for watcher in watchers)
    return frozenset(index for index in found if index is not None)
