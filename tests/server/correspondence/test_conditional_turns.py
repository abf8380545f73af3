"""A turn stored ahead is played once, when it comes, if what it names is still there; no other player learns of it."""

import asyncio
from pathlib import Path

import msgspec
from sqlalchemy import select, update

from codex_naturalis.server.database.schema import actions, conditional_turns
from tests.server.correspondence.conftest import Pair
from tests.server.house import House, Json, open_house
from tests.waiting import TIMEOUT, until


async def pair_at(house: House) -> Pair:
    """Return two people, one of whom is to lay a card."""
    return await Pair.begun(house, await house.guest("Ada"), await house.guest("Bob"))


async def test_it_is_played_when_the_turn_comes_and_told_as_any_turn(tmp_path: Path) -> None:
    """The first draw whose card still lies there; here it was taken, so the next one."""
    async with open_house(tmp_path) as house:
        pair = await pair_at(house)
        first, waits = pair.asked, pair.waits
        turn = await pair.turn_of(waits, "gold-1", "resource-2", "gold-deck")
        assert await waits.person.ask_json("PUT", pair.path, turn) == {"turn": turn, "withdrawn": None}
        await pair.take("gold-1")
        table = await house.services.tables.get(pair.table)
        before = table.version
        await until(lambda: table.version == before + 2 or table.version > before + 1)
        await pair.heard()
        events = [event for step in first.heard[-2:] for event in step["events"]]
        assert [event["type"] for event in events][:1] == ["card_placed"]
        taken = next(event for event in events if event["type"] == "card_taken")
        assert (taken["seat"], taken["source"], taken["card"]) == (waits.viewer, "resource-2", turn["draws"][1]["card"])
        assert await waits.person.get(pair.path) == {"turn": None, "withdrawn": None}


async def test_it_is_withdrawn_when_none_of_its_cards_is_left(tmp_path: Path) -> None:
    """And says why, to its owner alone; nothing is played."""
    async with open_house(tmp_path) as house:
        pair = await pair_at(house)
        waits = pair.waits
        turn = await pair.turn_of(waits, "gold-1")
        await waits.person.ask_json("PUT", pair.path, turn)
        await pair.take("gold-1")
        version = (await house.services.tables.get(pair.table)).version
        await gone(waits, pair, "taken")
        assert (await house.services.tables.get(pair.table)).version == version


async def gone(player: Json, pair: Pair, why: str) -> None:
    """Wait until a player's stored turn is withdrawn."""
    async with asyncio.timeout(TIMEOUT):
        while (await player.person.get(pair.path))["withdrawn"] != why:  # noqa: ASYNC110 - it has no bell
            await asyncio.sleep(0.01)


async def test_it_is_for_one_turn_alone(tmp_path: Path) -> None:
    """Who plays before by hand has played; what was stored for that turn never acts in a later one."""
    async with open_house(tmp_path) as house:
        pair = await pair_at(house)
        waits = pair.waits
        await waits.person.ask_json("PUT", pair.path, await pair.turn_of(waits, "gold-deck"))
        store, service = house.services.store, house.services.correspondence.conditional_turns
        await service.close()  # no process carries it out
        await pair.take("resource-deck")
        await pair.turned()
        await pair.take("resource-deck")
        await pair.turned()
        assert (await waits.person.get(pair.path))["turn"] is None
        await service.look(pair.table)
        assert not (await store.read(select(conditional_turns)))[0]
        await pair.take("resource-deck")
        version = (await house.services.tables.get(pair.table)).version
        await service.look(pair.table)
        assert (await house.services.tables.get(pair.table)).version == version


async def test_a_process_that_dies_in_the_middle_leaves_one_turn_played(tmp_path: Path) -> None:
    """Whether it dies after claiming or after playing: the next one plays the same act, which counts once."""
    async with open_house(tmp_path) as house:
        pair = await pair_at(house)
        waits, service, store = pair.waits, house.services.correspondence.conditional_turns, house.services.store
        await service.close()
        await waits.person.ask_json("PUT", pair.path, await pair.turn_of(waits, "gold-deck"))
        (row,) = (await store.read(select(conditional_turns)))[0]
        await pair.take("resource-deck")
        await store.write(lambda connection: connection.execute(update(conditional_turns).values(claimed=True)))
        assert (await waits.person.ask_json("DELETE", pair.path))["turn"] is not None
        refused = await waits.person.refused("PUT", pair.path, await pair.turn_of(waits, "resource-deck"))
        assert refused["code"] == "condition.impossible"
        await asyncio.gather(*(service.look(pair.table) for _ in range(4)))
        await store.write(lambda connection: connection.execute(conditional_turns.insert(), row._asdict()))
        await asyncio.gather(*(service.look(pair.table) for _ in range(4)))
        seats = [each.seat for each in (await store.read(select(actions).order_by(actions.c.version)))[0]]
        assert seats[-2:] == [waits.viewer, waits.viewer]
        assert len(seats) == 8
        assert not (await store.read(select(conditional_turns)))[0]


async def test_a_lost_call_is_healed_by_the_sweep(tmp_path: Path) -> None:
    """A process that never heard that the table changed finds it in the database."""
    async with open_house(tmp_path) as house:
        pair = await pair_at(house)
        waits, service = pair.waits, house.services.correspondence.conditional_turns
        await waits.person.ask_json("PUT", pair.path, await pair.turn_of(waits, "gold-deck"))
        await service.look(pair.table)
        service._waiting.clear()
        await pair.take("resource-deck")
        await service._sweep()
        table = await house.services.tables.get(pair.table)
        await until(lambda: table.version >= 8)


async def test_what_is_not_there_cannot_be_stored(tmp_path: Path) -> None:
    """Another card, a card that is not in the hand, the same place twice, a stranger's seat."""
    async with open_house(tmp_path) as house:
        pair = await pair_at(house)
        player = pair.waits
        turn = await pair.turn_of(player, "gold-1")
        other = {**turn, "draws": [{"source": "gold-1", "card": player.view["market"]["gold"][1]}]}
        twice = {**turn, "draws": turn["draws"] * 2}
        deck = {**turn, "draws": [{"source": "gold-deck", "card": 41}]}
        held = {card["card"] for card in player.view["seats"][player.viewer]["hand"]}
        absent = next(card for card in range(1, 81) if card not in held)
        foreign = {**turn, "place": {**turn["place"], "card": absent}}
        for wrong in (other, twice, deck, foreign):
            refused = await player.person.refused("PUT", pair.path, wrong)
            assert refused["code"] == "condition.impossible", wrong
        eve = await house.guest("Eve")
        for method in ("GET", "PUT", "DELETE"):
            body = turn if method == "PUT" else None
            assert (await eve.refused(method, pair.path, body))["code"] == "seat.none"


async def test_nobody_else_is_told_that_there_is_one(tmp_path: Path) -> None:
    """With and without a stored turn, all that the opponent and a watcher are sent is the same."""

    async def sent(folder: Path, *, stored: bool) -> list[str]:
        async with open_house(folder) as house:
            pair = await pair_at(house)
            waits = pair.waits
            eve = await house.guest("Eve")
            socket, _ = await eve.look(pair.table)
            await pair.heard()
            count = len(pair.asked.socket.frames)
            if stored:
                await waits.person.ask_json("PUT", pair.path, await pair.turn_of(waits, "gold-deck"))
                await house.services.correspondence.conditional_turns.look(pair.table)
                row = (await house.services.store.read(select(conditional_turns)))[0][0]
                known = [row.id, '"conditional']
            else:
                known = []
            await pair.asked.socket.say({"type": "ping"})
            await pair.asked.socket.hear_of("pong")
            await socket.say({"type": "ping"})
            await socket.hear_of("pong")
            http = [
                (await eve.ask("GET", path)).text
                for path in (f"/tables/{pair.table}", "/tables", f"/tables/{pair.table}/standings")
            ]
            frames = [*pair.asked.socket.frames, *socket.frames, *http]
            assert not [frame for frame in frames for word in known if word in frame]
            kinds = [msgspec.json.decode(frame)["type"] for frame in pair.asked.socket.frames[count:]]
            return [kind for kind in kinds if kind != "clocks"]  # told by time

    assert await sent(tmp_path / "a", stored=True) == await sent(tmp_path / "b", stored=False)
