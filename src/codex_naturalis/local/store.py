"""Store of a device: its local tables and people, changed one commit at a time."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import Guest, TableData

__all__ = ["Commit", "DeviceContents", "LocalStore", "MemoryStore", "StoredAction", "StoredTable"]


class StoredAction(Struct, frozen=True, array_like=True):
    """Stored action."""

    seat: Seat
    action: Action
    id: str | None = None
    """Id of the act, chosen by the page; None for bots, and for the second action of a turn."""


class StoredTable(Struct, frozen=True):
    """Stored table: its people and its actions."""

    data: TableData
    actions: tuple[StoredAction, ...] = ()
    touched: float = 0.0
    """Time of the last event here, in seconds since 1970."""


class DeviceContents(Struct, frozen=True):
    """All stored contents of a device."""

    tables: tuple[StoredTable, ...] = ()
    guests: tuple[Guest, ...] = ()


class Commit(Struct, frozen=True):
    """Atomic change of the stored contents."""

    data: TableData | None = None
    """New state of the table; None if unchanged."""

    table: str = ""
    """Table of the actions."""

    after: int = 0
    """Version that the actions follow: the commit fails if another one is stored."""

    actions: tuple[StoredAction, ...] = ()
    touched: float = 0.0
    guest: Guest | None = None
    """Person to store."""


class LocalStore(Protocol):
    """Interface of a store for local tables. A browser's is in IndexedDB."""

    async def commit(self, change: Commit) -> bool:
        """Store a change durably; return False, storing nothing, if another window was first."""

    async def read(self, table_id: str) -> StoredTable | None:
        """Return a table as it is kept; None if there is none."""


class MemoryStore:
    """Store in memory, lost at the end of the process."""

    def __init__(self) -> None:
        """Begin empty."""
        self.tables: dict[str, StoredTable] = {}
        self.guests: dict[str, Guest] = {}

    async def commit(self, change: Commit) -> bool:
        """Store a change; return False if its version is taken."""
        kept = self.tables.get(change.table)
        played: Sequence[StoredAction] = kept.actions if kept else ()
        if change.actions and len(played) != change.after:
            return False
        if change.guest:
            self.guests[change.guest.id] = change.guest
        data = change.data or (kept.data if kept else None)
        if data:
            self.tables[data.id] = StoredTable(data, (*played, *change.actions), change.touched)
        return True

    async def read(self, table_id: str) -> StoredTable | None:
        """Return a table; None if there is none."""
        return self.tables.get(table_id)
