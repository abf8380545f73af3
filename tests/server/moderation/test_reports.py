"""Reports, blocks and moderators: who may do what, and what comes of it."""

import asyncio
import time
from typing import Any

import pytest
from sqlalchemy import Table, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.server.bans.restraints import rename_account
from codex_naturalis.server.database.schema import accounts, blocks, moderations, moderators, reports, restraints
from tests.server.house import House, Json, Person, Socket
from tests.server.people.test_history import person
from tests.server.programs.parts import account, program_of
from tests.several import on_both


async def rows(house: House, table: Table) -> list[Any]:
    """Return what is stored."""
    (found,) = await house.services.store.read(select(table))
    return list(found)


async def moderator(house: House, name: str) -> Person:
    """Return a client whose account the host has made a moderator."""
    made = await person(house, name)
    await appoint(house, name)
    return made


async def appoint(house: House, name: str) -> None:
    """Make the account of this name a moderator's."""

    async def job(connection: AsyncConnection) -> None:
        guest = (await connection.execute(select(accounts.c.guest).where(accounts.c.name == name))).scalar_one()
        await connection.execute(insert(moderators), {"guest": guest, "created": 0.0})

    await house.services.store.write(job)


async def say(socket: Socket, number: int, text: str) -> Json:
    """Say something; return what is heard of the chat, or the refusal."""
    await socket.say({"type": "say", "id": f"line-{number}", "text": text})
    return await socket.hear_of("said", "refused")


async def quarrel(house: House) -> tuple[Person, Person, str, Socket]:
    """Return two guests at one table, where the second has said three lines, the table, and the second's socket."""
    ada, bob = await house.guest("Ada"), await house.guest("Rude Bob")
    table = await ada.open(seats=3)
    await bob.post(f"/tables/{table}/join")
    socket, _ = await bob.look(table)
    for number, text in enumerate(("hello", "you are a fool", "bye"), 1):
        await say(socket, number, text)
    return ada, bob, table, socket


@on_both
async def test_a_report_goes_to_a_moderator_with_its_context(house: House) -> None:
    """Once for each reporter and thing; it names nobody who reports, and is settled once, with a line in the log."""
    ada, _, table, socket = await quarrel(house)
    mia, max_ = await moderator(house, "Mia"), await moderator(house, "Max")
    wanted = {"kind": "chat", "table": table, "line": 2, "comment": "that hurt"}
    for _ in range(2):
        assert (await ada.ask("POST", "/reports", wanted)).status_code == 204
    (report,) = await mia.get("/moderation/reports")
    assert (report["kind"], report["name"], report["account"], report["earlier"], report["others"]) == (
        "chat",
        "Rude Bob",
        False,
        0,
        0,
    )
    assert report["context"]["comment"] == "that hurt"
    assert [(line["text"], line["reported"]) for line in report["context"]["lines"]] == [
        ("hello", False),
        ("you are a fool", True),
        ("bye", False),
    ]
    assert "Ada" not in str(report)
    path = f"/moderation/reports/{report['id']}"
    both = await asyncio.gather(
        *(each.ask("POST", path, {"action": "mute", "days": 3, "reason": "insult"}) for each in (mia, max_))
    )
    assert sorted(answer.status_code for answer in both) == [204, 409]
    assert await mia.get("/moderation/reports") == []
    (log,) = await rows(house, moderations)
    assert (log.action, log.name, log.reason, log.report) == ("mute", "Rude Bob", "insult", report["id"])
    assert log.moderator in ("Mia", "Max")
    assert (await say(socket, 4, "again"))["code"] == "chat.muted"
    assert (await ada.ask("POST", "/reports", wanted)).status_code == 204
    assert await mia.get("/moderation/reports") == []


@on_both
async def test_a_name_is_taken_away(house: House) -> None:
    """From a guest and from an account, at the table too; neither changes it back before its time."""
    ada, bob, table, _ = await quarrel(house)
    eve, mia = await person(house, "Bad Name"), await moderator(house, "Mia")
    await eve.post(f"/tables/{table}/join")
    stage = (await ada.get(f"/tables/{table}"))["table"]
    for seat in stage["seats"]:
        if seat["name"] != "Ada":
            await ada.ask("POST", "/reports", {"kind": "name", "table": table, "seat": seat["seat"]})
    found = await mia.get("/moderation/reports")
    assert len(found) == 2
    for report in found:
        assert (await mia.ask("POST", f"/moderation/reports/{report['id']}", {"action": "rename"})).status_code == 204
    names = [seat["name"] for seat in (await ada.get(f"/tables/{table}"))["table"]["seats"]]
    assert sum(name.startswith("Guest ") for name in names) == 2
    assert (await bob.refused("PATCH", "/guests/me", {"name": "Rude Bob"}))["code"] == "name.forced"
    new = (await eve.get("/account"))["name"]
    assert new in names
    session = await house.stranger().post("/account/session", {"name": new, "password": "correct horse"})
    assert session["name"] == new
    assert (await house.stranger().refused("GET", "/people/Bad Name"))["code"] == "person.unknown"


async def test_a_ban_is_a_ban(house: House) -> None:
    """At once, with the reason told, and a report that is dismissed changes nothing."""
    ada, bob, table, _ = await quarrel(house)
    mia = await moderator(house, "Mia")
    for kind in ("behaviour", "portrait"):
        his = await ada.seat_of("Rude Bob", table)
        await ada.ask("POST", "/reports", {"kind": kind, "table": table, "seat": his})
    first, second = await mia.get("/moderation/reports")
    assert first["others"] == 1
    await mia.ask("POST", f"/moderation/reports/{first['id']}", {"action": "dismiss"})
    assert (await bob.get("/guests/me"))["name"] == "Rude Bob"
    await mia.ask("POST", f"/moderation/reports/{second['id']}", {"action": "ban", "days": 2, "reason": "enough"})
    banned = await bob.refused("POST", "/tables", {"seats": 2})
    assert (banned["code"], banned["facts"]["reason"]) == ("guest.suspended", "enough")
    assert [log.action for log in await rows(house, moderations)] == ["dismiss", "ban"]


async def test_only_moderators_moderate(house: House) -> None:
    """For guests, accounts and programs there is no such page; a moderator does not judge reports of themselves."""
    ada, _, table, _ = await quarrel(house)
    await ada.ask("POST", "/reports", {"kind": "chat", "table": table, "line": 2})
    mia = await moderator(house, "Mia")
    (report,) = await mia.get("/moderation/reports")
    path = f"/moderation/reports/{report['id']}"
    owner = await account(house)
    program = Person(house, await program_of(owner))
    for each, status in ((house.stranger(), 401), (ada, 404), (owner, 404), (program, 403)):
        assert (await each.ask("GET", "/moderation/reports")).status_code == status
        assert (await each.ask("POST", path, {"action": "ban"})).status_code == status
    person = {"table": table, "seat": 0}
    for path, body in (("/reports", {"kind": "name", **person}), ("/blocks", person)):
        assert (await program.refused("POST", path, body))["code"] == "token.scope"
    other = await mia.open(seats=2)
    await ada.post(f"/tables/{other}/join")
    hers = await ada.seat_of("Mia", other)
    await ada.ask("POST", "/reports", {"kind": "name", "table": other, "seat": hers})
    assert [one["name"] for one in await mia.get("/moderation/reports")] == ["Rude Bob"]
    assert (await mia.refused("POST", f"/moderation/reports/{report['id'] + 1}", {"action": "dismiss"}))["code"] == (
        "report.unknown"
    )


async def test_what_cannot_be_reported(house: House) -> None:
    """Oneself, lines and seats that are not there, and too much at once."""
    ada, bob, table, _ = await quarrel(house)
    for wrong in ({"kind": "chat"}, {"kind": "chat", "line": 9}, {"kind": "name", "seat": 7}, {"kind": "name"}):
        assert (await ada.refused("POST", "/reports", {"table": table, **wrong}))["code"] == "report.unknown"
    assert (await bob.refused("POST", "/reports", {"table": table, "kind": "chat", "line": 1}))["code"] == "report.self"
    assert (await bob.refused("POST", "/blocks", {"table": table, "line": 1}))["code"] == "report.self"
    asked = {"table": table, "kind": "chat", "line": 1}
    codes = [(await ada.ask("POST", "/reports", asked)).status_code for _ in range(12)]
    assert (codes[0], codes[-1]) == (204, 429)


@on_both
async def test_a_blocked_person_is_kept_away(house: House) -> None:
    """Not heard, not at one's tables, not seated together, not listed; lifted, all is as before."""
    ada, bob, table, socket = await quarrel(house)
    look, _ = await ada.look(table)
    assert len((await look.hear_of("said"))["lines"]) == 3
    assert (await ada.ask("POST", "/blocks", {"table": table, "line": 1})).status_code == 204
    assert (await look.hear_of("said"))["lines"] == []
    await say(socket, 4, "do you hear me?")
    fresh, _ = await ada.look(table)
    assert [line["text"] for line in (await say(fresh, 5, "quiet here"))["lines"]] == ["quiet here"]
    assert [line["text"] for line in (await look.hear_of("said"))["lines"]] == ["quiet here"]
    (blocked,) = await ada.get("/blocks")
    assert blocked["name"] == "Rude Bob"
    own, theirs = await ada.open(seats=2, listed=True), await bob.open(seats=2, listed=True)
    assert (await bob.refused("POST", f"/tables/{own}/join"))["code"] == "seat.refused"
    assert [one["id"] for one in await ada.get("/tables")] == [own]
    assert {one["id"] for one in await bob.get("/tables")} == {own, theirs}
    for each in (ada, bob):
        seeking = (await each.ask("PUT", "/play-now", {"seats": 2})).json()
        assert seeking["table"] is None
    cleo = await house.guest("Cleo")
    assert (await cleo.ask("PUT", "/play-now", {"seats": 2})).json()["table"]
    await ada.ask("DELETE", f"/blocks/{blocked['person']}")
    assert await ada.get("/blocks") == []
    await bob.post(f"/tables/{own}/join")


async def test_what_an_account_leaves_behind(house: House) -> None:
    """Nothing but the log, without the name."""
    ada, eve, mia = await person(house, "Ada"), await person(house, "Eve"), await moderator(house, "Mia")
    table = await ada.open(seats=2)
    await eve.post(f"/tables/{table}/join")
    seat = {name: await ada.seat_of(name, table) for name in ("Ada", "Eve")}
    await ada.ask("POST", "/reports", {"kind": "name", "table": table, "seat": seat["Eve"]})
    await ada.ask("POST", "/blocks", {"table": table, "seat": seat["Eve"]})
    await eve.ask("POST", "/reports", {"kind": "name", "table": table, "seat": seat["Ada"]})
    one = next(each for each in await mia.get("/moderation/reports") if each["name"] == "Eve")
    await mia.ask("POST", f"/moderation/reports/{one['id']}", {"action": "mute"})
    assert (await rows(house, restraints))[0].muted_until > time.time()
    assert (await eve.ask("DELETE", "/account", {"password": "correct horse"})).status_code == 204
    assert [await rows(house, each) for each in (reports, blocks, restraints)] == [[], [], []]
    assert [log.name for log in await rows(house, moderations)] == ["—"]


async def test_a_moderator_who_was_renamed_leaves_no_name(house: House) -> None:
    """The log of measures knows a moderator by more than the name of that day."""
    ada, mia = await person(house, "Ada"), await moderator(house, "Mia")
    table = await ada.open(seats=2)
    await (await person(house, "Bob")).post(f"/tables/{table}/join")
    his = await ada.seat_of("Bob", table)
    await ada.ask("POST", "/reports", {"kind": "name", "table": table, "seat": his})
    (report,) = await mia.get("/moderation/reports")
    assert (await mia.ask("POST", f"/moderation/reports/{report['id']}", {"action": "dismiss"})).status_code == 204
    own = (await mia.get("/guests/me"))["id"]
    await house.services.store.write(lambda connection: rename_account(connection, own, "Guest 4711"))
    assert (await mia.ask("DELETE", "/account", {"password": "correct horse"})).status_code == 204
    assert [log.moderator for log in await rows(house, moderations)] == ["—"]


@pytest.mark.parametrize("answer", ["you are a fool", None])
async def test_the_reported_learn_nothing(house: House, answer: str | None) -> None:
    """Their own answers are the same bytes whether they have been reported and blocked or not."""
    ada, bob, table, _ = await quarrel(house)
    if answer:
        await ada.ask("POST", "/reports", {"kind": "chat", "table": table, "line": 2})
    for path in ("/guests/me", "/guests/me/games", "/blocks", f"/tables/{table}"):
        content = str(await bob.get(path))
        assert "report" not in content.lower()
        assert "block" not in content.lower()


async def test_a_person_is_reported_and_blocked_from_their_page(house: House) -> None:
    """By the name of the account, without a table; a name that there is not is refused, and so is one's own."""
    ada, mia = await account(house, "Ada"), await moderator(house, "Mia")
    await account(house, "Bad Name")
    assert (await ada.ask("POST", "/reports", {"kind": "name", "name": "bad name"})).status_code == 204
    (report,) = await mia.get("/moderation/reports")
    assert (report["kind"], report["name"], report["context"]["table"]) == ("name", "Bad Name", None)
    assert (await ada.ask("POST", "/blocks", {"name": "Bad Name"})).status_code == 204
    assert [each["name"] for each in await ada.get("/blocks")] == ["Bad Name"]
    for wanted in ({"name": "None such"}, {}, {"name": "Bad Name", "line": 1, "table": None}):
        code = (await ada.refused("POST", "/reports", {"kind": "chat", **wanted}))["code"]
        assert code == "report.unknown"
    assert (await ada.refused("POST", "/blocks", {"name": "Ada"}))["code"] == "report.self"


async def test_an_account_is_told_that_it_moderates(house: House) -> None:
    """Itself alone: nothing of it is on its public page."""
    mia, ada = await moderator(house, "Mia"), await account(house, "Ada")
    assert (await mia.get("/account"))["moderator"] is True
    assert (await ada.get("/account"))["moderator"] is False
    assert "moderator" not in await ada.get("/people/Mia")


async def test_a_renamed_account_is_told_and_chooses_again(house: House) -> None:
    """When the time that the moderator set is over: once, a name that is free, by which it signs in from then on."""
    ada, mia = await account(house, "Ada"), await moderator(house, "Mia")
    eve = await account(house, "Bad Name")
    assert (await eve.get("/account"))["named_until"] is None
    assert (await eve.refused("PUT", "/account/name", {"name": "Eve"}))["code"] == "account.named"
    await ada.ask("POST", "/reports", {"kind": "name", "name": "Bad Name"})
    (report,) = await mia.get("/moderation/reports")
    await mia.ask("POST", f"/moderation/reports/{report['id']}", {"action": "rename", "days": 7})
    info = await eve.get("/account")
    assert info["name"].startswith("Guest ")
    assert info["named_until"] > time.time()
    assert (await eve.refused("PUT", "/account/name", {"name": "Eve"}))["code"] == "name.forced"

    async def over(connection: AsyncConnection) -> None:
        await connection.execute(update(restraints).values(named_until=1.0))

    await house.services.store.write(over)
    assert (await eve.refused("PUT", "/account/name", {"name": "Ada"}))["code"] == "account.name_taken"
    chosen = await eve.ask_json("PUT", "/account/name", {"name": "Eve"})
    assert (chosen["name"], chosen["named_until"]) == ("Eve", None)
    assert (await eve.get("/guests/me"))["name"] == "Eve"
    assert (await ada.get("/people/Eve"))["name"] == "Eve"
    assert (await eve.refused("PUT", "/account/name", {"name": "Bad Name"}))["code"] == "account.named"
