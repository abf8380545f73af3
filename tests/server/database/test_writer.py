"""Group commit: together when all is well, one by one when something is not."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import event, select, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from codex_naturalis.rules import SoloLevel, options_of
from codex_naturalis.seating import Guest, SeatRow, TableData
from codex_naturalis.server.database import postgres_appends
from codex_naturalis.server.database.appends import Append, VersionConflictError
from codex_naturalis.server.database.engine import engine_at
from codex_naturalis.server.database.postgres import PostgresPool
from codex_naturalis.server.database.postgres_appends import PostgresAppends
from codex_naturalis.server.database.schema import actions, acts, tables
from codex_naturalis.server.database.upgrade import upgrade
from codex_naturalis.server.database.writer import Job, Writer
from codex_naturalis.server.tables.store import Store
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import SeatKind, TableStage
from tests.several import Cluster


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return where to keep numbers: in a file, and in a server of databases."""
    if request.param == "sqlite":
        return tmp_path / "numbers.db"
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.bare()


@pytest.fixture
async def engine(place: Path | str) -> AsyncIterator[AsyncEngine]:
    """Return an engine with a table of numbers that may occur once."""
    engine = engine_at(place)
    async with engine.begin() as connection:
        await connection.execute(text("create table numbers (n integer primary key)"))
    yield engine
    await engine.dispose()


def put(number: int) -> Job[int]:
    """Return a job that stores a number and returns it."""

    async def job(connection: AsyncConnection) -> int:
        await connection.execute(text("insert into numbers values (:n)"), {"n": number})
        return number

    return job


async def stored(engine: AsyncEngine) -> list[int]:
    """Return the numbers in the database."""
    async with engine.connect() as connection:
        return [row.n for row in await connection.execute(text("select n from numbers order by n"))]


def count_commits(engine: AsyncEngine) -> list[Any]:
    """Return a list that grows with every commit."""
    commits: list[Any] = []
    event.listen(engine.sync_engine, "commit", commits.append)
    return commits


async def test_what_waits_is_stored_together(engine: AsyncEngine) -> None:
    """A hundred jobs take one transaction, and each gets its own answer."""
    commits = count_commits(engine)
    writer = Writer(engine)
    waiting = [asyncio.create_task(writer.write(put(number))) for number in range(100)]
    await asyncio.sleep(0)
    writer.start()
    assert await asyncio.gather(*waiting) == list(range(100))
    assert await stored(engine) == list(range(100))
    assert len(commits) == 1
    await writer.close()


async def test_one_bad_job_fails_alone(engine: AsyncEngine) -> None:
    """The guilty one gets its error, all others are stored, and the writer goes on."""
    writer = Writer(engine)
    waiting = [asyncio.create_task(writer.write(put(number))) for number in (1, 2, 2, 3)]
    await asyncio.sleep(0)
    writer.start()
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert answers[:2] == [1, 2]
    assert isinstance(answers[2], IntegrityError)
    assert answers[3] == 3
    assert await writer.write(put(4)) == 4
    assert await stored(engine) == [1, 2, 3, 4]
    await writer.close()


async def test_a_failing_commit_fails_everybody_once_and_nobody_for_good(engine: AsyncEngine) -> None:
    """While the disk is full each waiting job gets an error; when there is space again, writing goes on."""
    full = True

    @event.listens_for(engine.sync_engine, "commit")
    def _commit(_: object) -> None:
        if full:
            raise OperationalError("commit", None, OSError("database or disk is full"))

    writer = Writer(engine)
    writer.start()
    answers = await asyncio.gather(*(writer.write(put(number)) for number in range(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [OperationalError] * 3
    assert await stored(engine) == []
    full = False
    assert await writer.write(put(7)) == 7
    assert await stored(engine) == [7]
    await writer.close()


async def test_whoever_stops_waiting_does_not_disturb_the_others(engine: AsyncEngine) -> None:
    """A cancelled wait leaves the writer alive."""
    writer = Writer(engine)
    waiting = [asyncio.create_task(writer.write(put(number))) for number in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    writer.start()
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert answers[0] == 0
    assert answers[2] == 2
    await writer.close()


async def test_closing_finishes_what_waits_and_takes_no_more(engine: AsyncEngine) -> None:
    """Nothing that was taken is lost, and late comers are told why."""
    writer = Writer(engine)
    writer.start()
    waiting = [asyncio.create_task(writer.write(put(number))) for number in range(10)]
    await asyncio.sleep(0)
    await writer.close()
    assert await asyncio.gather(*waiting) == list(range(10))
    with pytest.raises(ProblemError) as refused:
        await writer.write(put(11))
    assert refused.value.code is Code.SERVER_RESTARTING


def played(table: str, version: int, revision: int = 1) -> Append:
    """Return the next action of a table."""
    return Append(table, version, revision, 1.0, 0, ("{}",), f"act-{version}", "[]")


async def stands(store: Store, table: str) -> tuple[int, int]:
    """Return the version and revision that are stored of a table."""
    (found,) = await store.read(select(tables.c.version, tables.c.revision).where(tables.c.id == table))
    return found[0].version, found[0].revision


@pytest.fixture
async def store(place: Path | str) -> AsyncIterator[Store]:
    """Return a store with two tables that are being played at."""
    await asyncio.to_thread(upgrade, place)
    store = Store(place)
    await store.add_guest(Guest("ada", "Ada"))
    options = options_of(1, solo=SoloLevel.EASY)
    for name in ("one", "two"):
        places = (SeatRow(SeatKind.GUEST, "Ada", "ada", None, 0),)
        await store.add_table(
            TableData(name, name, "ada", options, False, 0.0, places, TableStage.GATHERING)  # noqa: FBT003
        )
    yield store
    await store.close()


async def test_actions_of_many_tables_are_stored_together_and_a_late_one_alone_is_refused(store: Store) -> None:
    """One that follows an old version, or an old state of the table's people, is refused; all others count."""
    _, revision = await stands(store, "one")
    wanted = [
        played("one", 0, revision),
        played("two", 0, revision),
        played("one", 0, revision),
        played("two", 1, revision + 1),
    ]
    answers = await asyncio.gather(*map(store.append_actions, wanted), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), type(None), VersionConflictError, VersionConflictError]
    assert await stands(store, "one") == (1, revision)
    assert await stands(store, "two") == (1, revision)
    await store.append_actions(msgspec.structs.replace(played("two", 1, revision), clocks=("{}", 7.0)))
    found, deeds, rows = await store.read(
        select(tables.c.id, tables.c.version, tables.c.clocks, tables.c.deadline).order_by(tables.c.id),
        select(actions).order_by(actions.c.table_id, actions.c.version),
        select(acts).order_by(acts.c.table_id, acts.c.version),
    )
    assert [tuple(row)[:2] for row in found] == [("one", 1), ("two", 2)]
    assert found[1].clocks == "{}"
    assert found[1].deadline == 7
    assert [tuple(row) for row in deeds] == [("one", 1, 0, "{}"), ("two", 1, 0, "{}"), ("two", 2, 0, "{}")]
    assert [row.id for row in rows] == ["act-0", "act-0", "act-1"]


@pytest.mark.parametrize("place", ["postgres"], indirect=True)
async def test_nothing_is_stored_after_it_was_given_up_and_a_clock_that_jumps_refuses_nobody(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement that PostgreSQL reaches after its time limit does nothing; for a waiting caller it is sent again."""
    _, revision = await stands(store, "one")
    lines = PostgresPool(place, 1, 5.0)
    appends = PostgresAppends(lines)
    with monkeypatch.context() as patch:
        patch.setattr(lines, "seconds", -1.0)  # nobody has waited since a second ago
        with pytest.raises(TimeoutError):
            await appends([played("one", 0, revision)])
    assert await stands(store, "one") == (0, revision)
    assert await appends([played("one", 0, revision)]) == set()
    an_hour_ago = SimpleNamespace(monotonic=lambda: time.monotonic() - 3600)
    monkeypatch.setattr(postgres_appends, "time", an_hour_ago)  # as if theirs had jumped ahead
    assert await appends([played("one", 1, revision), played("two", 7, revision)]) == {"two"}
    assert await stands(store, "one") == (2, revision)
    await appends.close()


@pytest.mark.parametrize("place", ["postgres"], indirect=True)
async def test_several_groups_are_on_their_way_at_once_and_a_lost_connection_stops_none(
    store: Store, place: str
) -> None:
    """Waiting for a lock delays no other caller, and dead connections are replaced."""
    _, revision = await stands(store, "one")
    engine = engine_at(place)
    async with engine.begin() as connection:
        await connection.execute(select(tables.c.id).where(tables.c.id == "one").with_for_update())
        held = asyncio.create_task(store.append_actions(played("one", 0, revision)))
        await asyncio.sleep(0.1)
        await store.append_actions(played("two", 0, revision))
        assert not held.done()
    await held
    async with engine.connect() as connection:
        await connection.execute(
            text("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
        )
    await asyncio.gather(*(store.append_actions(played(name, 1, revision)) for name in ("one", "two")))
    assert await stands(store, "one") == await stands(store, "two") == (2, revision)
    await engine.dispose()
