"""Tournaments in tests: accounts that announce them, players who join, and games played to their end."""

import asyncio
import time
from collections.abc import Collection
from itertools import count

from tests.server.house import House, Json, Person, Player
from tests.waiting import TIMEOUT

CLOCK: Json = {"kind": "real_time", "seconds": 600, "increment": 5}
_numbers = count(1)


async def account(house: House, name: str) -> Person:
    """Return a new account that has just given its password."""
    person = await house.guest(name)
    session = await person.post("/account", {"name": name, "password": f"correct horse {next(_numbers)}"})
    return Person(house, session["token"])


def plan(kind: str, **wanted: Json) -> Json:
    """Return a plan without pauses."""
    return {"kind": kind, "clock": CLOCK, "pause": 0, **wanted}


async def announced(host: Person, kind: str, *, bots: Collection[str] = (), **wanted: Json) -> str:
    """Announce a tournament for an hour hence; return its id."""
    body = {"name": "Thursday", "starts": time.time() + 3600, "plan": plan(kind, **wanted), "bots": list(bots)}
    return str((await host.post("/tournaments", body))["info"]["id"])


async def get_tournament(person: Person, tournament: str) -> Json:
    """Return what a person is told of a tournament."""
    return await person.get(f"/tournaments/{tournament}")


async def begun(host: Person, tournament: str) -> Json:
    """Let a tournament begin, and return it with its first tables."""
    await host.post(f"/tournaments/{tournament}/begin")
    return await until(host, tournament, lambda each: each["rounds"])


async def until(person: Person, tournament: str, wanted: Json) -> Json:
    """Return a tournament as soon as it is as `wanted`."""
    async with asyncio.timeout(TIMEOUT):
        while not wanted(state := await get_tournament(person, tournament)):
            await person.house.services.tournaments.runner.look()
            await asyncio.sleep(0.01)
    return state


async def play(person: Person, table: str, seed: int = 0) -> None:
    """Play one's seat at a table to the end of the game."""
    player = await Player.at(person, table, seed)
    await player.until_over()
    await player.socket.leave()


async def own_table(person: Person, tournament: str) -> str | None:
    """Return the table of a person's unfinished game."""
    table: str | None = (await person.get(f"/tournaments/{tournament}/pulse"))["table"]
    return table


async def play_round(tournament: str, people: Collection[Person]) -> None:
    """Let all people play their games of the present round to the end."""
    tables = [(person, await own_table(person, tournament)) for person in people]
    await asyncio.gather(*(play(person, table, seed) for seed, (person, table) in enumerate(tables) if table))
