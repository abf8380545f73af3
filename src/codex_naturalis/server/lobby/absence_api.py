"""HTTP API of stand-ins, and of closing a table."""

from typing import Final

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath

from codex_naturalis.rules import Seat

from ..support.tokens import Holder
from ..tables.table import Table
from ..wire.table import TableAnswer
from .absence import Absence
from .injected import NEEDS_TOKEN, Caller, TableId, TheLobby

__all__ = ["HANDLERS"]


def _answer(table: Table, holder: Holder) -> TableAnswer:
    return TableAnswer(table.info(), table.viewer(holder))


@post("/tables/{table_id:str}/return", status_code=200, security=NEEDS_TOKEN, summary="Take my seat back")
async def take_back(state: State, somebody: Caller, table_id: TableId) -> TableAnswer:
    """Take one's own seat back from the bot that plays for it."""
    absence: Absence = state.absence
    return _answer(await absence.take_back(somebody, table_id), somebody)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/stand-in",
    status_code=200,
    security=NEEDS_TOKEN,
    summary="Let a bot play on",
)
async def stand_in(state: State, somebody: Caller, table_id: TableId, seat: FromPath[Seat]) -> TableAnswer:
    """Call a bot for an absent person whose turn it is; it plays unless the person comes back within a minute."""
    absence: Absence = state.absence
    return _answer(await absence.call(somebody, table_id, seat), somebody)


@post("/tables/{table_id:str}/close", status_code=200, security=NEEDS_TOKEN, summary="Close a table")
async def close(lobby: TheLobby, somebody: Caller, table_id: TableId) -> TableAnswer:
    """Close a table before play begins (host only); people waiting there are told."""
    return _answer(await lobby.close(somebody, table_id), somebody)


HANDLERS: Final = (take_back, stand_in, close)
