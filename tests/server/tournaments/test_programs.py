"""Programs as players of tournaments, and the notices before a round."""

import asyncio
import time
from pathlib import Path

from sqlalchemy import update

from codex_naturalis.server.database.schema import tournaments
from tests.server.house import House, Player, open_house
from tests.server.notifications.test_notifications import Program as Receiver
from tests.server.notifications.test_notifications import hook, talkative, time_to_tell
from tests.server.programs.parts import Program, account, program_of
from tests.server.tournaments.field import announced, begun, own_table, until

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
    while await house.services.programs_here.told():  # noqa: ASYNC110 - it is in the database
        await asyncio.sleep(0.01)
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
        await time_to_tell(house)
        rounds = [one for one in receiver.taken if b'"round"' in one.body]
        assert [one.path for one in rounds] == ["/bea"]
        assert f"/tournaments/{tournament}".encode() in rounds[0].body
        assert b"60 min" in rounds[0].body
