"""Services of the room `lobby`: what they need, and what it offers."""

from dataclasses import dataclass

from ..bans.services import BansServices
from ..support.settings import Settings
from ..support.tokens import Tokens
from ..tables.services import TablesServices
from .absence import Absence
from .chat import Chats
from .lobby import Lobby

__all__ = ["LobbyServices", "assemble_lobby"]


@dataclass(frozen=True)
class LobbyServices:
    """Tables that people find, open and leave, and their chats."""

    lobby: Lobby
    chats: Chats
    absence: Absence


def assemble_lobby(settings: Settings, tables: TablesServices, tokens: Tokens, bans: BansServices) -> LobbyServices:
    """Return the services of this room, not yet started."""
    lobby = Lobby(tables.store, tables.tables, tokens, settings)
    return LobbyServices(lobby, Chats(tables.store, tables.bus, settings), Absence(lobby, bans.bans))
