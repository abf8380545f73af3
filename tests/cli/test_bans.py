"""`codex-naturalis admin ban`: a banned guest is out within seconds, reads why, and comes back when the ban is over."""

import json
from pathlib import Path

import httpx
import pytest
from sqlalchemy import update

from codex_naturalis.server.database.schema import bans
from codex_naturalis.server.database.upgrade import upgrade
from tests.cli.test_keeping import elsewhere, run
from tests.server.house import House, Json, Person, Player, open_house
from tests.server.tables.test_play import pair
from tests.waiting import poll


async def shut_out(house: House, folder: Path, *who: str, reason: str = "Rude words.") -> str:
    """Ban a guest, and let the server notice at once; return the number of the ban."""
    made = await elsewhere(folder, "admin", "ban", *who, "--reason", reason)
    assert made.exit_code == 0, made.output
    await house.services.bans.bans.look()
    return made.output.split()[0]


async def test_a_guest_who_is_shut_out_leaves_and_a_bot_plays_on(tmp_path: Path) -> None:
    """Every window closes, the seat link opens nothing, and after the ban the seat may be taken back."""
    async with open_house(tmp_path) as house:
        table, first, second = await pair(house)
        mine = (await second.person.post(f"/tables/{table}/seat-token"))["token"]
        waiting = await second.person.open(seats=2)
        linked = await Player.at(house.stranger(mine), table)
        name = second.table["seats"][second.viewer or 0]["name"]
        number = await shut_out(house, tmp_path, name, "--table", table, "--days", "2")
        assert await second.until_closed() == await linked.until_closed() == 4403
        for somebody in (second.person, house.stranger(mine)):
            socket = house.socket(table)
            await socket.open()
            refused = await socket.hello(somebody.token)
            assert (refused["code"], refused["facts"]["reason"]) == ("guest.suspended", "Rude words.")
        problem = await second.person.refused("GET", "/guests/me")
        assert (problem["status"], problem["code"], problem["facts"]["reason"]) == (
            403,
            "guest.suspended",
            "Rude words.",
        )
        assert problem["facts"]["until"] > 0
        assert (await house.stranger(mine).refused("POST", f"/tables/{table}/return"))["code"] == "guest.suspended"
        while not any(note["kind"] == "leaving" for note in first.table["notes"]):
            await first.hear()
        served = house.services.store.served
        served.at_least(served.now() + 16)
        await house.services.deadlines.poll()
        while not any(seat["stand_in"] for seat in first.table["seats"]):
            await first.hear()
        await poll(lambda: first.person.ask("GET", f"/tables/{waiting}"), lambda answer: answer.status_code == 404)
        assert (await elsewhere(tmp_path, "admin", "unban", number)).exit_code == 0
        await house.services.bans.bans.look()
        assert (await second.person.post(f"/tables/{table}/return"))["viewer"] == second.viewer


async def test_an_account_that_is_shut_out_cannot_sign_in(tmp_path: Path) -> None:
    """For good, and whatever the case of its name."""
    async with open_house(tmp_path) as house:
        wanted = {"name": "Mallory", "password": "correct horse"}
        session = await house.stranger().post("/account", wanted)
        await shut_out(house, tmp_path, "mallory")
        for somebody in (house.stranger(session["token"]), house.stranger()):
            refused = await somebody.refused("POST", "/account/session", wanted)
            assert (refused["code"], refused["facts"]) == ("guest.banned", {"reason": "Rude words."})
        assert (await house.guest("Bob")).token


async def test_an_address_that_is_shut_out_gets_pages_but_no_answers(tmp_path: Path) -> None:
    """Nor new guests; other addresses and this machine itself are not meant."""

    async def asks(address: str) -> Json:
        transport = httpx.ASGITransport(house.app, client=(address, 1))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://codex.test") as http:
            answer = await http.post("/api/v1/guests", json={"name": "Mallory"})
            page = await http.get("/")
            assert page.status_code == 200
            return answer.json().get("code", answer.status_code)

    async with open_house(tmp_path) as house:
        await shut_out(house, tmp_path, "203.0.113.0/24", "--address")
        await shut_out(house, tmp_path, "2001:db8::5", "--address")
        assert await asks("203.0.113.9") == await asks("2001:db8::77") == "guest.banned"
        assert await asks("203.0.114.9") == await asks("2001:db8:1::5") == await asks("127.0.0.1") == 201


async def test_a_ban_ends_by_itself(tmp_path: Path) -> None:
    """And stays in the list of all, which is also told as objects."""
    async with open_house(tmp_path) as house:
        ada = await house.guest("Ada")
        me = (await ada.get("/guests/me"))["id"]
        await shut_out(house, tmp_path, me, "--days", "1", reason="Cool down.")
        assert (await ada.refused("GET", "/guests/me"))["code"] == "guest.suspended"
        assert "Ada  Cool down." in (await elsewhere(tmp_path, "admin", "bans")).output
        await house.services.store.write(lambda connection: connection.execute(update(bans).values(until=1.0)))
        await house.services.bans.bans.look()
        assert (await ada.get("/guests/me"))["id"] == me
        assert (await elsewhere(tmp_path, "admin", "bans")).output == ""
        listed = json.loads((await elsewhere(tmp_path, "admin", "bans", "--all", "--json")).output)
        assert (listed["guest"], listed["name"], listed["reason"], listed["until"]) == (me, "Ada", "Cool down.", 1.0)


async def test_who_was_shut_out_while_no_server_ran_is_met_by_the_next(tmp_path: Path) -> None:
    """It frees the seats as if they had been shut out while it ran."""
    async with open_house(tmp_path) as house:
        table, first, second = await pair(house)
        name = second.table["seats"][second.viewer or 0]["name"]
        token = first.person.token
    assert (await elsewhere(tmp_path, "admin", "ban", name, "--table", table, "--reason", "No.")).exit_code == 0
    async with open_house(tmp_path) as house:
        player = await Player.at(Person(house, token), table)
        while not any(note["kind"] == "leaving" for note in player.table["notes"]):
            await player.hear()


@pytest.mark.usefixtures("english")
def test_an_id_may_begin_with_a_hyphen(tmp_path: Path) -> None:
    """One in sixty-four does."""
    upgrade(tmp_path / "codex.db")
    for command, said in [("close", "there is no table -x"), ("export", "no game was begun at a table -x")]:
        assert said in run(tmp_path, "admin", command, "-x", *["--yes"][: command == "close"]).output
    assert "there is no guest or account called -x" in run(tmp_path, "admin", "ban", "-x", "--reason", "y").output


@pytest.mark.usefixtures("english")
async def test_who_is_meant_is_said_plainly(tmp_path: Path) -> None:
    """An unknown or ambiguous name, or too wide a network, bans no guest."""
    async with open_house(tmp_path) as house:
        ada, eve = await house.guest("Twin"), await house.guest("Twin")
        table = await ada.open(seats=3)
        await eve.post(f"/tables/{table}/join")
    for wrong, code, said in [
        (("Nobody",), 1, "there is no guest or account called Nobody"),
        (("Nobody", "--table", table), 1, f"there is no guest or account called Nobody at table {table}"),
        (("Twin", "--table", table), 1, "several guests are called Twin"),
        (("somewhere", "--address"), 1, "somewhere is not an address or a network"),
        (("0.0.0.0/0", "--address"), 1, "0.0.0.0/0 is not an address or a network"),
        (("Twin", "--days", "nan"), 2, "at most 36,500 days"),
        (("Twin", "--days", "inf"), 2, "at most 36,500 days"),
        (("Twin", "--days", "0"), 2, "more than 0"),
        (("Twin", "--table", table, "--address"), 2, "--table and --address cannot be combined"),
    ]:
        result = await elsewhere(tmp_path, "admin", "ban", *wrong, "--reason", "x")
        assert (result.exit_code, said in result.output) == (code, True), result.output
    assert (await elsewhere(tmp_path, "admin", "unban", "7")).exit_code == 1
    assert (await elsewhere(tmp_path, "admin", "unban", "9" * 30)).exit_code == 2
    assert (await elsewhere(tmp_path, "admin", "bans")).output == ""
