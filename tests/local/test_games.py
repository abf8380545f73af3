"""Games on one device, without a server: they go on after a reload, and two windows never both win a turn."""

import json
from random import Random

import msgspec
import pytest

from codex_naturalis.bots import bot_named
from codex_naturalis.local.store import MemoryStore
from codex_naturalis.record import read_record, replay
from tests.local.world import Page, RefusedError, again


@pytest.mark.parametrize("wanted", [{"seats": 1, "solo": "hard"}, {"seats": 3, "bots": ["level:1", "planner"]}])
async def test_a_game_goes_on_after_a_reload(wanted: dict[str, object]) -> None:
    """What was played is there in the next window, and the record tells the whole game."""
    page = await Page().come()
    table = await page.open(**wanted)
    await page.sit(table)
    await page.play(lambda view: view.seats[view.viewer or 0].score > 0)
    later = again(page)
    await later.sit(table)
    assert later.version >= page.version
    await later.play()
    record = read_record(json.dumps(await later.ask("GET", f"/tables/{table}/record")))
    assert [*replay(record)][-1].state.result == later.view.result
    assert len(record.actions) == later.version


async def test_two_windows_never_both_win_a_turn() -> None:
    """The second to play a version is told that it is stale, and sees what the first has played."""
    first = await Page().come()
    table = await first.open(seats=1, solo="easy")
    second = again(first)
    for page in (first, second):
        await page.sit(table)
    act = {"type": "act", "seen": 0, "actions": [{"type": "side", "side": "front"}]}
    await first.say(id="one", **act)
    await second.say(id="two", **act)
    assert first.messages[-1] == {"type": "done", "id": "one", "version": 1}
    assert (second.messages[-1]["type"], second.messages[-1]["code"]) == ("refused", "version.stale")
    assert second.version == 1
    assert isinstance(first.store, MemoryStore)
    assert len(first.store.tables[table].actions) == 1


async def test_an_act_that_comes_twice_is_played_once() -> None:
    """After a reload, too: the answer is repeated."""
    page = await Page().come()
    table = await page.open(seats=1, solo="easy")
    await page.sit(table)
    act = {"type": "act", "id": "one", "seen": 0, "actions": [{"type": "side", "side": "front"}]}
    await page.say(**act)
    later = again(page)
    await later.sit(table)
    for window in (page, later):
        await window.say(**act)
        assert window.messages[-1] == {"type": "done", "id": "one", "version": 1}
    assert page.version == 1


async def test_what_needs_a_server_says_so() -> None:
    """Other people, strong bots, clocks: one stable code; what was asked wrongly names its place."""
    page = await Page().come()
    for method, path, body in (
        ("GET", "/daily", None),
        ("POST", "/tables", {"seats": 2, "listed": True}),
        ("POST", "/play-now", {}),
        ("POST", "/replays/review", {}),
    ):
        with pytest.raises(RefusedError, match=r"server\.needed"):
            await page.ask(method, path, body)
    faults: tuple[tuple[str, dict[str, object], str], ...] = (
        ("/tables", {"seats": 9}, "options.invalid"),
        ("/tables", {"seats": "two"}, "request.malformed"),
        ("/tables", {"seats": 2, "bots": ["nobody"]}, "bot.unknown"),
        ("/guests", {"name": " "}, "name.invalid"),
        ("/replays", {}, "record.invalid"),
    )
    for path, wrong, code in faults:
        with pytest.raises(RefusedError, match=code):
            await page.ask("POST", path, wrong)


async def test_a_rematch_and_a_what_if_stay_on_the_device() -> None:
    """The evening is counted, and both tables stand among one's games."""
    page = await Page().come()
    table = await page.open(seats=2, bots=["greedy"])
    await page.sit(table)
    await page.play()
    assert (await page.ask("GET", f"/tables/{table}/evening"))["games"] == 1
    assert len((await page.ask("GET", "/guests/me/games"))["finished"]) == 1
    rematch = (await page.ask("POST", f"/tables/{table}/rematch"))["table"]
    other = (await page.ask("POST", f"/tables/{table}/what-if", {"version": 9, "seat": 0}))["table"]
    assert rematch["id"][0] == other["id"][0] == "~"
    assert other["what_if"] == {"table": table, "version": 9}
    running = (await page.ask("GET", "/guests/me/games"))["running"]
    assert {game["table"]["id"] for game in running} == {rematch["id"], other["id"]}


async def test_advice_is_the_planners_and_says_no_chance() -> None:
    """The first turn advised is what the planner plays; an action of a seat that is not to act gets none."""
    page = await Page().come()
    table = await page.open(seats=1, solo="hard")
    await page.sit(table)
    await page.play(lambda view: view.phase == "place")
    answer = await page.ask("POST", f"/tables/{table}/hint")
    assert (answer["state"], answer["version"]) == ("ready", page.version)
    assert [turn["worth"] for turn in answer["turns"]] == [None] * 3
    best = bot_named("planner").choose(page.view, Random(0))
    assert answer["turns"][0]["turn"] == [json.loads(msgspec.json.encode(best))]
    assert answer["turns"][0]["why"] is not None


async def test_hands_stay_hidden_from_each_other() -> None:
    """Two people share the device: to each the other's cards are backs, as with a server."""
    ann = await Page().come()
    table = await ann.open(seats=2)
    bea = again(ann)
    await bea.come("Bea")
    await ann.bridge.read_again(table)
    await bea.ask("POST", f"/tables/{table}/join")
    for page in (ann, bea):
        await page.bridge.read_again(table)
        await page.sit(table)
    while len(ann.view.seats[0].hand) == 0 or ann.view.phase != "place":
        for page in (ann, bea):
            if page.view.viewer in page.view.awaited:
                legal = json.loads(msgspec.json.encode(page.view.legal[0]))
                await page.say(type="act", id=f"{page.version}", seen=page.version, actions=[legal])
            await page.bridge.read_again(table)
    for page, other in ((ann, bea), (bea, ann)):
        mine, theirs = page.view.viewer or 0, other.view.viewer or 0
        assert all(held.card is not None for held in page.view.seats[mine].hand)
        assert all(held.card is None for held in page.view.seats[theirs].hand)
    with pytest.raises(RefusedError, match=r"table\.not_over"):
        await ann.ask("GET", f"/tables/{table}/record")


async def test_a_table_that_is_not_there_closes_the_socket() -> None:
    """With the code that tells a page not to try again."""
    page = await Page().come()
    page.bridge.open(1, "~nowhere")
    assert page.closed == [4404]
