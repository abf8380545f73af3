"""Services of the room `bots`: what they need, and what it offers."""

from dataclasses import dataclass

from ..scheduling.scheduler import Scheduler
from ..support.settings import Settings
from ..tables.services import TablesServices
from .turns import BotTurns
from .warmup import Preparation

__all__ = ["BotsServices", "assemble_bots"]


@dataclass(frozen=True)
class BotsServices:
    """The bots of the house."""

    preparation: Preparation
    bot_turns: BotTurns


def assemble_bots(settings: Settings, tables: TablesServices, scheduler: Scheduler) -> BotsServices:
    """Return the services of this room, not yet started."""
    preparation = Preparation()
    return BotsServices(preparation, BotTurns(tables.tables, settings, preparation, scheduler))
