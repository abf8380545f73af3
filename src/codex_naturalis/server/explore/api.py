"""HTTP API of Explore: one answer with all counts; rates and intervals follow from them."""

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec
from litestar import get
from litestar.di import NamedDependency

from codex_naturalis.data import TallyGroup, packaged

from ..lobby.request_context import Account
from .people import PeopleTallies
from .wire import ExploreTold, GroupTold

__all__ = ["HANDLERS"]

ThePeople = NamedDependency[PeopleTallies]


def _told(groups: Iterable[TallyGroup]) -> tuple[GroupTold, ...]:
    return msgspec.convert(msgspec.to_builtins(tuple(groups)), tuple[GroupTold, ...])


@cache
def _bots() -> tuple[GroupTold, ...]:
    return _told(packaged().groups)


@get("/explore", summary="Counts of many games")
async def explore(people_tallies: ThePeople, party: Account) -> ExploreTold:
    """Tell counts of games: those of people if the host allows it, then those of bots, which come with the package."""
    return ExploreTold((*_told(await people_tallies.groups(party)), *_bots()))


HANDLERS: Final = (explore,)
