"""Services of the room `personal_data`: what they need, and what it offers."""

from dataclasses import dataclass

from ..lobby.services import LobbyServices
from ..tables.services import TablesServices
from .deletion import Deletion, Succession
from .export import Exports

__all__ = ["PersonalDataServices", "assemble_personal_data"]


@dataclass(frozen=True)
class PersonalDataServices:
    """Export and deletion of a guest's data."""

    deletion: Deletion
    exports: Exports


def assemble_personal_data(
    ground: TablesServices, lobby: LobbyServices, succession: Succession
) -> PersonalDataServices:
    """Return the services of this room, not yet started."""
    deletion = Deletion(ground.store, ground.tables, lobby.lobby, lobby.chats, succession)
    return PersonalDataServices(deletion, Exports(ground.store))
