"""HTTP API of people: a guest's games, whose turn it is, ratings and the leaderboard."""

from typing import Final

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from ..lobby.injected import NEEDS_TOKEN, Caller, TheLobby
from .history import People
from .wire import MyGames, Person, SeatStanding, Standing, Waiting

__all__ = ["HANDLERS"]


def _people(state: State) -> People:
    people: People = state.people
    return people


@get("/guests/me/games", security=NEEDS_TOKEN, summary="My games")
async def my_games(somebody: Caller, lobby: TheLobby, state: State, before: FromQuery[str | None] = None) -> MyGames:
    """Tell the caller's games under way, the finished ones, newest first, and totals over all of them.

    Pagination: `before` is the table of the last finished game on the previous page.
    """
    return await _people(state).games((await lobby.guest(somebody)).id, before)


@get("/guests/me/waiting", security=NEEDS_TOKEN, summary="What waits for me?")
async def my_turns(somebody: Caller, lobby: TheLobby, state: State) -> Waiting:
    """List the games with other people in which it is the caller's turn."""
    return await _people(state).waiting((await lobby.guest(somebody)).id)


@get("/people", summary="Leaderboard")
async def leaders(state: State) -> tuple[Standing, ...]:
    """Tell the hundred highest ratings that are not provisional."""
    return await _people(state).leaders()


@get("/people/{name:str}", summary="One person")
async def person(name: FromPath[str], state: State) -> Person:
    """Tell the public profile of an account."""
    return await _people(state).person(name)


@get("/tables/{table_id:str}/standings", summary="How strong are those who sit here?")
async def standings(table_id: FromPath[str], state: State) -> tuple[SeatStanding, ...]:
    """Tell the ratings of the accounts at a table, and how the game changed them once it is over."""
    return await _people(state).standings(table_id)


HANDLERS: Final = (my_games, my_turns, leaders, person, standings)
