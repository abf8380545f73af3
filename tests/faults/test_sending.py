"""What is sent twice, late, out of order or out of turn is played once or not at all, and its sender is told."""

import json

import pytest

from tests.faults.clients import (
    Client,
    Json,
    ask,
    guest,
    open_table,
    play_together,
    refusal,
    seat_two,
    socket_of,
)
from tests.faults.histories import faults, stored
from tests.faults.running import Server
from tests.waiting import TIMEOUT

FRONT, BACK = {"type": "side", "side": "front"}, {"type": "side", "side": "back"}


@pytest.fixture
def pair(server: Server) -> tuple[Client, Client]:
    """Return two clients at a table of their own, before the first choice."""
    return seat_two(server)


def proven(server: Server, *clients: Client) -> int:
    """Check what these clients of one table saw; return how many versions are stored."""
    kept = stored(server.data, clients[0].table)
    assert faults([client.history for client in clients], kept) == []
    return len(kept.actions)


def begun(pair: tuple[Client, Client]) -> tuple[Client, Client]:
    """Play the setup; return whose turn it is, and who waits."""
    while not any(client.view["phase"] == "place" for client in pair):
        play_together(*pair, turns=1)
    first = next(client for client in pair if client.view["legal"])
    return first, next(client for client in pair if client is not first)


def test_a_frame_that_comes_twice_is_played_once(server: Server, pair: tuple[Client, Client]) -> None:
    """Row 1: the second one gets the same answer."""
    ada, bob = pair
    first = ada.act(FRONT, act_id="twice")
    assert ada.act(FRONT, act_id="twice", seen=0) == first
    bob.catch_up(1)
    assert proven(server, ada, bob) == 1


def test_an_answer_that_got_lost_is_told_again(server: Server, pair: tuple[Client, Client]) -> None:
    """Row 2: cut after sending, back again, sent again."""
    ada, bob = pair
    ada.submit([FRONT], "lost")
    ada.cut()
    bob.catch_up(1)
    ada.connect()
    assert ada.act(FRONT, act_id="lost", seen=0) == {"type": "done", "id": "lost", "version": 1}
    assert proven(server, ada, bob) == 1


def test_old_and_future_versions_are_refused(server: Server, pair: tuple[Client, Client]) -> None:
    """Rows 3, 4: with the version that stands, to the sender alone."""
    first, other = begun(pair)
    version = first.version
    stale = first.act(first.choice(), seen=0)
    assert (stale["code"], stale["version"]) == ("version.stale", version)
    future = first.act(first.choice(), seen=version + 5)
    assert (future["code"], future["version"]) == ("version.future", version)
    assert proven(server, first, other) == version


def test_whoever_missed_something_or_knows_too_much_asks_again(server: Server, pair: tuple[Client, Client]) -> None:
    """Row 55: every version has its number, so a gap shows; what is missing is told, or all of it to who knows more."""
    first, _ = begun(pair)
    last = first.version
    (welcome,) = greeted(server, first, after=last - 1)
    assert [step["version"] for step in welcome["missed"]] == [last]
    refused, welcome = greeted(server, first, after=last + 5)
    assert (refused["code"], refused["version"]) == ("version.future", last)
    assert (welcome["missed"], welcome["version"]) == ([], last)
    assert welcome["view"] == first.view


def greeted(server: Server, client: Client, after: int) -> list[Json]:
    """Return the messages up to the welcome, for a client that comes back knowing version `after`."""
    with socket_of(server, client.table) as connection:
        connection.send(json.dumps({"type": "hello", "token": client.token, "after": after}))
        messages = [json.loads(connection.recv(TIMEOUT))]
        while messages[-1]["type"] != "welcome":
            messages.append(json.loads(connection.recv(TIMEOUT)))
    return messages


def test_out_of_turn_and_against_the_rules(server: Server, pair: tuple[Client, Client]) -> None:
    """Rows 5, 6, 28: refused with a reason, nothing told to others, nothing stored."""
    first, other = begun(pair)
    version = first.version
    impossible = {"type": "place", "card": first.view["seats"][first.history.viewer]["hand"][0]["card"]}
    impossible |= {"side": "back", "cell": [0, 0]}
    assert first.act(impossible)["code"] == "illegal.cell_taken"
    assert other.act(impossible)["code"] == "illegal.not_your_turn"
    with pytest.raises(TimeoutError):
        other.hear(0.2)
    assert proven(server, first, other) == version


def test_both_send_at_the_same_time(server: Server, pair: tuple[Client, Client]) -> None:
    """Rows 7, 12: simultaneous choices are both taken, in whatever order."""
    names = [(client, client.submit([FRONT])) for client in pair]
    assert sorted(client.answer_to(name)["version"] for client, name in names) == [1, 2]
    for client in pair:
        client.catch_up(2)
    assert proven(server, *pair) == 2


def test_one_name_for_two_things(server: Server, pair: tuple[Client, Client]) -> None:
    """Row 8: a conflict; the first counts."""
    ada, bob = pair
    ada.act(FRONT, act_id="same")
    ada.say({"type": "act", "id": "same", "seen": 0, "actions": [BACK]})
    assert ada.answer_to("same")["code"] == "conflict.action_id"
    del ada.history.refused["same"]
    bob.catch_up(1)
    assert proven(server, ada, bob) == 1


def test_two_windows_of_one_seat(server: Server, pair: tuple[Client, Client]) -> None:
    """Rows 9, 10: both hear everything; of two that do different things at once one is told to look again."""
    ada, bob = pair
    for _ in range(5):
        window = Client(server, ada.table, ada.token)
        tries = [(client, client.submit([action])) for client, action in ((ada, FRONT), (window, BACK))]
        answers = [client.answer_to(name) for client, name in tries]
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        ada.catch_up(1)
        window.catch_up(1)
        bob.catch_up(1)
        assert proven(server, ada, window, bob) == 1
        ada, bob = seat_two(server)


def test_a_game_that_is_over_stays_so(server: Server) -> None:
    """Row 11: nothing is played after the end, and the table says that it is over."""
    ada = Client(server, open_table(server, token := guest(server), seats=1, solo="easy"), token)
    while ada.step():
        pass
    last = ada.version
    assert ada.act({"type": "draw", "source": "gold-deck"})["code"] == "illegal.game_over"
    assert ask(server, f"/tables/{ada.table}", None, token)["table"]["stage"] == "over"
    assert proven(server, ada) == last


def test_tokens_of_others(server: Server, pair: tuple[Client, Client]) -> None:
    """Rows 29, 30: invented tokens, those of other tables and of a seat that was left open nothing."""
    ada, _ = pair
    host, passing = guest(server), guest(server)
    waiting = open_table(server, host, seats=3)
    ask(server, f"/tables/{waiting}/join", {}, passing)
    seat = ask(server, f"/tables/{waiting}/seat-token", {}, passing)["token"]
    forged = [ada.token or "", seat[:-3] + "AAA", f"g.{seat[2:]}", "g.", "x", "g.eyJ.x", "s." + "A" * 4000]
    assert ask(server, f"/tables/{waiting}", None, seat)["viewer"] == 1
    for token in forged[1:]:
        assert refusal(server, f"/tables/{waiting}", None, token) == "token.invalid"
    ask(server, f"/tables/{waiting}/leave", {}, passing)
    assert ask(server, f"/tables/{waiting}", None, seat)["viewer"] is None
    assert refusal(server, f"/tables/{waiting}/leave", {}, seat) == "seat.none"
    assert refusal(server, f"/tables/{waiting}/leave", {}, ada.token) == "seat.none"


def test_the_same_request_opens_one_table(server: Server) -> None:
    """A repeated request with its key is answered as before; with another content it is a conflict."""
    token = guest(server)
    key: Json = {"Idempotency-Key": "once"}
    first = ask(server, "/tables", {"seats": 2}, token, **key)["table"]["id"]
    assert ask(server, "/tables", {"seats": 2}, token, **key)["table"]["id"] == first
    assert refusal(server, "/tables", {"seats": 3}, token, **key) == "conflict.request_key"
