"""A match: new cards that everyone plays once, in one seat, against the same bots, unseen before."""

import pytest

from codex_naturalis.record import read_record
from tests.server.house import ClosedError, House, Json, Person, Player
from tests.server.matches.test_challenges import CLOSED

on_both = pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)


async def opened(person: Person, **wanted: Json) -> Json:
    """Return the match that a person opens, as told to that person."""
    return await person.post("/matches", {"seats": 2, "bot": "greedy", **wanted})


async def table_of(person: Person, match: str) -> str:
    """Return the table where a person plays a match."""
    return str((await person.post(f"/matches/{match}/play"))["table"]["id"])


async def played(person: Person, match: str, seed: int) -> str:
    """Return the table where a person has played a match to its end."""
    table = await table_of(person, match)
    await (await Player.at(person, table, seed)).until_over()
    return table


@on_both
async def test_people_are_compared_in_one_seat(house: House) -> None:
    """They have the same cards and the same seat; who plays alike meets the same answers."""
    ada, bob, cleo = [await house.guest(name) for name in ("Ada", "Bob", "Cleo")]
    match = (await opened(ada, seats=3))["id"]
    tables = [await played(person, match, seed) for person, seed in ((ada, 1), (bob, 1), (cleo, 2))]
    one, alike, other = [read_record((await ada.ask("GET", f"/tables/{table}/record")).content) for table in tables]
    assert (one.deal, one.actions) == (alike.deal, alike.actions)
    assert one.deal == other.deal
    assert one.actions != other.actions
    answer = await ada.get(f"/matches/{match}")
    assert answer["host"] == "Ada"
    assert (answer["finished"], answer["players"], answer["playing"]) == (True, 3, 0)
    assert len({each["seat"] for each in answer["results"]}) == 1
    shares = {each["name"]: each["share"] for each in answer["results"]}
    assert shares["Ada"] == shares["Bob"]
    assert sum(shares.values()) == pytest.approx(1.5)


async def test_each_plays_it_once(house: House) -> None:
    """A second request leads to the same table, also when its game is over, and when both come at once."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    match = (await opened(ada))["id"]
    assert await table_of(ada, match) == (await ada.get(f"/matches/{match}"))["table"]
    table = await played(bob, match, 3)
    assert await table_of(bob, match) == table
    assert (await ada.get(f"/matches/{match}"))["players"] == 1


async def test_nothing_of_a_match_is_shown_before_it_is_played(house: House) -> None:
    """Neither its games nor their results: to strangers, to those who play and to those who have not begun."""
    ada, bob, cleo, dan = [await house.guest(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    match = (await opened(ada))["id"]
    over, running = await played(bob, match, 3), await table_of(cleo, match)
    for person in (ada, cleo, dan, house.stranger()):
        answer = await person.get(f"/matches/{match}")
        assert (answer["finished"], answer["results"]) == (False, [])
        for table in (over, running):
            for name, body in CLOSED.items():
                method, path = name.format(table=table).split(" ")
                codes = ("deal.unfinished", "token.missing")
                assert (await person.refused(method, path, body))["code"] in codes, name
            if not (person is cleo and table == running):
                socket = house.socket(table)
                await socket.open()
                assert (await socket.hello(person.token))["code"] == "deal.unfinished"
                with pytest.raises(ClosedError, match="4403"):
                    await socket.hear()
    assert (await bob.refused("GET", f"/tables/{running}/replay"))["code"] == "deal.unfinished"
    assert await record_of_own(bob, over)
    await (await Player.at(cleo, running, 4)).until_over()
    assert len((await cleo.get(f"/matches/{match}"))["results"]) == 2
    assert (await cleo.look(over))[1]["type"] == "welcome"


async def record_of_own(person: Person, table: str) -> Json:
    """Return the record of a game, asked for by a person."""
    return read_record((await person.ask("GET", f"/tables/{table}/record")).content)


async def test_links_show_nothing_of_its_games(house: House) -> None:
    """The picture and the head of a page are the same before the first card and after the end."""
    ada = await house.guest("Ada")
    match = (await opened(ada))["id"]
    table = await table_of(ada, match)

    async def shown() -> list[bytes]:
        paths = [f"/api/v1/previews?path=/t/{table}{end}" for end in ("", "/replay")]
        return [(await house.http.get(path)).content for path in (*paths, f"/t/{table}", f"/t/{table}/replay")]

    before = await shown()
    await (await Player.at(ada, table)).until_over()
    assert await shown() == before


async def test_a_match_that_there_is_not(house: House) -> None:
    """It is unknown, whatever stands in its place."""
    ada = await house.guest("Ada")
    assert (await ada.refused("GET", "/matches/none"))["code"] == "match.unknown"
    assert (await ada.refused("POST", "/matches/none/play"))["code"] == "match.unknown"
    assert (await ada.refused("POST", "/matches", {"bot": "nobody"}))["code"] == "bot.unknown"
    assert (await ada.refused("POST", "/matches", {"seats": 5}))["code"] == "request.malformed"
