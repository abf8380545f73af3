"""Services of the room `scheduling`: what they need, and what it offers."""

from dataclasses import dataclass

from ..support.keys import KeyRing
from ..support.settings import Settings
from .fair_queue import Origins
from .scheduler import Scheduler, Threads, lanes

__all__ = ["SchedulingServices", "assemble_scheduling"]


@dataclass(frozen=True)
class SchedulingServices:
    """Computations beside the event loop."""

    scheduler: Scheduler
    threads: Threads
    origins: Origins


def assemble_scheduling(settings: Settings, ring: KeyRing) -> SchedulingServices:
    """Return the services of this room, not yet started."""
    scheduler = Scheduler(lanes(settings.bot_workers))
    return SchedulingServices(scheduler, Threads(scheduler), Origins(ring.keys.seed))
