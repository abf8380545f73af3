"""Services of the room `reports`: what they need, and what it offers."""

from dataclasses import dataclass

from ..lobby.services import LobbyServices
from ..moderation.services import ModerationServices
from ..tables.services import TablesServices
from .complaints import Complaints
from .moderators import Moderators

__all__ = ["ReportsServices", "assemble_reports"]


@dataclass(frozen=True)
class ReportsServices:
    """What people complain of, and what moderators do about it."""

    complaints: Complaints
    moderators: Moderators


def assemble_reports(tables: TablesServices, moderation: ModerationServices, lobby: LobbyServices) -> ReportsServices:
    """Return the services of this room, not yet started."""
    complaints = Complaints(tables.store, lobby.lobby, lobby.chats, lobby.lobby.blocks)
    return ReportsServices(complaints, Moderators(tables.store, lobby.lobby, moderation.bans))
