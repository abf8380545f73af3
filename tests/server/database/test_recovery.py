"""Nothing that anybody was told is ever lost, and one broken table disturbs no other."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from codex_naturalis.server.database.schema import metadata
from codex_naturalis.server.database.upgrade import HEAD, MigrationError, NewerDatabaseError, upgrade
from deploy.parts import free_port
from deploy.reaper import reap
from tests.server.house import Json, Player, open_house
from tests.waiting import TIMEOUT


async def test_a_restarted_server_goes_on_where_it_was(tmp_path: Path) -> None:
    """People, tables, games and answers survive; bots in mid-turn resume when their table is looked at."""
    async with open_house(tmp_path, bot_delay=3600.0) as house:
        ada = await house.guest("Ada")
        waiting = await ada.open(seats=2)
        table = await ada.open(seats=3, bots=["planner", "random"])
        player = await Player.at(ada, table)
        done = await player.act({"type": "side", "side": "front"}, act_id="first")
    async with open_house(tmp_path) as house:
        again = house.stranger(ada.token)
        assert (await again.get(f"/tables/{waiting}"))["table"]["stage"] == "gathering"
        player = await Player.at(again, table)
        assert await player.act({"type": "side", "side": "front"}, act_id="first") == done
        await player.until_over()


async def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    """Beyond the limit, tables without viewers are dropped from memory and read again."""
    async with open_house(tmp_path, tables_in_memory=2, rest_seconds=0.2) as house:
        ada = await house.guest()
        tables = [await ada.open(seats=1, solo="easy") for _ in range(5)]
        players = [await Player.at(ada, table) for table in tables[:3]]
        for player in players:
            await player.play_on(2)
        assert all(house.services.tables.find_loaded(table) for table in tables[:3])
        for player in players:
            await player.socket.leave()
        await asyncio.sleep(0.3)
        await ada.open(seats=2)
        assert not house.services.tables.find_loaded(tables[0])
        assert house.services.tables.find_loaded(tables[2])
        back = await Player.at(ada, tables[0])
        assert back.version == 2
        await back.until_over()


def spoil(folder: Path, statement: str, table: str) -> None:
    """Change what is stored behind the server's back."""
    with contextlib.closing(sqlite3.connect(folder / "codex.db")) as connection:
        connection.execute(statement, (table,))
        connection.commit()


@pytest.mark.parametrize(
    "statement",
    [
        "update actions set action = '{' where version = 1 and table_id = ?",
        'update actions set action = \'{"type": "draw", "source": "gold-1"}\' where version = 2 and table_id = ?',
        "delete from actions where version = 1 and table_id = ?",
        "update actions set seat = 3 where version = 1 and table_id = ?",
        "update tables set deal = '{}' where id = ?",
        "update tables set deal = null where id = ?",
        "update tables set options = 'x' where id = ?",
        "delete from seats where table_id = ?",
        "update seats set seat = null where table_id = ?",
        "update tables set stage = 'x' where id = ?",
        "update seats set kind = 'x' where table_id = ?",
    ],
)
async def test_a_damaged_table_is_set_aside_alone(tmp_path: Path, statement: str) -> None:
    """It says what it is; all others are listed and played."""
    async with open_house(tmp_path) as house:
        ada = await house.guest()
        good, bad = [await ada.open(seats=1, solo="easy", listed=True) for _ in range(2)]
        for table in (good, bad):
            await (await Player.at(ada, table)).play_on(2)
    spoil(tmp_path, statement, bad)
    async with open_house(tmp_path) as house:
        ada = house.stranger(ada.token)
        assert (await ada.refused("GET", f"/tables/{bad}"))["code"] == "table.damaged"
        socket_ = house.socket(bad)
        await socket_.open()
        assert (await socket_.hear())["code"] == "table.damaged"
        assert good in [table["id"] for table in await ada.get("/tables")]
        assert good in [answer["table"]["id"] for answer in await ada.get("/tables/mine")]
        await (await Player.at(ada, good)).until_over()


async def test_somebody_else_in_the_same_database_cannot_be_overwritten(tmp_path: Path) -> None:
    """Of two servers that both play a version one wins; the other reads what happened and goes on from there."""
    async with open_house(tmp_path) as one, open_house(tmp_path) as two:
        ada, bob = await one.guest("Ada"), await one.guest("Bob")
        table = await ada.open(seats=2)
        await bob.post(f"/tables/{table}/join")
        here = await Player.at(ada, table)
        there = await Player.at(two.stranger(bob.token), table)
        assert (await here.act({"type": "side", "side": "front"}))["version"] == 1
        assert (await there.act({"type": "side", "side": "front"}))["version"] == 2
        assert [step["seat"] for step in there.heard] == [here.viewer, there.viewer]
        refused = await here.act({"type": "side", "side": "back"})
        assert refused["code"] == "illegal.already_chosen"


def test_a_new_database_has_the_tables_of_the_schema(tmp_path: Path) -> None:
    """Migrations lead to exactly what the server expects, and twice is as good as once."""
    path = tmp_path / "codex.db"
    upgrade(path)
    upgrade(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    config = Config()
    config.set_main_option("script_location", "codex_naturalis.server.database:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    """We do not touch what we do not understand."""
    path = tmp_path / "codex.db"
    upgrade(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(NewerDatabaseError):
        upgrade(path)
    assert path.read_bytes() == before


def test_a_migration_that_fails_says_why(tmp_path: Path) -> None:
    """Only a revision that we do not know is one of a newer version; here two that we know contradict each other."""
    path = tmp_path / "codex.db"
    upgrade(path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update alembic_version set version_num = '0001'")
        connection.execute("insert into alembic_version values ('1001')")
    with pytest.raises(MigrationError, match="overlaps with other requested revisions"):
        upgrade(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert {row[0] for row in connection.execute("select version_num from alembic_version")} == {"0001", "1001"}


# A real server, killed.


@contextlib.contextmanager
def serving(folder: Path, port: int, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run `codex-naturalis play` until the end of the block."""
    environment = {**os.environ, "NO_BROWSER": "1", "CODEX_BOT_DELAY": "0", "PORT": str(port)}
    command = [sys.executable, "-m", "codex_naturalis", "play", "--data", str(folder), *arguments]
    process = subprocess.Popen(  # noqa: S603 - our own program
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    reap(process.pid)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until_ready(process: subprocess.Popen[str], port: int) -> None:
    """Wait for the server to answer."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        assert process.poll() is None, process.communicate()
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not answer")


class Client:
    """A guest of a real server who, cut off in the middle, comes back and repeats what was not answered."""

    def __init__(self, port: int, token: str, table: str) -> None:
        self.port, self.token, self.table = port, token, table
        self.rng = Random(1)
        self.version: int | None = None
        self.acknowledged = 0
        self.view: Json = None
        self.pending: Json = None
        self.number = 0
        self.enough = asyncio.Event()
        """Set at every tenth action."""

    async def play(self) -> None:
        """Play over one connection until it is cut or the game is over."""
        address = f"ws://127.0.0.1:{self.port}/api/v1/tables/{self.table}/socket"
        with contextlib.suppress(OSError, ConnectionClosed):
            async with connect(address, ping_interval=None) as connection:
                await self._talk(connection)

    async def _talk(self, connection: ClientConnection) -> None:
        await self._say(connection, {"type": "hello", "token": self.token, "after": self.version})
        if self.pending:
            await self._say(connection, self.pending)
        while not (self.view and self.view["result"] and not self.pending):
            self._take(msgspec.json.decode(await connection.recv()))
            if self.view and self.view["legal"] and not self.pending:
                self.number += 1
                if self.number % 10 == 0:
                    self.enough.set()
                action = self.rng.choice(self.view["legal"])
                self.pending = {"type": "act", "id": f"a{self.number}", "seen": self.version, "actions": [action]}
                await self._say(connection, self.pending)

    async def _say(self, connection: ClientConnection, message: Json) -> None:
        await connection.send(msgspec.json.encode(message).decode())

    def _take(self, message: Json) -> None:
        assert message["type"] != "refused", message
        steps = message.get("missed") or message.get("steps") or []
        assert not self.version or [step["version"] for step in steps] == list(
            range(self.version + 1, self.version + 1 + len(steps))
        )
        if message["type"] in ("welcome", "told"):
            self.view = message["view"]
            self.version = message["version"] if message["type"] == "welcome" else steps[-1]["version"]
            assert self.version is not None
            assert self.version >= self.acknowledged
        if message["type"] == "done":
            self.acknowledged, self.pending = message["version"], None


async def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    """Killed again and again in mid-game, without warning: every acknowledged action is there, none twice."""
    port = free_port()
    client: Client | None = None
    kills = 0
    for _ in range(20):
        with serving(tmp_path, port) as process:
            await asyncio.to_thread(until_ready, process, port)
            if client is None:
                client = Client(port, *await _sit_down(port))
            playing = asyncio.create_task(client.play())
            enough = asyncio.create_task(client.enough.wait())
            await asyncio.wait({playing, enough}, return_when=asyncio.FIRST_COMPLETED)
            enough.cancel()
            client.enough.clear()
            over = playing.done()
            process.send_signal(signal.SIGKILL)
            await playing
            if over:
                break
            kills += 1
    assert client
    assert kills >= 2
    assert client.view["result"]
    with contextlib.closing(sqlite3.connect(tmp_path / "codex.db")) as database:
        versions = [row[0] for row in database.execute("select version from actions order by version")]
        ids = [row[0] for row in database.execute("select id from acts")]
    assert versions == list(range(1, (client.version or 0) + 1))
    assert len(ids) == client.number


async def _sit_down(port: int) -> tuple[str, str]:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1") as http:
        token = (await http.post("/guests", json={"name": "Ada"})).json()["token"]
        wanted: dict[str, Any] = {"seats": 2, "bots": ["planner"]}
        answer = await http.post("/tables", json=wanted, headers={"Authorization": f"Bearer {token}"})
        return token, answer.json()["table"]["id"]
