"""HTTP router: every handler under `/api/v1`, and the dependencies injected into them."""

from typing import Any

from litestar import Request, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.spec import SecurityScheme

from ..bots.api import HANDLERS as BOTS
from ..lobby.absence_api import HANDLERS as ABSENCE
from ..lobby.api import HANDLERS as LOBBY
from ..lobby.injected import Caller, Origin, TheLobby
from ..lobby.lobby import Lobby
from ..notifications.api import HANDLERS as NOTICES
from ..people.account_api import HANDLERS as ACCOUNTS
from ..people.accounts import Accounts
from ..people.api import HANDLERS as PEOPLE
from ..puzzles.api import HANDLERS as PUZZLES
from ..replays.api import HANDLERS as AFTER_THE_GAME
from ..scheduling.fair_queue import Party
from ..scheduling.parties import Origins, party_of
from ..scheduling.threads import Threads
from ..support.errors import Code, Problem
from ..support.tokens import RENEWED, Holder, Tokens
from ..teacher.api import HANDLERS as TEACHING

__all__ = ["SECURITY", "router"]

SECURITY = {"token": SecurityScheme(type="http", scheme="bearer", description="A guest's token, or a seat's own.")}


def _lobby(state: State) -> Lobby:
    lobby: TheLobby = state.lobby
    return lobby


async def _holder(state: State, request: Request[Any, Any, Any]) -> Holder:
    """Return the holder of the request's token; an empty `Holder` without one."""
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
    """Return the holder of the request's token; raise a `Problem` without one."""
    if holder == Holder():
        raise Problem(Code.TOKEN_MISSING)
    return holder


def _origin(state: State, request: Request[Any, Any, Any]) -> str | None:
    """Return the digest of the network that the request comes from; None for loopback."""
    origins: Origins = state.origins
    return origins.of(request.client.host if request.client else None)


def _party(state: State, request: Request[Any, Any, Any], origin: Origin) -> Party:
    """Return the party that the request's computation is charged to; an invalid token counts as none."""
    tokens: Tokens = state.tokens
    token = request.headers.get("authorization", "").partition(" ")[2].strip()
    try:
        return party_of(origin, tokens.read(token) if token else Holder())
    except Problem:
        return party_of(origin, Holder())


def _threads(state: State) -> Threads:
    threads: Threads = state.threads
    return threads


router = Router(
    "/api/v1",
    route_handlers=[
        *LOBBY,
        *BOTS,
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
