"""Upkeep of the SQLite file while a server runs: the daily check, backups, and the deletion of expired copies.

One task does them one after the other, so there are never two backups at once, nor one during a check. Each reads the
file in a thread, so neither the start nor a request waits. PostgreSQL has tools of its own for all of this.
"""

import asyncio
import time
from pathlib import Path
from threading import Event
from typing import Final

from ..database.copies import delete_expired, size_of
from ..support.lifecycle import LoopingService
from ..support.log import get_logger
from ..support.settings import Settings
from ..support.tasks import lasting
from .backups import Backups
from .integrity import Integrity

__all__ = ["Upkeep"]

_log = get_logger(__name__)
_START_SECONDS: Final = 10.0
"""Seconds after the start during which the disk is left to returning players."""

_LOOK_SECONDS: Final = 60.0


class Upkeep(LoopingService):
    """Service that looks after the database file of one server; idle with PostgreSQL."""

    def __init__(self, settings: Settings) -> None:
        """Look after the database of `settings`."""
        self._database = settings.database
        self._shared = settings.shared
        self.integrity: Integrity | None = None if settings.shared else Integrity(settings.database)
        """The daily check; None with PostgreSQL."""

        self.backups: Backups = Backups(settings.database, settings.backup_hours, settings.backups_kept)
        self._stop = Event()

    @property
    def folder(self) -> Path:
        """Return the folder of the data, whose disk must not become full."""
        return self._database.parent

    def size(self) -> int:
        """Return the database's size in bytes."""
        return size_of(self._database)

    async def start(self) -> None:
        """Start, if the database is a file."""
        if not self._shared:
            await super().start()

    async def close(self) -> None:
        """Interrupt running work; an incomplete backup is deleted."""
        self._stop.set()
        await super().close()

    async def _run(self) -> None:
        await asyncio.sleep(_START_SECONDS)
        while True:
            await self.do_due()
            await asyncio.sleep(_LOOK_SECONDS)

    async def do_due(self) -> None:
        """Do what is due now."""
        with lasting("database check failed"):
            if self.integrity and self.integrity.due(time.time()):
                await self.integrity.check(self._stop)
        if self.backups.due(time.time()):
            await self.backups.make(self._stop)
        with lasting("old copies not deleted"):
            if names := delete_expired(self._database, time.time()):
                _log.info("old copies deleted", names=names)
