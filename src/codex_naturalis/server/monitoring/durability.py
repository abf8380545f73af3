"""Durability: whether acknowledged writes survive a power cut. SQLite syncs by our settings, PostgreSQL by its own."""

from typing import Final

from sqlalchemy import text

from ..support.log import get_logger
from ..tables.store import Store

__all__ = ["unsynced"]

_log = get_logger(__name__)
_OFF: Final = text(
    "select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') "
    "and setting = 'off' order by name"
)


async def unsynced(store: Store) -> tuple[str, ...]:
    """Return PostgreSQL's settings that may lose acknowledged writes in a power failure; they are logged, too."""
    if not store.shared:
        return ()
    (rows,) = await store.read(_OFF)
    found = tuple(row.name for row in rows)
    if found:
        _log.warning("database does not sync", settings=" ".join(found))
    return found
