"""HTTP API of deals shared by several tables."""

from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from codex_naturalis.wire.table import TableAnswer

from ..lobby.request_context import NEEDS_TOKEN, Account, Caller, Origin, TableId, table_answer
from .challenges import Challenges
from .comparisons import Comparisons
from .matches import Matches
from .wire import DealResults, MatchResponse, NewChallenge, NewMatch

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
async def deal_results(table_id: TableId, client: Account, comparisons: NamedDependency[Comparisons]) -> DealResults:
    """Return people's results with a finished game's deal, including the tables where it was played again."""
    return await comparisons.of_table(table_id, client.guest)


@post("/matches", security=NEEDS_TOKEN, summary="Open a match")
async def open_match(
    caller: Caller, matches: NamedDependency[Matches], origin: Origin, data: JSONBody[NewMatch]
) -> MatchResponse:
    """Deal new cards that everyone with the link plays once, in the same seat, against the same bots.

    Bots have the same chance, and as many iterations, at every table of the match.
    """
    return await matches.open(caller, data, origin)


@get("/matches/{match_id:str}", summary="One match")
async def one_match(match_id: FromPath[str], holder: Caller, matches: NamedDependency[Matches]) -> MatchResponse:
    """Return a match's state, with all results once the caller has played it."""
    return await matches.response(match_id, holder.guest)


@post("/matches/{match_id:str}/play", status_code=200, security=NEEDS_TOKEN, summary="Play a match")
async def play_match(
    match_id: FromPath[str], caller: Caller, matches: NamedDependency[Matches], origin: Origin
) -> TableAnswer:
    """Sit down at the caller's table of a match, which is opened on the first call."""
    return table_answer(await matches.play(caller, match_id, origin), caller)


HANDLERS: Final = (challenge, deal_results, open_match, one_match, play_match)
