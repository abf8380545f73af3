"""HTTP API of Explore: one answer with all counts; rates and intervals follow from them."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency

from codex_naturalis.local.explore import load_counts_of_bots, pack_groups
from codex_naturalis.wire.explore import ExploreResponse

from ..lobby.request_context import Account
from .people import PeopleTallies

__all__ = ["HANDLERS"]

ThePeople = NamedDependency[PeopleTallies]


@get("/explore", summary="Counts of many games")
async def explore(people_tallies: ThePeople, client: Account) -> ExploreResponse:
    """Return counts of games: people's if the host allows it, then those of bots, which come with the package."""
    return ExploreResponse((*pack_groups(await people_tallies.groups(client)), *load_counts_of_bots()))


HANDLERS: Final = (explore,)
