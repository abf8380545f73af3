"""Ratings of programs: a list of their own, and rated games with people only where all have agreed."""

import asyncio

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.server.database.schema import ratings
from tests.server.house import House, Player
from tests.server.programs.parts import Program, account, program_of


async def test_a_rated_table_of_people_takes_no_program(house: House) -> None:
    """A program can be invited only where the opening of the table said so."""
    owner = await account(house)
    program = Program(house, await program_of(owner))
    await program.start()
    table = await owner.open(seats=2, rated=True)
    assert (await owner.refused("POST", f"/tables/{table}/programs", {"name": "Magpie"}))["code"] == "rated.programs"


async def test_a_rated_game_with_a_program_counts_in_lists_apart(house: House) -> None:
    """Both are rated; the leaderboard of people has no programs, and theirs no people."""
    owner = await account(house)
    program = Program(house, await program_of(owner))
    await program.start()
    table = await owner.open(seats=2, rated=True, programs=True)
    assert (await owner.get(f"/tables/{table}"))["table"]["programs"] is True
    inviting = asyncio.create_task(owner.post(f"/tables/{table}/programs", {"name": "Magpie"}))
    await program.sit()
    await inviting
    person = await Player.at(owner, table)
    await asyncio.gather(program.play(), person.until_over())
    await asyncio.gather(*house.services.results.results._counting.values())
    standings = {one["standing"]["name"]: one["standing"] for one in await owner.get(f"/tables/{table}/standings")}
    assert {name: (one["games"], one["program"]) for name, one in standings.items()} == {
        "Ada": (1, False),
        "Magpie": (1, True),
    }
    await house.services.store.write(_established)
    assert [one["name"] for one in await owner.get("/people")] == ["Ada"]
    assert [one["name"] for one in await owner.get("/programs/leaders")] == ["Magpie"]


async def _established(connection: AsyncConnection) -> None:
    """Take all ratings as certain, so that they are listed."""
    await connection.execute(update(ratings).values(deviation=50.0))
