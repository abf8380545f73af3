"""Games one looks back on, games that wait, and what rated games make of people."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from codex_naturalis.play.plackett_luce import NEW, after_game
from codex_naturalis.seating import outcomes
from codex_naturalis.server.lobby import listing
from codex_naturalis.server.people import history as looking
from tests.server.house import House, Json, Person, Player, open_house
from tests.several import on_both
from tests.waiting import poll


async def person(house: House, name: str) -> Person:
    """Return a client with an account."""
    session = await Person(house).post("/account", {"name": name, "password": "correct horse"})
    return Person(house, session["token"])


async def played(people: list[Person], **wanted: Json) -> tuple[str, list[Json]]:
    """Play a game to its end; return the table, and everybody's view of the end."""
    table = await people[0].open(seats=len(people), **wanted)
    for other in people[1:]:
        await other.post(f"/tables/{table}/join")
    players = [await Player.at(each, table, seed) for seed, each in enumerate(people)]
    await asyncio.gather(*(player.until_over() for player in players))
    return table, [player.view for player in players]


async def counted(people: list[Person], table: str) -> list[Json]:
    """Return the standings at a table once its game is counted."""

    async def ask() -> list[Json]:
        standings: list[Json] = await people[0].get(f"/tables/{table}/standings")
        return standings

    return await poll(ask, lambda standings: all(each["change"] is not None for each in standings), pause=0.01)


@on_both
async def test_a_finished_game_is_looked_back_on(house: House) -> None:
    """With place and points, and what all games with that number of seats come to; for guests too."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table, views = await played([ada, bob])
    for each in (ada, bob):
        games = await each.get("/guests/me/games")
        (game,) = games["finished"]
        result = views[0]["result"]
        won = game["viewer"] in result["winners"]
        assert (game["table"]["id"], game["points"], game["won"]) == (table, result["totals"][game["viewer"]], won)
        assert (game["rank"] == 1, game["change"], games["more"], games["running"]) == (won, None, False, [])
        assert games["sums"] == [
            {"seats": 2, "played": 1, "won": int(won), "mean": float(game["points"]), "best": game["points"]}
        ]


@on_both
async def test_games_are_told_page_by_page(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last first; each once."""
    monkeypatch.setattr("codex_naturalis.server.people.history.PAGE", 1)
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    tables = [(await played([ada, bob]))[0] for _ in range(2)]
    listed: list[str] = []
    more = True
    while more:
        games = await ada.get("/guests/me/games" + (f"?before={listed[-1]}" if listed else ""))
        listed += [game["table"]["id"] for game in games["finished"]]
        more = games["more"]
    assert listed == tables[::-1]


async def test_what_is_no_game_of_its_own_is_not_counted(house: House) -> None:
    """Games against Tybor have their own history, and games played on from elsewhere none."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table, _ = await played([ada, bob])
    what_if = await ada.post(f"/tables/{table}/what-if", {"version": 40, "seat": 0, "bot": "random"})
    await (await Player.at(ada, what_if["table"]["id"])).until_over()
    await (await Player.at(ada, await ada.open(seats=1, solo="easy"))).until_over()
    games = await ada.get("/guests/me/games")
    assert [game["table"]["id"] for game in games["finished"]] == [table]


async def test_games_finished_before_they_were_counted_count(house: House) -> None:
    """When the page is looked at."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    await played([ada, bob])
    before = await ada.get("/guests/me/games")
    with closing(sqlite3.connect(house.services.settings.database)) as connection:
        connection.execute("delete from results")
        connection.commit()
    assert await ada.get("/guests/me/games") == before
    assert before["finished"] != []


@on_both
async def test_the_next_game_waits(house: House) -> None:
    """Games with others in which it is one's turn, the longest waiting first; bots and Tybor can wait."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    alone = await ada.open(seats=2, bots=["random"])
    await ada.open(seats=2)
    tables = []
    for _ in range(2):
        table = await ada.open(seats=2)
        await bob.post(f"/tables/{table}/join")
        tables.append(table)
    assert await ada.get("/guests/me/waiting") == {"tables": tables, "alone": [alone]}
    player = await Player.at(ada, tables[0])
    await player.act(player.view["legal"][0])
    assert (await ada.get("/guests/me/waiting"))["tables"] == [tables[1]]
    assert (await bob.get("/guests/me/waiting"))["tables"] == [tables[1], tables[0]]
    running = (await ada.get("/guests/me/games"))["running"]
    mine = [game["viewer"] in game["awaited"] for game in running]
    assert (len(mine), mine) == (4, sorted(mine, reverse=True))


async def test_a_slow_game_is_found_however_many_came_later(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is over takes no room from what goes on."""
    monkeypatch.setattr(looking, "_RUNNING", 1)
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    slow = await ada.open(seats=2)
    await bob.post(f"/tables/{slow}/join")
    await (await Player.at(ada, await ada.open(seats=1, solo="easy"))).until_over()
    assert (await ada.get("/guests/me/waiting"))["tables"] == [slow]


@on_both
async def test_a_slow_game_is_in_the_lobby_however_many_came_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of those that are over the oldest are left out first; the order is that of the last action."""
    monkeypatch.setattr(listing, "_MOST_LISTED", 2)
    ada = await house.guest("Ada")
    slow = await ada.open(seats=2)
    for _ in range(2):
        last = await ada.open(seats=1, solo="easy")
        await (await Player.at(ada, last)).until_over()
    assert [mine["table"]["id"] for mine in await ada.get("/tables/mine")] == [last, slow]


@on_both
async def test_a_rated_game_moves_ratings_as_the_paper_says(house: House) -> None:
    """Counted once, shown at the table, on the person's page and, once it can be relied on, among the leaders."""
    people = [await person(house, name) for name in ("Ada", "Bob", "Cleo")]
    table, views = await played(people, rated=True)
    standings = await counted(people, table)
    result = views[0]["result"]
    marks = [(seat in result["winners"], points) for seat, points in enumerate(result["totals"])]
    ranks = [1 + sum(other > mark for other in marks) for mark in marks]
    expected = after_game([(NEW, rank) for rank in ranks])
    for each in standings:
        standing = each["standing"]
        assert standing["rating"] == pytest.approx(expected[each["seat"]].rating)
        assert each["change"] == pytest.approx(standing["rating"] - 1500)
        assert (standing["provisional"], standing["games"]) == (True, 1)
        page = await house.stranger().get(f"/people/{standing['name'].upper()}")
        assert page["history"][0]["rating"] == pytest.approx(standing["rating"])
        assert [sums["seats"] for sums in page["sums"]] == [3]
        assert table not in str(page)
    assert await house.stranger().get("/people") == []
    games = await people[0].get("/guests/me/games")
    assert games["finished"][0]["change"] is not None
    assert games["finished"][0]["table"]["rated"] is True


async def test_leaders_are_those_who_are_known(house: House) -> None:
    """Once their deviation is small, the strongest first; a year later it is not any more."""
    people = [await person(house, name) for name in ("Ada", "Bob")]
    await counted(people, (await played(people, rated=True))[0])
    with closing(sqlite3.connect(house.services.settings.database)) as connection:
        connection.execute("update ratings set deviation = 60")
        connection.commit()
    leaders: list[Json] = await house.stranger().get("/people")
    assert {leader["name"] for leader in leaders} == {"Ada", "Bob"}
    assert leaders[0]["rating"] >= leaders[1]["rating"]
    assert [leader["games"] for leader in leaders] == [1, 1]
    with closing(sqlite3.connect(house.services.settings.database)) as connection:
        connection.execute("update ratings set changed = changed - 2 * 365 * 24 * 3600")
        connection.commit()
    assert await house.stranger().get("/people") == []


@on_both
async def test_a_game_counts_once_even_if_the_server_dies(tmp_path: Path, place: Json) -> None:
    """Whatever was not counted is at the next start, and nothing is twice, however often it is asked for."""
    async with open_house(tmp_path, **place) as house:
        people = [await person(house, name) for name in ("Ada", "Bob")]
        house.services.results.results._counted = Everything()
        table, _ = await played(people, rated=True)
        (first, *_) = await people[0].get(f"/tables/{table}/standings")
        assert (first["change"], first["standing"]["rating"]) == (None, 1500)
    async with open_house(tmp_path, **place) as house:
        standings = await counted([Person(house, people[0].token)], table)
        await asyncio.gather(*(house.services.results.results.count(table) for _ in range(5)))
        await house.services.results.results.catch_up()
        assert await house.stranger().get(f"/tables/{table}/standings") == standings
        assert standings[0]["standing"]["games"] == 1


class Everything(set[str]):
    """What a server has counted that never counts."""

    def __contains__(self, _: object) -> bool:
        return True


async def test_at_a_rated_table_sit_people_with_accounts(house: House) -> None:
    """Alone, by the printed rules, without hints; the rematch is rated too."""
    ada, bob, guest = await person(house, "Ada"), await person(house, "Bob"), await house.guest("Eve")
    assert (await guest.refused("POST", "/tables", {"seats": 2, "rated": True}))["code"] == "rated.people"
    for wanted in (
        {"seats": 1, "solo": "easy"},
        {"seats": 2, "bots": ["random"]},
        {"seats": 2, "refill": "other_deck"},
    ):
        problem = await ada.refused("POST", "/tables", {**wanted, "rated": True})
        assert problem["code"] == "rated.rules"
    answer = await ada.post("/tables", {"seats": 2, "rated": True, "hints": True, "preset": "it"})
    table = answer["table"]["id"]
    assert (answer["table"]["rated"], answer["table"]["hints"]) == (True, False)
    assert (await guest.refused("POST", f"/tables/{table}/join"))["code"] == "rated.people"
    problem = await ada.refused("POST", f"/tables/{table}/bots", {"name": "random"})
    assert problem["code"] == "rated.rules"
    await bob.post(f"/tables/{table}/join")
    players = [await Player.at(each, table, seed) for seed, each in enumerate((ada, bob))]
    await asyncio.gather(*(player.until_over() for player in players))
    assert (await bob.post(f"/tables/{table}/rematch"))["table"]["rated"] is True


@on_both
async def test_whoever_leaves_for_good_is_in_no_list(house: House) -> None:
    """The others keep what the game made of them."""
    people = [await person(house, name) for name in ("Ada", "Bob")]
    table, _ = await played(people, rated=True)
    await counted(people, table)
    await people[0].ask("DELETE", "/account", {"password": "correct horse"})
    assert (await house.stranger().refused("GET", "/people/Ada"))["code"] == "person.unknown"
    (bob,) = await people[1].get(f"/tables/{table}/standings")
    assert (bob["standing"]["name"], bob["standing"]["games"]) == ("Bob", 1)
    assert bob["change"] is not None


async def test_ranks_follow_the_result(house: House) -> None:
    """Winners are first, whatever decided between equal totals."""
    ada = await house.guest()
    player = await Player.at(ada, await ada.open(seats=4, bots=["random"] * 3))
    await player.until_over()
    table = house.kept(player.table["id"])
    game = table.game
    assert game is not None
    (mine,) = outcomes(table.data, game)
    assert game.state.result is not None
    better = [points for points in game.state.result.totals if points > mine.points]
    assert mine.won == (player.viewer in game.state.result.winners)
    assert mine.rank >= 1 + len(better)
