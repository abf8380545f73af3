"""HTTP API of tables, and of stand-ins for absent people. Play itself goes over the socket."""

from typing import Annotated, Final

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody

from codex_naturalis.rules import Seat
from codex_naturalis.seating import Holder
from codex_naturalis.wire.table import Colour, NewBot, NewColour, NewTable, SeatToken, TableAnswer, TableInfo

from .absence import Absence
from .request_context import NEEDS_TOKEN, Account, Caller, Origin, TableId, TheLobby, table_answer

__all__ = ["HANDLERS"]


@get("/tables", summary="Listed tables")
async def list_tables(lobby: TheLobby, holder: NamedDependency[Holder]) -> list[TableInfo]:
    """List public tables that wait for guests, then games to watch, with a fair share for each host and network.

    Waiting tables are sorted longest waiting first, games to watch most recently active first.
    """
    return await lobby.listing.list_tables(holder)


@get("/tables/mine", security=NEEDS_TOKEN, summary="My tables")
async def mine(lobby: TheLobby, caller: Caller) -> list[TableAnswer]:
    """List the tables where the caller has or had a seat, newest first."""
    return [TableAnswer(info, viewer) for info, viewer in await lobby.listing.tables_of(caller)]


@post("/tables", security=NEEDS_TOKEN, summary="Open a table")
async def open_table(
    lobby: TheLobby,
    caller: Caller,
    origin: Origin,
    data: JSONBody[NewTable],
    idempotency_key: Annotated[str | None, HeaderParameter(name="Idempotency-Key", max_length=64)] = None,
) -> TableAnswer:
    """Open a table with the caller as host. Play begins when all seats are taken: at once if bots take the others."""
    table = await lobby.opening.open(caller, data, idempotency_key, origin)
    return table_answer(table, caller)


@get("/tables/{table_id:str}", summary="One table")
async def table_info(lobby: TheLobby, holder: Caller, table_id: TableId) -> TableAnswer:
    """Return a table's people and stage, and the caller's seat."""
    return table_answer(await lobby.table(table_id), holder)


@post("/tables/{table_id:str}/join", status_code=200, security=NEEDS_TOKEN, summary="Join a table")
async def join(
    lobby: TheLobby, caller: Caller, table_id: TableId, colour: FromQuery[Colour | None] = None
) -> TableAnswer:
    """Take the first empty seat, with tokens of `colour` or a remaining one; a guest has one seat at a table."""
    return table_answer(await lobby.join(caller, table_id, colour), caller)


@put("/tables/{table_id:str}/colour", security=NEEDS_TOKEN, summary="Choose a colour")
async def choose_colour(lobby: TheLobby, caller: Caller, table_id: TableId, data: JSONBody[NewColour]) -> TableAnswer:
    """Choose the colour of one's own tokens before play begins; first come, first served."""
    return table_answer(await lobby.choose_colour(caller, table_id, data.colour), caller)


@post("/tables/{table_id:str}/leave", status_code=200, security=NEEDS_TOKEN, summary="Leave a table")
async def leave(lobby: TheLobby, caller: Caller, table_id: TableId) -> TableAnswer:
    """Free one's own seat before play begins; during play a stand-in takes over, and the seat may be taken back."""
    return table_answer(await lobby.leave(caller, table_id), caller)


@post("/tables/{table_id:str}/bots", status_code=200, security=NEEDS_TOKEN, summary="Seat a bot")
async def add_bot(lobby: TheLobby, caller: Caller, table_id: TableId, data: JSONBody[NewBot]) -> TableAnswer:
    """Put a bot on an empty seat (host only)."""
    return table_answer(await lobby.add_bot(caller, table_id, data.name, data.seat), caller)


@delete("/tables/{table_id:str}/bots/{seat:int}", status_code=200, security=NEEDS_TOKEN, summary="Remove a bot")
async def remove_bot(lobby: TheLobby, caller: Caller, table_id: TableId, seat: FromPath[Seat]) -> TableAnswer:
    """Take a bot, or a program, off its seat before play begins (host only)."""
    return table_answer(await lobby.remove_bot(caller, table_id, seat), caller)


@post("/tables/{table_id:str}/seat-token", status_code=200, security=NEEDS_TOKEN, summary="My private link")
async def seat_token(lobby: TheLobby, caller: Caller, table_id: TableId) -> SeatToken:
    """Issue the private token of one's own seat, which takes it back on any device."""
    return SeatToken(await lobby.seat_token(caller, table_id))


@delete("/tables/{table_id:str}/rematch", status_code=204, security=NEEDS_TOKEN, summary="Decline a rematch")
async def decline_rematch(lobby: TheLobby, caller: Caller, table_id: TableId) -> None:
    """Notify those who asked for a rematch that the caller declines for now. The caller may still sit down later."""
    await lobby.rematches.decline(caller, table_id)


@post("/tables/{table_id:str}/rematch", status_code=200, security=NEEDS_TOKEN, summary="A rematch")
async def rematch(lobby: TheLobby, caller: Caller, table_id: TableId) -> TableAnswer:
    """Sit down at the table where the same people play again; everyone at the old one is notified."""
    return table_answer(await lobby.rematches.join(caller, table_id), caller)


@get("/tables/{table_id:str}/record", summary="The record of a finished game")
async def record(lobby: TheLobby, table_id: TableId, client: Account) -> Response[str]:
    """Get the record of a finished game: options, deal and actions."""
    name = f'attachment; filename="codex-naturalis-{table_id[:8]}.json"'
    return Response(
        await lobby.record(table_id, client.guest) + "\n",
        media_type="application/json",
        headers={"Content-Disposition": name},
    )


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
    """Close a table before play begins (host only); people waiting there are notified."""
    return table_answer(await lobby.close(caller, table_id), caller)


HANDLERS: Final = (
    list_tables,
    mine,
    open_table,
    table_info,
    join,
    choose_colour,
    leave,
    add_bot,
    remove_bot,
    seat_token,
    rematch,
    decline_rematch,
    record,
    take_back,
    stand_in,
    close,
)
