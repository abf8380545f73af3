"""Junk, floods and dawdlers: they harm themselves at most, and everybody else plays on."""

import json
import re
import socket
import time
import urllib.error
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.faults.clients import Client, Json, ask, guest, open_table, refusal, seat_two, socket_of
from tests.faults.histories import faults, stored
from tests.faults.running import Server
from tests.timing import within
from tests.waiting import TIMEOUT, at_last

MEBIBYTE = 1 << 20
ACT = {"type": "act", "id": "x", "seen": 0}


def ended(connection: ClientConnection) -> tuple[str, int]:
    """Return the last code that was told, and the one that the server hung up with."""
    code = ""
    try:
        while True:
            message = json.loads(connection.recv(TIMEOUT))
            code = message.get("code", code)
    except ConnectionClosed as closed:
        return code, closed.rcvd.code if closed.rcvd else 1006


def talk(connection: ClientConnection, messages: Iterable[str | Iterable[str]]) -> None:
    """Send one message after the other, whatever is answered, until the server hangs up."""
    for message in messages:
        connection.send(message)
    ended(connection)
    connection.send("still there?")


def hung_up(connection: ClientConnection, messages: Iterable[str | Iterable[str]]) -> int:
    """Send messages; return the code that the server hangs up with, 1006 if it is too rude to wait for one."""
    with pytest.raises(ConnectionClosed):
        talk(connection, messages)
    return connection.close_code or 1006


JUNK: dict[str, Json] = {
    "no JSON": "{",
    "nothing": "",
    "a NUL": "\0",
    "bytes": b"\x00\xff",
    "nested": "[" * 3000,
    "nested before it says what it is": '{"x":' + "[" * 3000 + "]" * 3000 + ',"type":"ping"}',
    "a number": "7",
    "a list": "[]",
    "an unknown word": {"type": "conjure"},
    "a word of every object": {"type": "__proto__"},
    "another": {"type": "constructor"},
    "an unknown field": {**ACT, "actions": [{"type": "side", "side": "front"}], "seat": 1},
    "actions that are no list": {**ACT, "actions": {"type": "side", "side": "front"}},
    "no actions": {**ACT, "actions": []},
    "an unknown action": {**ACT, "actions": [{"type": "end_game"}]},
    "undo": {**ACT, "actions": [{"type": "undo"}]},
    "an action within an action": {**ACT, "actions": [{"type": "side", "side": {"type": "side", "side": "front"}}]},
    "null": {**ACT, "actions": [{"type": "draw", "source": None}]},
    "no number": '{"type":"act","id":"x","seen":NaN,"actions":[{"type":"side","side":"front"}]}',
    "a version below zero": {**ACT, "seen": -1, "actions": [{"type": "side", "side": "front"}]},
    "half a card": {**ACT, "actions": [{"type": "objective", "card": 1.5}]},
    "an endless name": {**ACT, "id": "x" * 65, "actions": [{"type": "side", "side": "front"}]},
    "another greeting": {"type": "hello"},
}


def test_junk_closes_its_own_socket(server: Server) -> None:
    """Rows 13 to 18: with a reason, whatever it is; the same person comes back and plays, the other noticed nothing."""
    ada, bob = seat_two(server)
    for name, message in JUNK.items():
        junk = Client(server, ada.table, ada.token)
        junk.say(message)
        assert junk.socket
        assert ended(junk.socket) in (("message.malformed", 4400), ("message.unexpected", 4400)), name
    assert ada.act({"type": "side", "side": "front"})["type"] == "done"
    bob.catch_up(1)
    assert faults([ada.history, bob.history], stored(server.data, ada.table)) == []


def test_huge_messages_are_cut_off(server: Server) -> None:
    """Rows 19, 20: in one piece or in thousands, and the memory is free again."""
    ada, _ = seat_two(server)
    before = server.resident()
    for size in (17_000, MEBIBYTE, 20 * MEBIBYTE):
        assert hung_up(socket_of(server, ada.table), ["x" * size]) in ((1009,) if size < MEBIBYTE else (1009, 1006))
    assert hung_up(socket_of(server, ada.table), [("x" * 1024 for _ in range(4000))]) in (1009, 1006)
    assert server.resident() - before < 30 * MEBIBYTE
    assert ada.act({"type": "side", "side": "front"})["type"] == "done"


@pytest.mark.timing
def test_a_message_in_parts_without_end_costs_nothing(server: Server) -> None:
    """Rows 20, 22: two hundred thousand empty parts are cut off before they cost anybody a moment."""
    ada, _ = seat_two(server)
    connection = socket_of(server, ada.table)
    before = server.cpu_seconds()
    with suppress(OSError):
        connection.socket.sendall(b"\x01\x80\x00\x00\x00\x00" + b"\x00\x80\x00\x00\x00\x00" * 200_000)
    assert ended(connection)[1] in (1009, 1006)
    assert server.cpu_seconds() - before < within(0.3)
    assert ada.act({"type": "side", "side": "front"})["type"] == "done"


def test_nothing_is_packed(server: Server) -> None:
    """Row 21: no bomb can be unpacked, because nothing is, whatever the client offers."""
    ada, _ = seat_two(server)
    with closing(socket_of(server, ada.table, compression="deflate")) as connection:
        assert connection.response
        assert "Sec-WebSocket-Extensions" not in connection.response.headers


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Server]:
    """Run a server for one test that allows little, is short of patience, and counts addresses of this machine too."""
    limits = {"connections_per_address": 6, "sockets_per_address": 5, "guests_at_once": 10, "messages_per_second": 20}
    patience = {"hello_seconds": 2, "request_seconds": 2}
    running = Server(tmp_path, **limits, **patience)
    try:
        running.start("counted")
        yield running
    finally:
        running.stop()


@pytest.mark.timing
def test_a_flood_ends_itself(narrow: Server) -> None:
    """Row 22: a client that sends too much is closed at little cost; another table is answered meanwhile."""
    (ada, bob), (victim, other) = seat_two(narrow), seat_two(narrow)
    assert ada.socket
    draw = {**ACT, "actions": [{"type": "draw", "source": "gold-deck"}]}
    flood = [json.dumps({**draw, "id": str(number)}) for number in range(20_000)]
    before = narrow.cpu_seconds()
    with ThreadPoolExecutor(1) as aside:
        flooding = aside.submit(hung_up, ada.socket, flood)
        assert victim.act({"type": "side", "side": "front"})["type"] == "done"
        assert flooding.result() in (4429, 1006)
    assert narrow.cpu_seconds() - before < within(1)
    assert stored(narrow.data, ada.table).actions == []
    for client in (bob, victim, other):
        client.leave()


def test_nobody_opens_a_table_by_asking_for_it(server: Server) -> None:
    """Rows 23, 46: an unknown table is unknown, also to a client that remembers it, and stays so."""
    for _ in range(2):
        assert ended(socket_of(server, "no-such-table")) == ("table.unknown", 4404)
        assert refusal(server, "/tables/no-such-table") == "table.unknown"


def test_a_socket_that_says_nothing_is_closed(narrow: Server) -> None:
    """Row 24."""
    table = open_table(narrow, guest(narrow), seats=2)
    assert ended(socket_of(narrow, table)) == ("hello.late", 4408)


def test_a_request_that_dawdles_is_cut_off(narrow: Server) -> None:
    """Row 27: half a line, half a header, half a body, half an upgrade, or nothing at all."""
    halves = [
        b"",
        b"GET /api/v1/bo",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/v1/guests HTTP/1.1\r\nHost: [::1]\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        b"GET /api/v1/tables/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n",
    ]
    began = time.monotonic()
    dawdlers = [socket.create_connection(("127.0.0.1", narrow.port)) for _ in halves]
    for dawdler, half in zip(dawdlers, halves, strict=True):
        dawdler.sendall(half)
    for dawdler in dawdlers:
        dawdler.settimeout(TIMEOUT)
        with closing(dawdler), suppress(ConnectionError):
            assert dawdler.recv(1) == b""
    assert time.monotonic() - began >= 1.9
    assert ask(narrow, "/bots")


def guests(server: Server, count: int) -> None:
    """Make `count` guests."""
    for _ in range(count):
        guest(server)


def test_one_address_takes_so_much(narrow: Server) -> None:
    """Rows 22, 27: connections, sockets, requests and new guests of one address have limits; nothing breaks."""
    table = open_table(narrow, token := guest(narrow), seats=2)
    with pytest.raises(urllib.error.HTTPError) as refused:
        guests(narrow, 20)
    assert refused.value.code == 429
    assert refusal(narrow, "/guests", {"name": "Ada"}) == "limit.requests"
    viewers = [Client(narrow, table, None) for _ in range(5)]
    with pytest.raises(ConnectionClosed) as full:
        Client(narrow, table, None)
    assert full.value.rcvd
    assert (full.value.rcvd.code, full.value.rcvd.reason) == (4429, "limit.connections")
    Client(narrow, table, token).leave()
    viewers[0].leave()
    at_last(lambda: Client(narrow, table, None).leave(), ConnectionClosed)
    held = [socket.create_connection(("127.0.0.1", narrow.port)) for _ in range(6)]
    time.sleep(0.2)
    with pytest.raises(OSError, match=r"reset|closed|timed out|Remote end"):
        ask(narrow, "/bots")
    for each in held:
        each.close()
    at_last(lambda: ask(narrow, "/bots"), OSError)


def test_pages_from_elsewhere_open_no_socket(server: Server) -> None:
    """Row 31: a browser names its page, and only ours is let in."""
    ada, _ = seat_two(server)
    with pytest.raises(InvalidStatus) as refused:
        socket_of(server, ada.table, origin="https://evil.example")
    assert refused.value.response.status_code == 403
    socket_of(server, ada.table, origin=server.http).close()


def test_no_log_names_anybody(server: Server) -> None:
    """What the server writes about all of this holds no token and no name."""
    ada, _ = seat_two(server)
    assert ada.token
    assert ada.token not in server.log.read_text()
    assert not re.search(r"(?<![\w-])Ada(?![\w-])", server.log.read_text())  # a table's id may hold it by chance
