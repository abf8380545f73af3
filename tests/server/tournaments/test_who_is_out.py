"""Who is out stays out: players whom a host has removed, and members whom a club has removed; and ended tournaments."""

import asyncio
import time

from sqlalchemy import func, select

from codex_naturalis.server.database.schema import tournament_players
from codex_naturalis.server.tournaments.hosting import cancel_announced
from tests.server.house import House, Json, Person
from tests.server.tournaments.field import CLOCK, account, announced, begun, get_tournament, play_round, until
from tests.several import on_both

DAYS: Json = {"kind": "correspondence", "days": 2}
"""A clock under which everyone is paired who is not out or away."""


def number_of(state: Json, name: str) -> str:
    """Return the number of a player in a tournament."""
    return str(next(one["id"] for one in state["players"] if one["name"] == name))


async def joined(tournament: str, *people: Person) -> None:
    """Let people join a tournament."""
    for person in people:
        await person.post(f"/tournaments/{tournament}/join")


async def paired(host: Person, tournament: str) -> set[str]:
    """Return the names of those who play in the present round."""
    state = await get_tournament(host, tournament)
    names = {one["id"]: one["name"] for one in state["players"]}
    return {names[player] for game in state["rounds"][0]["games"] for player in game["players"]}


@on_both
async def test_a_player_removed_from_a_running_tournament_stays_out(house: House) -> None:
    """The game under way is played on; after it the player is not paired, nor may come back until readmitted."""
    host, bea = await account(house, "Ada"), await house.guest("Bea")
    tournament = await announced(host, "swiss", rounds=3, bots=["random"] * 2, clock=DAYS)
    await joined(tournament, host, bea)
    number = number_of(await begun(host, tournament), "Bea")
    at = f"/tournaments/{tournament}"
    assert (await bea.refused("DELETE", f"{at}/players/{number}"))["code"] == "tournament.host"
    state = await host.ask("DELETE", f"{at}/players/{number}")
    assert [one["name"] for one in state.json()["removed"]] == ["Bea"]
    assert (await get_tournament(bea, tournament))["removed"] == [], "hosts alone are told"
    pulse = await bea.get(f"{at}/pulse")
    assert pulse["barred"]
    assert pulse["table"], "the game under way is still theirs"
    await play_round(tournament, [host, bea])
    await until(host, tournament, lambda each: len(each["rounds"]) == 2)
    assert (await bea.refused("POST", f"{at}/join"))["code"] == "tournament.removed"
    await bea.post(f"{at}/withdraw")
    assert (await bea.refused("POST", f"{at}/join"))["code"] == "tournament.removed", "not by withdrawing either"
    assert "Bea" not in await paired(host, tournament)
    assert (await bea.refused("POST", f"{at}/players/{number}/readmit"))["code"] == "tournament.host"
    readmitted = await host.post(f"{at}/players/{number}/readmit")
    assert readmitted["removed"] == []
    assert not (await bea.get(f"{at}/pulse"))["barred"]
    await joined(tournament, bea)
    await play_round(tournament, [host])
    await until(host, tournament, lambda each: len(each["rounds"]) == 3)
    assert "Bea" in await paired(host, tournament)


@on_both
async def test_a_player_removed_before_the_start_stays_out(house: House) -> None:
    """A removed player does not count, and may join only when readmitted; one who has withdrawn may join again."""
    host, bea, cleo = await account(house, "Ada"), await house.guest("Bea"), await house.guest("Cleo")
    tournament = await announced(host, "swiss", most=2)
    at = f"/tournaments/{tournament}"
    await joined(tournament, bea, cleo)
    number = number_of(await get_tournament(host, tournament), "Bea")
    state = (await host.ask("DELETE", f"{at}/players/{number}")).json()
    assert ([one["name"] for one in state["players"]], state["info"]["players"]) == (["Cleo"], 1)
    assert [(one["players"], one["joined"]) for one in await bea.get("/tournaments")] == [(1, False)]
    assert (await bea.refused("POST", f"{at}/join"))["code"] == "tournament.removed"
    await bea.post(f"{at}/withdraw")
    assert (await bea.refused("POST", f"{at}/join"))["code"] == "tournament.removed"
    await joined(tournament, host)
    assert (await get_tournament(host, tournament))["info"]["players"] == 2, "their place is free for another"
    await host.post(f"{at}/players/{number}/readmit")
    assert (await bea.refused("POST", f"{at}/join"))["code"] == "tournament.full"
    await cleo.post(f"{at}/withdraw")
    await joined(tournament, bea)
    await bea.post(f"{at}/withdraw")
    await joined(tournament, bea)


@on_both
async def test_a_return_and_a_removal_at_the_same_moment_end_with_the_removal(house: House) -> None:
    """However the two fall, the player is out afterwards."""
    host, bea = await account(house, "Ada"), await house.guest("Bea")
    tournament = await announced(host, "swiss", rounds=2, bots=["random"] * 3, clock=DAYS)
    at = f"/tournaments/{tournament}"
    await joined(tournament, bea)
    number = number_of(await begun(host, tournament), "Bea")
    for _ in range(5):
        await bea.post(f"{at}/withdraw")
        await asyncio.gather(bea.ask("POST", f"{at}/join"), host.ask("DELETE", f"{at}/players/{number}"))
        (player,) = (await house.services.tournaments.tournaments.state(tournament)).removed
        assert (player.away, player.removed) == (True, True)
        await host.post(f"{at}/players/{number}/readmit")


async def test_a_house_bot_is_removed_and_readmitted(house: House) -> None:
    """Before the start it just goes; later it is out until it is readmitted, and then plays at once."""
    host = await account(house, "Ada")
    tournament = await announced(host, "swiss", rounds=15, bots=["random"] * 4)
    at = f"/tournaments/{tournament}"
    first, second = [one["id"] for one in (await get_tournament(host, tournament))["players"]][:2]
    state = (await host.ask("DELETE", f"{at}/players/{first}")).json()
    assert (len(state["players"]), state["removed"]) == (3, [])
    await begun(host, tournament)
    state = (await host.ask("DELETE", f"{at}/players/{second}")).json()
    assert [one["id"] for one in state["removed"]] == [second]
    readmitted = await host.post(f"{at}/players/{second}/readmit")
    assert not any(one["away"] for one in readmitted["players"])


@on_both
async def test_a_member_removed_from_the_club_does_not_come_back(house: House) -> None:
    """The old link is void; in the club's running tournament they are not paired, and may not come back."""
    ada, bea, cleo = await account(house, "Ada"), await house.guest("Bea"), await house.guest("Cleo")
    club = await ada.post("/clubs", {"name": "The Inkwell"})
    for person in (bea, cleo):
        await person.post("/clubs/join", {"invite": club["invite"]})
    plan = {"kind": "swiss", "clock": DAYS, "rounds": 3, "pause": 0}
    body = {"name": "Evening", "starts": time.time() + 3600, "plan": plan, "club": club["info"]["id"]}
    tournament = (await ada.post("/tournaments", body))["info"]["id"]
    await joined(tournament, ada, bea, cleo)
    await begun(ada, tournament)
    at = f"/clubs/{club['info']['id']}"
    members = {one["name"]: one["guest"] for one in (await ada.get(at))["members"]}
    await ada.ask("DELETE", f"{at}/members/{members['Bea']}")
    assert (await bea.refused("POST", "/clubs/join", {"invite": club["invite"]}))["code"] == "club.unknown"
    assert (await ada.get(at))["invite"] != club["invite"]
    assert (await bea.get(f"/tournaments/{tournament}/pulse"))["barred"]
    await play_round(tournament, [ada, bea, cleo])
    await until(ada, tournament, lambda each: len(each["rounds"]) == 2)
    assert await paired(ada, tournament) == {"Ada", "Cleo"}
    await bea.post(f"/tournaments/{tournament}/withdraw")
    assert (await bea.refused("POST", f"/tournaments/{tournament}/join"))["code"] == "tournament.members"


async def test_a_club_that_a_member_leaves_keeps_its_link(house: House) -> None:
    """Only a removal replaces it."""
    ada, bea = await account(house, "Ada"), await house.guest("Bea")
    club = await ada.post("/clubs", {"name": "The Inkwell"})
    await bea.post("/clubs/join", {"invite": club["invite"]})
    await bea.ask("POST", f"/clubs/{club['info']['id']}/leave")
    assert (await ada.get(f"/clubs/{club['info']['id']}"))["invite"] == club["invite"]


async def test_who_is_no_admin_of_the_club_directs_none_of_its_tournaments(house: House) -> None:
    """An admin who announced one and is removed from the club is its host no more; each admin of the club is."""
    ada, bea = await account(house, "Ada"), await account(house, "Bea")
    club = await ada.post("/clubs", {"name": "The Inkwell"})
    at = f"/clubs/{club['info']['id']}"
    await bea.post("/clubs/join", {"invite": club["invite"]})
    member = next(one["guest"] for one in (await ada.get(at))["members"] if one["name"] == "Bea")
    await ada.post(f"{at}/members/{member}/admin")
    plan = {"kind": "swiss", "clock": CLOCK}
    body = {"name": "Evening", "starts": time.time() + 3600, "plan": plan, "club": club["info"]["id"]}
    tournament = (await bea.post("/tournaments", body))["info"]["id"]
    await ada.ask("DELETE", f"{at}/members/{member}")
    assert not (await get_tournament(bea, tournament))["hosts"]
    assert (await bea.refused("POST", f"/tournaments/{tournament}/cancel"))["code"] == "tournament.host"
    assert (await ada.post(f"/tournaments/{tournament}/cancel"))["info"]["stage"] == "cancelled"


@on_both
async def test_a_running_tournament_is_ended(house: House) -> None:
    """The games under way are played to their end and count; no other begins, and nobody joins any more."""
    host, bea = await account(house, "Ada"), await house.guest("Bea")
    tournament = await announced(host, "duplicate", rounds=4, clock=DAYS, bots=["random"] * 2)
    at = f"/tournaments/{tournament}"
    await joined(tournament, host, bea)
    assert (await host.refused("POST", f"{at}/end"))["code"] == "tournament.waits"
    await begun(host, tournament)
    assert (await bea.refused("POST", f"{at}/end"))["code"] == "tournament.host"
    ended = await host.post(f"{at}/end")
    assert (ended["closing"], ended["info"]["stage"]) == (True, "running")
    assert (await host.refused("POST", f"{at}/end"))["code"] == "tournament.over"
    assert (await (await house.guest("Eve")).refused("POST", f"{at}/join"))["code"] == "tournament.over"
    await play_round(tournament, [host, bea])
    state = await until(host, tournament, lambda each: each["info"]["stage"] == "over")
    assert len(state["rounds"]) == 1
    assert [one["games"] for one in state["standings"]] == [1] * 4
    assert all(game["totals"] and game["shares"] for game in state["rounds"][0]["games"])


async def test_an_arena_and_a_pause_are_ended_at_once(house: House) -> None:
    """Where no game is under way a tournament is over in the next step, and an arena opens no more tables."""
    host = await account(house, "Ada")
    swiss = await announced(host, "swiss", rounds=4, pause=3600, bots=["random"] * 2)
    await begun(host, swiss)
    await until(host, swiss, lambda each: each["rounds"][0]["ended"])
    await host.post(f"/tournaments/{swiss}/end")
    assert len((await until(host, swiss, lambda each: each["info"]["stage"] == "over"))["rounds"]) == 1
    arena = await announced(host, "arena", bots=["random"] * 2, minutes=60, games_per_hour=60)
    await begun(host, arena)
    opened = len((await host.post(f"/tournaments/{arena}/end"))["rounds"])
    state = await until(host, arena, lambda each: each["info"]["stage"] == "over")
    assert len(state["rounds"]) == opened


@on_both
async def test_the_announced_tournaments_of_a_host_who_goes_are_cancelled(house: House) -> None:
    """A club's stay, for its other admins; one that runs goes on to its end."""
    host = await account(house, "Ada")
    club = (await host.post("/clubs", {"name": "The Inkwell"}))["info"]["id"]
    own, running = await announced(host, "swiss"), await announced(host, "swiss", bots=["random"] * 2)
    body = {"name": "Evening", "starts": time.time() + 3600, "plan": {"kind": "swiss", "clock": CLOCK}, "club": club}
    evening = (await host.post("/tournaments", body))["info"]["id"]
    await begun(host, running)
    guest = (await host.get("/guests/me"))["id"]
    await house.services.store.write(lambda connection: cancel_announced(connection, guest))
    stages = [(await get_tournament(host, each))["info"]["stage"] for each in (own, evening)]
    assert stages == ["cancelled", "announced"]
    assert (await get_tournament(host, running))["info"]["stage"] in ("running", "over")


async def test_no_one_is_stored_twice(house: House) -> None:
    """Removed, readmitted and joined again, a player has one row."""
    host, bea = await account(house, "Ada"), await house.guest("Bea")
    tournament = await announced(host, "swiss")
    for _ in range(2):
        await joined(tournament, bea)
        number = number_of(await get_tournament(host, tournament), "Bea")
        await host.ask("DELETE", f"/tournaments/{tournament}/players/{number}")
        await host.post(f"/tournaments/{tournament}/players/{number}/readmit")
    (rows,) = await house.services.store.read(select(func.count()).select_from(tournament_players))
    assert rows[0][0] == 0
