"""Served time: seconds for which the database has been served, the time scale of all deadlines at tables.

It follows the monotonic clock of a running process, and nothing else, so no player loses time while no server can be
reached, while a machine sleeps, or when a wall clock jumps.
"""

import time
from collections.abc import Callable
from typing import Final

__all__ = ["COMING_BACK", "LONGEST", "ServedTime"]

COMING_BACK: Final = 5.0
"""Seconds for which it stands still after a start, so that people can reconnect."""

LONGEST: Final = 20.0
"""Longest step in seconds between two beats; more means that this process was suspended."""


class ServedTime:
    """Served time, as this process knows it."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Follow `monotonic`, from 0."""
        self._monotonic = monotonic
        self._base = 0.0
        self._from = monotonic()

    def start(self, seconds: float) -> None:
        """Continue from the stored `seconds`, after `COMING_BACK`."""
        self._base = seconds
        self._from = self._monotonic() + COMING_BACK

    def now(self) -> float:
        """Return the seconds served so far."""
        return self._base + min(max(0.0, self._monotonic() - self._from), LONGEST)

    def beat(self) -> None:
        """Record that this process is running; without beats, `now` stops after `LONGEST` seconds."""
        self._base, self._from = self.now(), max(self._from, self._monotonic())

    def at_least(self, seconds: float) -> None:
        """Adopt the time of other processes if it is ahead."""
        self.beat()
        self._base = max(self._base, seconds)
