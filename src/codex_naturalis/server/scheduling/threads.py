"""Thread pool beside the event loop, in turns given by the scheduler."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from .fair_queue import Party
from .scheduler import Lane, Scheduler

__all__ = ["Threads"]

T = TypeVar("T")
_COST: Final = 0.02
"""Estimated cost of a replay, in seconds."""


class Threads:
    """Threads for jobs of milliseconds: replays, uploaded records, puzzles."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Use the slots of lane `record` in `scheduler`."""
        self._scheduler = scheduler

    async def run(self, work: Callable[[], T], party: Party) -> T:
        """Return the result of `work`, charged to `party`; raise a `Problem` if the queue is full."""
        async with self._scheduler.turn(Lane.RECORD, party, _COST):
            return await asyncio.to_thread(work)
