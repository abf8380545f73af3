"""The client library, against a real server."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import msgspec
import pytest

from codex_naturalis.bots import GreedyBot, RandomBot
from codex_naturalis.catalogue import Side
from codex_naturalis.client import AsyncServer, RefusedError, Server, UnreachableError
from codex_naturalis.play import Game
from codex_naturalis.record import replay
from codex_naturalis.rules import Action, Draw, GameOptions, Phase, Place, Source, awaited, legal_actions
from codex_naturalis.views import View, view_of
from codex_naturalis.wire.deltas import apply_change, view_change
from codex_naturalis.wire.socket import Show
from tests.e2e.running import Server as RunningServer
from tests.e2e.running import free_port


def best(view: View) -> Action:
    """Return what `GreedyBot` does."""
    return GreedyBot().choose(view, Random(0))


def test_a_program_plays_a_whole_game_against_a_bot(running: RunningServer) -> None:
    """It is asked on each of its turns, the game ends, and the record tells the same result."""
    with Server(running.http, name="Ada") as server:
        table = server.open(seats=2, bots=["random"])
        for view in table.turns():
            assert view.viewer == table.viewer
            table.act(best(view))
        assert table.ended
        assert table.result is not None
        steps = list(replay(table.record()))
        assert steps[-1].state.result == table.result
        assert len(steps) == table.version


def test_a_placement_and_its_draw_are_one_turn(running: RunningServer) -> None:
    """`act` takes both at once and returns the version after them."""
    with Server(running.http) as server:
        table = server.open(solo="easy")
        for view in table.turns():
            if view.phase is Phase.PLACE:
                break
            table.act(view.legal[0])
        place = next(action for action in view.legal if isinstance(action, Place) and action.side is Side.BACK)
        before = table.version
        assert table.act((place, Draw(Source.RESOURCE_1))) == before + 2
        assert table.view is not None
        assert len(table.view.seats[0].laid) == 2


def test_colours_are_chosen_with_a_seat_or_later(running: RunningServer) -> None:
    """`RefusedError` has the code where another was first; whoever sits down last chooses with the seat."""
    with Server(running.http, name="Ada") as ada, Server(running.http, name="Bob") as bob:
        table = ada.open(seats=2, colour="green")
        assert table.choose_colour("yellow").seats[0].colour == "yellow"
        with pytest.raises(RefusedError, match=r"colour\.taken"):
            bob.join(table.id, colour="yellow")
        seats = bob.join(table.id, colour="green").info.seats
        assert {seat.name: seat.colour for seat in seats} == {"Ada": "yellow", "Bob": "green"}


def test_an_illegal_action_is_refused_with_its_reason(running: RunningServer) -> None:
    """`RefusedError` has the rules' reason and facts, and nothing has changed."""
    with Server(running.http) as server:
        table = server.open(solo="easy")
        with pytest.raises(RefusedError) as refused:
            table.act(Draw(Source.GOLD_1))
        assert refused.value.reason == "illegal.wrong_phase"
        assert str(refused.value).startswith("illegal.wrong_phase: the game waits for something else: ")
        assert table.version == 0
        with pytest.raises(RefusedError, match=r"^bot\.unknown: There is no bot of this name\.$"):
            server.open(seats=2, bots=["nobody"])


@pytest.mark.parametrize("wrong", ["front", None, 7, [], ["front"], Place("x", Side.FRONT, (1, 1))])  # type: ignore[arg-type]  # that is the point
def test_what_is_no_action_is_not_sent(running: RunningServer, wrong: Any) -> None:  # noqa: ANN401 - a caller's mistake
    """`TypeError` names the argument; the table goes on."""
    with Server(running.http) as server:
        table = server.open(solo="easy")
        with pytest.raises(TypeError, match="action"):
            table.act(wrong)
        assert table.act(next(table.turns()).legal[0]) == 1


async def test_after_a_message_that_was_no_message_it_connects_again(running: RunningServer) -> None:
    """What waited for an answer was refused; the next action counts."""
    async with AsyncServer(running.http) as server:
        table = await server.open(solo="easy")
        with pytest.raises(RefusedError, match=r"message\.malformed"):
            await table._ask(Show("x", "grin"))  # type: ignore[arg-type]
        view = await anext(table.turns())
        assert await table.act(view.legal[0]) == 1


def test_bots_act_at_once_unless_people_are_to_follow(tmp_path: Path) -> None:
    """A game takes no longer than its bots think; at the pace of people they wait before each action."""
    with RunningServer(tmp_path, bot_delay=1.0) as slow, Server(slow.http) as server:
        waited = {}
        for pace in ("instant", "people"):
            table = server.open(seats=2, bots=["random"], pace=pace)
            begun = time.monotonic()
            for _, view in zip(range(6), table.turns(), strict=False):
                table.act(best(view))
            waited[pace] = time.monotonic() - begun
        assert waited["people"] > 1.0
        assert waited["instant"] < waited["people"]


def test_a_server_that_is_killed_in_mid_game_is_played_on(own_server: RunningServer) -> None:
    """Killed twice and started again: each action counts once, and versions have no gap."""
    with Server(own_server.http) as server:
        table = server.open(seats=2, bots=["random"], history=True)
        acts = 0
        for view in table.turns():
            acts += 1
            if acts in (3, 11):
                own_server.kill()
                starting = Thread(target=own_server.start)
                starting.start()
                table.act(best(view))
                starting.join()
            else:
                table.act(best(view))
        assert [step.version for step in table.steps] == list(range(1, table.version + 1))
        assert acts == sum(step.seat == table.viewer for step in table.steps)
        assert len(table.record().actions) == table.version


async def test_two_programs_meet_by_invitation(running: RunningServer) -> None:
    """One opens, the other joins by the link, a third watches: all three see the same end."""
    async with (
        AsyncServer(running.http, name="Ada") as ada,
        AsyncServer(running.http, name="Bob") as bob,
        AsyncServer(running.http) as eve,
    ):
        opened = await ada.open(seats=2)
        assert opened.view is None
        joined = await bob.join(opened.invitation)
        watched = await eve.watch(opened.invitation)
        await asyncio.gather(opened.say("good luck"), joined.show("thanks"))
        games = (ada.serve(RandomBot(), opened.id), bob.serve(RandomBot, opened.id))
        seen = asyncio.create_task(last_view(watched.views()))
        await asyncio.gather(*games)
        view = await seen
        assert view.viewer is None
        assert view.result is not None
        assert {line.text for line in watched.lines if line.text} == {"good luck"}


async def last_view(views: AsyncIterator[View]) -> View:
    """Return the last of `views`."""
    async for view in views:
        last = view
    return last


async def test_a_connection_that_is_cut_resumes_after_its_last_version(running: RunningServer) -> None:
    """What happened meanwhile comes with the next welcome, and only that."""
    async with AsyncServer(running.http) as server:
        table = await server.open(seats=2, bots=["random"], history=True)
        acts = 0
        async for view in table.turns():
            acts += 1
            if acts % 5 == 0:
                socket = table._connection._socket
                assert socket is not None
                acting = asyncio.create_task(table.act(best(view)))
                socket.transport.abort()
                await acting
            else:
                await table.act(best(view))
        assert [step.version for step in table.steps] == list(range(1, table.version + 1))


def test_a_private_link_plays_its_seat_elsewhere(running: RunningServer) -> None:
    """The holder of a seat's link plays it as another guest, or as none."""
    with Server(running.http) as owner, Server(running.http) as other:
        link = owner.open(solo="easy").seat_link()
        table = other.join(link)
        assert table.viewer == 0
        assert table.view is not None
        table.act(table.view.legal[0])
        assert table.version == 1
        assert other.token is None


def test_a_token_brings_the_same_guest_back(running: RunningServer) -> None:
    """And an account is found by its name and password."""
    with Server(running.http, name="Grace") as first:
        me = first.me()
        opened = first.open(seats=2)
        with Server(running.http, token=first.token) as again:
            assert again.me().id == me.id
            assert [mine.table.id for mine in again.mine()] == [opened.id]
        with pytest.raises(RefusedError, match=r"account\.wrong"):
            first.sign_in("Grace", "a wrong password")


def test_a_server_that_is_not_there_is_said_to_be_unreachable() -> None:
    """After the client's patience, and not before a second try."""
    with Server(f"http://127.0.0.1:{free_port()}", patience=0.3) as server, pytest.raises(UnreachableError):
        server.me()


@pytest.mark.parametrize("seed", ["one", "another"])
def test_deltas_make_what_the_server_has(seed: str) -> None:
    """Over a whole random game, each view is what its delta makes of the one before."""
    rng, game = Random(seed), Game.from_seed(GameOptions(seats=2), seed)
    view = view_of(game.state, 0, detailed=True)
    held = msgspec.json.decode(msgspec.json.encode(view))
    while seats := awaited(game.state):
        game = game.play(seats[0], (rng.choice(legal_actions(game.state, seats[0])),))
        after = view_of(game.state, 0, detailed=True)
        held = apply_change(held, msgspec.json.decode(msgspec.json.encode(view_change(view, after))))
        assert msgspec.convert(held, View) == after
        view = after
