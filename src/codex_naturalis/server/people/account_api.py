"""HTTP API of accounts: sign up, sign in, recover, sign out everywhere, and delete."""

from typing import Any, Final

from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody

from ..lobby.injected import NEEDS_TOKEN, Caller, TheLobby
from .accounts import Accounts
from .deletion import forget
from .wire import AccountInfo, NewAccount, NewPassword, Proof, Recovery, RecoveryCodes, Session, SignIn

__all__ = ["HANDLERS"]

Asked = Request[Any, Any, Any]
_SECRET: Final = {"Cache-Control": "no-store"}


def _accounts(state: State) -> Accounts:
    kept: Accounts = state.accounts
    return kept


def _from(request: Asked) -> str | None:
    return request.client.host if request.client else None


@post("/account", summary="Sign up")
async def sign_up(
    holder: Caller, lobby: TheLobby, state: State, request: Asked, data: JSONBody[NewAccount]
) -> Response[Session]:
    """Create an account with a name and a password; with a guest's token, all of that guest's games belong to it."""
    session = await _accounts(state).sign_up(holder, data, _from(request))
    await lobby.rename(state.tokens.read(session.token), session.name)
    return Response(session, headers=_SECRET)


@get("/account", security=NEEDS_TOKEN, summary="My account")
async def account(somebody: Caller, state: State) -> AccountInfo:
    """Tell the caller's account; answer with a problem to a guest who has none."""
    return await _accounts(state).info(somebody)


@delete("/account", status_code=204, security=NEEDS_TOKEN, summary="Delete my account")
async def end(somebody: Caller, lobby: TheLobby, state: State, data: JSONBody[Proof]) -> None:
    """Delete the account and what was stored about its owner. Games that others played remain, without the name."""
    guest = await _accounts(state).proved(somebody, data.password)
    await forget(state.store, state.tables, lobby, state.chats, guest)
    _accounts(state).signed_out(guest)


@post("/account/session", status_code=200, summary="Sign in")
async def sign_in(state: State, request: Asked, data: JSONBody[SignIn]) -> Response[Session]:
    """Issue a token for an account on this device."""
    return Response(await _accounts(state).sign_in(data, _from(request)), headers=_SECRET)


@delete("/account/sessions", status_code=204, security=NEEDS_TOKEN, summary="Sign out everywhere")
async def sign_out(somebody: Caller, state: State) -> None:
    """Revoke all tokens of the account, the caller's too."""
    await _accounts(state).sign_out_everywhere(somebody)


@put("/account/password", security=NEEDS_TOKEN, summary="Another password")
async def change_password(somebody: Caller, state: State, data: JSONBody[NewPassword]) -> Response[Session]:
    """Change the password; all other devices are signed out."""
    return Response(await _accounts(state).change_password(somebody, data), headers=_SECRET)


@post("/account/codes", status_code=200, security=NEEDS_TOKEN, summary="Recovery codes")
async def codes(somebody: Caller, state: State, data: JSONBody[Proof]) -> Response[RecoveryCodes]:
    """Issue new recovery codes, shown this once; the old ones are void."""
    told = await _accounts(state).codes(somebody, data.password)
    return Response(RecoveryCodes(told), headers=_SECRET)


@post("/account/recovery", status_code=200, summary="Get back in")
async def recover(state: State, request: Asked, data: JSONBody[Recovery]) -> Response[Session]:
    """Set a new password with a recovery code, which is used up; all devices are signed out."""
    return Response(await _accounts(state).recover(data, _from(request)), headers=_SECRET)


HANDLERS: Final = (sign_up, account, end, sign_in, sign_out, change_password, codes, recover)
