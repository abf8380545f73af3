"""HTTP API of finished games: replays, and what-if tables."""

import gzip
from typing import Any, Final

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody

from codex_naturalis.rules import Seat

from ..lobby.injected import NEEDS_TOKEN, Account, Caller, TableId
from ..wire.table import NewWhatIf, TableAnswer
from .replays import LARGEST_RECORD, Replays
from .what_if import WhatIfs

__all__ = ["HANDLERS"]


def _told(packed: bytes, request: Request[Any, Any, Any]) -> Response[bytes]:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        packed = gzip.decompress(packed)
    return Response(packed, media_type="application/json", headers=headers)


@get("/tables/{table_id:str}/replay", summary="A finished game, step by step")
async def replay(
    table_id: TableId, party: Account, state: State, request: Request[Any, Any, Any], seat: FromQuery[str | None] = None
) -> Response[bytes]:
    """Tell a finished game (`Replay`) as `seat` saw it, with all cards open (`all`), or as a spectator saw it."""
    replays: Replays = state.replays
    return _told(await replays.of_table(table_id, seat, party), request)


@post(
    "/replays",
    status_code=200,
    request_max_body_size=LARGEST_RECORD,
    summary="A record, step by step",
)
async def replay_record(
    party: Account, state: State, request: Request[Any, Any, Any], seat: FromQuery[str | None] = None
) -> Response[bytes]:
    """Tell the finished game of the record in the body (`Replay`). Nothing is stored."""
    replays: Replays = state.replays
    return _told(await replays.of_record(await request.body(), seat, party), request)


@post("/tables/{table_id:str}/what-if", security=NEEDS_TOKEN, summary="What if?")
async def what_if(
    somebody: Caller, party: Account, table_id: TableId, state: State, data: JSONBody[NewWhatIf]
) -> TableAnswer:
    """Open a table that plays on from the middle of a finished game, with the same cards, against bots."""
    what_ifs: WhatIfs = state.what_ifs
    table = await what_ifs.of_table(somebody, party, table_id, data)
    return TableAnswer(table.info(), table.viewer(somebody))


@post(
    "/replays/what-if",
    security=NEEDS_TOKEN,
    request_max_body_size=LARGEST_RECORD,
    summary="What if, in a game from a record?",
)
async def what_if_record(
    somebody: Caller,
    party: Account,
    state: State,
    request: Request[Any, Any, Any],
    version: FromQuery[int],
    seat: FromQuery[Seat],
    bot: FromQuery[str] = "planner",
) -> TableAnswer:
    """Open a what-if table from the finished game of the record in the body."""
    what_ifs: WhatIfs = state.what_ifs
    table = await what_ifs.of_record(somebody, party, await request.body(), NewWhatIf(max(0, version), seat, bot))
    return TableAnswer(table.info(), table.viewer(somebody))


HANDLERS: Final = (replay, replay_record, what_if, what_if_record)
