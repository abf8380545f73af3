"""Services of the room `replays`: what they need, and what it offers."""

from dataclasses import dataclass

from ..lobby.services import LobbyServices
from ..scheduling.services import SchedulingServices
from ..tables.services import TablesServices
from .replays import Replays
from .what_if import WhatIfs

__all__ = ["ReplaysServices", "assemble_replays"]


@dataclass(frozen=True)
class ReplaysServices:
    """Finished games, and games played on from their middle."""

    replays: Replays
    what_ifs: WhatIfs


def assemble_replays(tables: TablesServices, scheduling: SchedulingServices, lobby: LobbyServices) -> ReplaysServices:
    """Return the services of this room, not yet started."""
    what_ifs = WhatIfs(tables.store, tables.tables, lobby.lobby, scheduling.threads)
    return ReplaysServices(Replays(tables.tables, scheduling.threads), what_ifs)
