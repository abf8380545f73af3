"""Runs of tournaments that are interrupted, or that several servers see to at the same time."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from codex_naturalis.server.tournaments.state import load
from tests.server.house import ClosedError, Person, Player, open_house
from tests.server.tournaments.field import account, announced, begun, get_tournament, own_table, play, play_round, until
from tests.several import Cluster
from tests.waiting import TIMEOUT


async def test_two_servers_pair_once(tmp_path: Path, postgres: Cluster) -> None:
    """Servers that look at the same moment, again and again, store each round and each result once."""
    address = postgres.database()
    async with AsyncExitStack() as open_:
        houses = [
            await open_.enter_async_context(open_house(tmp_path / str(number), database_url=address))
            for number in range(2)
        ]
        host = await account(houses[0], "Ada")
        tournament = await announced(host, "swiss", rounds=2, bots=["random"] * 6)
        await host.post(f"/tournaments/{tournament}/begin")
        async with asyncio.timeout(TIMEOUT):
            while True:
                await asyncio.gather(
                    *(house.services.tournaments.runner.advance(tournament) for house in houses for _ in range(3))
                )
                state = await load(houses[0].services.store, tournament)
                assert state
                for one in state.rounds:
                    players = [player for game in state.games_of(one.number) for player in game.players]
                    assert len(players) == len(set(players)) == 6
                if state.stage == "over":
                    break
                await asyncio.sleep(0.02)
        assert [one.number for one in state.rounds] == [1, 2]


async def test_a_restart_within_and_between_rounds_loses_nothing(tmp_path: Path) -> None:
    """A server that ends in the middle of a game, and one that ends between two rounds, go on where they were."""
    async with open_house(tmp_path) as house:
        host = await account(house, "Ada")
        tournament = await announced(host, "duplicate", rounds=2, bots=["random"] * 3)
        await host.post(f"/tournaments/{tournament}/join")
        before = await begun(host, tournament)
        table = await own_table(host, tournament)
        assert table
        player = await Player.at(host, table, 1)
        await player.play_on(3)
        await player.socket.leave()
    async with open_house(tmp_path) as house:
        host = Person(house, host.token)
        after = await get_tournament(host, tournament)
        assert [game["table"] for game in after["rounds"][0]["games"]] == [
            game["table"] for game in before["rounds"][0]["games"]
        ]
        await play_round(tournament, [host])
    async with open_house(tmp_path) as house:
        host = Person(house, host.token)
        await host.get(f"/tournaments/{tournament}/pulse")
        await until(host, tournament, lambda each: len(each["rounds"]) == 2)
        await play_round(tournament, [host])
        state = await until(host, tournament, lambda each: each["info"]["stage"] == "over")
    assert [one["games"] for one in state["standings"]] == [2] * 4


async def test_nothing_of_a_round_is_shown_at_other_tables(tmp_path: Path) -> None:
    """Until a duplicate round is over its tables are seen by their players alone, also those that have finished."""
    async with open_house(tmp_path) as house:
        host = await account(house, "Ada")
        people = [host, *[await house.guest(name) for name in ("Bea", "Cleo", "Dora")]]
        tournament = await announced(host, "duplicate", rounds=1)
        for person in people:
            await person.post(f"/tournaments/{tournament}/join")
        state = await begun(host, tournament)
        own = await own_table(host, tournament)
        assert own
        other = next(game["table"] for game in state["rounds"][0]["games"] if game["table"] != own)
        (partner,) = [each for each in people[1:] if await own_table(each, tournament) == own]
        await asyncio.gather(play(host, own, 1), play(partner, own, 2))
        await house.services.tournaments.runner.look()
        problem = await partner.refused("GET", f"/tables/{other}/conditional-turn")
        assert problem["code"] == "round.running"
        assert await partner.get(f"/tables/{own}/conditional-turn") == {"turn": None, "withdrawn": None}
        for person in (host, await house.guest("Eve"), house.stranger()):
            for table in (own, other):
                for what in ("record", "replay", "review", "results"):
                    problem = await person.refused("GET", f"/tables/{table}/{what}")
                    assert problem["code"] in ("round.running", "table.not_over"), what
            socket = house.socket(other)
            await socket.open()
            assert (await socket.hello(person.token))["code"] == "round.running"
            with pytest.raises(ClosedError) as closed:
                await socket.hear()
            assert closed.value.code == 4403
        shown = await get_tournament(host, tournament)
        assert all(game["totals"] is game["winners"] is game["shares"] is None for game in shown["rounds"][0]["games"])
        assert all(one["score"] == 0 for one in shown["standings"])
        await play_round(tournament, [each for each in people if each not in (host, partner)])
        await until(host, tournament, lambda each: each["info"]["stage"] == "over")
        assert (await house.stranger().ask("GET", f"/tables/{other}/record")).status_code == 200


async def test_a_round_ends_though_a_server_ended_just_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its results were stored already: the next server carries on from there."""
    async with open_house(tmp_path) as house:
        host = await account(house, "Ada")
        tournament = await announced(host, "duplicate", rounds=2, bots=["random"])
        await host.post(f"/tournaments/{tournament}/join")
        await begun(host, tournament)
        runner = house.services.tournaments.runner
        with monkeypatch.context() as patch:
            patch.setattr(runner, "_step", _do_nothing)
            await play_round(tournament, [host])
            async with asyncio.timeout(TIMEOUT):
                while (state := await load(house.services.store, tournament)) and state.open_games:
                    await runner.look()
                    await asyncio.sleep(0.01)
    async with open_house(tmp_path) as house:
        host = Person(house, host.token)
        await until(host, tournament, lambda each: len(each["rounds"]) == 2)


async def _do_nothing(*_: object) -> bool:
    return False
