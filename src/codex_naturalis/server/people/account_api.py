"""HTTP API of accounts: sign up, sign in, recover, and sign out everywhere."""

from typing import Final

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from codex_naturalis.wire.people import (
    AccountInfo,
    NewAccount,
    NewName,
    NewPassword,
    Proof,
    Recovery,
    RecoveryCodes,
    Session,
    SignIn,
)

from ..lobby.request_context import NEEDS_TOKEN, Address, Caller, TheLobby
from ..support.tokens import Tokens
from .accounts import Accounts

__all__ = ["HANDLERS"]

TheAccounts = NamedDependency[Accounts]
_SECRET: Final = {"Cache-Control": "no-store"}


@post("/account", summary="Sign up")
async def sign_up(
    holder: Caller,
    lobby: TheLobby,
    accounts: TheAccounts,
    tokens: NamedDependency[Tokens],
    client_address: Address,
    data: JSONBody[NewAccount],
) -> Response[Session]:
    """Create an account with a name and a password; with a guest's token, all of that guest's games belong to it."""
    session = await accounts.sign_up(holder, data, client_address)
    await lobby.rename(tokens.read(session.token), session.name)
    return Response(session, headers=_SECRET)


@get("/account", security=NEEDS_TOKEN, summary="My account")
async def account(caller: Caller, accounts: TheAccounts) -> AccountInfo:
    """Tell the caller's account; answer with a problem to a guest who has none."""
    return await accounts.info(caller)


@put("/account/name", security=NEEDS_TOKEN, summary="Choose another name")
async def choose_name(caller: Caller, lobby: TheLobby, accounts: TheAccounts, data: JSONBody[NewName]) -> AccountInfo:
    """Choose a name in the place of one that a moderator gave the account, once its time is over."""
    await lobby.rename(caller, await accounts.choose_name(caller, data.name))
    return await accounts.info(caller)


@post("/account/session", status_code=200, summary="Sign in")
async def sign_in(accounts: TheAccounts, client_address: Address, data: JSONBody[SignIn]) -> Response[Session]:
    """Issue a token for an account on this device."""
    return Response(await accounts.sign_in(data, client_address), headers=_SECRET)


@delete("/account/sessions", status_code=204, security=NEEDS_TOKEN, summary="Sign out everywhere")
async def sign_out(caller: Caller, accounts: TheAccounts, programs: FromQuery[bool] = True) -> None:  # noqa: FBT002 - a parameter of the query
    """Revoke all tokens of the account, the caller's too, and those of its programs unless `programs` is false.

    Stand-ins play on for programs whose connections are closed.
    """
    await accounts.sign_out_everywhere(caller, programs=programs)


@put("/account/password", security=NEEDS_TOKEN, summary="Change my password")
async def change_password(caller: Caller, accounts: TheAccounts, data: JSONBody[NewPassword]) -> Response[Session]:
    """Change the password; all other devices are signed out, and the tokens of programs are void."""
    return Response(await accounts.change_password(caller, data), headers=_SECRET)


@post("/account/codes", status_code=200, security=NEEDS_TOKEN, summary="Recovery codes")
async def codes(caller: Caller, accounts: TheAccounts, data: JSONBody[Proof]) -> Response[RecoveryCodes]:
    """Issue new recovery codes, shown this once; the old ones are void."""
    told = await accounts.codes(caller, data.password)
    return Response(RecoveryCodes(told), headers=_SECRET)


@post("/account/recovery", status_code=200, summary="Recover my account")
async def recover(accounts: TheAccounts, client_address: Address, data: JSONBody[Recovery]) -> Response[Session]:
    """Set a new password with a recovery code, which is used up.

    All devices are signed out, and the tokens of programs are void.
    """
    return Response(await accounts.recover(data, client_address), headers=_SECRET)


HANDLERS: Final = (sign_up, account, choose_name, sign_in, sign_out, change_password, codes, recover)
