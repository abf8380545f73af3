"""Integrity check of the SQLite file: SQLite's `quick_check`, once a day at most, whose result outlasts a restart."""

import math
import time
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Final

import msgspec

from ..database.copies import find_fault
from ..support.log import get_logger
from ..support.tasks import run_in_daemon

__all__ = ["CheckResult", "Integrity", "forget_result"]

_log = get_logger(__name__)
_DAY: Final = 24 * 3600.0
_RETRY_SECONDS: Final = 3600.0


class CheckResult(msgspec.Struct, frozen=True):
    """Result of one check."""

    at: float
    """When it ended, in seconds since 1970."""

    inode: int
    """Inode of the file that was checked: a file that replaced it has not been."""

    fault: str | None = None
    """The first fault; None if the file is whole."""


def _result_file(database: Path) -> Path:
    return database.with_name(f"{database.name}.check")


def forget_result(database: Path) -> None:
    """Delete the stored result for a database that is being replaced by another file."""
    _result_file(database).unlink(missing_ok=True)


class Integrity:
    """Check of one database file, with its last result."""

    def __init__(self, database: Path) -> None:
        """Read the result of the last check of `database`, whichever process made it."""
        self._database = database
        self.last = self._read()
        """Result of the last check; None if this file has never been checked."""

        self._trusted = self.last is not None and self.last.fault is None
        """Whether the last result is valid for a day: faults found before the start are checked again."""

        self._tried: float | None = None

    def _read(self) -> CheckResult | None:
        with suppress(OSError, msgspec.DecodeError):
            found = msgspec.json.decode(_result_file(self._database).read_bytes(), type=CheckResult)
            if found.inode == self._database.stat().st_ino:
                return found
        return None

    def age(self) -> float:
        """Return the seconds since the last check; infinite before the first."""
        return max(0.0, time.time() - self.last.at) if self.last else math.inf

    def due(self, now: float) -> bool:
        """Return whether the file is to be checked at `now`: a day after the last check, or an hour after a failure."""
        if self._tried is not None and 0 <= now - self._tried < _RETRY_SECONDS:
            return False
        return not (self._trusted and self.last and 0 <= now - self.last.at < _DAY)

    async def check(self, stop: Event) -> None:
        """Check the file in a separate thread, and keep the result; setting `stop` interrupts it soon."""
        self._tried = began = time.time()
        fault = await run_in_daemon(lambda: find_fault(self._database, stop))
        now = time.time()
        self.last, self._trusted = CheckResult(now, self._database.stat().st_ino, fault), True
        if fault:
            _log.error("database damaged", fault=fault)
        else:
            _log.info("database checked", seconds=round(now - began, 1))
        self._write(self.last)

    def _write(self, result: CheckResult) -> None:
        path = _result_file(self._database)
        draft = path.with_name(f"{path.name}.part")
        draft.touch(0o600)
        draft.write_bytes(msgspec.json.encode(result))
        draft.replace(path)
