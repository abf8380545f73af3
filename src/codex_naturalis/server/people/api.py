"""HTTP API of people: a guest's games, whose turn it is, ratings and the leaderboard."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from codex_naturalis.wire.people import Evening, MyGames, Person, SeatStanding, Standing, Waiting

from ..lobby.request_context import NEEDS_TOKEN, CallingGuest, RatedSeats
from .history import People
from .rematch_scores import RematchScores

__all__ = ["HANDLERS"]

ThePeople = NamedDependency[People]


@get("/guests/me/games", security=NEEDS_TOKEN, summary="My games")
async def my_games(guest: CallingGuest, people: ThePeople, before: FromQuery[str | None] = None) -> MyGames:
    """Tell the caller's games under way, the finished ones, newest first, and totals over all of them.

    Pagination: `before` is the table of the last finished game on the previous page.
    """
    return await people.games(guest.id, before)


@get("/guests/me/waiting", security=NEEDS_TOKEN, summary="Games waiting for me")
async def my_turns(guest: CallingGuest, people: ThePeople) -> Waiting:
    """List the games with other people in which it is the caller's turn."""
    return await people.waiting(guest.id)


@get("/people", summary="Leaderboard")
async def leaders(people: ThePeople, seats: RatedSeats = 2) -> tuple[Standing, ...]:
    """Tell the hundred highest ratings that are not provisional, in games of two, three or four seats."""
    return await people.leaders(seats)


@get("/people/{name:str}", summary="A public profile")
async def person(name: FromPath[str], people: ThePeople) -> Person:
    """Tell the public profile of an account."""
    return await people.person(name)


@get("/tables/{table_id:str}/standings", summary="Ratings at a table")
async def standings(table_id: FromPath[str], people: ThePeople) -> tuple[SeatStanding, ...]:
    """Tell the ratings of the accounts at a table, and how the game changed them once it is over."""
    return await people.standings(table_id)


@get("/tables/{table_id:str}/evening", summary="The score over rematches")
async def evening(table_id: FromPath[str], rematch_scores: NamedDependency[RematchScores]) -> Evening:
    """Tell who has won how often, over a game and its rematches among the same people."""
    return await rematch_scores.of(table_id)


HANDLERS: Final = (my_games, my_turns, leaders, person, standings, evening)
