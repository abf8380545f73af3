"""HTTP API of finished games: replays, and what-if tables."""

import gzip
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from codex_naturalis.local.finished import LARGEST_RECORD
from codex_naturalis.rules import Seat
from codex_naturalis.wire.table import NewWhatIf, TableAnswer

from ..lobby.request_context import NEEDS_TOKEN, Account, AnyRequest, Caller, TableId, table_answer
from .replays import Replays
from .what_if import WhatIfs

__all__ = ["HANDLERS"]

TheReplays = NamedDependency[Replays]
TheWhatIfs = NamedDependency[WhatIfs]


def _respond(packed: bytes, request: AnyRequest) -> Response[bytes]:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        packed = gzip.decompress(packed)
    return Response(packed, media_type="application/json", headers=headers)


@get("/tables/{table_id:str}/replay", summary="The replay of a finished game")
async def replay(
    table_id: TableId, client: Account, replays: TheReplays, request: AnyRequest, seat: FromQuery[str | None] = None
) -> Response[bytes]:
    """Return a finished game (`Replay`) as `seat` saw it, with all cards open (`all`), or as a spectator saw it."""
    return _respond(await replays.of_table(table_id, seat, client), request)


@post(
    "/replays",
    status_code=200,
    request_max_body_size=LARGEST_RECORD,
    summary="The replay of a record",
)
async def replay_record(
    client: Account, replays: TheReplays, request: AnyRequest, seat: FromQuery[str | None] = None
) -> Response[bytes]:
    """Return the finished game of the record in the body (`Replay`). Nothing is stored."""
    return _respond(await replays.of_record(await request.body(), seat, client), request)


@post("/tables/{table_id:str}/what-if", security=NEEDS_TOKEN, summary="Play on from a finished game")
async def what_if(
    caller: Caller, client: Account, table_id: TableId, what_ifs: TheWhatIfs, data: JSONBody[NewWhatIf]
) -> TableAnswer:
    """Open a table that plays on from the middle of a finished game, with the same cards, against bots."""
    table = await what_ifs.of_table(caller, client, table_id, data)
    return table_answer(table, caller)


@post(
    "/replays/what-if",
    security=NEEDS_TOKEN,
    request_max_body_size=LARGEST_RECORD,
    summary="Play on from a record",
)
async def what_if_record(
    caller: Caller,
    client: Account,
    what_ifs: TheWhatIfs,
    request: AnyRequest,
    version: FromQuery[int],
    seat: FromQuery[Seat],
    bot: FromQuery[str] = "planner",
) -> TableAnswer:
    """Open a what-if table from the finished game of the record in the body."""
    table = await what_ifs.of_record(caller, client, await request.body(), NewWhatIf(max(0, version), seat, bot))
    return table_answer(table, caller)


HANDLERS: Final = (replay, replay_record, what_if, what_if_record)
