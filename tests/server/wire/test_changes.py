"""Clients that ask for it are told what changed in their view, and that is all of it."""

import asyncio
from pathlib import Path
from statistics import mean

import msgspec

from tests.server.house import House, Player, Socket, open_house
from tests.server.replays.test_replays import changed
from tests.waiting import TIMEOUT

MOST_BYTES = 800
"""In the mean, for a version and viewer of one two-player game; over many games it is less than 700."""


async def test_changes_make_the_views_that_others_are_told(house: House) -> None:
    """At every version of a whole game, in a tenth of the bytes; a seat's two windows hear the same."""
    ada = await house.guest()
    table = await ada.open(seats=2, bots=["planner"])
    player = await Player.at(ada, table, 5)
    window = house.socket(table)
    await window.open()
    view = (await window.hello(ada.token, changes=True))["view"]
    version, sizes, whole = 0, [], 0
    while not view["result"]:
        if player.view["legal"]:
            assert (await player.act(player.rng.choice(player.view["legal"])))["type"] == "done"
        message = await window.hear_of("told", "change")
        version += len(message["steps"])
        if message["type"] == "change":
            view = changed(view, message["change"])
            sizes.append(len(window.frames[-1]) / len(message["steps"]))
        else:
            view, whole = message["view"], whole + 1
        while player.version < version:
            await player.hear()
        if player.version == version:
            assert view == player.view
    assert mean(sizes) < MOST_BYTES
    assert whole < len(sizes) / 4


async def test_a_client_that_did_not_ask_is_told_the_view(house: House) -> None:
    """One that did is told what changed, also where the table was read again meanwhile: what it held is known."""
    ada = await house.guest()
    table = await ada.open(seats=1, solo="easy")
    player = await Player.at(ada, table)
    await player.act({"type": "side", "side": "front"})
    asking = house.socket(table)
    await asking.open()
    await asking.hello(ada.token, changes=True)
    assert await _kind(asking, player) == "change"
    await (await house.services.tables.get(table)).refresh()
    assert await _kind(asking, player) == "change"
    assert {msgspec.json.decode(frame)["type"] for frame in player.socket.frames} <= {
        "welcome",
        "told",
        "done",
        "table",
    }


async def test_a_table_where_nothing_happens_keeps_no_views(tmp_path: Path) -> None:
    """It makes them again when a viewer comes or a player acts, and still sends only what changed."""
    async with open_house(tmp_path, rest_seconds=0.05) as house:
        ada = await house.guest()
        name = await ada.open(seats=1, solo="easy")
        player = await Player.at(ada, name)
        await player.act({"type": "side", "side": "front"})
        asking = house.socket(name)
        await asking.open()
        view = (await asking.hello(ada.token, changes=True))["view"]
        for _ in range(3):
            table = await house.services.tables.get(name)
            assert table.shown
            view_before = table.shown.view(None)
            async with asyncio.timeout(TIMEOUT):
                while not table.hibernating:  # noqa: ASYNC110 - they go without a word, and nobody may ask for one
                    await asyncio.sleep(0.01)
            assert table.shown.view(None) is not view_before
            assert table.shown.view(None) == view_before
            await player.play_on(1)
            message = await asking.hear_of("told", "change")
            view = changed(view, message["change"])
            assert view == player.view


async def _kind(asking: Socket, player: Player) -> str:
    """Return how a client is told of the next action."""
    await player.play_on(1)
    return str((await asking.hear_of("told", "change"))["type"])


async def test_previews_are_for_those_who_show_them(house: House) -> None:
    """One window of a seat is told what placements would do and the other is not; both may do the same."""
    ada = await house.guest()
    table = await ada.open(seats=1, solo="easy")
    player = await Player.at(ada, table)
    showing = house.socket(table)
    await showing.open()
    await showing.say({"type": "hello", "token": ada.token, "changes": True, "previews": True})
    view = (await showing.hear())["view"]
    for _ in range(8):
        await player.play_on(1)
        message = await showing.hear_of("told", "change")
        view = changed(view, message["change"]) if message["type"] == "change" else message["view"]
        assert player.view == view | {"previews": []}
        placements = [action for action in view["legal"] if action["type"] == "place"]
        assert [(one["card"], one["side"], one["cell"]) for one in view["previews"]] == [
            (one["card"], one["side"], one["cell"]) for one in placements
        ]
