"""The HTTP interface: guests and tables. Play itself goes over the socket."""

from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, patch, post
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.spec import SecurityScheme
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody

from codex_naturalis.bots import names
from codex_naturalis.rules import Seat

from .absence_api import HANDLERS as ABSENCE
from .account_api import HANDLERS as ACCOUNTS
from .accounts import Accounts
from .aside import Threads
from .codes import Code, Problem
from .fair_queue import Party
from .injected import NEEDS_TOKEN, Caller, Origin, TableId, TheLobby
from .lobby import Lobby
from .notify_api import HANDLERS as NOTICES
from .parties import Origins, party_of
from .people_api import HANDLERS as PEOPLE
from .preparing import Preparation
from .puzzles_api import HANDLERS as PUZZLES
from .replay_api import HANDLERS as AFTER_THE_GAME
from .solo import Solos
from .table import Table
from .teacher_api import HANDLERS as TEACHING
from .tokens import RENEWED, Holder, Tokens
from .wire import GuestInfo, NewBot, NewGuest, NewTable, Opponents, SeatToken, SoloHistory, TableAnswer, TableInfo

__all__ = ["SECURITY", "router"]

SECURITY = {"token": SecurityScheme(type="http", scheme="bearer", description="A guest's token, or a seat's own.")}


def _lobby(state: State) -> Lobby:
    lobby: TheLobby = state.lobby
    return lobby


async def _holder(state: State, request: Request[Any, Any, Any]) -> Holder:
    """Return whom the request's token speaks for; nobody in particular without one."""
    accounts: Accounts = state.accounts
    tokens: Tokens = state.tokens
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not token:
        return Holder()
    if scheme.lower() != "bearer":
        raise Problem(Code.TOKEN_INVALID)
    holder = await accounts.holder(token.strip())
    renewed = tokens.renewed(token.strip())
    if renewed:
        request.scope["state"][RENEWED] = renewed
    return holder


def _somebody(holder: Caller) -> Holder:
    """Return the holder of the request's token, which must be there."""
    if holder == Holder():
        raise Problem(Code.TOKEN_MISSING)
    return holder


def _origin(state: State, request: Request[Any, Any, Any]) -> str | None:
    """Return a digest of the network that the request comes from; None for this machine."""
    origins: Origins = state.origins
    return origins.of(request.client.host if request.client else None)


def _party(state: State, request: Request[Any, Any, Any], origin: Origin) -> Party:
    """Return on whose account the request is worked out: what anybody may ask needs no valid token."""
    tokens: Tokens = state.tokens
    token = request.headers.get("authorization", "").partition(" ")[2].strip()
    try:
        return party_of(origin, tokens.read(token) if token else Holder())
    except Problem:
        return party_of(origin, Holder())


def _threads(state: State) -> Threads:
    threads: Threads = state.threads
    return threads


def _answer(table: Table, holder: Holder) -> TableAnswer:
    return TableAnswer(table.info(), table.viewer(holder))


@post("/guests", summary="Become a guest")
async def new_guest(lobby: TheLobby, data: JSONBody[NewGuest]) -> GuestInfo:
    """Give a name, get a token. Keep it: it is the guest."""
    guest, token = await lobby.new_guest(data.name)
    return GuestInfo(guest.id, guest.name, token)


@get("/guests/me", security=NEEDS_TOKEN, summary="Who am I?")
async def me(lobby: TheLobby, somebody: Caller, state: State) -> GuestInfo:
    """Tell the guest whose token this is."""
    guest = await lobby.guest(somebody)
    token = state.tokens.for_guest(guest.id, guest.generation)
    return GuestInfo(guest.id, guest.name, token, account=await state.accounts.has(guest.id))


@patch("/guests/me", security=NEEDS_TOKEN, summary="Take another name")
async def rename(lobby: TheLobby, somebody: Caller, state: State, data: JSONBody[NewGuest]) -> GuestInfo:
    """Change the guest's name, also at tables that are not over; an account keeps its own."""
    if somebody.guest and await state.accounts.has(somebody.guest):
        raise Problem(Code.ACCOUNT_NAMED)
    guest = await lobby.rename(somebody, data.name)
    return GuestInfo(guest.id, guest.name, state.tokens.for_guest(guest.id, guest.generation))


@get("/guests/me/solo", security=NEEDS_TOKEN, summary="My solo games")
async def solo(lobby: TheLobby, somebody: Caller, state: State, before: FromQuery[str | None] = None) -> SoloHistory:
    """Tell the guest's finished solo games, the last first, and what they come to at each level.

    `before` names the table of the last game told so far, to be told the older ones.
    """
    solos: Solos = state.solos
    return await solos.history((await lobby.guest(somebody)).id, before)


@get("/bots", sync_to_thread=False, summary="Which bots are there?")
def bots() -> list[str]:
    """Name the bots that can be seated, from the weakest on."""
    return list(names())


@get("/opponents", sync_to_thread=False, summary="Opponents for people")
def opponents(state: State) -> Opponents:
    """Name the five levels, how long each thinks, and whether all are ready on this machine."""
    preparation: Preparation = state.preparation
    return preparation.opponents()


@post("/opponents/prepare", status_code=200, summary="Prepare the opponents")
async def prepare(state: State) -> Opponents:
    """Get those ready that are not: once on each machine. Nobody needs to wait for it."""
    preparation: Preparation = state.preparation
    preparation.begin()
    return preparation.opponents()


@get("/tables", summary="Listed tables")
async def listed(lobby: TheLobby) -> list[TableInfo]:
    """List the tables that wait for guests, then games to watch: a few of each host and network, in turns.

    Of each the one that has waited longest comes first, or where somebody acted last.
    """
    return await lobby.listed()


@get("/tables/mine", security=NEEDS_TOKEN, summary="My tables")
async def mine(lobby: TheLobby, somebody: Caller) -> list[TableAnswer]:
    """List the tables where the caller sits or sat, the youngest first."""
    return [TableAnswer(info, viewer) for info, viewer in await lobby.tables_of(somebody)]


@post("/tables", security=NEEDS_TOKEN, summary="Open a table")
async def open_table(
    lobby: TheLobby,
    somebody: Caller,
    origin: Origin,
    data: JSONBody[NewTable],
    idempotency_key: Annotated[str | None, HeaderParameter(name="Idempotency-Key", max_length=64)] = None,
) -> TableAnswer:
    """Open a table with the caller on it. Play begins when all seats are taken: at once if bots take the others."""
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
    """Free the own seat before play begins; later a bot soon plays on, and one may take the seat back."""
    return _answer(await lobby.leave(somebody, table_id), somebody)


@post("/tables/{table_id:str}/bots", status_code=200, security=NEEDS_TOKEN, summary="Seat a bot")
async def add_bot(lobby: TheLobby, somebody: Caller, table_id: TableId, data: JSONBody[NewBot]) -> TableAnswer:
    """Seat a bot on an empty seat (host only)."""
    return _answer(await lobby.add_bot(somebody, table_id, data.name, data.seat), somebody)


@delete("/tables/{table_id:str}/bots/{seat:int}", status_code=200, security=NEEDS_TOKEN, summary="Unseat a bot")
async def remove_bot(lobby: TheLobby, somebody: Caller, table_id: TableId, seat: FromPath[Seat]) -> TableAnswer:
    """Free a bot's seat before play begins (host only)."""
    return _answer(await lobby.remove_bot(somebody, table_id, seat), somebody)


@post("/tables/{table_id:str}/seat-token", status_code=200, security=NEEDS_TOKEN, summary="My private link")
async def seat_token(lobby: TheLobby, somebody: Caller, table_id: TableId) -> SeatToken:
    """Get the token that takes one's own seat back from another device."""
    return SeatToken(await lobby.seat_token(somebody, table_id))


@post("/tables/{table_id:str}/rematch", status_code=200, security=NEEDS_TOKEN, summary="Play again")
async def rematch(lobby: TheLobby, somebody: Caller, table_id: TableId) -> TableAnswer:
    """Open the table where the same people play again; everybody at the old one is told."""
    return _answer(await lobby.rematch(somebody, table_id), somebody)


@get("/tables/{table_id:str}/record", summary="The record of a finished game")
async def record(lobby: TheLobby, table_id: TableId) -> Response[str]:
    """Get the whole game, options, deal and actions; only when it is over."""
    name = f'attachment; filename="codex-naturalis-{table_id[:8]}.json"'
    return Response(
        await lobby.record(table_id) + "\n", media_type="application/json", headers={"Content-Disposition": name}
    )


router = Router(
    "/api/v1",
    route_handlers=[
        *(new_guest, me, rename, solo, bots, opponents, prepare, listed, mine, open_table, table_info),
        *(join, leave, add_bot, remove_bot, seat_token, rematch, record),
        *AFTER_THE_GAME,
        *ABSENCE,
        *TEACHING,
        *PUZZLES,
        *ACCOUNTS,
        *PEOPLE,
        *NOTICES,
    ],
    dependencies={
        "lobby": Provide(_lobby, sync_to_thread=False),
        "holder": Provide(_holder),
        "somebody": Provide(_somebody, sync_to_thread=False),
        "origin": Provide(_origin, sync_to_thread=False),
        "party": Provide(_party, sync_to_thread=False),
        "threads": Provide(_threads, sync_to_thread=False),
    },
)
