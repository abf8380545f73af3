"""Services of the room `moderation`: what they need, and what it offers."""

from dataclasses import dataclass

from ..bans.services import BansServices
from ..lobby.services import LobbyServices
from ..tables.services import TablesServices
from .complaints import Complaints
from .moderators import Moderators

__all__ = ["ModerationServices", "assemble_moderation"]


@dataclass(frozen=True)
class ModerationServices:
    """Reports, and moderators' measures."""

    complaints: Complaints
    moderators: Moderators


def assemble_moderation(tables: TablesServices, bans: BansServices, lobby: LobbyServices) -> ModerationServices:
    """Return the services of this room, not yet started."""
    complaints = Complaints(tables.store, lobby.lobby, lobby.chats, lobby.lobby.blocks)
    return ModerationServices(complaints, Moderators(tables.store, tables.tables, bans.bans))
