"""Tournaments on the server: announced, joined, paired, played, ranked and exported."""

import csv
import io
import time
from pathlib import Path

import pytest
from sqlalchemy import insert

from codex_naturalis.server.database.schema import results
from tests.server.house import House, Json, Person, open_house
from tests.server.tournaments.field import account, announced, begun, get_tournament, own_table, play_round, until
from tests.several import on_both


def _over(state: Json) -> bool:
    return bool(state["info"]["stage"] == "over")


@on_both
async def test_a_duplicate_swiss_is_played_to_its_end(house: House) -> None:
    """Each round has one deal, its points are told when it is over, and the standings count matchpoints."""
    host = await account(house, "Ada")
    people = [host, *[await house.guest(name) for name in ("Bea", "Cleo", "Dora")]]
    tournament = await announced(host, "duplicate", rounds=2)
    for person in people:
        await person.post(f"/tournaments/{tournament}/join")
    state = await begun(host, tournament)
    games = state["rounds"][0]["games"]
    assert len(games) == 2
    deals = {house.kept(game["table"]).data.deal for game in games}
    seals = {house.kept(game["table"]).data.seal for game in games}
    assert len(deals) == len(seals) == 1
    for number in (1, 2):
        state = await until(host, tournament, lambda each, number=number: len(each["rounds"]) == number)
        assert all(game["totals"] is None for game in state["rounds"][0]["games"])
        await play_round(tournament, people)
    state = await until(host, tournament, _over)
    assert [one["games"] for one in state["standings"]] == [2] * 4
    assert sum(one["score"] for one in state["standings"]) == pytest.approx(4)
    shares = [share for one in state["rounds"] for game in one["games"] for share in game["shares"]]
    assert sum(shares) == pytest.approx(4)
    met = [frozenset(game["players"]) for one in state["rounds"] for game in one["games"]]
    assert len(set(met)) == 4, "nobody meets an opponent twice"
    record = await people[1].ask("GET", f"/tables/{games[0]['table']}/record")
    assert record.status_code == 200, "the cards are shown when the round is over"


async def test_house_bots_play_each_other_without_people(house: House) -> None:
    """A knockout among bots alone ends with one winner, though no one looks."""
    host = await account(house, "Ada")
    tournament = await announced(host, "knockout", bots=["random"] * 4, most=4)
    await begun(host, tournament)
    state = await until(host, tournament, _over)
    assert len(state["rounds"]) == 2
    assert [one["rank"] for one in state["standings"]] == [1, 2, 3, 3]


async def test_an_arena_pairs_the_free_and_not_the_same_again(house: House) -> None:
    """Players are paired when free; with enough others not against the last opponent; games per hour are capped."""
    host = await account(house, "Ada")
    tournament = await announced(host, "arena", bots=["random"] * 4, minutes=10, games_per_hour=2)
    await begun(host, tournament)
    state = await until(
        host,
        tournament,
        lambda each: (
            sum(one["games"] for one in each["standings"]) == 8
            and all(game["winners"] is not None for one in each["rounds"] for game in one["games"])
        ),
    )
    played = [game["players"] for one in reversed(state["rounds"]) for game in one["games"]]
    last: dict[str, frozenset[str]] = {}
    for players in played:
        met = frozenset(players)
        assert not all(last.get(player) == met for player in players), "not the same as last time"
        last |= dict.fromkeys(players, met)
    assert all(one["games"] == 2 for one in state["standings"])
    assert sum(one["score"] for one in state["standings"]) == pytest.approx(8)


async def test_the_absent_are_not_paired(house: House) -> None:
    """Who is not there at the start is not paired; nor who takes a break; both may come back."""
    host = await account(house, "Ada")
    bea, cleo = await house.guest("Bea"), await house.guest("Cleo")
    tournament = await announced(host, "swiss", rounds=2, bots=["random"])
    for person in (host, bea, cleo):
        await person.post(f"/tournaments/{tournament}/join")
    await cleo.post(f"/tournaments/{tournament}/withdraw")
    state = await begun(host, tournament)
    assert sorted(one["name"] for one in state["players"]) == ["Ada", "Bea", "random"], "before the start one leaves"
    assert state["rounds"][0]["bye"] is not None
    await bea.post(f"/tournaments/{tournament}/withdraw")
    await play_round(tournament, [host, bea])
    state = await until(host, tournament, lambda each: len(each["rounds"]) == 2)
    names = {one["id"]: one["name"] for one in state["players"]}
    paired = {names[player] for game in state["rounds"][0]["games"] for player in game["players"]}
    assert paired == {"Ada", "random"}
    assert state["rounds"][0]["bye"] is None


async def test_a_stand_in_finishes_and_its_owner_is_away(tmp_path: Path) -> None:
    """A player who leaves is replaced; the result counts for the player, who is not paired until back."""
    async with open_house(tmp_path, left_seconds=0.0) as house:
        host, bea = await account(house, "Ada"), await house.guest("Bea")
        tournament = await announced(host, "swiss", rounds=2)
        for person in (host, bea):
            await person.post(f"/tournaments/{tournament}/join")
        await begun(host, tournament)
        table = await own_table(bea, tournament)
        await bea.post(f"/tables/{table}/leave")
        await play_round(tournament, [host])
        state = await until(host, tournament, lambda each: each["rounds"][0]["ended"])
        assert {one["name"]: one["away"] for one in state["players"]} == {"Ada": False, "Bea": True}
        assert [one["games"] for one in state["standings"]] == [1, 1]
        await bea.post(f"/tournaments/{tournament}/join")
        await until(host, tournament, lambda each: len(each["rounds"]) == 2)


async def test_results_are_exported(house: House) -> None:
    """CSV has a row for each standing and each seat, and nothing a spreadsheet would compute; JSON has it all."""
    host = await account(house, "Ada")
    tournament = await announced(host, "knockout", bots=["random"], most=2)
    formula = await house.guest("=SUM(A1)")
    await formula.post(f"/tournaments/{tournament}/join")
    await begun(host, tournament)
    await play_round(tournament, [formula])
    await until(host, tournament, _over)
    answer = await host.ask("GET", f"/tournaments/{tournament}/results.csv")
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[0][:2] == ["rank", "name"]
    assert "'=SUM(A1)" in {row[1] for row in rows[1:3]}
    assert [row[:3] for row in rows[5:]] == [["1", "1", "0"], ["1", "1", "1"]]
    for_excel = (await host.ask("GET", f"/tournaments/{tournament}/results.csv?excel=true")).content
    assert for_excel == b"\xef\xbb\xbf" + answer.content
    whole = await host.get(f"/tournaments/{tournament}/results.json")
    assert whole["standings"] == (await get_tournament(host, tournament))["standings"]


async def test_who_may_announce_and_how_many(tmp_path: Path) -> None:
    """Guests may not; an account may have so many at the same time; impossible plans are refused."""
    async with open_house(tmp_path, tournaments_per_account=1) as house:
        guest, host = await house.guest(), await account(house, "Ada")
        body: Json = {
            "name": "x",
            "starts": time.time(),
            "plan": {"kind": "swiss", "clock": {"kind": "correspondence", "days": 2}},
        }
        assert (await guest.refused("POST", "/tournaments", body))["code"] == "account.none"
        arena = {**body, "plan": {**body["plan"], "kind": "arena"}}
        assert (await host.refused("POST", "/tournaments", arena))["code"] == "tournament.invalid"
        huge = {**body, "plan": {**body["plan"], "most": 1000}}
        assert (await host.refused("POST", "/tournaments", huge))["code"] == "tournament.invalid"
        tournament = (await host.post("/tournaments", body))["info"]["id"]
        assert (await host.refused("POST", "/tournaments", body))["code"] == "limit.tournaments"
        assert (await guest.refused("POST", f"/tournaments/{tournament}/cancel"))["code"] == "tournament.host"
        assert (await host.post(f"/tournaments/{tournament}/cancel"))["info"]["stage"] == "cancelled"
        assert (await guest.refused("POST", f"/tournaments/{tournament}/join"))["code"] == "tournament.over"
        await host.post("/tournaments", body)


async def test_a_tournament_by_link_is_not_in_the_calendar(house: House) -> None:
    """Only its host and its players see it there."""
    host, bea = await account(house, "Ada"), await house.guest("Bea")
    body = {
        "name": "Secret",
        "starts": time.time() + 60,
        "listed": False,
        "plan": {"kind": "swiss", "clock": {"kind": "real_time", "seconds": 300}},
    }
    tournament = (await host.post("/tournaments", body))["info"]["id"]
    assert [one["name"] for one in await host.get("/tournaments")] == ["Secret"]
    assert await bea.get("/tournaments") == []
    await bea.post(f"/tournaments/{tournament}/join")
    assert [one["joined"] for one in await bea.get("/tournaments")] == [True]


async def test_a_knockout_is_seeded_by_rating(house: House) -> None:
    """For as many seats, as it was before the first round; players without a rating follow in the order of joining."""
    people = [await account(house, name) for name in ("Ada", "Bea", "Cleo", "Dora")]
    tournament = await announced(people[0], "knockout", most=4)
    for person in people:
        await person.post(f"/tournaments/{tournament}/join")

    async def rate(person: Person, rating: float, ended: float, seats: int = 2) -> None:
        guest, table = (await person.get("/guests/me"))["id"], await person.open(seats=2)
        row = {"table_id": table, "guest": guest, "ended": ended, "seats": seats, "rank": 1, "points": 20, "won": True}
        await house.services.store.write(
            lambda connection: connection.execute(insert(results), row | {"rating": rating, "deviation": 60.0})
        )

    ada, bea, cleo, dora = people
    await rate(cleo, 1700.0, 1.0)
    await rate(cleo, 1550.0, 2.0)
    await rate(dora, 1600.0, 1.0)
    await rate(bea, 1900.0, 1.0, seats=3)
    order = ["Dora", "Cleo", "Ada", "Bea"]
    assert [one["name"] for one in (await get_tournament(people[0], tournament))["players"]] == order
    await begun(people[0], tournament)
    await rate(ada, 2000.0, time.time() + 60)
    assert [one["name"] for one in (await get_tournament(people[0], tournament))["players"]] == order
    (state,) = [await house.services.tournaments.tournaments.state(tournament)]
    first = {frozenset(game.players) for game in state.games}
    names = {player.id: player.name for player in state.players}
    assert {frozenset(names[one] for one in game) for game in first} == {
        frozenset({"Dora", "Bea"}),
        frozenset({"Cleo", "Ada"}),
    }
