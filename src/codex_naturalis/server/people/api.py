"""HTTP API of people: guests, accounts, their access tokens, and their past games."""

from typing import Final

from litestar import Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.people import (
    AccountInfo,
    Evening,
    MadeToken,
    MyGames,
    NewAccount,
    NewName,
    NewPassword,
    NewToken,
    Person,
    Proof,
    Recovery,
    RecoveryCodes,
    SeatStanding,
    Session,
    SignIn,
    Standing,
    TokenInfo,
    Waiting,
)
from codex_naturalis.wire.table import GuestInfo, NewGuest, NewPortrait, SoloHistory

from ..lobby.request_context import NEEDS_TOKEN, Address, Caller, CallingGuest, RatedSeats, TheLobby
from ..results.solo import Solos
from ..support.tokens import Tokens
from .accounts import Accounts
from .history import People
from .rematch_scores import RematchScores

__all__ = ["HANDLERS"]

TheAccounts = NamedDependency[Accounts]
ThePeople = NamedDependency[People]
TheTokens = NamedDependency[Tokens]
_SECRET: Final = {"Cache-Control": "no-store"}


# Guests


@post("/guests", summary="Create a guest")
async def new_guest(lobby: TheLobby, data: JSONBody[NewGuest]) -> GuestInfo:
    """Create a guest with a name. The answer's token is its only credential: keep it."""
    guest, token = await lobby.guests.add(data.name)
    return GuestInfo(guest.id, guest.name, token)


@get("/guests/me", security=NEEDS_TOKEN, summary="The guest of a token")
async def me(caller: Caller, guest: CallingGuest, tokens: TheTokens, accounts: TheAccounts) -> GuestInfo:
    """Return the guest that the token belongs to; with an access token, no other token."""
    token = "" if caller.scope else tokens.for_guest(guest.id, guest.generation, caller.proved)
    return GuestInfo(guest.id, guest.name, token, account=await accounts.has(guest.id), portrait=guest.portrait)


@patch("/guests/me", security=NEEDS_TOKEN, summary="Rename a guest")
async def rename(
    lobby: TheLobby,
    caller: Caller,
    tokens: TheTokens,
    accounts: TheAccounts,
    data: JSONBody[NewGuest],
) -> GuestInfo:
    """Change the guest's name, also at tables that are not over; accounts cannot change theirs."""
    if caller.guest and await accounts.has(caller.guest):
        raise ProblemError(Code.ACCOUNT_NAMED)
    guest = await lobby.guests.rename(caller, data.name)
    return GuestInfo(guest.id, guest.name, tokens.for_guest(guest.id, guest.generation), portrait=guest.portrait)


@put("/guests/me/portrait", security=NEEDS_TOKEN, summary="Choose a portrait", status_code=204)
async def choose_portrait(lobby: TheLobby, caller: Caller, data: JSONBody[NewPortrait]) -> None:
    """Choose the guest's creature, also at tables that are not over."""
    await lobby.guests.choose_portrait(caller, data.portrait)


@get("/guests/me/solo", security=NEEDS_TOKEN, summary="My solo games")
async def solo(guest: CallingGuest, solos: NamedDependency[Solos], before: FromQuery[str | None] = None) -> SoloHistory:
    """Return the guest's finished solo games, newest first, and totals for each level.

    Pagination: `before` is the table of the last game on the previous page.
    """
    return await solos.history(guest.id, before)


# Accounts


@post("/account", summary="Sign up")
async def sign_up(
    holder: Caller,
    accounts: TheAccounts,
    client_address: Address,
    data: JSONBody[NewAccount],
) -> Response[Session]:
    """Create an account with a name and a password; with a guest's token, all of that guest's games belong to it."""
    return Response(await accounts.sign_up(holder, data, client_address), headers=_SECRET)


@get("/account", security=NEEDS_TOKEN, summary="My account")
async def account(caller: Caller, accounts: TheAccounts) -> AccountInfo:
    """Return the caller's account; answer with a problem if there is none."""
    return await accounts.info(caller)


@put("/account/name", security=NEEDS_TOKEN, summary="Choose another name")
async def choose_name(caller: Caller, accounts: TheAccounts, data: JSONBody[NewName]) -> AccountInfo:
    """Choose a name to replace one that a moderator gave the account, once its time is over."""
    return await accounts.choose_name(caller, data.name)


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
    new_codes = await accounts.codes(caller, data.password)
    return Response(RecoveryCodes(new_codes), headers=_SECRET)


@post("/account/recovery", status_code=200, summary="Recover my account")
async def recover(accounts: TheAccounts, client_address: Address, data: JSONBody[Recovery]) -> Response[Session]:
    """Set a new password with a recovery code, which is used up.

    All devices are signed out, and the tokens of programs are void.
    """
    return Response(await accounts.recover(data, client_address), headers=_SECRET)


# Access tokens, which no access token may manage


@get("/account/tokens", security=NEEDS_TOKEN, summary="My access tokens")
async def my_tokens(caller: Caller, accounts: TheAccounts) -> tuple[TokenInfo, ...]:
    """List the access tokens of the account and of its programs; never their texts."""
    return await accounts.access.of(await accounts.mine(caller))


@post("/account/tokens", security=NEEDS_TOKEN, summary="Issue an access token")
async def new_token(caller: Caller, accounts: TheAccounts, data: JSONBody[NewToken]) -> Response[MadeToken]:
    """Issue an access token for the account or one of its programs. Its text is returned only once.

    The password is required unless the caller signed in within the last ten minutes, so that an open browser
    or a stolen token gives no lasting credential.
    """
    made = await accounts.access.create(await accounts.recently_proved(caller, data.password), data)
    return Response(made, headers=_SECRET)


@delete("/account/tokens/{token_id:str}", status_code=204, security=NEEDS_TOKEN, summary="Revoke an access token")
async def revoke_token(caller: Caller, accounts: TheAccounts, token_id: FromPath[str]) -> None:
    """Revoke an access token by its id; connections opened with it are closed."""
    accounts.signed_out(await accounts.access.revoke(await accounts.mine(caller), token_id))


# Games, ratings and profiles


@get("/guests/me/games", security=NEEDS_TOKEN, summary="My games")
async def my_games(guest: CallingGuest, people: ThePeople, before: FromQuery[str | None] = None) -> MyGames:
    """Return the caller's games under way, the finished ones, newest first, and totals over all of them.

    Pagination: `before` is the table of the last finished game on the previous page.
    """
    return await people.games(guest.id, before)


@get("/guests/me/waiting", security=NEEDS_TOKEN, summary="Games waiting for me")
async def my_turns(guest: CallingGuest, people: ThePeople) -> Waiting:
    """List the games with other people in which it is the caller's turn."""
    return await people.waiting(guest.id)


@get("/people", summary="Leaderboard")
async def leaders(people: ThePeople, seats: RatedSeats = 2) -> tuple[Standing, ...]:
    """Return the hundred highest ratings that are not provisional, in games of two, three or four seats."""
    return await people.leaders(seats)


@get("/people/{name:str}", summary="A public profile")
async def person(name: FromPath[str], people: ThePeople) -> Person:
    """Return the public profile of an account."""
    return await people.person(name)


@get("/tables/{table_id:str}/standings", summary="Ratings at a table")
async def standings(table_id: FromPath[str], people: ThePeople) -> tuple[SeatStanding, ...]:
    """Return the ratings of the accounts at a table and, once the game is over, how it changed them."""
    return await people.standings(table_id)


@get("/tables/{table_id:str}/evening", summary="The score over rematches")
async def evening(table_id: FromPath[str], rematch_scores: NamedDependency[RematchScores]) -> Evening:
    """Return each person's wins, over a game and its rematches among the same people."""
    return await rematch_scores.of(table_id)


HANDLERS: Final = (
    new_guest,
    me,
    rename,
    choose_portrait,
    solo,
    sign_up,
    account,
    choose_name,
    sign_in,
    sign_out,
    change_password,
    codes,
    recover,
    my_tokens,
    new_token,
    revoke_token,
    my_games,
    my_turns,
    leaders,
    person,
    standings,
    evening,
)
