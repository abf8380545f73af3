"""Several processes that share one database: each answers with the same tables.

Each house here is what one process is; they know of each other by PostgreSQL and a bus alone.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Executable, text

from codex_naturalis.server.cluster import presence
from codex_naturalis.server.database.engine import WELL_FOR, engine_at
from codex_naturalis.server.database.postgres import PostgresPool
from codex_naturalis.server.database.schema import metadata
from codex_naturalis.server.database.upgrade import MigrationError, NewerDatabaseError, upgrade
from codex_naturalis.server.tables.changes import read_changes
from codex_naturalis.server.tables.store import Store
from codex_naturalis.server.tables.stored import Stored
from codex_naturalis.server.tables.table import Table
from codex_naturalis.wire.errors import Code, ProblemError
from deploy.parts import Nats
from tests.server.house import ClosedError, House, Json, Person, Player, open_house
from tests.several import Cluster
from tests.waiting import TIMEOUT, until, until_set

Houses = tuple[House, House]


@pytest.fixture(params=["postgres", "nats"])
async def houses(request: pytest.FixtureRequest, tmp_path: Path, postgres: Cluster, bus: Nats) -> AsyncIterator[Houses]:
    """Return two processes that call each other by the database, or by NATS."""
    settings = {"database_url": postgres.database()}
    if request.param == "nats":
        settings["bus_url"] = bus.url
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(open_house(tmp_path, **settings))
        two = await stack.enter_async_context(open_house(tmp_path, **settings))
        for house in (one, two):
            await until(lambda house=house: house.services.sharing.reached)
        yield one, two


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
async def test_two_people_at_two_processes_play_a_whole_game(houses: Houses) -> None:
    """Both hear every version in order, and the same story."""
    one, two = houses
    ada, bob = await one.guest("Ada"), two.stranger()
    table = await ada.open(seats=2)
    bob = await two.guest("Bob")
    await bob.post(f"/tables/{table}/join")
    players = await Player.at(ada, table), await Player.at(bob, table)
    await asyncio.gather(*(player.until_over() for player in players))
    assert players[0].version == players[1].version > 30
    assert [step["version"] for step in players[0].heard] == [step["version"] for step in players[1].heard]
    for player in players:
        assert (await player.person.get(f"/tables/{table}"))["table"]["stage"] == "over"
    first, second = [(await each.post(f"/tables/{table}/rematch"))["table"] for each in (ada, bob)]
    assert (first["id"], first["stage"], second["stage"]) == (second["id"], "gathering", "playing")


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
async def test_a_colour_asked_for_at_two_processes_is_given_once(houses: Houses) -> None:
    """Who is second is refused, even where that process has not yet heard of the first."""
    one, two = houses
    ada = await one.guest("Ada")
    bob = await two.guest("Bob")
    table = await ada.open(seats=3)
    await bob.post(f"/tables/{table}/join")
    for colour in ("red", "blue", "green", "yellow"):
        asked = (each.ask("PUT", f"/tables/{table}/colour", {"colour": colour}) for each in (ada, bob))
        assert sorted(answer.status_code for answer in await asyncio.gather(*asked)) == [200, 409]
        seats = (await two.stranger().get(f"/tables/{table}"))["table"]["seats"]
        assert [seat["colour"] for seat in seats].count(colour) == 1


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
async def test_a_game_is_followed_action_by_action(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the setup, where both choose at once, to the end, which changes the table too, it is not read as a whole."""
    players = await two_at(houses)
    read = [_count_whole_reads(house, monkeypatch) for house in houses]
    await asyncio.gather(*(player.until_over() for player in players))
    assert [player.table["stage"] for player in players] == ["over", "over"]
    assert read == [[], []]


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
async def test_what_is_known_of_the_news_by_now_is_passed_over(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes asked for before both act, and answered after, adds what is new; the table is not read as a whole."""
    _deafen(houses[0], monkeypatch)
    ada, bob = await two_at(houses)
    store, table = houses[0].services.store, houses[0].kept(ada.table["id"])
    known = {table.id: (table.data, table.version)}
    await ada.act({"type": "side", "side": "front"})
    await bob.act({"type": "side", "side": "front"}, seen=0)
    changes = (await store.ask(lambda lines: read_changes(lines, known)))[table.id]
    assert (changes.after, table.version, changes.version) == (0, 1, 2)
    read = _count_whole_reads(houses[0], monkeypatch)
    await table.apply_stored_changes(changes)
    assert table.game is not None
    assert ([one.seat for one in table.game.history], read) == ([ada.viewer, bob.viewer], [])


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
async def test_one_mistake_does_not_end_the_following(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails once for no known reason is logged, and the next look makes up for it."""
    ada, bob = await two_at(houses)
    table = houses[1].kept(ada.table["id"])
    taken_in = table.apply_stored_changes
    failed: list[object] = []

    async def mistaken(changes: Stored | None) -> None:
        if not failed:
            failed.append(changes)
            raise AttributeError("a mistake of ours")
        await taken_in(changes)

    monkeypatch.setattr(table, "apply_stored_changes", mistaken)
    await ada.act({"type": "side", "side": "front"})
    while bob.version < 1:
        await bob.hear()
    assert failed


async def _executed(store: Store, statement: Executable) -> None:
    await store.write(lambda connection: connection.execute(statement))


def _deafen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `house` neither hear what others do nor look for it."""
    _look_away(house, monkeypatch)
    monkeypatch.setattr(house.services.sharing, "_read_soon", lambda *_: None)


def _look_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `house` not look for what it missed."""

    async def nothing() -> None:
        """Look for nothing that was missed."""

    monkeypatch.setattr(house.services.sharing, "_look_once", nothing)


def _count_whole_reads(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the tables that `house` reads as a whole from now on."""
    read, load = [], house.services.store.load

    async def counted(table: str, after: int = 0) -> object:
        read.append(table)
        return await load(table, after)

    monkeypatch.setattr(house.services.store, "load", counted)
    return read


async def two_at(houses: Houses, **wanted: Json) -> tuple[Player, Player]:
    """Return two people, each at a process of their own, who have been dealt cards at one table."""
    ada, bob = await houses[0].guest("Ada"), await houses[1].guest("Bob")
    table = await ada.open(seats=2, **wanted)
    await bob.post(f"/tables/{table}/join")
    return await Player.at(ada, table), await Player.at(bob, table)


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
async def test_a_table_where_nobody_looks_is_left_behind(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process where it was opened reads nothing of what is played at the other, until it has a viewer, too."""
    one, two = houses
    ada, bob = await one.guest("Ada"), await one.guest("Bob")
    there = two.stranger(ada.token)
    table = await there.open(seats=2)
    await two.stranger(bob.token).post(f"/tables/{table}/join")
    players = [await Player.at(person, table) for person in (ada, bob)]
    await players[0].act({"type": "side", "side": "front"})
    await players[1].act({"type": "side", "side": "front"})
    tables = two.services.tables
    await until(lambda: two.kept(table).behind)
    assert (tables.find_loaded(table), two.kept(table).version) == (None, 0)

    fresh = tables.freshen

    async def read_too_early(asked: Table) -> None:
        assert fresh is not None
        await fresh(asked)
        if two.kept(table).version == 2:
            await players[0].play_on(1)
            await until(lambda: two.kept(table).behind)

    _look_away(two, monkeypatch)
    monkeypatch.setattr(tables, "freshen", read_too_early)
    window = await Player.at(there, table)
    while window.version < 3:
        await window.hear()


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
async def test_a_database_that_was_started_again_refuses_nobody(houses: Houses, postgres: Cluster) -> None:
    """Whatever process one is at, the first action goes through, though every connection of before is dead."""
    ada, bob = await two_at(houses)
    ends = "select pg_terminate_backend(pid, 30000) from pg_stat_activity where application_name = 'codex-naturalis'"
    postgres.server.run(ends)
    for player in (ada, bob):
        assert (await player.act({"type": "side", "side": "front"}, seen=0))["type"] == "done"


async def test_an_action_that_is_asked_for_again_elsewhere_counts_once(houses: Houses) -> None:
    """The process that answered is lost; another one gives the same answer, and refuses another action of that name."""
    ada, bob = await two_at(houses)
    front, back = ({"type": "side", "side": side} for side in ("front", "back"))
    done = await ada.act(front, act_id="once")
    again = await Player.at(houses[1].stranger(ada.person.token), ada.table["id"])
    assert await again.act(front, act_id="once", seen=0) == done
    assert (await again.act(back, act_id="once", seen=0))["code"] == "conflict.action_id"
    await bob.act(front)
    assert {player.version for player in (ada, again, bob)} <= {1, 2}


async def test_both_act_at_the_same_moment_at_two_processes(houses: Houses) -> None:
    """Two windows of one seat ask for different things through two processes: one counts, the other is told why not."""
    for _ in range(3):
        ada, bob = await two_at(houses)
        window = await Player.at(houses[1].stranger(ada.person.token), ada.table["id"])
        sides = [{"type": "side", "side": side} for side in ("front", "back", "front")]
        players = (ada, window, bob)
        answers = await asyncio.gather(*(one.act(side, seen=0) for one, side in zip(players, sides, strict=True)))
        assert sorted(answer["type"] for answer in answers) == ["done", "done", "refused"]
        assert answers[2]["type"] == "done"
        for one in players:
            while one.version < 2:
                await one.hear()
        assert [step["seat"] for step in ada.heard] == [step["seat"] for step in bob.heard]


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
async def test_what_was_played_is_read_for_many_tables_at_once(houses: Houses) -> None:
    """Each table's own actions and answers, none of those known; one that is damaged, or gone, spoils nothing."""
    players = [await two_at(houses) for _ in range(2)]
    tables = [ada.table["id"] for ada, _ in players]
    for ada, bob in players:
        await ada.act({"type": "side", "side": "front"}, act_id="mine")
        await bob.act({"type": "side", "side": "back"}, act_id="yours")
    store, data = houses[0].services.store, houses[0].kept(tables[0]).data
    changes = await store.ask(
        lambda pool: read_changes(pool, {tables[0]: (data, 0), tables[1]: (data, 1), "nowhere": (data, 0)})
    )
    assert sorted(changes) == sorted(tables)
    first, later = (changes[table] for table in tables)
    assert (first.after, first.version, len(first.actions), first.whole) == (0, 2, 2, True)
    assert sorted((act, answer.version) for (_, act), answer in first.answers.items()) == [("mine", 1), ("yours", 2)]
    assert (later.after, later.version, len(later.actions), later.whole) == (1, 2, 1, True)
    for spoil in ("delete from actions where version = 1", "update actions set action = '{' where version = 2"):
        await _executed(store, text(f"{spoil} and table_id = :table").bindparams(table=tables[0]))
        changes = await store.ask(lambda pool: read_changes(pool, {tables[0]: (data, 0), tables[1]: (data, 0)}))
        assert tables[0] not in changes or not changes[tables[0]].whole
        assert changes[tables[1]].whole
    assert tables[0] not in changes


async def test_people_see_and_hear_each_other_through_two_processes(houses: Houses) -> None:
    """Who is there, what is said, and silence are the same everywhere; a line that comes twice is said once."""
    ada, bob = await two_at(houses)
    while not all(seat["connected"] for seat in ada.table["seats"]):
        await ada.hear()
    for player, other in ((ada, bob), (bob, ada)):
        await player.socket.say({"type": "say", "id": f"{player.viewer}", "text": f"I am {player.viewer}"})
        said = await other.socket.hear_of("said")
        while [line["text"] for line in said["lines"]] != [f"I am {player.viewer}"]:
            said = await other.socket.hear_of("said")
    again = await Player.at(houses[0].stranger(bob.person.token), bob.table["id"])
    await again.socket.say({"type": "say", "id": f"{bob.viewer}", "text": f"I am {bob.viewer}"})
    lines = (await again.socket.hear_of("said"))["lines"]
    assert [line["number"] for line in lines] == [1, 2]
    await ada.socket.say({"type": "hush", "hushed": True})
    while not (await bob.socket.hear_of("said"))["hushed"]:
        pass
    await again.socket.leave()
    await bob.socket.leave()
    while all(seat["connected"] for seat in ada.table["seats"]):
        await ada.hear()


@pytest.mark.parametrize("houses", ["nats"], indirect=True)
@pytest.mark.parametrize("stays", [True, False])
async def test_whoever_comes_and_goes_in_a_moment_is_told_of_as_it_is(
    houses: Houses, monkeypatch: pytest.MonkeyPatch, *, stays: bool
) -> None:
    """Who reloads the page is there, who looked in for a moment is not, though saying the first half takes a while."""
    ada, bob = await two_at(houses)
    table, read = ada.table["id"], houses[0].sharing._read_statuses

    async def wait_for_presence(*, there: bool) -> None:
        """Wait until the other process knows whether the seat's owner is present."""
        async with asyncio.timeout(TIMEOUT):
            while there is not bool((await read([table]))[table].elsewhere):  # noqa: ASYNC110 - nobody rings
                await asyncio.sleep(0.01)

    await wait_for_presence(there=True)
    if not stays:
        await bob.socket.leave()
        await wait_for_presence(there=False)
    asked, go, answered = _slow_presence(houses[1], monkeypatch)
    for there in (not stays, stays):
        if there:
            bob = await Player.at(bob.person, table)
        else:
            await bob.socket.leave()
        await until_set(asked, "the server says who is there")
    go.set()
    await until_set(answered, "the server has said who is there")
    await wait_for_presence(there=stays)


def _slow_presence(house: House, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Event, asyncio.Event, asyncio.Event]:
    """Let `house` take its time to say who is there; return what is set when it begins, may go on, and has done so."""
    begun, go, done = (asyncio.Event() for _ in range(3))
    ask = house.services.store.ask

    async def slowly(question: Callable[[PostgresPool], Awaitable[object]]) -> object:
        if question.__module__ != presence.__name__:
            return await ask(question)
        begun.set()
        await go.wait()
        found = await ask(question)
        done.set()
        return found

    monkeypatch.setattr(house.services.store, "ask", slowly)
    return begun, go, done


async def test_the_lobby_is_the_same_everywhere(houses: Houses) -> None:
    """Tables that are opened, joined, left and renamed at one process are so at the other."""
    one, two = houses
    ada, bob = await one.guest("Ada"), await two.guest("Bob")
    table = await ada.open(seats=3, listed=True)
    assert [found["id"] for found in await bob.get("/tables")] == [table]
    window = await Player.at(ada, table)
    await bob.post(f"/tables/{table}/join")
    while window.table["seats"][1]["name"] != "Bob":
        await window.hear()
    (found,) = await ada.get("/tables")
    assert [seat["name"] for seat in found["seats"]] == ["Ada", "Bob", None]
    await bob.ask("PATCH", "/guests/me", {"name": "Bobby"})
    while window.table["seats"][1]["name"] != "Bobby":
        await window.hear()
    await bob.post(f"/tables/{table}/leave")
    (found,) = await ada.get("/tables")
    assert [seat["name"] for seat in found["seats"]] == ["Ada", None, None]
    key = {"Idempotency-Key": "k" * 20}
    first = await ada.post("/tables", {"seats": 2}, **key)
    again = await two.stranger(ada.token).post("/tables", {"seats": 2}, **key)
    assert first["table"]["id"] == again["table"]["id"]


@pytest.mark.parametrize("houses", ["postgres"], indirect=True)
async def test_bots_act_once_wherever_they_think(houses: Houses) -> None:
    """A game with bots comes to its end, looked at through both processes; nothing is left to do afterwards."""
    one, two = houses
    ada = await one.guest("Ada")
    table = await ada.open(seats=3, bots=["random", "random"])
    here, there = await Player.at(ada, table), await Player.at(two.stranger(ada.token), table)
    begun = max(here.version, there.version)  # bots act while we sit down
    await there.until_over()
    while here.version < there.version:
        await here.hear()
    known = [[step for step in one.heard if step["version"] > begun] for one in (here, there)]
    assert known[0] == known[1]
    assert known[0]
    for house in houses:
        await until(lambda house=house: not house.services.sharing._bot_jobs._mine)


async def test_what_nobody_was_told_is_noticed(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that get lost cost two seconds and nothing else."""
    monkeypatch.setattr("codex_naturalis.server.cluster.transports.BusTransport.send", lambda *_: None)
    ada, bob = await two_at(houses)
    await ada.act({"type": "side", "side": "front"})
    await bob.hear()
    while bob.version < 1:
        await bob.hear()
    await ada.socket.say({"type": "say", "id": "a", "text": "hello"})
    assert (await bob.socket.hear_of("said"))["lines"][0]["text"] == "hello"


def test_postgres_is_brought_up_to_date_once(postgres: Cluster) -> None:
    """By the first of several that start at once; twice is as good as once, and a newer one is left alone."""
    url = postgres.bare()
    with ThreadPoolExecutor(3) as starting:
        list(starting.map(upgrade, [url] * 3))

    async def compared() -> list[object]:
        engine = engine_at(url)
        async with engine.connect() as connection:
            found = await connection.run_sync(lambda one: compare_metadata(MigrationContext.configure(one), metadata))
        await engine.dispose()
        return list(found)

    assert asyncio.run(compared()) == []
    name = url.rpartition("/")[2]
    postgres.server.run("update alembic_version set version_num = '9999'", name)
    with pytest.raises(NewerDatabaseError):
        upgrade(url)
    assert postgres.server.run("select version_num from alembic_version", name) == "9999"
    postgres.server.run("update alembic_version set version_num = '0001'", name)
    postgres.server.run("insert into alembic_version values ('1001')", name)
    with pytest.raises(MigrationError, match="overlaps"):
        upgrade(url)


async def test_connections_are_kept(postgres: Cluster) -> None:
    """One that was not used for a while is asked whether it is well, and goes on to be used."""
    engine = engine_at(postgres.database())
    used = set()
    for _ in range(3):
        async with engine.connect() as connection:
            used.add((await connection.execute(text("select pg_backend_pid()"))).scalar_one())
        await asyncio.sleep(1.5 * WELL_FOR)
    await engine.dispose()
    assert len(used) == 1


async def test_a_database_that_does_not_sync_is_reported(
    postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the host, in the log and under `/readyz`; the one for tests syncs nothing, SQLite always does."""
    async with open_house(tmp_path / "one", database_url=postgres.database()) as house:
        answer = (await house.http.get("/readyz")).text
    assert answer == "ok, but a power cut may lose what was stored: fsync off"
    assert "database does not sync" in capsys.readouterr().out
    async with open_house(tmp_path / "two") as house:
        assert (await house.http.get("/readyz")).text == "ok"


async def test_no_name_troubles_the_database(houses: Houses) -> None:
    """PostgreSQL takes no NUL: what carries one is unknown, or malformed, and no fault of the database."""
    ada = await houses[0].guest("Ada")
    assert (await ada.refused("GET", "/tables/a%00b"))["code"] == "request.unknown"
    player = await Player.at(ada, await ada.open(seats=1, solo="easy"))
    await player.socket.say({"type": "act", "id": "a\0b", "seen": 0, "actions": [{"type": "side", "side": "front"}]})
    with pytest.raises(ClosedError):
        await player.socket.hear_of("done", "pong")


async def test_who_is_there_is_said_in_no_hurry_while_the_database_is_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again when it is due, not as often as one can: others wait for the database, too."""
    asked = []

    async def away(question: object) -> None:
        asked.append(question)
        raise ProblemError(Code.STORAGE_FAILED)

    monkeypatch.setattr(house.services.store, "ask", away)
    monkeypatch.setattr(presence, "_SECONDS", 0.3)
    ada = await house.guest("Ada")
    player = await Player.at(ada, await ada.open(seats=2))
    said = presence.Presence(house.services.store, house.services.tables, "here", lambda _: None)
    await said.start()
    said.on_change(player.table["id"])
    begun = time.monotonic()
    await until(lambda: len(asked) >= 15)
    assert time.monotonic() - begun >= 1, "a third of the 0.3 seconds lies between any two"
    await said.close()


async def test_a_block_reaches_open_chats_at_other_processes(houses: Houses) -> None:
    """A window at another process is without the blocked one's lines, and has them again when the block is lifted."""
    one, two = houses
    ada, bob = await one.guest("Ada"), await one.guest("Bob")
    table = await ada.open(seats=2)
    await bob.post(f"/tables/{table}/join")
    hers, _ = await Person(two, ada.token).look(table)
    his, _ = await bob.look(table)
    await his.say({"type": "say", "id": "first", "text": "a rude word"})
    assert (await hers.hear_of("said"))["lines"][0]["text"] == "a rude word"
    await ada.ask("POST", "/blocks", {"table": table, "seat": await ada.seat_of("Bob", table)})
    heard = await hers.hear_of("said")
    assert (heard["lines"], heard["anew"]) == ([], True)
    (person,) = await ada.get("/blocks")
    await ada.ask("DELETE", f"/blocks/{person['person']}")
    assert [line["text"] for line in (await hers.hear_of("said"))["lines"]] == ["a rude word"]
