"""HTTP API of guests: create one, rename it, choose its portrait, and list its solo games."""

from typing import Final

from litestar import get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from codex_naturalis.wire.table import GuestInfo, NewGuest, NewPortrait, SoloHistory

from ..lobby.request_context import NEEDS_TOKEN, Caller, CallingGuest, TheLobby
from ..results.solo import Solos
from ..support.errors import Code, ProblemError
from ..support.tokens import Tokens
from .accounts import Accounts

__all__ = ["HANDLERS"]


@post("/guests", summary="Create a guest")
async def new_guest(lobby: TheLobby, data: JSONBody[NewGuest]) -> GuestInfo:
    """Create a guest with a name. The answer's token is its only credential: keep it."""
    guest, token = await lobby.new_guest(data.name)
    return GuestInfo(guest.id, guest.name, token)


@get("/guests/me", security=NEEDS_TOKEN, summary="The guest of a token")
async def me(
    caller: Caller, guest: CallingGuest, tokens: NamedDependency[Tokens], accounts: NamedDependency[Accounts]
) -> GuestInfo:
    """Tell the guest that the token belongs to; an access token is told no other token."""
    token = "" if caller.scope else tokens.for_guest(guest.id, guest.generation, caller.proved)
    return GuestInfo(guest.id, guest.name, token, account=await accounts.has(guest.id), portrait=guest.portrait)


@patch("/guests/me", security=NEEDS_TOKEN, summary="Rename a guest")
async def rename(
    lobby: TheLobby,
    caller: Caller,
    tokens: NamedDependency[Tokens],
    accounts: NamedDependency[Accounts],
    data: JSONBody[NewGuest],
) -> GuestInfo:
    """Change the guest's name, also at tables that are not over; accounts cannot change theirs."""
    if caller.guest and await accounts.has(caller.guest):
        raise ProblemError(Code.ACCOUNT_NAMED)
    guest = await lobby.rename(caller, data.name)
    return GuestInfo(guest.id, guest.name, tokens.for_guest(guest.id, guest.generation), portrait=guest.portrait)


@put("/guests/me/portrait", security=NEEDS_TOKEN, summary="Choose a portrait", status_code=204)
async def choose_portrait(lobby: TheLobby, caller: Caller, data: JSONBody[NewPortrait]) -> None:
    """Choose which creature stands for the guest, also at tables that are not over."""
    await lobby.choose_portrait(caller, data.portrait)


@get("/guests/me/solo", security=NEEDS_TOKEN, summary="My solo games")
async def solo(guest: CallingGuest, solos: NamedDependency[Solos], before: FromQuery[str | None] = None) -> SoloHistory:
    """Tell the guest's finished solo games, newest first, and totals for each level.

    Pagination: `before` is the table of the last game on the previous page.
    """
    return await solos.history(guest.id, before)


HANDLERS: Final = (new_guest, me, rename, choose_portrait, solo)
