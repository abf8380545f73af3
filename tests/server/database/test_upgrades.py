"""Databases that earlier releases wrote are upgraded, also when that is killed in the middle.

Each file in `releases` was written through the interface of its release: people with accounts and a guest, ten tables
from one that waits for guests to one that is over, a club, two tournaments, a program, a note and a chat.
"""

import asyncio
import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from click.testing import CliRunner
from sqlalchemy import Boolean, Connection, MetaData, create_engine

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.server.database import copies
from codex_naturalis.server.database.upgrade import HEAD, revision_of, upgrade
from tests.faults.forking import context
from tests.server.database.killing import KILLED, upgrade_killed
from tests.server.database.old_games import on_postgres, schema_at
from tests.server.house import House, Person, Player, open_house
from tests.several import Cluster

_FOLDER: Final = Path(__file__).parent / "releases"
RELEASES: Final = ("0dd91091", "1.0.0")
KILLS: Final = (0.1, 0.35, 0.6, 0.85, 0.99)
"""Parts of the statements of an upgrade after which it is killed."""

Where = Path | str


class Release(msgspec.Struct):
    """What a release left behind."""

    facts: dict[str, Any] = msgspec.field(name="told")
    """What its server told: ids, versions, and its key."""

    dump: str
    """Its database, as SQL for SQLite."""


def release_of(name: str) -> Release:
    """Return what a release left behind."""
    return msgspec.json.decode(gzip.decompress((_FOLDER / f"{name}.json.gz").read_bytes()), type=Release)


def restore(release: Release, place: Where, folder: Path) -> None:
    """Write the database of a release, to a file or to PostgreSQL; call it where no event loop runs."""
    path = place if isinstance(place, Path) else folder / "restored.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(release.dump)
    if isinstance(place, str):
        asyncio.run(on_postgres(place, lambda connection: _copy_rows(connection, path)))


def _copy_rows(connection: Connection, path: Path) -> None:
    schema = schema_at(connection, str(revision_of(path)))
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        tables = [table for table in schema.sorted_tables if table.name != "alembic_version"]
        for table in reversed(tables):  # migrations put a row in, here and there
            connection.execute(table.delete())
        for table in tables:
            rows = [dict(row) for row in database.execute(f"select * from {table.name}")]  # noqa: S608 - the schema's
            flags = [column.name for column in table.columns if isinstance(column.type, Boolean)]
            for row in rows:
                row.update({name: bool(row[name]) for name in flags if row[name] is not None})
            if rows:
                connection.execute(table.insert(), rows)


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """Return where the database is: in a file, or in PostgreSQL."""
    if request.param == "sqlite":
        return tmp_path / "codex.db"
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.bare()


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
async def test_everything_goes_on_after_an_upgrade(place: Where, release: str, tmp_path: Path) -> None:
    """People sign in with their passwords, all games are played to their ends, clubs and tournaments stand."""
    left = release_of(release)
    await asyncio.to_thread(restore, left, place, tmp_path)
    await asyncio.to_thread(upgrade, place)
    settings: dict[str, Any] = {"database_url": place} if isinstance(place, str) else {}
    async with open_house(tmp_path, bot_delay=0, password_memory=8, **settings) as house:
        ada, bea, cleo = [await signed_in(house, name) for name in ("Ada", "Bea", "Cleo")]
        dan = await guest_at(house, left.facts["tables"]["guest"], "Dan")
        for name, (one, other) in {
            **dict.fromkeys(("setup", "side_chosen", "early", "middle"), (ada, bea)),
            "correspondence": (bea, cleo),
            "guest": (ada, dan),
        }.items():
            await play_out(house, left.facts["tables"][name], left.facts["versions"][name], (one, other))
        await play_out(house, left.facts["tables"]["solo"], left.facts["versions"]["solo"], (ada,))
        for name in ("setup", "middle", "over"):
            assert (await ada.ask("GET", f"/tables/{left.facts['tables'][name]}/record")).status_code == 200
        assert (await ada.get(f"/tables/{left.facts['tables']['gathering']}"))["table"]["stage"] == "gathering"
        await look_around(left, ada, bea, cleo)


async def signed_in(house: House, name: str) -> Person:
    """Return somebody who has come back with a password."""
    session = await Person(house).post("/account/session", {"name": name, "password": f"a long walk of {name}"})
    return Person(house, session["token"])


async def guest_at(house: House, table: str, name: str) -> Person:
    """Return a guest who kept the browser."""
    rows = (await house.services.tables.get(table)).data.seat_rows
    guest = next(row.guest for row in rows if row.name == name)
    assert guest
    return house.stranger(house.services.tokens.for_guest(guest))


async def play_out(house: House, table: str, version: int, people: tuple[Person, ...]) -> None:
    """Play a game on, from the version at which it was left, to its end."""
    players = [await Player.at(person, table, seed) for seed, person in enumerate(people)]
    assert [player.version for player in players] == [version] * len(players)
    await asyncio.gather(*(player.play_on() for player in players))
    assert house.kept(table).data.stage == "over"


async def look_around(left: Release, ada: Person, bea: Person, cleo: Person) -> None:
    """See that what people had is there still."""
    club = await ada.get(f"/clubs/{left.facts['club']}")
    assert [one["name"] for one in club["members"]] == ["Ada", "Bea"]
    assert len((await cleo.post("/clubs/join", {"invite": left.facts["invite"]}))["members"]) == 3
    running = await bea.get(f"/tournaments/{left.facts['running']}")
    assert {each["name"] for each in running["players"]} == {"Ada", "Bea", "Cleo"}
    assert (await bea.get(f"/tournaments/{left.facts['announced']}"))["info"]["name"] == "Winter cup"
    notes = await bea.get(f"/guests/me/notes/{left.facts['tables']['correspondence']}")
    assert [note["text"] for note in notes] == ["mind the foxes"]
    assert [each["name"] for each in await ada.get("/account/programs")] == ["Clockwork"]


def upgrade_apart(place: Where, wanted: int) -> tuple[int | None, int]:
    """Upgrade in a process of its own, killed at a statement; return its exit code and how many there were."""
    counted = context().Value("i", 0)
    process = context().Process(target=upgrade_killed, args=(place, wanted, counted))
    process.start()
    process.join(120)
    return process.exitcode, counted.value


@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
def test_an_upgrade_that_is_killed_is_made_again(place: Where, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """At any statement: the database is as it was, and the next start upgrades it."""
    left = release_of(RELEASES[0])
    other = tmp_path / "other.db" if isinstance(place, Path) else request.getfixturevalue("postgres").bare()
    restore(left, other, tmp_path)
    code, statements = upgrade_apart(other, 0)
    assert code == 0
    (tmp_path / "restored.db").unlink(missing_ok=True)
    restore(left, place, tmp_path)
    before = rows(place)
    for part in KILLS:
        assert upgrade_apart(place, max(1, int(part * statements)))[0] == KILLED
        assert rows(place) == before
    assert upgrade_apart(place, 0)[0] == 0
    assert rows(place).keys() == rows(other).keys()
    if isinstance(place, Path):
        assert (revision_of(place), copies.find_fault(place)) == (HEAD, None)
        assert not list(tmp_path.glob("*.part"))


def test_the_way_back(tmp_path: Path) -> None:
    """The copy that was kept is restored by the command that the guide tells, and the older version opens it."""
    path = tmp_path / "codex.db"
    restore(release_of(RELEASES[0]), path, tmp_path)
    before, revision = rows(path), revision_of(path)
    upgrade(path)
    command_line = ["db", "restore", "--data", str(tmp_path), str(copies.before_upgrade(path))]
    result = CliRunner().invoke(codex_naturalis, command_line)
    assert result.exit_code == 0, result.output
    assert (revision_of(path), rows(path)) == (revision, before)


def rows(place: Where) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables."""
    if isinstance(place, str):
        return asyncio.run(on_postgres(place, _rows_in))
    engine = create_engine(f"sqlite:///{place}")
    with engine.connect() as connection:
        return _rows_in(connection)


def _rows_in(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    schema = MetaData()
    schema.reflect(connection)
    return {
        name: sorted((tuple(row) for row in connection.execute(table.select())), key=repr)
        for name, table in schema.tables.items()
    }
