"""A finished game's deal is played again: same cards, same answers of the bots, and secrecy for those who play it."""

from typing import Final

import pytest

from codex_naturalis.record import read_record
from codex_naturalis.server.matches.challenges import root_of
from tests.server.house import ClosedError, House, Json, Person, Player

on_both = pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
CLOSED: Final[dict[str, Json]] = {
    "GET /tables/{table}/record": None,
    "GET /tables/{table}/replay?seat=all": None,
    "GET /tables/{table}/replay": None,
    "POST /tables/{table}/what-if": {"version": 4, "seat": 0},
    "GET /tables/{table}/review": None,
    "POST /tables/{table}/review": None,
    "GET /tables/{table}/exercise?version=4": None,
    "POST /tables/{table}/exercise": {"version": 4, "turn": [{"type": "side", "side": "front"}]},
    "GET /tables/{table}/codices/0": None,
    "GET /tables/{table}/codices/0/print": None,
    "GET /tables/{table}/codices/0/film": None,
    "GET /tables/{table}/results": None,
}
"""Operations that show a finished game, with a body."""


async def finished(person: Person, seed: int = 0, **wanted: Json) -> str:
    """Return a table whose game the person has played to its end."""
    table = await person.open(**wanted)
    await (await Player.at(person, table, seed)).until_over()
    return table


async def challenged(person: Person, table: str, seat: int = 0) -> str:
    """Return the table where a person plays another table's deal."""
    return str((await person.post(f"/tables/{table}/challenge", {"seat": seat}))["table"]["id"])


async def record_of(house: House, table: str) -> Json:
    """Return the record of a finished game, asked for without a token."""
    return read_record((await house.stranger().ask("GET", f"/tables/{table}/record")).content)


@on_both
async def test_a_solo_game_is_played_again_with_the_same_cards(house: House) -> None:
    """The results of both stand side by side, the best first, and the seal is that of the first game."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    first = await finished(ada, seats=1, solo="normal")
    again = await challenged(bob, first)
    assert await challenged(bob, first) == again
    await (await Player.at(bob, again, 5)).until_over()
    one, other = await record_of(house, first), await record_of(house, again)
    assert (one.deal, one.seal) == (other.deal, other.seal)
    assert one.actions != other.actions
    results = await bob.get(f"/tables/{first}/results")
    assert results == {**(await bob.get(f"/tables/{again}/results"))}
    assert [(each["name"], each["own"]) for each in sorted(results["results"], key=lambda each: each["name"])] == [
        ("Ada", False),
        ("Bob", True),
    ]
    margins = [each["points"] - each["tybor"] for each in results["results"]]
    assert margins == sorted(margins, reverse=True)
    assert results["playing"] == 0


async def test_a_repeated_game_is_no_part_of_the_history_against_tybor(house: House) -> None:
    """Nor is it rated: who repeats a deal may have seen it."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    again = await challenged(bob, await finished(ada, seats=1, solo="easy"))
    await (await Player.at(bob, again)).until_over()
    assert (await bob.get("/guests/me/solo"))["games"] == []
    assert (await bob.get(f"/tables/{again}"))["table"]["rated"] is False


@on_both
async def test_the_same_question_gets_the_same_answer(house: House) -> None:
    """Two people who play alike meet bots that play alike, one that searches too; another game parts from theirs."""
    ada = await house.guest("Ada")
    first = await finished(ada, seats=3, bots=["search:20", "random"])
    seat = await ada.seat_of("Ada", first)
    tables = []
    for name, seed in (("Bob", 3), ("Cleo", 3), ("Dan", 4)):
        person = await house.guest(name)
        tables.append(await challenged(person, first, seat))
        await (await Player.at(person, tables[-1], seed)).until_over()
    bob, cleo, dan = [await record_of(house, table) for table in tables]
    assert bob.actions == cleo.actions
    assert bob.actions != dan.actions
    results = (await ada.get(f"/tables/{tables[0]}/results"))["results"]
    assert {each["seat"] for each in results} == {seat}
    ranks = {each["name"]: each["rank"] for each in results}
    assert ranks["Bob"] == ranks["Cleo"]
    assert {each["name"]: each["share"] for each in results} == {
        each["name"]: compared(each, [other for other in results if other is not each]) for each in results
    }


def compared(one: Json, others: list[Json]) -> float:
    """Return the mean of 1, ½ and 0 for those who won less, or made fewer points; each has played once."""
    mark = (one["won"], one["points"])
    theirs = [(each["won"], each["points"]) for each in others]
    return round(sum((mark > other) + (mark == other) / 2 for other in theirs) / len(theirs), 4)


async def test_nobody_is_compared_with_a_second_game(house: House) -> None:
    """It has a place and a share of its own, but others' shares do not change with it."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    first = await finished(ada, seats=1, solo="normal")
    assert [each["share"] for each in (await ada.get(f"/tables/{first}/results"))["results"]] == [None]
    for seed in (5, 6):
        await (await Player.at(bob, await challenged(bob, first), seed)).until_over()
        results = (await ada.get(f"/tables/{first}/results"))["results"]
        shares = {(each["name"], each["attempt"]): each["share"] for each in results}
        assert shares["Ada", 1] + shares["Bob", 1] == 1
    assert shares["Bob", 2] in (0, 0.5, 1)


async def test_bots_sit_where_other_people_sat(house: House) -> None:
    """A challenger takes any seat; bots keep theirs, and the level asked for plays for people."""
    ada = await house.guest("Ada")
    first = await finished(ada, seats=2, bots=["greedy"])
    sat = {each["seat"]: each["name"] for each in (await ada.get(f"/tables/{first}"))["table"]["seats"]}
    for seat, name in enumerate(("Bob", "Cleo")):
        person = await house.guest(name)
        table = (await person.post(f"/tables/{first}/challenge", {"seat": seat, "bot": "random"}))["table"]
        others = {each["seat"]: each["name"] for each in table["seats"]}
        assert others == {seat: name, 1 - seat: "random" if sat[1 - seat] == "Ada" else "greedy"}


async def test_who_plays_a_deal_sees_it_nowhere_else(house: House) -> None:
    """Not by any route, nor by looking at the finished table, and not at a third one; all is open again at the end."""
    ada, bob, cleo = [await house.guest(name) for name in ("Ada", "Bob", "Cleo")]
    first = await finished(ada, seats=1, solo="normal")
    third = await challenged(cleo, first)
    await (await Player.at(cleo, third)).until_over()
    mine = await challenged(bob, first)
    player = await Player.at(bob, mine)
    for table in (first, third):
        for name, body in CLOSED.items():
            method, path = name.format(table=table).split(" ")
            assert (await bob.refused(method, path, body))["code"] == "deal.played", name
        socket = house.socket(table)
        await socket.open()
        assert (await socket.hello(bob.token))["code"] == "deal.played"
        with pytest.raises(ClosedError, match="4403"):
            await socket.hear()
    for other in (ada, house.stranger()):  # it is the guest to whom it is closed, not the browser
        assert (await other.ask("GET", f"/tables/{first}/replay?seat=all")).is_success
    await player.until_over()
    for name, body in CLOSED.items():
        method, path = name.format(table=first).split(" ")
        answer = await bob.ask(method, path, body)
        assert answer.is_success or answer.json()["code"] != "deal.played", name
    assert (await bob.look(first))[1]["type"] == "welcome"


async def test_a_game_under_way_is_challenged_by_nobody(house: House) -> None:
    """Its cards are still hidden."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=1, solo="normal")
    assert (await bob.refused("POST", f"/tables/{table}/challenge", {"seat": 0}))["code"] == "table.not_over"
    assert (await bob.refused("GET", f"/tables/{table}/results"))["code"] == "table.not_over"
    await (await Player.at(ada, table)).until_over()
    assert (await bob.refused("POST", f"/tables/{table}/challenge", {"seat": 1}))["code"] == "seat.unknown"


async def test_a_what_if_leads_back_to_the_deal_it_came_from(house: House) -> None:
    """Its own end is no result of that deal; a challenge from there plays the deal from its first card."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    first = await finished(ada, seats=1, solo="normal")
    other = (await ada.post(f"/tables/{first}/what-if", {"version": 6, "seat": 0}))["table"]["id"]
    await (await Player.at(ada, other, 9)).until_over()
    assert len((await ada.get(f"/tables/{other}/results"))["results"]) == 1
    again = await challenged(bob, other)
    tables = house.services.tables
    data = (await tables.get(again)).data
    assert data.shared_deal == (await root_of(tables, (await tables.get(other)).data)).id == first


async def test_nobody_watches_a_deal_under_way_that_they_play_too(house: House) -> None:
    """A spectator of another table with the same cards would see what lies in the market later on."""
    ada, bob, cleo = [await house.guest(name) for name in ("Ada", "Bob", "Cleo")]
    first = await finished(ada, seats=1, solo="normal")
    theirs, mine = await challenged(cleo, first), await challenged(bob, first)
    socket = house.socket(theirs)
    await socket.open()
    assert (await socket.hello(bob.token))["code"] == "deal.played"
    assert (await bob.look(mine))[1]["type"] == "welcome"
    assert (await ada.look(theirs))[1]["type"] == "welcome"
