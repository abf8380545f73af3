"""HTTP API of access tokens: list, issue and revoke them. No access token may do so itself."""

from typing import Final

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from codex_naturalis.wire.people import MadeToken, NewToken, TokenInfo

from ..lobby.request_context import NEEDS_TOKEN, Caller
from .accounts import Accounts

__all__ = ["HANDLERS"]

TheAccounts = NamedDependency[Accounts]


@get("/account/tokens", security=NEEDS_TOKEN, summary="My access tokens")
async def my_tokens(caller: Caller, accounts: TheAccounts) -> tuple[TokenInfo, ...]:
    """List the access tokens of the account and of its programs; never their texts."""
    return await accounts.access.of(await accounts.mine(caller))


@post("/account/tokens", security=NEEDS_TOKEN, summary="Issue an access token")
async def new_token(caller: Caller, accounts: TheAccounts, data: JSONBody[NewToken]) -> Response[MadeToken]:
    """Issue an access token for the account or one of its programs. Its text is told this once.

    The password is asked for, unless the caller signed in within the last ten minutes: who finds a browser open, or has
    taken its token, gets no credential that lasts.
    """
    made = await accounts.access.create(await accounts.recently_proved(caller, data.password), data)
    return Response(made, headers={"Cache-Control": "no-store"})


@delete("/account/tokens/{token_id:str}", status_code=204, security=NEEDS_TOKEN, summary="Revoke an access token")
async def revoke_token(caller: Caller, accounts: TheAccounts, token_id: FromPath[str]) -> None:
    """Revoke an access token by its id; connections opened with it are closed."""
    accounts.signed_out(await accounts.access.revoke(await accounts.mine(caller), token_id))


HANDLERS: Final = (my_tokens, new_token, revoke_token)
