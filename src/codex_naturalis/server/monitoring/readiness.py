"""Readiness: whether the database answers and its file is whole.

It is asked once for all concurrent callers (single flight), and cached.
"""

import asyncio
import time
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import text

from codex_naturalis.wire.errors import Code, ProblemError

from ..backups.upkeep import Upkeep
from ..support.lifecycle import Service
from ..support.log import get_logger
from ..tables.store import Store

__all__ = ["Readiness", "find_unsynced"]


_log = get_logger(__name__)
_OFF: Final = text(
    "select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') "
    "and setting = 'off' order by name"
)


async def find_unsynced(store: Store) -> tuple[str, ...]:
    """Return PostgreSQL's settings that may lose acknowledged writes in a power failure; they are logged, too."""
    if not store.shared:
        return ()
    (rows,) = await store.read(_OFF)
    found = tuple(row.name for row in rows)
    if found:
        _log.warning("database does not sync", settings=" ".join(found))
    return found


_FRESH_SECONDS: Final = 1.0
"""How long an answer is cached, in seconds."""


class Readiness(Service):
    """Cached readiness check: whether the database answers, and the last check of its file found no fault."""

    def __init__(self, store: Store, upkeep: Upkeep) -> None:
        """Check the database of `store`, whose file `upkeep` checks."""
        self._store = store
        self._upkeep = upkeep
        self._known: asyncio.Task[ProblemError | None] | None = None
        self._until = 0.0
        self.unsynced: tuple[str, ...] = ()
        """Settings of the database that let a power cut lose acknowledged writes."""

    async def start(self) -> None:
        """Find out whether the database syncs acknowledged writes to the disk."""
        self.unsynced = await find_unsynced(self._store)

    async def ask(self) -> None:
        """Raise a `ProblemError` unless the server is ready, or was within the last second."""
        if self._known is None or (self._known.done() and time.monotonic() >= self._until):
            self._known = asyncio.create_task(self._find_problem())
        problem = await asyncio.shield(self._known)
        if problem:
            raise ProblemError(problem.code, **problem.facts)

    def text(self) -> str:
        """Return a ready server's answer: `ok`, what a power cut may lose, and when its file was found whole."""
        off = ", ".join(self.unsynced)
        first = f"ok, but a power cut may lose what was stored: {off} off" if off else "ok"
        last = self._upkeep.integrity.last if self._upkeep.integrity else None
        return (
            f"{first}\ndatabase checked: {datetime.fromtimestamp(last.at, UTC):%Y-%m-%dT%H:%M:%SZ}" if last else first
        )

    async def _find_problem(self) -> ProblemError | None:
        try:
            await self._store.check()
        except ProblemError as problem:
            return problem
        finally:
            self._until = time.monotonic() + _FRESH_SECONDS
        last = self._upkeep.integrity.last if self._upkeep.integrity else None
        return ProblemError(Code.STORAGE_DAMAGED) if last and last.fault else None
