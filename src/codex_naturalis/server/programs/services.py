"""Services of the room `programs`: what they need, and what it offers."""

from dataclasses import dataclass

from ..bans.services import BansServices
from ..limits.limits import RateLimiter
from ..lobby.services import LobbyServices
from ..people.services import PeopleServices
from ..personal_data.services import PersonalDataServices
from ..support.settings import Settings
from ..tables.services import TablesServices
from .bot_accounts import BotAccounts
from .invitations import Invitations
from .presence import ProgramsHere
from .session_services import SessionServices
from .socket_server import ProgramSockets

__all__ = ["ProgramsServices", "assemble_programs"]


@dataclass(frozen=True)
class ProgramsServices:
    """Programs that play by themselves."""

    programs_here: ProgramsHere
    bot_accounts: BotAccounts
    invitations: Invitations
    program_sockets: ProgramSockets


def assemble_programs(
    settings: Settings,
    ground: TablesServices,
    limits: RateLimiter,
    bans: BansServices,
    lobby: LobbyServices,
    people: PeopleServices,
    personal_data: PersonalDataServices,
) -> ProgramsServices:
    """Return the services of this room, not yet started."""
    store, tables, bus, here = ground.store, ground.tables, ground.bus, ProgramsHere(ground.store)
    invitations = Invitations(store, tables, lobby.lobby, bus, here, settings)
    needs = SessionServices(store, tables, lobby.lobby, bus, here, invitations, settings, limits.program_messages)
    accounts = BotAccounts(store, people.accounts, personal_data.deletion, settings)
    return ProgramsServices(here, accounts, invitations, ProgramSockets(needs, people.accounts, limits, bans.bans))
