"""Whole games over HTTP and sockets: what is told, to whom, and what happens when things arrive twice or late."""

import asyncio
from random import Random

import pytest

from codex_naturalis.record import read_record
from codex_naturalis.record import replay as replay_record
from tests.server.house import House, Json, Player


async def pair(house: House, **wanted: Json) -> tuple[str, Player, Player]:
    """Return a table of two guests at the beginning of play, players in the order of their seats."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2, **wanted)
    await bob.post(f"/tables/{table}/join")
    players = [await Player.at(person, table, seed) for seed, person in enumerate((ada, bob))]
    first, second = sorted(players, key=lambda player: player.viewer or 0)
    return table, first, second


async def after_setup(house: House) -> tuple[str, Player, Player]:
    """Return a table of two guests at the first turn."""
    table, first, second = await pair(house)
    for player in (first, second):
        await player.play_on(1)
    for player in (first, second):
        await player.play_on(1)
    await first.until_asked()
    while second.version < 4:
        await second.hear()
    return table, first, second


async def test_two_guests_play_a_whole_game(house: House) -> None:
    """From the invitation link to the final score; everybody hears every version, and both hear the same result."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=2)
    host = await Player.at(ada, table, 1)
    assert host.table["stage"] == "gathering"
    assert host.view is None
    joined = await bob.post(f"/tables/{table}/join")
    assert joined["table"]["stage"] == "playing"
    guest, watcher = await Player.at(bob, table, 2), await Player.at(house.stranger(), table, 3)
    results = await asyncio.gather(host.until_over(), guest.until_over(), watcher.until_over())
    assert results[0] == results[1] == results[2]
    assert {host.viewer, guest.viewer, watcher.viewer} == {0, 1, None}
    record = read_record((await house.stranger().ask("GET", f"/tables/{table}/record")).text)
    final = list(replay_record(record))[-1]
    assert len(record.actions) == host.version == watcher.version
    assert [step["seat"] for step in host.heard] == [int(action[0]) for action in record.actions]
    assert final is not None


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
async def test_a_guest_plays_alone_against_tybor(house: House, level: str) -> None:
    """A solo table begins at once, and Tybor's steps come with the versions they belong to."""
    ada = await house.guest()
    player = await Player.at(ada, await ada.open(seats=1, solo=level), 1)
    result = await player.until_over()
    assert len(result["totals"]) == 1
    kinds = [event["type"] for step in player.heard for event in step["events"]]
    assert "tybor_acted" in kinds


async def test_bots_play_on_their_own(house: House) -> None:
    """Bots of every kind choose and play to the end beside a guest, without being asked."""
    ada = await house.guest()
    player = await Player.at(ada, await ada.open(seats=4, bots=["planner", "greedy", "random"]), 1)
    await player.until_over()
    assert {step["seat"] for step in player.heard} == {0, 1, 2, 3}


async def test_setup_is_chosen_in_any_order_and_makes_nobody_stale(house: House) -> None:
    """Both answer the question of version 0; the second is not refused for what the first chose meanwhile."""
    _, first, second = await pair(house)
    choices = [player.act({"type": "side", "side": "back"}, seen=0) for player in (second, first)]
    assert {answer["type"] for answer in await asyncio.gather(*choices)} == {"done"}


async def test_a_repeated_action_changes_nothing_and_gets_the_same_answer(house: House) -> None:
    """The same id with the same actions is answered as before, over any socket and however late."""
    table, first, second = await after_setup(house)
    placement = first.view["legal"][0]
    done = await first.act(placement, act_id="once")
    assert await first.act(placement, act_id="once") == done
    _, welcome = await house.stranger().look(table)
    assert welcome["version"] == done["version"]
    await first.play_on(1)
    assert await first.act(placement, act_id="once", seen=0) == done
    await second.until_asked()
    assert second.version == done["version"] + 1


async def test_the_same_id_for_another_action_is_a_conflict(house: House) -> None:
    """An id stands for one action only."""
    _, first, _ = await after_setup(house)
    await first.act(first.view["legal"][0], act_id="once")
    refused = await first.act({"type": "draw", "source": "gold-1"}, act_id="once")
    assert refused["code"] == "conflict.action_id"


async def test_ids_of_different_seats_do_not_meet(house: House) -> None:
    """An id used by one player stays free for another."""
    _, first, second = await pair(house)
    for player in (first, second):
        assert (await player.act({"type": "side", "side": "front"}, act_id="mine"))["type"] == "done"


async def test_an_answer_to_an_old_question_is_stale(house: House) -> None:
    """After placing, a seat is asked to draw; a placement that had not seen that is refused."""
    _, first, _ = await after_setup(house)
    before = first.version
    placement, other = first.view["legal"][:2]
    await first.act(placement)
    refused = await first.act(other, seen=before)
    assert refused["code"] == "version.stale"
    assert refused["facts"] == {"seen": before, "asked": before + 1}
    assert refused["version"] == before + 1


async def test_a_version_to_come_is_refused(house: House) -> None:
    """A version still to come cannot have been seen."""
    _, first, _ = await after_setup(house)
    assert (await first.act(first.view["legal"][0], seen=99))["code"] == "version.future"


async def test_a_turn_is_played_whole_or_not_at_all(house: House) -> None:
    """Placement and draw in one act make two versions; if one is refused there is none."""
    _, first, second = await after_setup(house)
    placement, draw = first.view["legal"][0], {"type": "draw", "source": "gold-2"}
    refused = await first.act({**placement, "cell": [7, 9]}, draw)
    assert refused["code"] == "illegal.not_adjacent"
    assert first.version == 4
    done = await first.act(placement, draw)
    assert done["version"] == 6
    await second.until_asked()
    assert [step["version"] for step in second.heard[-2:]] == [5, 6]


async def test_what_the_rules_refuse_is_explained(house: House) -> None:
    """The reason and its facts are sent only to the player who asked."""
    _, first, second = await after_setup(house)
    card = first.view["legal"][0]["card"]
    refused = await first.act({"type": "place", "card": card, "side": "back", "cell": [7, 9]})
    assert refused["code"] == "illegal.not_adjacent"
    assert refused["facts"] == {"cell": [7, 9]}
    assert (await second.act({"type": "draw", "source": "gold-1"}))["code"] == "illegal.not_your_turn"
    await second.socket.say({"type": "ping"})
    heard = [await second.hear()]
    while heard[-1]["type"] != "pong":
        heard.append(await second.hear())
    assert "refused" not in {message["type"] for message in heard}
    assert second.version == first.version == 4


async def test_a_spectator_cannot_play(house: House) -> None:
    """A viewer without a seat is refused."""
    table, _, _ = await after_setup(house)
    watcher = await Player.at(house.stranger(), table, 1)
    assert (await watcher.act({"type": "draw", "source": "gold-1"}))["code"] == "seat.none"


async def test_after_the_end_nothing_is_played(house: House) -> None:
    """The game is over for good."""
    ada = await house.guest()
    player = await Player.at(ada, await ada.open(seats=1, solo="easy"), 1)
    await player.until_over()
    assert (await player.act({"type": "draw", "source": "gold-1"}))["code"] == "illegal.game_over"


async def test_whoever_comes_back_hears_exactly_what_was_missed(house: House) -> None:
    """With the last version it has, a client gets all later ones, as its own seat may hear them, and no other."""
    table, first, second = await after_setup(house)
    window = await Player.at(second.person, table)
    left = second.version
    await second.socket.leave()
    await first.play_on(2)
    await window.until_asked()
    _, welcome = await second.person.look(table, left)
    assert [step["version"] for step in welcome["missed"]] == [left + 1, left + 2]
    assert welcome["missed"] == window.heard
    assert welcome["view"] == window.view
    _, whole = await second.person.look(table, 0)
    assert [step["version"] for step in whole["missed"]] == list(range(1, welcome["version"] + 1))
    _, fresh = await second.person.look(table)
    assert fresh["missed"] == []
    assert fresh["view"] == window.view


async def test_a_client_that_knows_more_than_the_server_starts_afresh(house: House) -> None:
    """It is told so, and gets the whole view."""
    table, _, _ = await after_setup(house)
    socket = house.socket(table)
    await socket.open()
    assert (await socket.hello(after=1000))["code"] == "version.future"
    welcome = await socket.hear()
    assert welcome["type"] == "welcome"
    assert welcome["missed"] == []


async def test_two_windows_of_one_seat_both_hear_everything(house: House) -> None:
    """What one window plays, the other is told; what both play at once is played once."""
    ada = await house.guest()
    table = await ada.open(seats=1, solo="easy")
    one, two = [await Player.at(ada, table, seed) for seed in (1, 2)]
    answers = await asyncio.gather(
        one.act({"type": "side", "side": "front"}), two.act({"type": "side", "side": "back"})
    )
    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    await one.until_over()
    while not two.view["result"]:
        await two.hear()
    assert one.version == two.version


async def test_presence_is_told(house: House) -> None:
    """Who looks and who has gone is shown to the others."""
    _, first, second = await pair(house)
    while not all(seat["connected"] for seat in first.table["seats"]):
        await first.hear()
    await second.socket.leave()
    while all(seat["connected"] for seat in first.table["seats"]):
        await first.hear()
    assert [seat["connected"] for seat in first.table["seats"]] == [True, False]


async def test_play_begins_with_the_first_view(house: House) -> None:
    """Those who wait get the view of the deal with the news that play begins, then every version from 1."""
    ada = await house.guest()
    table = await ada.open(seats=3, bots=["random"])
    waiting = await Player.at(ada, table, 1)
    await ada.post(f"/tables/{table}/bots", {"name": "random"})
    while waiting.view is None:
        message = await waiting.hear()
    assert message["type"] == "table"
    assert message["table"]["version"] == 0
    assert message["view"]["phase"] == "side"
    await waiting.play_on(2)
    assert {step["version"] for step in waiting.heard} == set(range(1, waiting.version + 1))


async def test_many_at_once(house: House) -> None:
    """Thirty tables play side by side, each correctly."""

    async def game(number: int) -> None:
        ada = await house.guest(f"Guest {number}")
        level = Random(number).choice(["easy", "normal", "hard"])
        player = await Player.at(ada, await ada.open(seats=1, solo=level), number)
        await player.until_over()

    await asyncio.gather(*(game(number) for number in range(30)))
