"""Services of the room `moderation`: what they need, and what it offers."""

from dataclasses import dataclass

from ..limits.limits import Limits
from ..tables.services import TablesServices
from .bans import Bans
from .pardons import Pardons

__all__ = ["ModerationServices", "assemble_moderation"]


@dataclass(frozen=True)
class ModerationServices:
    """What guests and addresses may not do."""

    bans: Bans
    pardons: Pardons


def assemble_moderation(tables: TablesServices, limits: Limits) -> ModerationServices:
    """Return the services of this room, not yet started."""
    return ModerationServices(Bans(tables.store), Pardons(tables.store, limits))
