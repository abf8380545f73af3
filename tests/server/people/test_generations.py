"""A thief who had an owner's secrets for a minute has nothing of them once their owner begins the next generation."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import update

from codex_naturalis.server.database.schema import subscriptions
from codex_naturalis.server.notifications.push import public_point
from tests.server.house import House, Json, Person, Player, open_house
from tests.server.notifications.test_notifications import coded, talkative
from tests.server.programs.parts import Program, program_of, token_of
from tests.several import Cluster, on_both

PASSWORD = "correct horse"  # noqa: S105 - nobody's
ADA = {"name": "Ada", "password": PASSWORD}


async def another_password(ada: Person) -> Json:
    """Take another password; return the session that goes on."""
    answer = await ada.ask("PUT", "/account/password", {"password": PASSWORD, "new": "battery staple"})
    return answer.json()


async def out_everywhere(ada: Person) -> Json:
    """Sign out everywhere, and in again."""
    assert (await ada.ask("DELETE", "/account/sessions")).status_code == 204
    return await ada.house.stranger().post("/account/session", ADA)


async def recovery(ada: Person) -> Json:
    """Use up a recovery code."""
    code = (await ada.post("/account/codes", {"password": PASSWORD}))["codes"][0]
    wanted = {"name": "Ada", "code": code, "new": "battery staple"}
    return await ada.house.stranger().post("/account/recovery", wanted)


NEXT = pytest.mark.parametrize("begin", [another_password, out_everywhere, recovery])


async def signed_up(house: House) -> Person:
    """Return a client with an account."""
    return Person(house, (await house.stranger().post("/account", ADA))["token"])


async def link(person: Person, table: str) -> str:
    """Return the token of a private link to one's seat."""
    return str((await person.post(f"/tables/{table}/seat-token"))["token"])


@on_both
@NEXT
async def test_private_links_are_void_and_their_windows_close(house: House, begin: Json) -> None:
    """Before play and while it goes on; a link that is made now opens the seat, and others' links stay good."""
    ada, bob = await signed_up(house), await house.guest("Bob")
    gathering, playing = await bob.open(seats=3), await bob.open(seats=2)
    for table in (gathering, playing):
        await ada.post(f"/tables/{table}/join")
    stolen = {table: await link(ada, table) for table in (gathering, playing)}
    theirs = house.stranger(await link(bob, playing))
    looking = await Player.at(theirs, playing)
    thieves = [await Player.at(house.stranger(token), table) for table, token in stolen.items()]
    assert [thief.viewer is not None for thief in thieves] == [True, True]
    ada = Person(house, (await begin(ada))["token"])
    for thief in thieves:
        assert await thief.until_closed() == 4401
    for table, token in stolen.items():
        answer = await house.stranger(token).get(f"/tables/{table}")
        assert answer["viewer"] is None
        assert (await house.stranger(token).refused("POST", f"/tables/{table}/leave"))["code"] == "seat.none"
        socket = house.socket(table)
        await socket.open()
        await socket.say({"type": "hello", "token": token})
        assert (await socket.hear())["code"] == "token.invalid"
        assert (await house.stranger(await link(ada, table)).look(table))[1]["viewer"] is not None
    assert (await theirs.look(playing))[1]["viewer"] == looking.viewer
    await (await Player.at(ada, playing)).play_on(1)


@on_both
async def test_an_old_link_goes_into_no_rematch(house: House) -> None:
    """Neither can it ask for one; a link that is made after the change goes along."""
    ada, bob = await signed_up(house), await house.guest("Bob")
    table = await ada.open(seats=2)
    await bob.post(f"/tables/{table}/join")
    old = house.stranger(await link(ada, table))
    players = [await Player.at(each, table, seed) for seed, each in enumerate((ada, bob))]
    await asyncio.gather(*(player.until_over() for player in players))
    ada = Person(house, (await another_password(ada))["token"])
    assert (await old.refused("POST", f"/tables/{table}/rematch"))["code"] == "seat.none"
    new = house.stranger(await link(ada, table))
    again = (await bob.post(f"/tables/{table}/rematch"))["table"]["id"]
    assert (await new.post(f"/tables/{table}/rematch"))["table"]["id"] == again
    assert (await old.get(f"/tables/{again}"))["viewer"] is None
    assert (await new.get(f"/tables/{again}"))["viewer"] == (await ada.get(f"/tables/{again}"))["viewer"] is not None


@NEXT
async def test_other_browsers_and_programs_are_told_no_more(tmp_path: Path, begin: Json) -> None:
    """A mail address stays, since it was confirmed; the others can be added again."""
    async with open_house(tmp_path, **talkative(mail_url="smtp://127.0.0.1:1")) as house:
        ada = await signed_up(house)
        key = coded(public_point(ec.generate_private_key(ec.SECP256R1())))
        keys = {"p256dh": key, "auth": coded(bytes(16)), "language": "en"}
        await ada.post("/guests/me/notices/push", {"endpoint": "http://127.0.0.1:1/push", **keys})
        for number in range(2):
            wanted = {"url": f"http://127.0.0.1:1/{number}", "language": "en"}
            way = (await ada.post("/guests/me/notices/webhook", wanted))["way"]
        as_mail = (
            update(subscriptions).where(subscriptions.c.id == way["id"]).values(kind="email", target="a@b.example")
        )
        await house.services.store.write(lambda connection: connection.execute(as_mail))
        ada = Person(house, (await begin(ada))["token"])
        settings = await ada.get("/guests/me/notices")
        assert [(one["kind"], one["ready"]) for one in settings["ways"]] == [("email", True)]


@on_both
@NEXT
async def test_tokens_of_programs_are_void_and_stand_ins_play_on(
    tmp_path: Path, place: dict[str, str], begin: Json
) -> None:
    """A thief may have made one; the connection is closed, its game goes to the end, and a new token connects again."""
    async with open_house(tmp_path, left_seconds=0.0, **place) as house:
        ada, bob = await signed_up(house), await house.guest("Bob")
        token = await program_of(ada)
        magpie = Program(house, token)
        await magpie.start()
        table = await bob.open(seats=2)
        sitting = asyncio.create_task(magpie.sit())
        await bob.post(f"/tables/{table}/programs", {"name": "Magpie"})
        await sitting
        ada = Person(house, (await begin(ada))["token"])
        assert await magpie.until_closed() == 4401
        assert (await house.stranger(token).refused("GET", "/guests/me"))["code"] == "token.invalid"
        assert (await Program(house, token).refused())["code"] == "token.invalid"
        assert await ada.get("/account/tokens") == []
        player = await Player.at(bob, table)
        await player.until_over()
        assert {seat["name"]: seat["stand_in"] is not None for seat in player.table["seats"]} == {
            "Bob": False,
            "Magpie": True,
        }
        await Program(house, await token_of(ada, program="Magpie")).start()


async def test_windows_close_at_every_server(tmp_path: Path, postgres: Cluster) -> None:
    """Also those that were opened by a private link."""
    database = postgres.database()
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(open_house(tmp_path, database_url=database)) for _ in range(2)]
        ada = await signed_up(one)
        table = await ada.open(seats=2)
        thief = await Player.at(Person(two, await link(ada, table)), table)
        assert thief.viewer == 0
        await another_password(ada)
        assert await thief.until_closed() == 4401
