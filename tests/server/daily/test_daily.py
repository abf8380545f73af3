"""The daily deal: one for everyone, one attempt that counts, and comparisons for those who have finished it."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.cli.verify import SealVerdict, verify_record
from codex_naturalis.record import read_record, seeded_deal
from codex_naturalis.rules import Place
from codex_naturalis.server.daily.deals import deal_of
from codex_naturalis.server.daily.results import GUESTS_OF_NETWORK
from codex_naturalis.server.database.schema import tables
from tests.server.daily.conftest import Calendar, account
from tests.server.house import House, Json, Person, Player, open_house

on_both = pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)


async def played(person: Person, day: str, seed: int = 0) -> Json:
    """Play a day's deal to its end; return what the day says then."""
    table = (await person.post(f"/daily/{day}/play"))["table"]["id"]
    await (await Player.at(person, table, seed)).until_over()
    return await person.get(f"/daily/{day}")


async def set_network(game: str, connection: AsyncConnection) -> None:
    """Pretend that a game was opened from one network, as this machine itself has none."""
    await connection.execute(update(tables).where(tables.c.id == game).values(origin="a network"))


@on_both
async def test_everyone_has_the_same_cards_and_one_attempt(house: House, calendar: Calendar) -> None:
    """Two accounts see the same first cards; asking again, even at once, leads to the same table."""
    people = [await account(house, name) for name in ("Ada", "Bob")]
    asked = [person.post(f"/daily/{calendar.today}/play") for person in people for _ in range(3)]
    tables = [answer["table"] for answer in await asyncio.gather(*asked)]
    assert len({table["id"] for table in tables}) == 2
    assert {(table["daily"], table["hints"], table["commitment"]) for table in tables} == {
        (calendar.today, False, tables[0]["commitment"])
    }
    views = [(await Player.at(person, table["id"])).view for person, table in zip(people, tables[::3], strict=True)]
    assert views[0] == views[1]
    await played(people[0], calendar.today)
    again = (await people[0].post(f"/daily/{calendar.today}/play"))["table"]
    assert (again["id"], again["stage"]) == (tables[0]["id"], "over")


@on_both
async def test_results_are_compared_by_margin_points_and_cards(house: House, calendar: Calendar) -> None:
    """Each finds its rank, the curve counts everyone, and the best stand in order."""
    people = [await account(house, name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    for seed, person in enumerate(people):
        await played(person, calendar.today, seed)
    answers = [await person.get(f"/daily/{calendar.today}") for person in people]
    marks = [
        (each["points"] - each["tybor"], each["points"], -each["turns"]) for each in (t["result"] for t in answers)
    ]
    assert [each["result"]["rank"] for each in answers] == [1 + sum(other > mark for other in marks) for mark in marks]
    best = answers[0]["best"]
    assert [each["rank"] for each in best] == sorted(each["result"]["rank"] for each in answers)
    assert {each["name"] for each in best} == {"Ada", "Bob", "Cleo", "Dan"}
    assert [each["own"] for each in best].count(True) == 1
    assert sum(bar["people"] for bar in answers[0]["curve"]) == answers[0]["players"] == 4
    assert [bar["margin"] for bar in answers[0]["curve"]] == sorted({mark[0] for mark in marks})
    assert all(each["counted"] for each in answers)


async def test_each_card_scores_what_the_track_gained(house: House, calendar: Calendar) -> None:
    """As many numbers as cards were laid, and their sum is the score on the track."""
    ada = await account(house, "Ada")
    answer = await played(ada, calendar.today, 3)
    game = (await house.services.tables.get(answer["table"])).game
    assert game
    assert len(answer["scored"]) == answer["result"]["turns"]
    assert len(answer["scored"]) == sum(isinstance(one.action, Place) for one in game.history)
    assert sum(answer["scored"]) == game.state.seats[0].score > 0


async def test_nothing_is_compared_before_ones_own_game_is_finished(house: House, calendar: Calendar) -> None:
    """Who has not finished learns how many have, and no result; who has sees the other's."""
    ada, bob, guest = await account(house, "Ada"), await account(house, "Bob"), await house.guest("Eve")
    await played(ada, calendar.today)
    await bob.post(f"/daily/{calendar.today}/play")
    for person in (bob, guest, house.stranger()):
        answer = await person.get(f"/daily/{calendar.today}")
        kept = ("result", "scored", "curve", "par", "best", "met")
        assert answer["players"] == 1
        assert [answer[name] for name in kept] == [None, [], [], [], [], []]
    assert [each["name"] for each in (await played(bob, calendar.today, 1))["best"]].count("Ada") == 1


async def test_guests_play_days_that_are_over(house: House, calendar: Calendar) -> None:
    """With every comparison, as often as they like, and nothing of it counts."""
    ada, eve = await account(house, "Ada"), await house.guest("Eve")
    await played(ada, calendar.today)
    calendar.go_on(1)
    first, second = await played(eve, calendar.day(-1), 1), await played(eve, calendar.day(-1), 2)
    assert first["table"] != second["table"]
    assert (second["players"], second["counted"], len(second["curve"])) == (1, False, 1)
    assert second["result"]["rank"] in (1, 2)
    assert [each["name"] for each in second["best"]] == ["Ada"]
    again = await played(ada, calendar.day(-1), 4)
    assert again["counted"]
    assert (await ada.get("/guests/me/solo"))["levels"] == (await ada.get("/guests/me/solo"))["levels"]
    assert len((await ada.get("/guests/me/solo"))["games"]) == 1
    assert (await eve.get("/guests/me/solo"))["games"] == []


@on_both
async def test_guests_of_the_day_are_compared_with_each_other(house: House, calendar: Calendar) -> None:
    """One attempt each, in a curve of their own: their names stand in no list, and an account made later adds none."""
    ada, bea, eve = await account(house, "Ada"), await house.guest("Bea"), await house.guest("Eve")
    for seed, person in enumerate((ada, bea, eve)):
        await played(person, calendar.today, seed)
    assert (await bea.post("/account", {"name": "Bea", "password": "a long walk by the sea"}))["name"] == "Bea"
    for person, by_guest in ((ada, False), (bea, True), (eve, True)):
        answer = await person.get(f"/daily/{calendar.today}")
        assert (answer["finished"], answer["counted"], answer["by_guest"]) == (True, not by_guest, by_guest)
        assert ([each["name"] for each in answer["best"]], answer["players"]) == (["Ada"], 3)
        assert [sum(bar["people"] for bar in answer[curve]) for curve in ("curve", "guests")] == [1, 2]
    again = await eve.post(f"/daily/{calendar.today}/play")
    assert (again["table"]["id"], again["table"]["stage"]) == (answer["table"], "over")
    assert (await eve.get("/daily"))["streak"]["days"] == 1


@on_both
async def test_a_network_adds_few_guests_to_their_curve(house: House, calendar: Calendar) -> None:
    """Guests are free to make: those who finished first stand in it, of every network."""
    people = [await house.guest(f"Eve {number}") for number in range(GUESTS_OF_NETWORK + 2)]
    games = [(await played(person, calendar.today, seed))["table"] for seed, person in enumerate(people)]
    for game in games[:-1]:
        await house.services.store.write(partial(set_network, game))
    guests = (await people[0].get(f"/daily/{calendar.today}"))["guests"]
    assert sum(bar["people"] for bar in guests) == GUESTS_OF_NETWORK + 1


async def test_an_unfinished_game_of_the_past_is_taken_up_again(house: House, calendar: Calendar) -> None:
    """Asking for the same day leads back to its table until the game is over."""
    eve = await house.guest("Eve")
    tables = [(await eve.post(f"/daily/{calendar.day(-1)}/play"))["table"]["id"] for _ in range(2)]
    assert tables[0] == tables[1]


async def test_what_is_finished_after_midnight_does_not_count(house: House, calendar: Calendar) -> None:
    """The attempt is over with its day: the result is compared, and stands in no list."""
    calendar.go_on(-2)
    ada = await account(house, "Ada")
    day = calendar.today
    table = (await ada.post(f"/daily/{day}/play"))["table"]["id"]
    calendar.go_on(1)
    await (await Player.at(ada, table)).until_over()
    answer = await ada.get(f"/daily/{day}")
    assert (answer["finished"], answer["counted"], answer["players"], answer["best"]) == (True, False, 0, [])
    assert (await ada.get("/daily"))["streak"]["days"] == 0


async def test_days_in_a_row_are_kept_with_the_account(house: House, calendar: Calendar) -> None:
    """Told with today's deal on any device, with the results of the days before."""
    ada = await account(house, "Ada")
    calendar.go_on(1)
    for _ in range(2):
        await played(ada, calendar.today)
        calendar.go_on(1)
    answer = await ada.get("/daily")
    assert (answer["streak"]["days"], answer["finished"], answer["account"]) == (2, False, True)
    assert [day["day"] for day in answer["past"]][:2] == [calendar.day(-1), calendar.day(-2)]
    assert all(day["points"] is not None for day in answer["past"][:2])


async def test_people_met_at_tables_stand_in_a_list_of_their_own(house: House, calendar: Calendar) -> None:
    """Those one has played with, and oneself; no others."""
    ada, bob, cleo = [await account(house, name) for name in ("Ada", "Bob", "Cleo")]
    await bob.post(f"/tables/{await ada.open(seats=2)}/join")
    for seed, person in enumerate((ada, bob, cleo)):
        await played(person, calendar.today, seed)
    answer = await ada.get(f"/daily/{calendar.today}")
    assert {each["name"] for each in answer["met"]} == {"Ada", "Bob"}
    ranks = {each["name"]: each["rank"] for each in answer["best"]}
    assert all(each["rank"] == ranks[each["name"]] for each in answer["met"])


async def test_a_deleted_account_stands_in_no_list(house: House, calendar: Calendar) -> None:
    """Neither by name nor in the curve."""
    ada, bob = await account(house, "Ada"), await account(house, "Bob")
    await played(ada, calendar.today)
    await played(bob, calendar.today, 1)
    await ada.ask("DELETE", "/account", {"password": "a long walk by the sea"})
    answer = await bob.get(f"/daily/{calendar.today}")
    assert ([each["name"] for each in answer["best"]], answer["players"]) == (["Bob"], 1)


@on_both
async def test_the_seal_is_published_a_week_before_and_opened_afterwards(house: House, calendar: Calendar) -> None:
    """What `verify` finds in the record of the day, and in that of a game, is what was shown before."""
    ada = await account(house, "Ada")
    answer = await ada.get("/daily")
    shown = {each["day"]: each["commitment"] for each in (answer["deal"], *answer["ahead"])}
    day = calendar.day(7)
    assert len(shown) == 8
    for hidden in (calendar.today, day):
        code = (await ada.refused("GET", f"/daily/{hidden}/record"))["code"]
        assert code == ("daily.running" if hidden == calendar.today else "daily.unknown")
    assert (await ada.refused("POST", f"/daily/{day}/play"))["code"] == "daily.unknown"
    calendar.go_on(8)
    record = read_record((await ada.ask("GET", f"/daily/{day}/record")).content)
    assert verify_record(record, shown[day]).verdict is SealVerdict.GENUINE
    table = (await played(ada, day))["table"]
    record = read_record((await ada.ask("GET", f"/tables/{table}/record")).content)
    assert verify_record(record, shown[day]).verdict is SealVerdict.GENUINE
    other = replace(record, seal=replace(record.seal, salt="0" * 64))  # type: ignore[type-var]
    assert verify_record(other).verdict is SealVerdict.BROKEN


def test_a_date_alone_tells_nothing() -> None:
    """Another installation has other cards that day, and the date as a seed gives neither's."""
    one, other = deal_of("2026-11-23", b"one key"), deal_of("2026-11-23", b"another key")
    guesses = ["2026-11-23", "daily/2026-11-23", "327"]
    assert one.deal != other.deal
    assert one == deal_of("2026-11-23", b"one key")
    assert all(seeded_deal(one.options, guess) not in (one.deal, other.deal) for guess in guesses)
    assert one.deal != deal_of("2026-11-24", b"one key").deal


def test_the_level_rises_with_the_week() -> None:
    """Easy on Monday and Tuesday, normal until Friday, hard at the weekend."""
    levels = [deal_of(f"2026-11-{day}", b"").level.value for day in range(23, 30)]
    assert levels == ["easy", "easy", "normal", "normal", "normal", "hard", "hard"]


@pytest.mark.usefixtures("calendar")
async def test_what_was_sealed_stays_whatever_becomes_of_the_key(tmp_path: Path) -> None:
    """A deal is stored when its seal is shown, and another key changes it no more."""
    async with open_house(tmp_path) as house:
        before = await house.stranger().get("/daily")
    (tmp_path / "key").unlink()
    async with open_house(tmp_path) as house:
        after = await house.stranger().get("/daily")
    assert (after["deal"], after["ahead"]) == (before["deal"], before["ahead"])
    with closing(sqlite3.connect(tmp_path / "codex.db")) as connection:
        connection.execute("delete from daily_deals")
        connection.commit()
    async with open_house(tmp_path) as house:
        assert (await house.stranger().get("/daily"))["deal"] != before["deal"]


@pytest.mark.parametrize("day", ["yesterday", "2026-1-1", "2026-02-30", "1999-01-01", "9999-12-31", "2026-01-01%20"])
async def test_other_days_have_no_deal(house: House, day: str) -> None:
    """Neither those long before this server, nor those to come, nor what is no day."""
    assert (await house.stranger().refused("GET", f"/daily/{day}"))["code"] == "daily.unknown"
