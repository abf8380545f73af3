"""What anybody was told is stored, whatever ends the process, fills the disk, or holds the database."""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.faults.clients import Client, Json, ask, guest, open_table, play_together, refusal, seat_two
from tests.faults.histories import faults, stored
from tests.faults.running import Server
from tests.server.house import open_house
from tests.timing import within
from tests.waiting import TIMEOUT

POINTS = ("before-write", "in-transaction", "after-commit", "first-send", "second-send")


def back(*clients: Client) -> None:
    """Come back to a server that was started again."""
    for client in clients:
        client.socket = None
        client.connect()


def proven(server: Server, *clients: Client) -> int:
    """Check what clients of one table saw; return how many versions are stored."""
    kept = stored(server.data, clients[0].table)
    assert faults([client.history for client in clients], kept) == []
    return len(kept.actions)


def test_killed_at_every_point_of_a_commit(own_server: Server) -> None:
    """Rows 36, 37, 38: an action that was asked for is there once or not at all; asked for again it is there once."""
    fatal = 3
    own_server.start(f"kill-{POINTS[0]}:{fatal}")
    ada, bob = seat_two(own_server)
    play_together(ada, bob, turns=fatal - 1)
    for point, following in zip(POINTS, (*POINTS[1:], None), strict=True):
        actor, other = (ada, bob) if ada.view["legal"] else (bob, ada)
        before, action = actor.version, actor.choice()
        name = actor.submit([action])
        own_server.ended()
        for client in (ada, bob):
            assert client.closed() != 1000
        lost = point in POINTS[:2]
        assert proven(own_server, ada, bob) == (before if lost else before + 1)
        own_server.start(*([f"kill-{following}:{fatal}"] if following else []))
        back(ada, bob)
        answer = actor.act(action, act_id=name, seen=before)
        assert (answer["type"], answer["version"]) == ("done", before + 1)
        other.catch_up(before + 1)
        assert proven(own_server, ada, bob) == before + 1
        play_together(ada, bob, turns=fatal - 1 - lost)
    play_together(ada, bob)
    assert proven(own_server, ada, bob) > 30


def test_killed_while_many_tables_play(own_server: Server) -> None:
    """Row 36: a client whose action was under way sends it again and has it once, at every table."""
    own_server.start()
    tables = [seat_two(own_server) for _ in range(8)]
    for _ in range(2):
        asked = []
        for pair in tables:
            play_together(*pair, turns=2)
            actor = next(client for client in pair if client.view["legal"])
            action, seen = actor.choice(), actor.version
            asked.append((actor, action, actor.submit([action]), seen))
        tables[0][0].catch_up(asked[0][3] + 1)  # of the others some are stored by now, some told, some neither
        own_server.kill()
        own_server.start()
        back(*(client for pair in tables for client in pair))
        for actor, action, name, seen in asked:
            answer = actor.act(action, act_id=name, seen=seen)
            assert (answer["type"], answer["version"]) == ("done", seen + 1)
        for pair, (_, _, _, seen) in zip(tables, asked, strict=True):
            for client in pair:
                client.catch_up(seen + 1)
            assert proven(own_server, *pair) == seen + 1


@pytest.mark.timing
def test_a_deploy_in_the_middle_of_play(own_server: Server) -> None:
    """Rows 44, 45: SIGTERM under load ends within four seconds, everybody is told 1012, and play goes on where it was.

    A table that was damaged meanwhile says so, is reported to the host, and disturbs no other table.
    """
    own_server.start()
    tables = [seat_two(own_server) for _ in range(4)]
    for pair in tables:
        play_together(*pair, turns=4)
        for client in pair:
            if client.view["legal"]:
                client.submit([client.choice()])
    began = time.monotonic()
    own_server.stop()
    assert time.monotonic() - began < within(4)
    assert {client.closed() for pair in tables for client in pair} == {1012}
    for pair in tables:
        assert proven(own_server, *pair) >= 4
    (bad, _), *good = tables
    with closing(sqlite3.connect(own_server.data / "codex.db")) as database, database:
        database.execute("update actions set action = '{' where table_id = ?", (bad.table,))
    own_server.start()
    assert refusal(own_server, f"/tables/{bad.table}") == "table.damaged"
    with pytest.raises(ConnectionClosed):
        Client(own_server, bad.table, bad.token)
    assert "table damaged" in own_server.log.read_text()
    for pair in good:
        back(*pair)
        play_together(*pair, turns=4)
        assert proven(own_server, *pair) >= 8


@pytest.fixture
def worn(own_server: Server) -> Server:
    """Run a server for one test with a clock that jumps by hours, which does not wait long for its database."""
    own_server.start("clock", "patience:3000")
    return own_server


def test_a_full_disk(worn: Server) -> None:
    """Row 40: what cannot be stored is refused and shown to no viewer; reading works, and writing as soon as it can."""
    ada, bob = seat_two(worn)
    play_together(ada, bob, turns=4)
    worn.starve(0)
    actor, other = (ada, bob) if ada.view["legal"] else (bob, ada)
    before = actor.version
    for _ in range(3):
        assert actor.act(actor.choice())["code"] == "storage.failed"
    assert refusal(worn, "/tables", {"seats": 2}, ada.token) == "storage.failed"
    with pytest.raises(TimeoutError):
        other.hear(0.2)
    assert Client(worn, ada.table, ada.token).version == before
    assert ask(worn, f"/tables/{ada.table}")["table"]["stage"] == "playing"
    assert worn.log.read_text().count("storage fails") == 1
    worn.feed()
    play_together(ada, bob)
    proven(worn, ada, bob)
    assert worn.log.read_text().count("storage works again") == 1


def test_a_database_that_is_slow_or_held(worn: Server) -> None:
    """Rows 41, 42, 43: short waits are waited out, long ones refused; reading goes on, and everything afterwards."""
    ada, bob = seat_two(worn)
    with closing(sqlite3.connect(worn.data / "codex.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        name = ada.submit([{"type": "side", "side": "front"}])
        assert ask(worn, f"/tables/{ada.table}")["table"]["stage"] == "playing"
        time.sleep(0.1)
        other.execute("rollback")
        assert ada.answer_to(name)["type"] == "done"
        other.execute("begin immediate")
        assert bob.act({"type": "side", "side": "front"})["code"] == "storage.failed"
        other.execute("rollback")
    play_together(ada, bob)
    proven(worn, ada, bob)


def test_a_wrong_clock_and_a_sleeping_machine(worn: Server) -> None:
    """Rows 52, 56, 57: the wall clock jumps by hours, the process stands still for a while; play goes on."""
    ada, bob = seat_two(worn)
    play_together(ada, bob, turns=6)
    worn.freeze()
    actor = ada if ada.view["legal"] else bob
    name = actor.submit([actor.choice()])
    with pytest.raises(TimeoutError):
        actor.hear(0.5)
    worn.thaw()
    assert actor.answer_to(name)["type"] == "done"
    for client in (ada, bob):
        client.catch_up(actor.version)
    play_together(ada, bob)
    assert ask(worn, "/tables/mine", None, ada.token)
    proven(worn, ada, bob)


class Hearing(Client):
    """A client that keeps every message as it came."""

    heard: list[Json]

    def hear(self, timeout: float = TIMEOUT) -> Json:
        """Take in the next message."""
        message = super().hear(timeout)
        self.heard = [*vars(self).get("heard", []), message]
        return message


def numbers(said: Json) -> Iterator[float]:
    """Yield every number in what was said."""
    if isinstance(said, dict | list):
        for part in said.values() if isinstance(said, dict) else said:
            yield from numbers(part)
    elif isinstance(said, int | float):
        yield said


def test_no_message_about_the_game_tells_the_time_of_day(worn: Server) -> None:
    """Row 57: of all that is told while two play by the clock, no number is near the seconds or days since 1970."""
    clock = {"kind": "real_time", "seconds": 600, "increment": 5}
    ada, bob = guest(worn, "Ada"), guest(worn, "Bob")
    table = open_table(worn, ada, seats=2, clock=clock)
    ask(worn, f"/tables/{table}/join", {}, bob)
    clients = [Hearing(worn, table, token) for token in (ada, bob)]
    play_together(*clients, turns=10)
    about_game = [message for one in clients for message in one.heard if message["type"] != "table"]
    for message in about_game:
        message.pop("table", None)  # about the table: when it was opened
    assert {"welcome", "told", "done", "clocks"} <= {message["type"] for message in about_game}
    today = time.time()
    assert [
        n for n in numbers(about_game) for unit in (1, 1000, 1 / 86400) if abs(n - today * unit) < today * unit / 9
    ] == []


async def test_deals_cannot_be_foreseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 33: two servers with the same time and the same ordinary random numbers deal differently."""
    dealt = []
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    for number in range(2):
        random.seed(0)
        async with open_house(tmp_path / f"data-{number}") as house:
            ada = await house.guest()
            table = await house.services.tables.get(await ada.open(seats=1, solo="easy"))
            dealt.append((table.data.deal, table.id, table.data.seal))
    assert all(one != other for one, other in zip(*dealt, strict=True))


@pytest.mark.timing
def test_a_server_with_many_games_starts_at_once(own_server: Server) -> None:
    """Row 47: ten thousand finished games cost the start nothing, and each is there when asked for."""
    own_server.start()
    token = guest(own_server)
    ada = Client(own_server, open_table(own_server, token, seats=1, solo="easy"), token)
    while ada.step():
        pass
    own_server.stop()
    own_server.start()
    one = own_server.cpu_seconds()
    own_server.stop()
    multiply(own_server.data / "codex.db", ada.table, 10_000)
    own_server.start()
    assert own_server.cpu_seconds() - one < within(0.5)
    copy = Client(own_server, f"{ada.table}-9999", token)
    assert (copy.stage, copy.version) == ("over", ada.version)


def multiply(path: Path, table: str, times: int) -> None:
    """Copy a table of a database `times` times."""
    numbers = f"with recursive n(i) as (select 0 union all select i + 1 from n where i < {times - 1})"  # noqa: S608
    with closing(sqlite3.connect(path)) as database, database:
        for name, key in (("tables", "id"), ("seats", "table_id"), ("actions", "table_id")):
            columns = [row[1] for row in database.execute(f"pragma table_info({name})")]
            copied = ", ".join(f"{key} || '-' || n.i" if column == key else column for column in columns)
            named = ", ".join(columns)
            kept = f"insert into {name} ({named}) {numbers} select {copied} from {name}, n where {key} = ?"  # noqa: S608
            database.execute(kept, (table,))
