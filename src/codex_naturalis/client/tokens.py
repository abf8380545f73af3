"""Access tokens of an account, and of its bots: issue, list and revoke them with the account's password."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar
from urllib.parse import quote

from codex_naturalis.wire.kinds import Scope
from codex_naturalis.wire.people import MadeToken, NewToken, Session, SignIn, TokenInfo
from codex_naturalis.wire.programs import NewProgram, ProgramInfo

from .requests import Requests

__all__ = ["new", "of", "revoke"]

_T = TypeVar("_T")
_TIMEOUT = 10.0


def new(
    server: str, account: str, password: str, *, program: str | None, scope: str, name: str, days: int
) -> MadeToken:
    """Issue a token for `account`, or for its bot `program`, which is created if need be; raise `RefusedError`."""

    async def ask(requests: Requests) -> MadeToken:
        if program is not None:
            await _program(requests, program)
        wanted = NewToken(name, Scope(scope), program, days)
        return await requests.ask(MadeToken, "POST", "/account/tokens", wanted, again=False)

    return _signed_in(server, account, password, ask)


async def _program(requests: Requests, name: str) -> None:
    known = await requests.ask(tuple[ProgramInfo, ...], "GET", "/account/programs")
    if name not in [one.name for one in known]:
        await requests.ask(ProgramInfo, "POST", "/account/programs", NewProgram(name), again=False)


def of(server: str, account: str, password: str) -> tuple[TokenInfo, ...]:
    """Return the tokens of `account` and its bots; raise `RefusedError`."""
    return _signed_in(
        server, account, password, lambda requests: requests.ask(tuple[TokenInfo, ...], "GET", "/account/tokens")
    )


def revoke(server: str, account: str, password: str, token_id: str) -> None:
    """Revoke a token of `account` or its bots by its id; raise `RefusedError`."""
    path = f"/account/tokens/{quote(token_id, safe='')}"
    _signed_in(server, account, password, lambda requests: requests.ask(bytes, "DELETE", path))


def _signed_in(server: str, account: str, password: str, ask: Callable[[Requests], Awaitable[_T]]) -> _T:
    async def all_of_it() -> _T:
        requests = Requests(server, _TIMEOUT)
        session = await requests.ask(Session, "POST", "/account/session", SignIn(account, password))
        requests.token = session.token
        return await ask(requests)

    return asyncio.run(all_of_it())
