"""For how long the database has been served: the time by which everything at the tables falls due.

It goes by the monotonic clock of a process that runs, and by nothing else. Nobody is charged for the moments in which
no server could be reached, for a machine that slept, or for a clock on the wall that jumped.
"""

import time
from collections.abc import Callable
from typing import Final

__all__ = ["COMING_BACK", "LONGEST", "ServedTime"]

COMING_BACK: Final = 5.0
"""Seconds for which time stands still after a start, so that everybody can come back."""

LONGEST: Final = 20.0
"""Seconds that may pass between two beats; whatever is more, this process was not awake."""


class ServedTime:
    """The time as this process knows it."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Go by `monotonic`, from 0."""
        self._monotonic = monotonic
        self._base = 0.0
        self._from = monotonic()

    def start(self, seconds: float) -> None:
        """Go on from what was stored, after a moment."""
        self._base = seconds
        self._from = self._monotonic() + COMING_BACK

    def now(self) -> float:
        """Return the seconds served so far."""
        return self._base + min(max(0.0, self._monotonic() - self._from), LONGEST)

    def beat(self) -> None:
        """Say that this process is awake; `now` goes no further than `LONGEST` without it."""
        self._base, self._from = self.now(), max(self._from, self._monotonic())

    def at_least(self, seconds: float) -> None:
        """Take over the time of others, who are ahead."""
        self.beat()
        self._base = max(self._base, seconds)
