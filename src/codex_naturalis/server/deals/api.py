"""HTTP API of deals that several tables have."""

from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ..lobby.injected import NEEDS_TOKEN, Account, Caller, Origin, TableId, table_answer
from ..wire.table import TableAnswer
from .challenges import Challenges
from .comparisons import Comparisons
from .wire import DealResults, NewChallenge

__all__ = ["HANDLERS"]


@post(
    "/tables/{table_id:str}/challenge", status_code=200, security=NEEDS_TOKEN, summary="Play the deal of another game"
)
async def challenge(
    caller: Caller,
    table_id: TableId,
    challenges: NamedDependency[Challenges],
    origin: Origin,
    data: JSONBody[NewChallenge],
) -> TableAnswer:
    """Open a table with the deal of a finished game, from its first card on, in one of its seats, against bots.

    Bots have the same chance, and as many iterations, at all tables that repeat a deal. A game under way is returned.
    """
    return table_answer(await challenges.open(caller, table_id, data, origin), caller)


@get("/tables/{table_id:str}/results", summary="All results with the deal of a game")
async def deal_results(table_id: TableId, party: Account, comparisons: NamedDependency[Comparisons]) -> DealResults:
    """Tell what people have made of a finished game's deal, also at the tables where it was played again."""
    return await comparisons.of_table(table_id, party.guest)


HANDLERS: Final = (challenge, deal_results)
