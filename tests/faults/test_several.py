"""Several servers and a worker on one database, killed one after the other; database and bus go and come back."""

import contextlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from deploy.one_machine import Installation
from deploy.parts import Part, Postgres
from tests.faults.clients import Client, Door, ask, guest, open_table, play_together
from tests.faults.forking import run_forked
from tests.faults.histories import Stored, faults
from tests.several import there
from tests.waiting import TIMEOUT, at_last

DATABASE_SECONDS = 2
"""How long the servers wait for an answer of the database; five by default."""


@pytest.fixture(scope="module")
def town() -> Iterator[Installation]:
    """Run PostgreSQL, NATS, three servers, a worker and nginx."""
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        Path(folder).chmod(0o755)  # for the user of the database
        waits = {"database_seconds": DATABASE_SECONDS, "lease_seconds": 2}
        settings = {"bot_delay": 0, "messages_per_second": 1000, **waits}
        town = there(lambda: Installation(Path(folder), workers=1, throwaway=True, **settings))
        for part in (*town.servers, *town.workers):
            part.run_by = run_forked
        with town as running:
            yield running
            for each in running.parts:
                each.kill()


def stored(postgres: Postgres, table: str) -> Stored:
    """Read a table behind the servers' backs."""
    rows = "select coalesce(json_agg(t order by t.version), '[]') from ({}) t"
    played, acts = (
        msgspec.json.decode(postgres.run(rows.format(f"select {columns} from {name} where table_id = '{table}'")))  # noqa: S608
        for columns, name in (("version, seat, action", "actions"), ("seat, id, payload, version", "acts"))
    )
    return Stored(
        [(row["version"], row["seat"], msgspec.json.decode(row["action"])) for row in played],
        {(row["seat"], row["id"]): (msgspec.json.decode(row["payload"]), row["version"]) for row in acts},
    )


def proven(town: Installation, *clients: Client) -> int:
    """Check what clients of one table saw; return how many versions are stored."""
    kept = stored(town.postgres, clients[0].table)
    assert faults([client.history for client in clients], kept) == []
    return len(kept.actions)


def two(*doors: Door) -> tuple[Client, Client]:
    """Return two guests at one table who came in by two doors."""
    ada, bob = guest(doors[0], "Ada"), guest(doors[1], "Bob")
    table = open_table(doors[0], ada, seats=2)
    ask(doors[1], f"/tables/{table}/join", {}, bob)
    return Client(doors[0], table, ada), Client(doors[1], table, bob)


@contextlib.contextmanager
def without(part: Part) -> Iterator[None]:
    """Kill a part, and start it again afterwards."""
    part.kill()
    try:
        yield
    finally:
        part.start()


def test_two_people_at_two_servers(town: Installation) -> None:
    """Rows 49, 50: a whole game over two servers, both at once where they may; a third window hears the same."""
    ada, bob = two(town.servers[0], town.servers[1])
    window = Client(town.servers[2], ada.table, ada.token)
    side = {"type": "side", "side": "front"}
    names = [client.submit([side]) for client in (ada, bob, window)]
    answers = [client.answer_to(name) for client, name in zip((ada, bob, window), names, strict=True)]
    assert answers[1]["type"] == "done"
    assert sorted([answers[0]["type"], answers[2]["type"]]) == ["done", "refused"]
    for client in (ada, bob, window):
        client.catch_up(2)
    play_together(ada, bob)
    window.catch_up(ada.version)
    assert proven(town, ada, bob, window) == ada.version > 30


def test_who_is_at_one_table_meets_at_one_server(town: Installation) -> None:
    """By the door both seats of each table come to the same server, and the tables share out among the servers."""
    pairs = [two(town.nginx, town.nginx) for _ in range(12)]
    tables = ", ".join(f"'{ada.table}'" for ada, _ in pairs)
    both = f"select server from presence where places = '[0,1]' and table_id in ({tables})"  # noqa: S608

    def meet() -> None:
        servers = town.postgres.run(both).splitlines()
        assert len(servers) == len(pairs)
        assert len(set(servers)) > 1

    at_last(meet, AssertionError)


def test_the_bus_is_lost_and_comes_back(town: Installation) -> None:
    """Row 51: without the bus each action is heard at the other server all the same, and with it again."""
    ada, bob = two(town.servers[0], town.servers[1])
    play_together(ada, bob, turns=4)
    with without(town.nats):
        play_together(ada, bob, turns=2)
    play_together(ada, bob)
    proven(town, ada, bob)


def test_a_server_that_slept_is_behind_and_knows_it(town: Installation) -> None:
    """Row 52: what it was asked meanwhile is of an old version when it wakes; it tells all that the others played."""
    sleeper, other = town.servers[0], town.servers[1]
    ada, bob = two(sleeper, other)
    play_together(ada, bob, turns=4)
    window = Client(other, ada.table, ada.token)
    actor, awake = (ada, window) if ada.view["legal"] else (bob, bob)
    sleeper.freeze()
    late = ada.submit([actor.choice()])
    assert awake.act(awake.choice())["type"] == "done"
    sleeper.thaw()
    answer = ada.answer_to(late)
    assert answer["type"] == "refused"
    for client in (ada, bob, window):
        client.catch_up(awake.version)
    play_together(ada, bob, turns=4)
    assert proven(town, ada, bob, window) == 9


def test_the_database_is_lost_and_comes_back(town: Installation) -> None:
    """Rows 41, 53: what cannot be stored is refused, sockets stay, and play goes on by itself."""
    ada, bob = two(town.servers[0], town.servers[1])
    play_together(ada, bob, turns=4)
    actor = ada if ada.view["legal"] else bob
    town.postgres.freeze()
    try:
        assert actor.act(actor.choice())["code"] == "storage.failed"
    finally:
        town.postgres.thaw()
    until_played(actor)
    with without(town.postgres):
        actor = ada if actor is bob and ada.view["legal"] else actor
        assert actor.act(actor.choice())["code"] in ("storage.failed", "version.stale")
    for client in (ada, bob):
        client.catch_up(max(ada.version, bob.version))
    until_played(ada if ada.view["legal"] else bob)
    for client in (ada, bob):
        client.catch_up(max(ada.version, bob.version))
    play_together(ada, bob)
    proven(town, ada, bob)


def until_played(client: Client) -> None:
    """Ask for something until it is done."""
    deadline = time.monotonic() + TIMEOUT
    while client.act(client.choice())["type"] != "done":
        assert time.monotonic() < deadline
        time.sleep(0.2)


class Traveller(Client):
    """A client who comes in by the front door again, and repeats what was not answered."""

    def listen(self) -> None:
        """Hear one thing, wherever a server is left."""
        try:
            self.hear()
        except ConnectionClosed:
            self.return_soon()

    def surely(self, action: object) -> None:
        """Ask for something until there is an answer."""
        name, seen = f"of-{id(self)}-{len(self.history.sent)}", self.version
        while True:
            try:
                self.submit([action], name, seen)
                answer = self.answer_to(name)
            except ConnectionClosed:
                self.return_soon()
            else:
                assert answer["type"] == "done", answer
                return

    def return_soon(self) -> None:
        """Come in again, wherever a server is left."""
        at_last(self.connect, WebSocketException, OSError)


def travel(players: Sequence[Traveller], turns: int = 10_000) -> None:
    """Let players of one table act in turn, up to a number of actions or to the end."""
    while turns and not all(player.view and player.view["result"] for player in players):
        actor = next((player for player in players if player.view and player.view["legal"]), None)
        if actor is None:
            players[0].listen()
            continue
        actor.surely(actor.choice())
        turns -= 1
        for player in players:
            while player.version < max(other.version for other in players):
                player.listen()


def test_one_server_after_another_is_killed(town: Installation) -> None:
    """Row 36 beyond one machine: a game goes on while the servers die in turn, without a lost or doubled action."""
    ada, bob = two(town.nginx, town.nginx)
    players = [Traveller(town.nginx, one.table, one.token, seed) for seed, one in enumerate((ada, bob))]
    for one in (ada, bob):
        one.leave()
    first, *_, last = town.servers
    for server in town.servers:
        if server is last:
            first.wait()
        server.kill()
        travel(players, 4)
        server.begin()  # the next one dies while this one wakes up
    travel(players)
    for server in town.servers:
        server.wait()
    assert proven(town, *players) > 30


def test_nobody_stands_before_a_closed_door(town: Installation) -> None:
    """Servers restarted one right after the other, as for an upgrade, refuse no request: two of them are there."""
    for server in town.servers:
        ada, bob = two(town.nginx, town.nginx)
        with without(server):
            names = [guest(town.nginx) for _ in range(8)]
        assert len({*names, guest(town.nginx)}) == 9
        for one in (ada, bob):
            one.leave()


def test_a_dead_workers_bots_play_on(town: Installation) -> None:
    """A worker is killed in the middle of a game; when its lease has run out another one goes on, each action once."""
    token = guest(town.nginx)
    ada = Client(town.nginx, open_table(town.nginx, token, seats=2, bots=["random"]), token)
    for _ in range(4):
        ada.step()
    (worker,) = town.workers
    worker.kill()
    while ada.view["legal"]:
        assert ada.act(ada.choice())["type"] == "done"
    before = ada.version
    worker.start()
    ada.catch_up(before + 1)
    while ada.step():
        pass
    assert proven(town, ada) == ada.version
