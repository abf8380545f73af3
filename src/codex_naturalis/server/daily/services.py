"""Services of the room `daily`: what they need, and what it offers."""

from dataclasses import dataclass

from ..bots.services import BotsServices
from ..lobby.services import LobbyServices
from ..people.services import PeopleServices
from ..scheduling.scheduler import Scheduler
from ..support.keys import KeyRing
from ..support.settings import Settings
from ..tables.services import TablesServices
from .daily import Daily
from .deals import DailyDeals
from .par import Pars

__all__ = ["DailyServices", "assemble_daily"]


@dataclass(frozen=True)
class DailyServices:
    """One deal for everyone each day."""

    daily: Daily
    pars: Pars


def assemble_daily(
    settings: Settings,
    ring: KeyRing,
    ground: TablesServices,
    scheduler: Scheduler,
    lobby: LobbyServices,
    people: PeopleServices,
    bots: BotsServices,
) -> DailyServices:
    """Return the services of this room, not yet started."""
    deals = DailyDeals(ground.store, ring)
    pars = Pars(ground.store, deals, scheduler, bots.preparation, settings.daily_games)
    return DailyServices(Daily(ground.store, ground.tables, lobby.lobby, people.accounts, deals, pars), pars)
