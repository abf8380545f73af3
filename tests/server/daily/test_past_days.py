"""A past day, whatever has become of the caller's own game of it: every route answers and compares finished games."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from codex_naturalis.server.tables import table
from tests.server.daily.conftest import Calendar, account
from tests.server.house import House, Json, Person, Player, open_house
from tests.several import Cluster, on_both
from tests.waiting import until

Houses = tuple[House, House]

COMPARED: Final = ("result", "scored", "curve", "best", "met")
"""What is told of a day once it is over."""


async def begin(person: Person, day: str) -> str:
    """Begin a person's game of a day's deal; return the id of its table."""
    return str((await person.post(f"/daily/{day}/play"))["table"]["id"])


async def finish(person: Person, game: str) -> None:
    """Play a game to its end."""
    await (await Player.at(person, game)).until_over()


async def everything(person: Person, day: str) -> Json:
    """Ask every route that tells of a past day, each of which must answer; return what the day says."""
    await person.get("/daily")
    await person.get("/guests/me/solo") if person.token else None
    record, preview = [
        await person.ask("GET", path) for path in (f"/daily/{day}/record", f"/previews?path=/daily/{day}")
    ]
    assert (record.status_code, preview.status_code) == (200, 200)
    return await person.get(f"/daily/{day}")


@on_both
async def test_an_unfinished_game_hides_no_past_day(house: House, calendar: Calendar) -> None:
    """Who has not finished is told what everyone made of the day, as are guests, other accounts and strangers."""
    ada, bob, cleo = [await account(house, name) for name in ("Ada", "Bob", "Cleo")]
    day = calendar.today
    await finish(ada, await begin(ada, day))
    game = await begin(bob, day)
    calendar.go_on(1)
    eve = await house.guest("Eve")
    again = await begin(eve, day)
    for person, own in ((bob, game), (eve, again), (cleo, None), (house.stranger(), None)):
        answer = await everything(person, day)
        assert (answer["over"], answer["table"], answer["finished"], answer["counted"]) == (True, own, False, False)
        assert (answer["result"], answer["scored"], answer["players"]) == (None, [], 1)
        assert [each["name"] for each in answer["best"]] == ["Ada"]
        assert sum(bar["people"] for bar in answer["curve"]) == 1
    assert (await everything(ada, day))["result"]["rank"] == 1


@on_both
async def test_a_game_finished_late_is_compared_and_counts_for_nothing(house: House, calendar: Calendar) -> None:
    """It has the rank that it would have had; the curve and the list of the best are without it."""
    ada, bob = await account(house, "Ada"), await account(house, "Bob")
    calendar.go_on(-2)
    day = calendar.today
    game = await begin(bob, day)
    calendar.go_on(1)
    await finish(bob, game)
    for person in (bob, ada):
        answer = await everything(person, day)
        assert (answer["finished"], answer["counted"], answer["players"]) == (person is bob, False, 0)
        assert (answer["result"] and answer["result"]["rank"], answer["curve"], answer["best"]) == (
            1 if person is bob else None,
            [],
            [],
        )


async def test_a_table_that_was_closed_stands_behind_the_game_played_since(tmp_path: Path, calendar: Calendar) -> None:
    """An abandoned attempt answers as one under way; a later game of the day is shown in its place."""
    async with open_house(tmp_path, untouched_days=1e-5) as house:
        ada = await account(house, "Ada")
        day = calendar.today
        left = await begin(ada, day)
        await ada.post(f"/tables/{left}/leave")
        calendar.go_on(1)
        kept = house.kept(left)
        await until(lambda: kept.data.stage == "closed")
        answer = await everything(ada, day)
        assert (answer["table"], answer["finished"], answer["result"]) == (left, False, None)
    async with open_house(tmp_path) as house:
        ada = house.stranger(ada.token)
        later = await begin(ada, day)
        assert (await everything(ada, day))["table"] == later != left
        await finish(ada, later)
        answer = await everything(ada, day)
        assert (answer["table"], answer["finished"], answer["counted"]) == (later, True, False)
        assert answer["result"]["rank"] == 1


@pytest.fixture
async def houses(tmp_path: Path, postgres: Cluster) -> AsyncIterator[Houses]:
    """Return two servers on one database."""
    settings = {"database_url": postgres.database()}
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(open_house(tmp_path, **settings))
        two = await stack.enter_async_context(open_house(tmp_path, **settings))
        for house in (one, two):
            await until(lambda house=house: house.services.sharing.reached)
        yield one, two


async def test_midnight_passes_over_games_under_way_on_two_servers(
    houses: Houses, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At both, each is told the day as it ended, with a game under way and after having finished it late."""
    monkeypatch.setattr(table, "time", SimpleNamespace(time=calendar.time))  # actions are stored on that day, too
    day, people = calendar.today, [await account(houses[0], name) for name in ("Ada", "Bob", "Cleo")]
    elsewhere = [houses[1].stranger(person.token) for person in people]
    await finish(people[0], await begin(people[0], day))
    players = [await Player.at(person, await begin(person, day)) for person in (people[1], elsewhere[2])]
    for player in players:
        await player.play_on(3)
    for person in (*people[1:], *elsewhere[1:]):
        hidden = await person.get(f"/daily/{day}")
        assert (hidden["over"], [hidden[name] for name in COMPARED]) == (False, [None, [], [], [], []])
    calendar.go_on(1)
    for person in (*people, *elsewhere, *(house.stranger() for house in houses)):
        answer = await everything(person, day)
        assert (answer["over"], answer["players"], [each["name"] for each in answer["best"]]) == (True, 1, ["Ada"])
    for player in players:
        await player.until_over()
    for person in (*people[1:], *elsewhere[1:]):
        answer = await everything(person, day)
        assert (answer["finished"], answer["counted"], answer["players"]) == (True, False, 1)
        assert answer["result"]["rank"] in (1, 2)
