"""Services of the room `bans`: what they need, and what it offers."""

from dataclasses import dataclass

from ..limits.limits import RateLimiter
from ..tables.services import TablesServices
from .bans import Bans
from .pardons import Pardons

__all__ = ["BansServices", "assemble_bans"]


@dataclass(frozen=True)
class BansServices:
    """Bans, blocks, restraints and pardons."""

    bans: Bans
    pardons: Pardons


def assemble_bans(tables: TablesServices, limits: RateLimiter) -> BansServices:
    """Return the services of this room, not yet started."""
    return BansServices(Bans(tables.store), Pardons(tables.store, limits))
