"""Services of the room `tournaments`: what they need, and what it offers."""

from dataclasses import dataclass

from ..clubs.clubs import Clubs
from ..people.services import PeopleServices
from ..results.services import ResultsServices
from ..support.settings import Settings
from ..tables.services import TablesServices
from .reminders import Reminders
from .runner import TournamentRunner
from .season import Seasons
from .tournaments import Tournaments

__all__ = ["TournamentsServices", "assemble_tournaments"]


@dataclass(frozen=True)
class TournamentsServices:
    """Tournaments, and the seasons of clubs."""

    runner: TournamentRunner
    tournaments: Tournaments
    seasons: Seasons
    reminders: Reminders


def assemble_tournaments(
    settings: Settings, ground: TablesServices, results: ResultsServices, people: PeopleServices, clubs: Clubs
) -> TournamentsServices:
    """Return the services of this room, not yet started."""
    store = ground.store
    runner = TournamentRunner(store, ground.tables, ground.bus, results.results)
    tournaments = Tournaments(store, people.accounts, clubs, runner, settings)
    return TournamentsServices(runner, tournaments, Seasons(store, clubs), Reminders(store))
