"""Hibernation: an idle table drops its game from memory, and no viewer can tell."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from codex_naturalis.play import Game
from codex_naturalis.rules import GameOptions, awaited, legal_actions
from codex_naturalis.seating import TableData
from codex_naturalis.server.database.appends import Append
from codex_naturalis.server.tables.memory import pack_game, unpack_game
from codex_naturalis.server.tables.stored import Answer
from codex_naturalis.server.tables.table import Table
from tests.server.house import House, Player, open_house
from tests.server.replays.test_replays import changed
from tests.waiting import TIMEOUT

SMALL = 4096
"""Bytes for each seat that a whole game may take while it rests; awake it takes twenty thousand and more."""


def put_to_rest(table: Table) -> None:
    """Let a table rest: the first time it is asked, something has just happened there."""
    table.hibernate()
    table.hibernate()
    assert table.hibernating


async def played(house: House, actions: int) -> tuple[Player, Table]:
    """Return a player who has played against Tybor, and the table."""
    ada = await house.guest()
    player = await Player.at(ada, await ada.open(seats=1, solo="easy"), 4)
    await player.play_on(actions)
    return player, await house.services.tables.get(player.table["id"])


async def test_a_game_that_rests_between_all_actions_is_the_same(house: House) -> None:
    """Everybody is told the same by it: what changed, without a gap, as if it had been awake all the time."""
    ada = await house.guest()
    name = await ada.open(seats=1, solo="easy")
    player = await Player.at(ada, name, 3)
    watching = house.socket(name)
    await watching.open()
    view = (await watching.hello(ada.token, changes=True))["view"]
    table = await house.services.tables.get(name)
    version = 0
    while not view["result"]:
        put_to_rest(table)
        assert table.version == version
        await player.play_on(1)
        message = await watching.hear_of("told", "change")
        assert [step["version"] for step in message["steps"]] == [version + 1]
        version += 1
        view = changed(view, message["change"]) if message["type"] == "change" else message["view"]
        assert view == player.view
    assert not table.hibernating


async def test_an_act_asked_for_twice_counts_once(house: House) -> None:
    """Also where the table rested between: the same name gets the same answer, and another act is refused."""
    ada = await house.guest()
    name = await ada.open(seats=1, solo="easy")
    socket = house.socket(name)
    await socket.open()
    await socket.hello(ada.token)
    table = await house.services.tables.get(name)
    act: dict[str, Any] = {"type": "act", "id": "one", "seen": 0, "actions": [{"type": "side", "side": "front"}]}
    for _ in range(3):
        await socket.say(act)
        assert (await socket.hear_of("done", "refused"))["version"] == 1
        put_to_rest(table)
    await socket.say(act | {"actions": [{"type": "side", "side": "back"}]})
    assert (await socket.hear_of("done", "refused"))["code"] == "conflict.action_id"
    assert table.version == 1


async def test_whoever_comes_to_a_resting_table_sees_it_as_it_is(house: House) -> None:
    """With all that happened since they looked the last time."""
    player, table = await played(house, 8)
    assert table.shown
    view = table.shown.view(None)
    put_to_rest(table)
    window = house.socket(table.id)
    await window.open()
    await window.say({"type": "hello", "token": player.person.token, "after": 2})
    welcome = await window.hear()
    assert [step["version"] for step in welcome["missed"]] == list(range(3, 9))
    assert welcome["view"] == player.view
    assert table.shown.view(None) == view


async def test_people_who_come_and_go_wake_nothing(house: House) -> None:
    """Only who is shown the game needs it awake: those who stay are told of the others, and the game rests on."""
    player, table = await played(house, 2)
    window = house.socket(table.id)
    await window.open()
    await window.hello(player.person.token)
    put_to_rest(table)
    await window.leave()
    for _ in range(10):  # until all have been told who are to be
        await asyncio.sleep(0)
    assert table.hibernating


async def test_whoever_was_told_all_lets_the_game_rest(house: House) -> None:
    """To find out that there is nothing to tell wakes no game, whatever order it is asked in."""
    player, table = await played(house, 5)
    session: Any = next(iter(table.audience.watchers))
    put_to_rest(table)
    assert session.unseen() is None
    assert table.hibernating
    await player.play_on(1)
    assert player.version == 6


async def test_what_nobody_played_at_is_packed_once(house: House) -> None:
    """However often it wakes for a viewer."""
    player, table = await played(house, 5)
    put_to_rest(table)
    packed, game = table._hibernated, table.game
    put_to_rest(table)
    assert table._hibernated is packed
    assert table.game == game
    await player.play_on(1)
    put_to_rest(table)
    assert table._hibernated is not packed


async def test_it_rests_by_itself_and_not_while_something_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a viewer all the time."""
    async with open_house(tmp_path, rest_seconds=0.05) as house:
        ada = await house.guest()
        name = await ada.open(seats=1, solo="easy")
        player = await Player.at(ada, name)
        await player.play_on(3)
        table = await house.services.tables.get(name)
        async with asyncio.timeout(TIMEOUT):
            while not table.hibernating:  # noqa: ASYNC110 - nobody says so: that is the point
                await asyncio.sleep(0.01)
        assert table.audience.watchers
        resting_while_asked: list[bool] = []
        append = house.services.store.append_actions

        async def slow(new: Append) -> None:
            resting_while_asked.append(table.hibernate() or table.hibernate())
            await append(new)

        monkeypatch.setattr(house.services.store, "append_actions", slow)
        await player.play_on(1)
        assert resting_while_asked == [False]
        assert player.version == table.version == 4


@pytest.mark.parametrize("seats", [2, 4])
def test_what_rests_is_small_and_all_there(seats: int) -> None:
    """Answers among it."""
    game = Game.from_seed(GameOptions(seats=seats), "rest")
    answers = {}
    while asked := awaited(game.state):
        game = game.play(asked[0], (legal_actions(game.state, asked[0])[-1],))
        payload = f'[{{"type":"draw","at":{game.version}}}]'
        answers[asked[0], f"{game.version}-of-a-client"] = Answer(payload, game.version)
    packed = pack_game(game, answers)
    assert len(packed) < SMALL * seats
    data = TableData("t", "t", "h", game.options, listed=False, created=0.0, seat_rows=(), deal=game.deal)
    assert unpack_game(packed, data) == (game, answers)
