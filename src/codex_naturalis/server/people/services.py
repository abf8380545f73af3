"""Services of the room `people`: what they need, and what it offers."""

from dataclasses import dataclass

from ..bans.services import BansServices
from ..limits.limits import RateLimiter
from ..lobby.services import LobbyServices
from ..results.services import ResultsServices
from ..support.settings import Settings
from ..support.tokens import Tokens
from ..tables.services import TablesServices
from .accounts import Accounts
from .ban_enforcer import BanEnforcer
from .history import People
from .passwords import Passwords
from .rematch_scores import RematchScores

__all__ = ["PeopleServices", "assemble_people"]


@dataclass(frozen=True)
class PeopleServices:
    """Accounts, and people's past games."""

    accounts: Accounts
    people: People
    rematch_scores: RematchScores
    ban_enforcer: BanEnforcer


def assemble_people(
    settings: Settings,
    ground: TablesServices,
    tokens: Tokens,
    limits: RateLimiter,
    bans: BansServices,
    results: ResultsServices,
    lobby: LobbyServices,
) -> PeopleServices:
    """Return the services of this room, not yet started."""
    store, tables, barred = ground.store, ground.tables, bans.bans
    return PeopleServices(
        Accounts(store, tables, tokens, limits, Passwords(settings.password_memory), ground.bus, barred),
        People(store, tables, results.results),
        RematchScores(store, tables, results.results),
        BanEnforcer(store, tables, lobby.lobby, barred),
    )
