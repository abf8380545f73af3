"""Services of the room `tables`: what they need, and what it offers."""

from dataclasses import dataclass

from ..support.settings import Settings
from .bus import Bus
from .clocks import Timekeeper
from .deadlines import Deadlines
from .registry import Tables
from .store import Store

__all__ = ["TablesServices", "assemble_tables"]


@dataclass(frozen=True)
class TablesServices:
    """The database, the tables in use, and the bus that announces their changes."""

    bus: Bus
    store: Store
    tables: Tables
    deadlines: Deadlines


def assemble_tables(settings: Settings) -> TablesServices:
    """Return the services of this room, not yet started."""
    bus = Bus()
    store = Store(settings.database_address, Timekeeper.of(settings), settings.database_seconds)
    tables = Tables(store, bus, settings.tables_in_memory, settings.rest_seconds)
    deadlines = Deadlines(store, tables)
    bus.on_change(deadlines.on_change, "changed", "clocks")
    return TablesServices(bus, store, tables, deadlines)
