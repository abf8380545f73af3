"""Clocks, leaving and coming back, closing: what is due happens once, and everybody is told."""

import asyncio
from pathlib import Path

import pytest

from codex_naturalis.play.clock import DAY
from codex_naturalis.server.database.appends import Append
from codex_naturalis.server.tables.clocks import GATHERING_SECONDS, GONE_SECONDS, UNTOUCHED_SECONDS, ServiceClock
from codex_naturalis.server.tables.table import Table
from tests.server.house import House, Json, Player, open_house
from tests.server.tables.test_play import pair
from tests.several import on_both
from tests.waiting import until_set

BLITZ = {"kind": "real_time", "seconds": 60, "increment": 5}
SLOW = {"kind": "correspondence", "days": 2}


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time stand still, however long a test takes, but for what it lets pass."""
    monkeypatch.setattr(ServiceClock, "now", lambda served: served._base)


async def pass_time(house: House, seconds: float) -> None:
    """Advance served time, and handle what is due then."""
    served = house.services.store.served
    served.at_least(served.now() + seconds)
    await house.services.deadlines.poll()


async def at_play(house: House, clock: Json) -> tuple[str, Player, Player]:
    """Return a table with a clock, after the setup, the seat that is to act first."""
    table, first, second = await pair(house, clock=clock)
    for _ in range(2):
        for player in (first, second):
            await player.play_on(1)
    await first.until_asked()
    return table, first, second


async def until(player: Player, kind: str) -> Json:
    """Return the note of a kind, as soon as it is told."""
    while not (found := [note for note in player.table["notes"] if note["kind"] == kind]):
        await player.hear()
    return found[-1]


def near(value: float | None) -> object:
    """Return what is equal to `value` but for what is lost in adding."""
    return pytest.approx(value, abs=0.01)


async def clocks_of(house: House, table: str) -> Json:
    """Return the clocks as a new viewer is told them."""
    socket, _ = await house.stranger().look(table)
    message = await socket.hear_of("clocks")
    await socket.leave()
    return message["seats"]


async def test_a_clock_is_agreed_on_and_told(house: House) -> None:
    """It is part of the table from the start, runs for those who are asked, and goes along to the rematch."""
    table, _, _ = await pair(house, clock=BLITZ)
    info = (await house.stranger().get(f"/tables/{table}"))["table"]
    assert info["clock"] == BLITZ
    assert info["stand_in"] == "level:3"
    for seat in await clocks_of(house, table):
        assert seat == {"seat": seat["seat"], "left": near(60), "running": True, "ends": near(70), "away": None}


@on_both
async def test_time_runs_for_whoever_is_asked_and_grows_with_each_turn(house: House) -> None:
    """The increment comes with the end of a turn, not with a placement."""
    table, first, second = await at_play(house, BLITZ)
    await pass_time(house, 20)
    mine, other = await clocks_of(house, table)
    assert (mine["running"], other["running"]) == (True, False)
    spare = other["left"]
    assert mine["left"] == near(50)  # 60, twice 5 for the setup, less 20
    await first.play_on(1)
    assert (await clocks_of(house, table))[0]["left"] == near(50)
    await first.play_on(1)
    mine, other = await clocks_of(house, table)
    assert (mine["left"], mine["running"], mine["ends"]) == (near(55), False, None)
    assert (other["left"], other["running"]) == (near(spare), True)
    await second.until_asked()


@on_both
async def test_when_time_is_up_a_bot_plays_on_and_the_seat_can_be_taken_back(house: House) -> None:
    """After a last moment; the bot plays at once, and the owner acts again only after taking the seat back."""
    table, first, second = await at_play(house, BLITZ)
    await pass_time(house, 70)
    assert (await clocks_of(house, table))[0]["left"] == 0
    assert first.table["notes"] == []
    await pass_time(house, 11)
    assert (await until(first, "stand_in"))["bot"] == "level:3"
    assert [note["kind"] for note in first.table["notes"]] == ["time_up", "stand_in"]
    assert first.table["seats"][0]["stand_in"] == "level:3"
    await second.until_asked()
    assert second.heard[-1]["seat"] == 0
    assert (await first.act({"type": "draw", "source": "gold-1"}))["code"] == "seat.stood_in"
    taken = await first.person.post(f"/tables/{table}/return")
    assert taken["table"]["seats"][0]["stand_in"] is None
    mine, _ = await clocks_of(house, table)
    assert (mine["left"], mine["running"]) == (near(60), False)
    await second.play_on(2)
    await first.until_asked()
    assert (await first.act(first.view["legal"][0]))["type"] == "done"


async def test_whoever_acts_in_the_last_moment_plays_on(house: House) -> None:
    """A time-out and an action at the same moment have one outcome: here the action was first."""
    table, first, _ = await at_play(house, BLITZ)
    await pass_time(house, 75)
    assert (await clocks_of(house, table))[0]["ends"] == near(5)
    await first.play_on(2)
    await pass_time(house, 10)
    assert first.table["notes"] == []
    assert (await clocks_of(house, table))[0]["left"] == near(5)


@on_both
async def test_two_servers_and_a_player_at_the_same_moment_have_one_outcome(tmp_path: Path, place: Json) -> None:
    """Either the action counts and its player stays, or a stand-in plays on, once, and the action is refused."""
    async with open_house(tmp_path, **place) as one, open_house(tmp_path, **place) as two:
        table, first, _ = await at_play(one, BLITZ)
        there = await Player.at(two.stranger(first.person.token), table)
        shown = [await house.services.tables.get(table) for house in (one, two)]
        served = one.services.store.served
        served.at_least(served.now() + 81)
        two.services.store.served.at_least(served.now())
        _, _, answer = await asyncio.gather(
            *(each.expire_clocks() for each in shown), there.act(there.view["legal"][0])
        )
    async with open_house(tmp_path, **place) as house:
        info = (await house.stranger().get(f"/tables/{table}"))["table"]
        kinds = [note["kind"] for note in info["notes"]]
        if answer["type"] == "done":
            assert (kinds, info["seats"][0]["stand_in"]) == ([], None)
        else:
            assert answer["code"] == "seat.stood_in"
            assert (kinds, info["seats"][0]["stand_in"]) == (["time_up", "stand_in"], "level:3")


async def test_by_correspondence_every_turn_has_its_days(house: House) -> None:
    """And hours to spare, after which a bot plays on."""
    table, first, _ = await at_play(house, SLOW)
    await pass_time(house, 1.5 * DAY)
    assert (await clocks_of(house, table))[0]["left"] == near(0.5 * DAY)
    await first.play_on(2)
    assert (await clocks_of(house, table))[0]["left"] == near(2 * DAY)
    await pass_time(house, 2.2 * DAY)
    assert first.table["notes"] == []
    await pass_time(house, 0.1 * DAY)
    assert (await until(first, "stand_in"))["seat"] == 1


@on_both
async def test_a_restart_is_charged_to_nobody(tmp_path: Path, place: Json) -> None:
    """What was left is left, however long no server ran; and everybody has a moment to come back."""
    async with open_house(tmp_path, **place) as house:
        table, first, _ = await at_play(house, BLITZ)
        await pass_time(house, 30)
        before = (await clocks_of(house, table))[0]
    async with open_house(tmp_path, **place) as house:
        after = (await clocks_of(house, table))[0]
        assert after == {**before, "left": near(before["left"]), "ends": near(before["ends"])}
        back = await Player.at(house.stranger(first.person.token), table)
        await pass_time(house, 80)
        assert (await until(back, "stand_in"))["seat"] == 0


@on_both
async def test_for_somebody_who_leaves_a_bot_plays_on(house: House) -> None:
    """With or without a clock, after a moment in which coming back changes everything."""
    table, first, second = await pair(house)
    await first.person.post(f"/tables/{table}/leave")
    await until(second, "leaving")
    seats = await clocks_of(house, table)
    assert seats[0] == {"seat": 0, "left": None, "running": False, "ends": near(15), "away": None}
    await Player.at(first.person, table)
    await until(second, "returned")
    await pass_time(house, 16)
    await first.person.post(f"/tables/{table}/leave")
    await pass_time(house, 16)
    assert (await until(second, "stand_in"))["seat"] == 0
    await second.until_over()
    assert second.table["seats"][0]["kind"] == "guest"


@on_both
async def test_others_may_ask_that_a_bot_plays_on(house: House) -> None:
    """For an awaited player who is away, where no clock decides; coming back within a minute settles it."""
    table, first, second = await pair(house)
    call = f"/tables/{table}/seats/0/stand-in"
    assert (await second.person.refused("POST", call))["code"] == "seat.present"
    await first.socket.leave()
    assert (await house.stranger().refused("POST", call))["code"] == "token.missing"
    assert (await (await house.guest()).refused("POST", call))["code"] == "seat.none"
    assert (await second.person.refused("POST", f"/tables/{table}/seats/9/stand-in"))["code"] == "seat.unknown"
    await second.person.post(call)
    await until(second, "called")
    back = await Player.at(first.person, table)
    await until(second, "returned")
    await back.socket.leave()
    await second.person.post(call)
    await pass_time(house, 61)
    assert (await until(second, "stand_in"))["seat"] == 0
    await second.until_over()


async def test_where_a_clock_runs_it_decides(house: House) -> None:
    """Being away is no fault by correspondence."""
    table, first, second = await at_play(house, SLOW)
    await first.socket.leave()
    refused = await second.person.refused("POST", f"/tables/{table}/seats/0/stand-in")
    assert refused["code"] == "seat.present"


async def test_an_installation_has_its_own_patience(tmp_path: Path) -> None:
    """Who plays on, and after how long, are settings; the table says who it will be."""
    own = {"stand_in": "level:1", "grace_seconds": 100.0, "left_seconds": 40.0, "return_seconds": 90.0}
    async with open_house(tmp_path, **own) as house:
        table, first, second = await at_play(house, BLITZ)
        assert first.table["stand_in"] == "level:1"
        await pass_time(house, 70 + 80)
        assert first.table["notes"] == []
        await pass_time(house, 21)
        assert (await until(second, "stand_in"))["bot"] == "level:1"
        await first.person.post(f"/tables/{table}/return")
        assert (await clocks_of(house, table))[0]["left"] == near(90)
        await second.person.post(f"/tables/{table}/leave")
        await until(first, "leaving")
        assert (await clocks_of(house, table))[1]["ends"] == near(40)


async def test_bots_do_not_play_among_themselves(house: House) -> None:
    """When all people have gone the game rests; if none comes back for a day, the table is closed with a note."""
    table, first, second = await at_play(house, BLITZ)
    await pass_time(house, 81)
    await until(second, "stand_in")
    await second.until_asked()
    await pass_time(house, 1000)
    version = second.version
    while second.table["seats"][1]["stand_in"] is None:
        await second.hear()
    await pass_time(house, GONE_SECONDS / 2)
    assert (await house.stranger().get(f"/tables/{table}"))["table"]["version"] == version
    await first.person.post(f"/tables/{table}/return")
    while second.version == version or second.view["awaited"] != [0]:
        await second.hear()
    await pass_time(house, GONE_SECONDS)
    info = (await house.stranger().get(f"/tables/{table}"))["table"]
    assert info["stage"] == "playing"
    assert info["seats"][1]["stand_in"] == "level:3"
    await pass_time(house, GONE_SECONDS + 1)
    assert (await until(second, "closed_gone"))["seat"] is None
    assert (await second.act({"type": "draw", "source": "gold-1"}))["code"] == "table.closed"
    assert (await second.person.refused("POST", f"/tables/{table}/rematch"))["code"] == "table.not_over"
    assert [one["table"]["id"] for one in await second.person.get("/tables/mine")] == [table]


@on_both
async def test_tables_that_nobody_touches_are_closed(house: House) -> None:
    """Before play after a week without anybody coming, in play without a clock after ninety days without an action."""
    table, first, second = await pair(house, listed=True)
    waiting = await first.person.open(seats=3, listed=True)
    await pass_time(house, GATHERING_SECONDS + 1)
    info = (await first.person.get(f"/tables/{waiting}"))["table"]
    assert (info["stage"], info["notes"][-1]["kind"]) == ("closed", "closed_untouched")
    assert [one["id"] for one in await house.stranger().get("/tables")] == [table]
    assert (await second.person.refused("POST", f"/tables/{waiting}/join"))["code"] == "table.closed"
    await first.play_on(1)
    await pass_time(house, UNTOUCHED_SECONDS)
    assert (await first.person.get(f"/tables/{table}"))["table"]["stage"] == "playing"
    await pass_time(house, UNTOUCHED_SECONDS)
    assert (await first.person.get(f"/tables/{table}"))["table"]["stage"] == "closed"


async def test_a_mistake_at_one_table_holds_up_no_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due later happens all the same, and the one that failed is tried again at the next look."""
    ada = await house.guest("Ada")
    tables = [await ada.open(seats=2) for _ in range(2)]
    strike, failed = Table.expire_clocks, list[str]()

    async def mistaken(table: Table) -> None:
        if not failed:
            failed.append(table.id)
            raise RuntimeError("a mistake of ours")
        await strike(table)

    async def stages() -> list[str]:
        return [(await ada.get(f"/tables/{table}"))["table"]["stage"] for table in tables]

    monkeypatch.setattr(Table, "expire_clocks", mistaken)
    await pass_time(house, GATHERING_SECONDS + 1)
    assert failed == tables[:1]
    assert await stages() == ["gathering", "closed"]
    await pass_time(house, 0)
    assert await stages() == ["closed", "closed"]


async def test_the_host_may_close_a_table_that_waits(house: House) -> None:
    """Only the host may, before play has begun; people who wait there read why."""
    ada, bob = await house.guest("Ada"), await house.guest("Bob")
    table = await ada.open(seats=3)
    await bob.post(f"/tables/{table}/join")
    waiting = await Player.at(bob, table)
    assert (await bob.refused("POST", f"/tables/{table}/close"))["code"] == "host.only"
    await ada.post(f"/tables/{table}/close")
    await until(waiting, "closed_by_host")
    assert waiting.table["stage"] == "closed"
    await ada.post(f"/tables/{table}/close")
    playing, first, second = await pair(house)
    host = first if first.viewer == first.table["host_seat"] else second
    assert (await host.person.refused("POST", f"/tables/{playing}/close"))["code"] == "table.started"


async def test_there_is_no_clock_against_tybor(house: House) -> None:
    """No player waits there."""
    ada = await house.guest()
    refused = await ada.refused("POST", "/tables", {"seats": 1, "solo": "easy", "clock": BLITZ})
    assert refused["code"] == "clock.solo"
    assert (await ada.refused("POST", "/tables", {"seats": 2, "clock": {"kind": "real_time", "seconds": 1}}))[
        "code"
    ] == "request.malformed"


async def test_tables_without_clocks_send_what_they_always_sent(house: House) -> None:
    """Without an agreed clock no message carries a time."""
    _, first, second = await pair(house)
    await first.play_on(1)
    await second.play_on(1)
    assert not [frame for player in (first, second) for frame in player.socket.frames if '"clocks"' in frame]


async def test_a_rematch_begins_with_everybody_on_their_own_seat(house: House) -> None:
    """A replaced player who comes back for the rematch plays again."""
    table, first, second = await at_play(house, BLITZ)
    await pass_time(house, 100)
    await until(second, "stand_in")
    await second.until_over()
    await first.person.post(f"/tables/{table}/rematch")
    again = await second.person.post(f"/tables/{table}/rematch")
    assert [seat["stand_in"] for seat in again["table"]["seats"]] == [None, None]


async def test_who_was_replaced_is_not_rated_again(house: House) -> None:
    """The rematch of a rated game that a bot has ended changes no rating."""
    people = []
    for name in ("Ada", "Bob"):
        session = await house.stranger().post("/account", {"name": name, "password": "correct horse"})
        people.append(house.stranger(session["token"]))
    ada, bob = people
    table = await ada.open(seats=2, rated=True, clock=BLITZ)
    await bob.post(f"/tables/{table}/join")
    player = await Player.at(bob, table)
    await ada.post(f"/tables/{table}/leave")
    await pass_time(house, 20)
    await until(player, "stand_in")
    await player.until_over()
    await bob.post(f"/tables/{table}/rematch")
    again = (await ada.post(f"/tables/{table}/rematch"))["table"]
    assert (again["stage"], again["rated"], [seat["stand_in"] for seat in again["seats"]]) == (
        "playing",
        False,
        [None, None],
    )


async def test_whoever_comes_back_as_the_bot_ends_its_turn_has_no_clock_running(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the turn of the other by then, and only their time runs."""
    table, first, second = await at_play(house, BLITZ)
    await pass_time(house, 100)
    await until(second, "stand_in")
    kept, stored, ends = house.services.store.append_actions, asyncio.Event(), asyncio.Event()

    async def held(new: Append) -> None:
        if new.id is None and '"draw"' in new.actions[-1]:
            stored.set()
            await ends.wait()
        await kept(new)

    await second.until_asked()
    monkeypatch.setattr(house.services.store, "append_actions", held)
    await second.play_on(2)
    await until_set(stored, "the draw is being stored")
    back = asyncio.create_task(first.person.post(f"/tables/{table}/return"))
    await asyncio.sleep(0.1)
    ends.set()
    assert (await back)["table"]["seats"][0]["stand_in"] is None
    await second.until_asked()
    assert [seat["running"] for seat in await clocks_of(house, table)] == [False, True]
