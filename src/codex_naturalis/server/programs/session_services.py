"""Services for the connections of programs."""

from msgspec import Struct

from ..limits.token_buckets import TokenBuckets
from ..lobby.lobby import Lobby
from ..support.settings import Settings
from ..tables.bus import Bus
from ..tables.registry import Tables
from ..tables.store import Store
from .invitations import Invitations
from .presence import ProgramsHere

__all__ = ["SessionServices"]


class SessionServices(Struct, frozen=True):
    """Services that a program's connection needs."""

    store: Store
    tables: Tables
    lobby: Lobby
    bus: Bus
    here: ProgramsHere
    invitations: Invitations
    settings: Settings
    messages: TokenBuckets
    """Messages of each account."""
