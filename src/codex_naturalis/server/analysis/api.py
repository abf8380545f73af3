"""HTTP API of the analysis: codes of positions, and their evaluation."""

from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from codex_naturalis.local.finished import LARGEST_RECORD, code_at, game_of
from codex_naturalis.local.positions import change, make_first
from codex_naturalis.wire.analysis import AnalysisResponse, ChangedPosition, NewAnalysis, NewPosition, PositionResponse
from codex_naturalis.wire.teacher import HintResponse

from ..lobby.request_context import NEEDS_TOKEN, Account, AnyRequest, Beside, Caller, TableId, TheLobby
from .positions import Positions

__all__ = ["HANDLERS"]

ThePositions = NamedDependency[Positions]


@get("/tables/{table_id:str}/position", security=NEEDS_TOKEN, summary="The code of a position")
async def position(
    lobby: TheLobby, caller: Caller, table_id: TableId, positions: ThePositions, version: FromQuery[int | None] = None
) -> PositionResponse:
    """Return the position of a game as the caller knows it; for a finished game at any `version`, with all cards."""
    return await positions.of_table(await lobby.table(table_id), caller, version)


@post(
    "/replays/position",
    status_code=200,
    request_max_body_size=LARGEST_RECORD,
    summary="The code of a position in a record",
)
async def record_position(
    client: Account, threads: Beside, request: AnyRequest, version: FromQuery[int]
) -> PositionResponse:
    """Return a position from the finished game whose record is the body, with all cards. Nothing is stored."""
    body = await request.body()
    return await threads.run(lambda: PositionResponse(code_at(game_of(body), version)), client)


@post("/analysis", status_code=200, security=NEEDS_TOKEN, summary="Analyse a position")
async def analyse(
    caller: Caller, client: Account, positions: ThePositions, data: JSONBody[NewAnalysis]
) -> AnalysisResponse:
    """Return a position as one player knows it, with all legal actions and the effect of each placement."""
    return await positions.analyse(data, caller, client)


@post("/analysis/hint", status_code=200, security=NEEDS_TOKEN, summary="Advice in a position")
async def advise(caller: Caller, client: Account, positions: ThePositions, data: JSONBody[NewAnalysis]) -> HintResponse:
    """Advise the player to act, as at a table; refused for a game under way at a table without hints."""
    return await positions.hint(data, caller, client)


@post("/analysis/setup", status_code=200, summary="A position to begin with")
async def begin_setup(client: Account, threads: Beside, data: JSONBody[NewPosition]) -> PositionResponse:
    """Return a position in which each seat has laid its starter card, to be changed by hand."""
    return await threads.run(lambda: make_first(data), client)


@post("/analysis/change", status_code=200, summary="Change a position")
async def change_by_hand(client: Account, threads: Beside, data: JSONBody[ChangedPosition]) -> PositionResponse:
    """Return the position after one change; everything that follows from the cards is recomputed."""
    return await threads.run(lambda: change(data.code, data.change), client)


HANDLERS: Final = (position, record_position, analyse, advise, begin_setup, change_by_hand)
