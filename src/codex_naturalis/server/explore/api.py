"""HTTP API of Explore: one answer with all counts; rates and intervals follow from them."""

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec
from litestar import get
from litestar.di import NamedDependency

from codex_naturalis.data import TallyGroup, load_packaged
from codex_naturalis.wire.explore import ExploreResponse, GroupResponse

from ..lobby.request_context import Account
from .people import PeopleTallies

__all__ = ["HANDLERS"]

ThePeople = NamedDependency[PeopleTallies]


def _to_response(groups: Iterable[TallyGroup]) -> tuple[GroupResponse, ...]:
    return msgspec.convert(msgspec.to_builtins(tuple(groups)), tuple[GroupResponse, ...])


@cache
def _bots() -> tuple[GroupResponse, ...]:
    return _to_response(load_packaged().groups)


@get("/explore", summary="Counts of many games")
async def explore(people_tallies: ThePeople, client: Account) -> ExploreResponse:
    """Tell counts of games: those of people if the host allows it, then those of bots, which come with the package."""
    return ExploreResponse((*_to_response(await people_tallies.groups(client)), *_bots()))


HANDLERS: Final = (explore,)
