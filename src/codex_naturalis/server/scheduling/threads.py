"""Works things out in threads beside the event loop, as the scheduler gives turns."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from .fair_queue import Party
from .scheduler import Lane, Scheduler

__all__ = ["Threads"]

T = TypeVar("T")
_COST: Final = 0.02
"""Seconds that a replay takes, about."""


class Threads:
    """Threads for what takes milliseconds: replays, records that somebody brings along, puzzles."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Use the slots that the `scheduler` has for it."""
        self._scheduler = scheduler

    async def run(self, work: Callable[[], T], party: Party) -> T:
        """Return what `work` comes to, on the account of `party`; raise a `Problem` if there is no room for it."""
        async with self._scheduler.turn(Lane.RECORD, party, _COST):
            return await asyncio.to_thread(work)
