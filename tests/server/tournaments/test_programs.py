"""Programs as players of tournaments, and the notices before a round."""

import asyncio
import time
from pathlib import Path

import pytest
from sqlalchemy import update

from codex_naturalis.server.database.schema import programs_here, tournaments
from tests.server.house import House, Person, Player, open_house
from tests.server.notifications.test_notifications import Program as Receiver
from tests.server.notifications.test_notifications import hook, send_notices, talkative
from tests.server.programs.parts import Program, account, program_of
from tests.server.tournaments.field import announced, begun, get_tournament, own_table, until
from tests.waiting import TIMEOUT, poll

HOUR = 3600
LONG = {"kind": "correspondence", "days": 2}
"""A clock under which nobody need have the page open."""


async def next_round(house: House, tournament: str) -> None:
    """End the pause."""
    now = update(tournaments).where(tournaments.c.id == tournament).values(due=time.time())
    await house.services.store.write(lambda connection: connection.execute(now))


async def test_a_program_that_is_cut_off_between_rounds_is_paired(house: House) -> None:
    """It plays a game, is gone when the next round begins, and takes its seat there when it is back."""
    host = await account(house)
    token = await program_of(host)
    program = Program(house, token)
    await program.start()
    tournament = await announced(host, "swiss", rounds=2, pause=HOUR, clock=LONG)
    await host.post(f"/tournaments/{tournament}/players", {"program": "Magpie"})
    await host.post(f"/tournaments/{tournament}/join")
    state = await begun(host, tournament)
    assert {one["mark"] for one in state["players"]} == {"account", "program"}
    table = await own_table(host, tournament)
    assert table
    await asyncio.gather(program.play(), (await Player.at(host, table, 1)).until_over())
    await until(host, tournament, lambda each: each["rounds"][0]["ended"])
    await program.socket.leave()
    await poll(house.services.programs.programs_here.list_programs, lambda here: not here, pause=0.01)
    await next_round(house, tournament)
    await until(host, tournament, lambda each: len(each["rounds"]) == 2)
    table = await own_table(host, tournament)
    assert table
    person = await Player.at(host, table, 2)
    assert [seat["name"] for seat in person.table["seats"] if seat["stand_in"]] == ["Magpie"]
    again = Program(house, token)
    await again.start()
    while any(seat["stand_in"] for seat in person.table["seats"]):
        await person.hear()
    await asyncio.gather(again.play(), person.until_over())
    state = await until(host, tournament, lambda each: each["info"]["stage"] == "over")
    assert [one["games"] for one in state["standings"]] == [2, 2]
    assert not any(one["away"] for one in state["players"])


async def test_a_program_is_entered_only_with_its_owners_consent(house: House) -> None:
    """By its owner, or by anyone once its owner has allowed it; what is entered stays if that is taken back."""
    owner, host = await account(house), await account(house, "Bea")
    await program_of(owner)
    first, second = [await announced(host, "swiss") for _ in range(2)]
    entry = {"program": "Magpie"}
    assert (await host.refused("POST", f"/tournaments/{first}/players", entry))["code"] == "program.consent"
    assert not (await owner.get("/account/programs"))[0]["for_all"]
    assert (await host.refused("PUT", "/account/programs/Magpie", {"for_all": True}))["code"] == "program.unknown"
    assert (await owner.ask("PUT", "/account/programs/magpie", {"for_all": True})).json()["for_all"]
    await host.post(f"/tournaments/{first}/players", entry)
    await owner.ask("PUT", "/account/programs/Magpie", {"for_all": False})
    assert (await host.refused("POST", f"/tournaments/{second}/players", entry))["code"] == "program.consent"
    state = await get_tournament(host, first)
    assert [one["name"] for one in state["players"]] == ["Magpie"]
    own = await announced(owner, "swiss")
    assert (await owner.post(f"/tournaments/{own}/players", entry))["info"]["players"] == 1


async def test_a_program_that_is_out_is_entered_again_only_when_readmitted(house: House) -> None:
    """One that has withdrawn is entered again by its host; one that was removed is readmitted first."""
    host = await account(house)
    token = await program_of(host)
    tournament = await announced(host, "swiss", rounds=3, bots=["random"] * 3, clock=LONG)
    at, entry = f"/tournaments/{tournament}", {"program": "Magpie"}
    (program,) = [one["id"] for one in (await host.post(f"{at}/players", entry))["players"] if one["mark"]]
    await begun(host, tournament)
    await Person(house, token).post(f"{at}/withdraw")
    state = await host.post(f"{at}/players", entry)
    assert [one["away"] for one in state["players"] if one["id"] == program] == [False]
    await host.ask("DELETE", f"{at}/players/{program}")
    assert (await host.refused("POST", f"{at}/players", entry))["code"] == "tournament.removed"
    await host.post(f"{at}/players/{program}/readmit")
    state = await host.post(f"{at}/players", entry)
    assert [one["away"] for one in state["players"] if one["mark"] == "program"] == [False]


async def in_two_tournaments(house: House) -> tuple[Program, Person, list[str]]:
    """Return a program that plays in two tournaments of an account, and those: it may play one game at a time."""
    host = await account(house)
    program = Program(house, await program_of(host))
    await program.start()
    tournaments_ = [await announced(host, "swiss", rounds=2, clock=LONG) for _ in range(2)]
    for tournament in tournaments_:
        await host.post(f"/tournaments/{tournament}/players", {"program": "Magpie"})
        await host.post(f"/tournaments/{tournament}/join")
    return program, host, tournaments_


async def stood_in(host: Person, table: str) -> bool:
    """Return whether a stand-in plays at a table."""
    return any(seat["stand_in"] for seat in (await host.get(f"/tables/{table}"))["table"]["seats"])


@pytest.mark.parametrize("noted", [True, False], ids=["known", "at the same moment"])
async def test_games_of_tournaments_count_for_a_programs_limit(tmp_path: Path, noted: bool) -> None:
    """Above it a stand-in sits down, until there is room; the program is still paired, and its limit is kept.

    Two rounds may begin at the same moment, neither knowing of the other: its connection is the last to count.
    """
    async with open_house(tmp_path, bot_games=1, left_seconds=0.0) as house:
        program, host, (first, second) = await in_two_tournaments(house)
        await begun(host, first)
        one = await own_table(host, first)
        assert one
        ask = await program.hear_of("ask")
        assert ask["game"] == one
        assert (await host.get("/programs"))[0]["busy"]
        if not noted:
            more = update(programs_here).values(free=1)
            await house.services.store.write(lambda connection: connection.execute(more))
        await begun(host, second)
        two = await own_table(host, second)
        assert two
        async with asyncio.timeout(TIMEOUT):
            while not await stood_in(host, two):  # noqa: ASYNC110 - it is in the database
                await asyncio.sleep(0.01)
        assert "game" not in [each["type"] for each in program.heard if each.get("game") == two]
        await program.answer(ask)
        await asyncio.gather(program.play(), (await Player.at(host, one)).until_over())
        assert (await program.hear_of("game"))["game"] == two, "there is room now"
        await asyncio.gather(program.play(), (await Player.at(host, two)).until_over())
        for tournament in (first, second):
            state = await until(host, tournament, lambda each: each["rounds"][0]["ended"] or len(each["rounds"]) > 1)
            assert not any(each["away"] for each in state["players"])


async def test_a_stand_in_that_finishes_for_a_busy_program_makes_it_not_absent(tmp_path: Path) -> None:
    """It had no room for the game; in the next round it is paired as before."""
    async with open_house(tmp_path, bot_games=1, left_seconds=0.0) as house:
        program, host, (first, second) = await in_two_tournaments(house)
        await begun(host, first)
        await program.hear_of("ask")
        await begun(host, second)
        table = await own_table(host, second)
        assert table
        await (await Player.at(host, table)).until_over()
        state = await until(host, second, lambda each: len(each["rounds"]) == 2)
        assert not any(each["away"] for each in state["players"])


async def test_players_are_told_that_a_round_begins(tmp_path: Path) -> None:
    """When a pause begins, players who are not away are told, by what they have chosen; others are not."""
    async with Receiver().open() as receiver, open_house(tmp_path, **talkative()) as house:
        host, bea, eve = await account(house), await house.guest("Bea"), await house.guest("Eve")
        tournament = await announced(host, "swiss", rounds=2, pause=HOUR, bots=["random"] * 3, clock=LONG)
        for person, path in ((host, "/host"), (bea, "/bea"), (eve, "/eve")):
            await hook(person, receiver, path)
        await bea.post(f"/tournaments/{tournament}/join")
        await begun(host, tournament)
        table = await own_table(bea, tournament)
        assert table
        await (await Player.at(bea, table, 1)).until_over()
        await until(host, tournament, lambda each: each["rounds"][0]["ended"])
        await send_notices(house)
        rounds = [one for one in receiver.taken if b'"round"' in one.body]
        assert [one.path for one in rounds] == ["/bea"]
        assert f"/tournaments/{tournament}".encode() in rounds[0].body
        assert b"60 min" in rounds[0].body
