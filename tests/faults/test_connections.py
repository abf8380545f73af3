"""Lost, slow and many connections: each viewer gets every step, once, and none waits for another."""

import asyncio
import json
import socket
import time
import urllib.request
from contextlib import closing, suppress

import pytest
from websockets.asyncio.client import connect

from tests.faults.clients import Client, ask, guest, open_table, play_together, seat_two, socket_of
from tests.faults.histories import faults, stored
from tests.faults.running import Server
from tests.timing import within
from tests.waiting import TIMEOUT, at_last

CROWD = 200
TABLES = 4


async def look(server: Server, table: str, after: int) -> int:
    """Come back to a table as a viewer; return the version it is told, once all that was missed is there."""
    url = f"ws://127.0.0.1:{server.port}/api/v1/tables/{table}/socket"
    async with connect(url, compression=None, max_size=None, open_timeout=TIMEOUT) as connection:
        await connection.send(json.dumps({"type": "hello", "after": after}))
        while (message := json.loads(await connection.recv()))["type"] != "welcome":
            pass
        versions = [step["version"] for step in message["missed"]]
        assert versions == list(range(after + 1, message["version"] + 1))
        return int(message["version"])


@pytest.mark.timing
def test_everybody_comes_back_at_once(server: Server) -> None:
    """Row 26: two hundred viewers who come back in the same moment are back soon, and hear what they missed."""
    pairs = [seat_two(server) for _ in range(TABLES)]
    for pair in pairs:
        play_together(*pair, turns=6)

    async def storm() -> list[int]:
        tables = [pairs[number % TABLES][0].table for number in range(CROWD)]
        return await asyncio.gather(*(look(server, table, number % 6) for number, table in enumerate(tables)))

    before = server.cpu_seconds()
    assert asyncio.run(storm()) == [6] * CROWD
    assert server.cpu_seconds() - before < within(1)


@pytest.fixture
def narrow(own_server: Server) -> Server:
    """Run a server whose system keeps little of what clients do not read; these have two seconds to take something."""
    own_server.constants["send_seconds"] = 2
    own_server.start("narrow")
    return own_server


def all_of(sleeper: socket.socket) -> int:
    """Return how many bytes are there to be read until the server has hung up."""
    read = 0
    sleeper.settimeout(TIMEOUT)
    with suppress(ConnectionResetError):
        while found := sleeper.recv(1 << 16):
            read += len(found)
    return read


def test_a_slow_reader_is_let_go_and_comes_back(narrow: Server) -> None:
    """Row 25: no queue grows for a client that stops reading; the others play on, and nothing is missing afterwards."""
    ada, bob = seat_two(narrow)
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.connect(("127.0.0.1", narrow.port))
    sleeper = socket_of(narrow, ada.table, sock=lazy, max_queue=1)
    with closing(sleeper.socket.dup()) as itself:
        sleeper.send(json.dumps({"type": "hello"}))
        before = narrow.resident()
        play_together(ada, bob)
        assert narrow.resident() - before < 32 << 20
        at_last(lambda: looking(narrow, 2), AssertionError)
        back = Client(narrow, ada.table, None)
        assert back.version == ada.version
        assert all_of(itself) < 256 << 10
    assert faults([ada.history, bob.history], stored(narrow.data, ada.table)) == []


def looking(server: Server, viewers: int) -> None:
    """Check how many look at tables of a server."""
    with urllib.request.urlopen(f"{server.http}/metrics", timeout=TIMEOUT) as answer:  # noqa: S310 - our own
        assert f"codex_sockets {viewers}.0" in answer.read().decode()


def test_whoever_comes_back_hears_what_was_missed(server: Server) -> None:
    """Row 54: in one answer, also from another device with the private link of the seat."""
    ada, bob = seat_two(server)
    play_together(ada, bob, turns=4)
    link = ask(server, f"/tables/{ada.table}/seat-token", {}, ada.token)["token"]
    ada.cut()
    while bob.version < 12:
        actor = bob if bob.view["legal"] else Client(server, ada.table, link)
        assert actor.act(actor.choice())["type"] == "done"
        bob.catch_up(actor.version)
        if actor is not bob:
            _hand_over(actor, ada)
    ada.connect()
    assert ada.version == bob.version
    assert [step["version"] for step in ada.history.steps] == list(range(1, 13))
    assert faults([ada.history, bob.history], stored(server.data, ada.table)) == []


def _hand_over(device: Client, owner: Client) -> None:
    """Count what another device asked for as the owner's."""
    owner.history.sent.update(device.history.sent)
    device.leave()


def test_a_lost_connection_in_mid_game_costs_nothing(server: Server) -> None:
    """Rows 2, 54: cut before every answer, back, asked again: a whole game, each action once."""
    token = guest(server)
    ada = Client(server, open_table(server, token, seats=1, solo="easy"), token)
    while ada.until_asked():
        action, seen = ada.choice(), ada.version
        name = ada.submit([action])
        ada.cut()
        ada.connect()
        assert ada.act(action, act_id=name, seen=seen)["type"] == "done"
    kept = stored(server.data, ada.table)
    assert len(kept.acts) == len(kept.actions) > 20
    assert faults([ada.history], kept) == []


@pytest.mark.timing
def test_nobody_waits_for_a_thinking_bot(server: Server) -> None:
    """Row 61: bots think in processes of their own; the server answers others as fast as ever."""
    token = guest(server)
    table = open_table(server, token, seats=2, bots=["planner"], listed=False)
    thinking = Client(server, table, token)
    other, _ = seat_two(server)
    assert thinking.step()
    before, began = server.cpu_seconds(), time.monotonic()
    for _ in range(10):
        other.say({"type": "ping"})
        while other.hear()["type"] != "pong":
            pass
    assert server.cpu_seconds() - before < within(0.5)
    assert time.monotonic() - began < within(2.5)
