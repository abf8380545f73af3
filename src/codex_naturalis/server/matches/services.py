"""Services of the room `matches`: what they need, and what it offers."""

from dataclasses import dataclass

from ..bots.services import BotsServices
from ..lobby.services import LobbyServices
from ..results.services import ResultsServices
from ..tables.services import TablesServices
from .challenges import Challenges
from .comparisons import Comparisons
from .matches import Matches

__all__ = ["MatchesServices", "assemble_matches"]


@dataclass(frozen=True)
class MatchesServices:
    """One deal at several tables."""

    challenges: Challenges
    comparisons: Comparisons
    matches: Matches


def assemble_matches(
    ground: TablesServices, results: ResultsServices, lobby: LobbyServices, bots: BotsServices
) -> MatchesServices:
    """Return the services of this room, not yet started."""
    opening = ground.store, ground.tables, lobby.lobby, bots.preparation
    comparisons = Comparisons(ground.store, ground.tables, results.results)
    return MatchesServices(Challenges(*opening), comparisons, Matches(*opening, comparisons))
