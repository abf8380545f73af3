"""Scheduled backups of the SQLite file: made at an interval in hours, checked; the newest are kept."""

import math
import re
import time
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Final

from ..database.copies import check_room, write_copy
from ..support.log import get_logger
from ..support.tasks import run_in_daemon

__all__ = ["Backups"]

_log = get_logger(__name__)
_NAME: Final = re.compile(r"codex-\d{8}T\d{6}Z\.db")
_RETRY_SECONDS: Final = 3600.0
_ROOM: Final = 2
"""Free space required, as a multiple of the database's size: a backup must never fill the disk with the games."""


class Backups:
    """Backups of one database, in a folder of their own beside it."""

    def __init__(self, database: Path, hours: float, kept: int) -> None:
        """Back up `database` every `hours`, never if 0, and keep the newest `kept`, at least one."""
        self._database = database
        self._folder = database.parent / "backups"
        self._seconds = hours * 3600.0
        self._kept = max(kept, 1)
        self._tried: float | None = None
        self.failed: bool = False
        """Whether the last try failed."""

        self._newest = max((path.stat().st_mtime for path in self._all()), default=None)

    @property
    def wanted(self) -> bool:
        """Whether the host asked for backups."""
        return self._seconds > 0

    def age(self) -> float:
        """Return the age of the newest backup in seconds; infinite if there is none."""
        return math.inf if self._newest is None else max(0.0, time.time() - self._newest)

    def due(self, now: float) -> bool:
        """Return whether a backup is to be made at `now`; a failed one is retried after an hour at most."""
        if not self.wanted:
            return False
        pause = min(_RETRY_SECONDS, self._seconds)
        if self._tried is not None and 0 <= now - self._tried < pause:
            return False
        return self._newest is None or not 0 <= now - self._newest < self._seconds

    async def make(self, stop: Event) -> None:
        """Make a backup in a separate thread, and delete those beyond the number to keep.

        Setting `stop` interrupts it soon, leaving nothing behind. A failure is logged and shown in the metrics.
        """
        self._tried = began = time.time()
        target = self._folder / f"codex-{datetime.fromtimestamp(began, UTC):%Y%m%dT%H%M%SZ}.db"
        try:
            await run_in_daemon(lambda: self._write(target, stop))
        except Exception as error:  # noqa: BLE001 - whatever it is, the host must hear that there is no backup
            self.failed = True
            _log.error("backup failed", cause=str(error) or type(error).__name__)
            return
        self._newest, self.failed = began, False
        _log.info("backup made", name=target.name, seconds=round(time.time() - began, 1))

    def _write(self, target: Path, stop: Event) -> None:
        self._folder.mkdir(0o700, exist_ok=True)
        for half in self._folder.glob("codex-*.db.part"):  # of a process that was killed
            half.unlink(missing_ok=True)
        check_room(self._database, self._folder, _ROOM)
        write_copy(self._database, target, replace=True, stop=stop)
        for old in self._all()[: -self._kept]:
            old.unlink(missing_ok=True)

    def _all(self) -> list[Path]:
        """Return all backups, oldest first."""
        return sorted(path for path in self._folder.glob("codex-*.db") if _NAME.fullmatch(path.name))
