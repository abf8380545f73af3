"""Who looks at a table, through this server and through others."""

from typing import Protocol

from ..support.tokens import Holder
from ..wire.table import SeatKind, TableInfo
from .data import TableData
from .seating import info_of, seat_row_of

__all__ = ["Audience", "Watcher"]


class Watcher(Protocol):
    """Somebody who looks at a table."""

    holder: Holder
    hidden: bool
    """Whether nobody looks just now, though the window is open."""


class Audience:
    """All who look at one table."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.watchers: set[Watcher] = set()
        self.elsewhere: frozenset[int] = frozenset()
        """The places whose people look through other servers."""

        self._here: tuple[TableData, frozenset[int]] | None = None
        self._info: tuple[frozenset[int], frozenset[int], TableInfo] | None = None

    def add(self, watcher: Watcher) -> None:
        """Let `watcher` look."""
        self.watchers.add(watcher)
        self._here = None

    def discard(self, watcher: Watcher) -> None:
        """Let `watcher` look no longer."""
        self.watchers.discard(watcher)
        self._here = None

    @property
    def looked_at(self) -> bool:
        """Return whether anybody has the table before their eyes: any viewer here, somebody seated elsewhere."""
        return bool(self.elsewhere) or any(not watcher.hidden for watcher in self.watchers)

    def here(self, data: TableData) -> frozenset[int]:
        """Return the places of the table in `data` whose people look through this server."""
        if self._here is None or self._here[0] is not data:
            self._here = data, _places(data, self.watchers)
            self._info = None
        return self._here[1]

    def looking(self, data: TableData) -> frozenset[int]:
        """Return the places whose people have the table before their eyes, through this server."""
        return _places(data, {watcher for watcher in self.watchers if not watcher.hidden})

    def info(self, data: TableData, stand_in: str) -> TableInfo:
        """Return what everybody may see of the table in `data`: the same object as long as nothing has changed."""
        here = self.here(data)  # brings up to date what it is asked of
        if self._info is None or self._info[0] is not here or self._info[1] is not self.elsewhere:
            bots = (index for index, place in enumerate(data.places) if place.kind is SeatKind.BOT)
            present = here | self.elsewhere | frozenset(bots)
            self._info = here, self.elsewhere, info_of(data, present=present, stand_in=stand_in)
        return self._info[2]


def _places(data: TableData, watchers: set[Watcher]) -> frozenset[int]:
    found = (seat_row_of(data, watcher.holder) for watcher in watchers)
    return frozenset(index for index in found if index is not None)
