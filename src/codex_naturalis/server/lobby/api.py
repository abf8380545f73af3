"""HTTP API of guests and tables. Play itself goes over the socket."""

from typing import Annotated, Final

from litestar import Response, delete, get, patch, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody

from codex_naturalis.rules import Seat

from ..support.errors import Code, Problem
from ..support.tokens import Holder
from ..tables.solo import Solos
from ..tables.table import Table
from ..wire.table import GuestInfo, NewBot, NewGuest, NewTable, SeatToken, SoloHistory, TableAnswer, TableInfo
from .injected import NEEDS_TOKEN, Caller, Origin, TableId, TheLobby

__all__ = ["HANDLERS"]


def _answer(table: Table, holder: Holder) -> TableAnswer:
    return TableAnswer(table.info(), table.viewer(holder))


@post("/guests", summary="Become a guest")
async def new_guest(lobby: TheLobby, data: JSONBody[NewGuest]) -> GuestInfo:
    """Create a guest with a name. The answer's token is its only credential: keep it."""
    guest, token = await lobby.new_guest(data.name)
    return GuestInfo(guest.id, guest.name, token)


@get("/guests/me", security=NEEDS_TOKEN, summary="Who am I?")
async def me(lobby: TheLobby, somebody: Caller, state: State) -> GuestInfo:
    """Tell the guest that the token belongs to."""
    guest = await lobby.guest(somebody)
    token = state.tokens.for_guest(guest.id, guest.generation)
    return GuestInfo(guest.id, guest.name, token, account=await state.accounts.has(guest.id))


@patch("/guests/me", security=NEEDS_TOKEN, summary="Take another name")
async def rename(lobby: TheLobby, somebody: Caller, state: State, data: JSONBody[NewGuest]) -> GuestInfo:
    """Change the guest's name, also at tables that are not over; accounts cannot change theirs."""
    if somebody.guest and await state.accounts.has(somebody.guest):
        raise Problem(Code.ACCOUNT_NAMED)
    guest = await lobby.rename(somebody, data.name)
    return GuestInfo(guest.id, guest.name, state.tokens.for_guest(guest.id, guest.generation))


@get("/guests/me/solo", security=NEEDS_TOKEN, summary="My solo games")
async def solo(lobby: TheLobby, somebody: Caller, state: State, before: FromQuery[str | None] = None) -> SoloHistory:
    """Tell the guest's finished solo games, newest first, and totals for each level.

    Pagination: `before` is the table of the last game on the previous page.
    """
    solos: Solos = state.solos
    return await solos.history((await lobby.guest(somebody)).id, before)


@get("/tables", summary="Listed tables")
async def listed(lobby: TheLobby) -> list[TableInfo]:
    """List public tables that wait for guests, then games to watch, with a fair share for each host and network.

    Tables that wait come longest waiting first, games to watch most recently active first.
    """
    return await lobby.listed()


@get("/tables/mine", security=NEEDS_TOKEN, summary="My tables")
async def mine(lobby: TheLobby, somebody: Caller) -> list[TableAnswer]:
    """List the tables where the caller has or had a seat, newest first."""
    return [TableAnswer(info, viewer) for info, viewer in await lobby.tables_of(somebody)]


@post("/tables", security=NEEDS_TOKEN, summary="Open a table")
async def open_table(
    lobby: TheLobby,
    somebody: Caller,
    origin: Origin,
    data: JSONBody[NewTable],
    idempotency_key: Annotated[str | None, HeaderParameter(name="Idempotency-Key", max_length=64)] = None,
) -> TableAnswer:
    """Open a table with the caller as host. Play begins when all seats are taken: at once if bots take the others."""
    table = await lobby.open(somebody, data, idempotency_key, origin)
    return _answer(table, somebody)


@get("/tables/{table_id:str}", summary="One table")
async def table_info(lobby: TheLobby, holder: Caller, table_id: TableId) -> TableAnswer:
    """Tell a table's people and stage, and the caller's seat."""
    return _answer(await lobby.table(table_id), holder)


@post("/tables/{table_id:str}/join", status_code=200, security=NEEDS_TOKEN, summary="Sit down")
async def join(lobby: TheLobby, somebody: Caller, table_id: TableId) -> TableAnswer:
    """Take the first empty seat; a guest has one seat at a table."""
    return _answer(await lobby.join(somebody, table_id), somebody)


@post("/tables/{table_id:str}/leave", status_code=200, security=NEEDS_TOKEN, summary="Leave")
async def leave(lobby: TheLobby, somebody: Caller, table_id: TableId) -> TableAnswer:
    """Free one's own seat before play begins; during play a stand-in takes over, and the seat may be taken back."""
    return _answer(await lobby.leave(somebody, table_id), somebody)


@post("/tables/{table_id:str}/bots", status_code=200, security=NEEDS_TOKEN, summary="Seat a bot")
async def add_bot(lobby: TheLobby, somebody: Caller, table_id: TableId, data: JSONBody[NewBot]) -> TableAnswer:
    """Put a bot on an empty seat (host only)."""
    return _answer(await lobby.add_bot(somebody, table_id, data.name, data.seat), somebody)


@delete("/tables/{table_id:str}/bots/{seat:int}", status_code=200, security=NEEDS_TOKEN, summary="Unseat a bot")
async def remove_bot(lobby: TheLobby, somebody: Caller, table_id: TableId, seat: FromPath[Seat]) -> TableAnswer:
    """Take a bot off its seat before play begins (host only)."""
    return _answer(await lobby.remove_bot(somebody, table_id, seat), somebody)


@post("/tables/{table_id:str}/seat-token", status_code=200, security=NEEDS_TOKEN, summary="My private link")
async def seat_token(lobby: TheLobby, somebody: Caller, table_id: TableId) -> SeatToken:
    """Issue the private token of one's own seat, which takes it back on any device."""
    return SeatToken(await lobby.seat_token(somebody, table_id))


@post("/tables/{table_id:str}/rematch", status_code=200, security=NEEDS_TOKEN, summary="Play again")
async def rematch(lobby: TheLobby, somebody: Caller, table_id: TableId) -> TableAnswer:
    """Open the table where the same people play again; everyone at the old one is told."""
    return _answer(await lobby.rematch(somebody, table_id), somebody)


@get("/tables/{table_id:str}/record", summary="The record of a finished game")
async def record(lobby: TheLobby, table_id: TableId) -> Response[str]:
    """Get the record of a finished game: options, deal and actions."""
    name = f'attachment; filename="codex-naturalis-{table_id[:8]}.json"'
    return Response(
        await lobby.record(table_id) + "\n", media_type="application/json", headers={"Content-Disposition": name}
    )


HANDLERS: Final = (
    new_guest,
    me,
    rename,
    solo,
    listed,
    mine,
    open_table,
    table_info,
    join,
    leave,
    add_bot,
    remove_bot,
    seat_token,
    rematch,
    record,
)
