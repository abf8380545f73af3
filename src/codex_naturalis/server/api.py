"""The router of the HTTP interface: every handler, and what is injected into them."""

from typing import Any

from litestar import Request, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.spec import SecurityScheme

from .absence_api import HANDLERS as ABSENCE
from .account_api import HANDLERS as ACCOUNTS
from .accounts import Accounts
from .aside import Threads
from .bots_api import HANDLERS as BOTS
from .codes import Code, Problem
from .fair_queue import Party
from .injected import Caller, Origin, TheLobby
from .lobby import Lobby
from .lobby_api import HANDLERS as LOBBY
from .notify_api import HANDLERS as NOTICES
from .parties import Origins, party_of
from .people_api import HANDLERS as PEOPLE
from .puzzles_api import HANDLERS as PUZZLES
from .replay_api import HANDLERS as AFTER_THE_GAME
from .teacher_api import HANDLERS as TEACHING
from .tokens import RENEWED, Holder, Tokens

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
