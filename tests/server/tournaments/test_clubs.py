"""Clubs: founding, joining by link, admins, evenings for members, and the season table."""

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from codex_naturalis.server.tournaments.results import season_csv
from codex_naturalis.server.tournaments.season import SeasonRow, SeasonTable
from tests.server.house import House, Person
from tests.server.tournaments.field import CLOCK, account, begun, play_round, until
from tests.several import on_both


async def test_a_club_is_founded_joined_and_left(house: House) -> None:
    """People join by its link, which admins may renew; the oldest member succeeds the last admin."""
    ada, bea, cleo = await account(house, "Ada"), await house.guest("Bea"), await house.guest("Cleo")
    assert (await bea.refused("POST", "/clubs", {"name": "x"}))["code"] == "account.none"
    club = await ada.post("/clubs", {"name": "The Inkwell", "about": "Thursdays"})
    at = f"/clubs/{club['info']['id']}"
    joined = await bea.post("/clubs/join", {"invite": club["invite"]})
    assert joined["member"]
    assert joined["invite"] is None
    assert [one["guest"] for one in joined["members"]] == [None, None], "admins alone are told who is who"
    assert (await bea.refused("POST", f"{at}/link"))["code"] == "club.admin"
    renewed = await ada.post(f"{at}/link")
    assert (await cleo.refused("POST", "/clubs/join", {"invite": club["invite"]}))["code"] == "club.unknown"
    await cleo.post("/clubs/join", {"invite": renewed["invite"]})
    guest = next(one["guest"] for one in (await ada.get(at))["members"] if one["name"] == "Cleo")
    await ada.ask("DELETE", f"{at}/members/{guest}")
    assert [one["name"] for one in (await ada.get(at))["members"]] == ["Ada", "Bea"]
    await ada.ask("POST", f"{at}/leave")
    assert (await bea.get(at))["admin"]
    assert [one["name"] for one in await bea.get("/clubs")] == ["The Inkwell"]
    await bea.ask("POST", f"{at}/leave")
    assert (await bea.refused("GET", at))["code"] == "club.unknown"


async def test_an_evening_counts_for_the_season(house: House) -> None:
    """Only members join a club's tournament; its scores are the season's, in per cent, also as CSV."""
    ada, bea, eve = await account(house, "Ada"), await house.guest("Bea"), await house.guest("Eve")
    club = await ada.post("/clubs", {"name": "The Inkwell"})
    await bea.post("/clubs/join", {"invite": club["invite"]})
    plan = {"kind": "swiss", "clock": CLOCK, "rounds": 1, "pause": 0}
    at = club["info"]["id"]
    body = {"name": "Evening", "starts": time.time() + 3600, "plan": plan, "club": at, "listed": False}
    assert (await bea.refused("POST", "/tournaments", body))["code"] == "account.none"
    tournament = (await ada.post("/tournaments", body))["info"]["id"]
    assert (await eve.refused("POST", f"/tournaments/{tournament}/join"))["code"] == "tournament.members"
    for person in (ada, bea):
        await person.post(f"/tournaments/{tournament}/join")
    await begun(ada, tournament)
    await play_round(tournament, [ada, bea])
    await until(ada, tournament, lambda each: each["info"]["stage"] == "over")
    year = datetime.now(UTC).year
    season = await eve.get(f"/clubs/{at}/season?year={year}")
    assert season["evenings"] == 1
    assert sum(row["points"] for row in season["rows"]) == 100
    assert {row["name"] for row in season["rows"]} == {"Ada", "Bea"}
    assert (await eve.get(f"/clubs/{at}/season?year={year - 1}"))["rows"] == []
    lines = (await eve.ask("GET", f"/clubs/{at}/season.csv?year={year}")).text.splitlines()
    assert lines[0] == "rank,name,evenings,points,best"
    assert len(lines) == 3
    for_excel = (await eve.ask("GET", f"/clubs/{at}/season.csv?year={year}&excel=true")).content
    assert for_excel.decode("utf-8-sig").splitlines() == lines
    assert for_excel.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("name", ["=1+1", "\uff1d1+1", "\uff20a", "-1", "+1"])
def test_no_name_is_a_formula_in_excel(name: str) -> None:
    """Nor one with a wide sign, which some editions of Excel take for the usual one."""
    table = SeasonTable(2026, 1, (SeasonRow(1, name, 1, 100.0, 100.0),))
    assert f"\r\n1,'{name},1," in season_csv(table, excel=True)


async def test_only_members_find_the_unlisted_tournaments_of_a_club(house: House) -> None:
    """The club's id, which every page of the club shows, is not the link of its tournaments."""
    ada, bea, eve = await account(house, "Ada"), await house.guest("Bea"), await house.guest("Eve")
    club = await ada.post("/clubs", {"name": "The Inkwell"})
    at = club["info"]["id"]
    await bea.post("/clubs/join", {"invite": club["invite"]})
    plan = {"kind": "swiss", "clock": CLOCK, "rounds": 1, "pause": 0}
    for name, listed in (("Open", True), ("Quiet", False)):
        body = {"name": name, "starts": time.time() + 3600, "plan": plan, "club": at, "listed": listed}
        await ada.post("/tournaments", body)

    async def found(person: Person) -> set[str]:
        return {one["name"] for one in await person.get(f"/tournaments?club={at}")}

    assert await found(ada) == await found(bea) == {"Open", "Quiet"}
    assert await found(eve) == await found(house.stranger()) == {"Open"}
    await bea.ask("POST", f"/clubs/{at}/leave")
    assert await found(bea) == {"Open"}


async def test_members_find_each_others_tables(house: House) -> None:
    """A club's page lists public tables at which members sit, and no others."""
    ada, eve = await account(house, "Ada"), await house.guest("Eve")
    club = await ada.post("/clubs", {"name": "The Inkwell"})
    own = await ada.open(seats=2, listed=True)
    await eve.open(seats=2, listed=True)
    assert [one["id"] for one in await eve.get(f"/clubs/{club['info']['id']}/tables")] == [own]


@on_both
async def test_a_link_that_is_renewed_meanwhile_lets_nobody_in(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was removed does not come back by a request that was under way."""
    ada, bea = await account(house, "Ada"), await house.guest("Bea")
    club = await ada.post("/clubs", {"name": "The Inkwell"})
    store = house.services.store
    write = store.write

    async def write_late(*job: Any) -> Any:  # noqa: ANN401 - whatever is written
        monkeypatch.undo()
        await ada.post(f"/clubs/{club['info']['id']}/link")
        return await write(*job)

    monkeypatch.setattr(store, "write", write_late)
    assert (await bea.refused("POST", "/clubs/join", {"invite": club["invite"]}))["code"] == "club.unknown"
    assert len((await ada.get(f"/clubs/{club['info']['id']}"))["members"]) == 1
