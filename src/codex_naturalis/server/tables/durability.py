"""Whether what the database acknowledges is on the disk: with SQLite we see to it, with PostgreSQL its host decides."""

from typing import Final

from sqlalchemy import text

from ..support.log import get_logger
from .store import Store

__all__ = ["unsynced"]

_log = get_logger(__name__)
_OFF: Final = text(
    "select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') "
    "and setting = 'off' order by name"
)


async def unsynced(store: Store) -> tuple[str, ...]:
    """Return the settings of PostgreSQL by which a power cut may lose what was acknowledged; the log says so too."""
    if not store.shared:
        return ()
    (rows,) = await store.read(_OFF)
    found = tuple(row.name for row in rows)
    if found:
        _log.warning("database does not sync", settings=" ".join(found))
    return found
