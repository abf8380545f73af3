"""Play now: who is seated with whom, once, whatever else happens at the same time."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.server.bots.warmup import Preparation
from codex_naturalis.server.database.schema import seekers
from codex_naturalis.server.play_now.matching import CAREFUL_NEWCOMER, Seeker, fitting_bot, group_of
from tests.server.house import House, Json, Person, open_house
from tests.server.people.test_history import person
from tests.server.programs.parts import account, program_of
from tests.several import Cluster, on_both

TWO = {"seats": 2}


async def seek(who: Person, wanted: Json) -> Json:
    """Wait for others."""
    answer = await who.ask("PUT", "/play-now", wanted)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def set_all(house: House, **values: Json) -> None:
    """Change all searches."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(update(seekers).values(**values))

    await house.services.store.write(job)


async def tables_of(people: list[Person]) -> list[list[str]]:
    """Return the tables where each of these sits."""
    return [[one["table"]["id"] for one in await each.get("/tables/mine")] for each in people]


@on_both
async def test_two_who_wait_are_seated_together(house: House) -> None:
    """At one table, with the clock that goes with their pace; a third goes on waiting, and who wishes else, too."""
    ada, bob, cleo, dan = [await house.guest(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    first = await seek(ada, TWO)
    assert (first["table"], first["others"], first["bot"], first["rated"]) == (None, 0, None, False)
    await seek(dan, {"seats": 2, "pace": "days"})
    table = (await seek(bob, TWO))["table"]
    assert table
    assert (await ada.get("/play-now"))["table"] == (await seek(ada, TWO))["table"] == table
    assert (await seek(cleo, TWO))["table"] is None
    assert await tables_of([ada, bob, cleo, dan]) == [[table], [table], [], []]
    info = (await ada.get(f"/tables/{table}"))["table"]
    assert (info["stage"], info["clock"]) == ("playing", {"kind": "real_time", "seconds": 900, "increment": 20})


@on_both
async def test_a_search_ends_with_its_page(house: House) -> None:
    """By its word, or a while after the last question: then no player is seated with one who has gone."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    await seek(ada, TWO)
    assert (await ada.ask("DELETE", "/play-now")).status_code == 204
    assert (await ada.refused("GET", "/play-now"))["code"] == "seek.none"
    await seek(ada, TWO)
    await set_all(house, until=1.0)
    assert (await seek(bob, TWO))["table"] is None
    assert (await ada.refused("GET", "/play-now"))["code"] == "seek.none"
    assert (await ada.refused("POST", "/play-now/bot"))["code"] == "seek.none"


async def test_a_bot_is_offered_and_people_still_come_first(house: House) -> None:
    """After a moment, of fitting strength; until the game with it begins, a person is taken."""
    ada, bob, cleo = [await house.guest(name) for name in ("Ada", "Bob", "Cleo")]
    since = (await seek(ada, TWO))["waited"]
    assert since < 12
    assert (await ada.refused("POST", "/play-now/bot"))["code"] == "seek.none"
    await set_all(house, since=1.0)
    offered = await ada.get("/play-now")
    assert (offered["bot"], offered["reach"], offered["table"]) == ("level:2", None, None)
    table = (await seek(bob, TWO))["table"]
    assert (await ada.post("/play-now/bot"))["table"]["id"] == table
    await seek(cleo, {"seats": 3})
    await set_all(house, since=1.0)
    alone = (await cleo.post("/play-now/bot"))["table"]
    assert sorted((seat["kind"], seat["name"]) for seat in alone["seats"]) == [
        ("bot", "level:2"),
        ("bot", "level:2"),
        ("guest", "Cleo"),
    ]
    assert (await cleo.refused("GET", "/play-now"))["code"] == "seek.none"


@on_both
async def test_what_a_server_that_died_began_another_ends(tmp_path: Path, place: Json) -> None:
    """Searches outlive a restart; a group that was marked, but had no table yet, gets one, and only one."""
    async with open_house(tmp_path, **place) as house:
        people = [await house.guest(name) for name in ("Ada", "Bob")]
        for each in people:
            await seek(each, {"seats": 4})
        await set_all(house, match="together", seats=2)
    async with open_house(tmp_path, **place) as house:
        people = [Person(house, each.token) for each in people]
        answers = await asyncio.gather(*(each.get("/play-now") for each in people for _ in range(3)))
        assert len({one["table"] for one in answers} - {None}) == 1
        assert [len(tables) for tables in await tables_of(people)] == [1, 1]


async def test_two_servers_seat_nobody_twice(postgres: Cluster, tmp_path: Path) -> None:
    """On one database, while twelve people ask at the same time, again and again, at either."""
    url = postgres.database()
    async with open_house(tmp_path, database_url=url) as one, open_house(tmp_path, database_url=url) as two:
        guests = [await one.guest(f"Guest {number}") for number in range(12)]
        people = [Person(house, each.token) for each, house in zip(guests, [one, two] * 6, strict=True)]
        await asyncio.gather(*(seek(each, TWO) for each in people))
        other = [Person(two, each.token) for each in guests]
        tables: set[str] = set()
        for _ in range(20):
            answers = await asyncio.gather(*(each.ask("GET", "/play-now") for each in [*people, *other]))
            tables = {answer.json().get("table") for answer in answers} - {None}
            if len(tables) == 6:
                break
        seated = Counter(table for mine in await tables_of(people) for table in mine)
        assert seated == dict.fromkeys(tables, 2)
        assert len(seated) == 6


async def test_who_may_wait(house: House) -> None:
    """A guest with a token, in person; for ratings with an account; programs wait for invitations."""
    assert (await house.stranger().refused("PUT", "/play-now", TWO))["code"] == "token.missing"
    ada = await house.guest("Ada")
    assert (await ada.refused("PUT", "/play-now", {"seats": 2, "rated": True}))["code"] == "rated.people"
    assert (await ada.refused("PUT", "/play-now", {"seats": 5}))["code"] == "request.malformed"
    owner = await account(house)
    program = Person(house, await program_of(owner))
    assert (await program.refused("PUT", "/play-now", TWO))["code"] == "token.scope"
    two = [await person(house, name) for name in ("Bob", "Cleo")]
    await seek(two[0], {"seats": 2, "rated": True})
    assert (await seek(ada, TWO))["table"] is None
    table = (await seek(two[1], {"seats": 2, "rated": True}))["table"]
    assert (await two[0].get(f"/tables/{table}"))["table"]["rated"] is True


async def test_an_account_that_is_deleted_waits_no_more(house: House) -> None:
    """Its search goes with it."""
    ada = await person(house, "Ada")
    await seek(ada, TWO)
    assert (await ada.ask("DELETE", "/account", {"password": "correct horse"})).status_code == 204
    assert (await seek(await house.guest("Bob"), TWO))["others"] == 0


@on_both
async def test_a_group_of_which_one_is_gone_waits_again(house: House) -> None:
    """An account may be deleted after its group was chosen, and before the group has a table."""
    ada, bob = [await person(house, name) for name in ("Ada", "Bob")]
    for each in (ada, bob):
        await seek(each, {"seats": 4})
    await set_all(house, match="together", seats=2)
    assert (await bob.ask("DELETE", "/account", {"password": "correct horse"})).status_code == 204
    assert (await ada.get("/play-now"))["table"] is None
    table = (await seek(await person(house, "Cleo"), TWO))["table"]
    assert table is not None
    assert (await ada.get("/play-now"))["table"] == table


def test_the_nearest_are_seated_and_patience_widens() -> None:
    """A stranger is known little, so more is granted; after a minute anyone will do."""
    own = Seeker("own", 1500, 40, 1)
    near, far = Seeker("near", 1560, 40, 1), Seeker("far", 2100, 40, 20)
    assert group_of(own, [far], 2) is None
    assert group_of(own, [far, near], 2) == ("own", "near")
    assert group_of(Seeker("own", 1500, 40, 61), [far], 2) == ("own", "far")
    assert group_of(Seeker("own", 1500, 350, 30), [far], 2) is None
    assert group_of(Seeker("own", 1700, 350, 30), [far], 2) == ("own", "far")
    assert group_of(own, [near], 3) is None
    assert group_of(own, [near, Seeker("beyond", 1750, 40, 1), Seeker("low", 1440, 40, 1)], 3) == ("own", "near", "low")


@pytest.mark.parametrize(
    ("rating", "bot"), [(900, "level:pupil"), (1500, "level:2"), (1836, "level:3"), (2600, "level:5")]
)
def test_a_bot_fits(rating: float, bot: str) -> None:
    """The nearest by measured strength."""
    assert fitting_bot(rating, Preparation().opponents()) == bot


def test_no_bot_is_offered_that_cannot_play_here() -> None:
    """Where the kernel cannot be compiled, the strongest of those that need none is."""
    assert fitting_bot(2600, replace(Preparation().opponents(), available=False)) == "level:3"


def test_the_scale_of_bots_is_the_measured_one() -> None:
    """A newcomer's rating stands where the ladder has the player that is measured as a careful newcomer."""
    ladder = (Path(__file__).parents[3] / "research" / "LADDER.md").read_text("utf-8")
    assert f"| `greedy` | {CAREFUL_NEWCOMER:+.0f} |" in ladder
