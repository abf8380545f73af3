"""HTTP API of stand-ins, and of closing a table."""

from typing import Final

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath

from codex_naturalis.rules import Seat
from codex_naturalis.wire.table import TableAnswer

from .absence import Absence
from .request_context import NEEDS_TOKEN, Caller, TableId, TheLobby, table_answer

__all__ = ["HANDLERS"]


@post("/tables/{table_id:str}/return", status_code=200, security=NEEDS_TOKEN, summary="Take my seat back")
async def take_back(absence: NamedDependency[Absence], caller: Caller, table_id: TableId) -> TableAnswer:
    """Take one's own seat back from the bot that plays for it."""
    return table_answer(await absence.take_back(caller, table_id), caller)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/stand-in",
    status_code=200,
    security=NEEDS_TOKEN,
    summary="Call a stand-in",
)
async def stand_in(
    absence: NamedDependency[Absence], caller: Caller, table_id: TableId, seat: FromPath[Seat]
) -> TableAnswer:
    """Call a bot for an absent person whose turn it is; it plays unless the person comes back within a minute."""
    return table_answer(await absence.call(caller, table_id, seat), caller)


@post("/tables/{table_id:str}/close", status_code=200, security=NEEDS_TOKEN, summary="Close a table")
async def close(lobby: TheLobby, caller: Caller, table_id: TableId) -> TableAnswer:
    """Close a table before play begins (host only); people waiting there are told."""
    return table_answer(await lobby.close(caller, table_id), caller)


HANDLERS: Final = (take_back, stand_in, close)
