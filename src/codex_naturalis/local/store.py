"""Store of a device: where local tables and the people who play here are kept, one commit at a time."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import Guest, TableData

__all__ = ["Commit", "DeviceContents", "LocalStore", "MemoryStore", "StoredAction", "StoredTable"]


class StoredAction(Struct, frozen=True, array_like=True):
    """Action as it is kept."""

    seat: Seat
    action: Action
    id: str | None = None
    """Id that the page gave to the act; None for bots, and for the second action of a turn."""


class StoredTable(Struct, frozen=True):
    """Table as it is kept: its people and its actions."""

    data: TableData
    actions: tuple[StoredAction, ...] = ()
    touched: float = 0.0
    """When something last happened here, in seconds since 1970."""


class DeviceContents(Struct, frozen=True):
    """All that is kept on a device."""

    tables: tuple[StoredTable, ...] = ()
    guests: tuple[Guest, ...] = ()


class Commit(Struct, frozen=True):
    """One change of what is kept: all of it or nothing."""

    data: TableData | None = None
    """Table as it is from now on; None if it stays as it is."""

    table: str = ""
    """Table that the actions belong to."""

    after: int = 0
    """Version that the actions follow: the commit fails if another one is kept."""

    actions: tuple[StoredAction, ...] = ()
    touched: float = 0.0
    guest: Guest | None = None
    """Person to keep."""


class LocalStore(Protocol):
    """What a local table needs of a store. A browser has one in IndexedDB."""

    async def commit(self, change: Commit) -> bool:
        """Keep a change durably; return False, keeping nothing, if another window was first."""

    async def read(self, table_id: str) -> StoredTable | None:
        """Return a table as it is kept; None if there is none."""


class MemoryStore:
    """Store that lasts as long as its process."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self.tables: dict[str, StoredTable] = {}
        self.guests: dict[str, Guest] = {}

    async def commit(self, change: Commit) -> bool:
        """Keep a change; return False if its version is taken."""
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
