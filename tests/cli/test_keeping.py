"""`codex-naturalis db` and `admin`: the host looks after the data while people play."""

import asyncio
import json
from pathlib import Path
from sqlite3 import connect

import pytest
from click.testing import CliRunner, Result

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.record import read_record
from tests.server.house import Player, open_house


def run(folder: Path, *arguments: str, stdin: str = "") -> Result:
    """Run a command on a data folder."""
    return CliRunner().invoke(codex_naturalis, [*arguments, "--data", str(folder)], input=stdin)


async def elsewhere(folder: Path, *arguments: str) -> Result:
    """Run it beside a server, which goes on meanwhile."""
    return await asyncio.to_thread(run, folder, *arguments)


@pytest.mark.usefixtures("english")
async def test_a_copy_is_made_while_people_play(tmp_path: Path) -> None:
    """It is whole, only its owner may read it, nothing is overwritten, and a server goes on from it."""
    copy = tmp_path / "copy" / "codex.db"
    copy.parent.mkdir()
    async with open_house(tmp_path / "data") as house:
        ada = await house.guest("Ada")
        table = await ada.open(seats=1, solo="easy")
        player = await Player.at(ada, table)
        playing = asyncio.create_task(player.play_on(20))
        made = await elsewhere(tmp_path / "data", "db", "backup", str(copy))
        await playing
        assert made.exit_code == 0, made.output
        again = await elsewhere(tmp_path / "data", "db", "backup", str(copy))
        assert (again.exit_code, "already exists" in again.output) == (1, True)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in copy.parent.iterdir()] == ["codex.db"]
    (copy.parent / "key").write_bytes((tmp_path / "data" / "key").read_bytes())
    async with open_house(copy.parent) as house:
        await (await Player.at(house.stranger(ada.token), table)).until_over()


async def test_the_host_sees_exports_and_closes_tables(tmp_path: Path) -> None:
    """While they are played; the people of a closed table are told at their next action."""
    async with open_house(tmp_path) as house:
        ada = await house.guest("Ada")
        table, waiting = await ada.open(seats=1, solo="easy"), await ada.open(seats=2)
        player = await Player.at(ada, table)
        await player.play_on(5)
        listed = [
            json.loads(line) for line in (await elsewhere(tmp_path, "admin", "list", "--json")).output.splitlines()
        ]
        assert {(each["id"], each["stage"], each["version"]) for each in listed} == {
            (table, "playing", 5),
            (waiting, "gathering", 0),
        }
        assert all(each["people"] == ["Ada"] for each in listed)
        only = await elsewhere(tmp_path, "admin", "list", "--stage", "gathering", "--most", "1")
        assert waiting in only.output
        assert table not in only.output
        record = read_record((await elsewhere(tmp_path, "admin", "export", table)).output)
        data = (await house.services.tables.get(table)).data
        assert (len(record.actions), record.deal, record.seal) == (5, data.deal, data.seal)
        assert (await elsewhere(tmp_path, "admin", "export", waiting)).exit_code == 1
        assert (await elsewhere(tmp_path, "admin", "close", table, "--yes")).exit_code == 0
        assert (await elsewhere(tmp_path, "admin", "close", table, "--yes")).exit_code == 1
        await player.until_asked()
        refused = await player.act(player.view["legal"][0])
        assert refused["code"] == "table.unknown"
        assert (await ada.refused("GET", f"/tables/{table}"))["code"] == "table.unknown"


def test_a_table_is_not_closed_by_mistake(tmp_path: Path) -> None:
    """The command asks first."""

    async def prepare() -> str:
        async with open_house(tmp_path) as house:
            return await (await house.guest()).open(seats=2)

    table = asyncio.run(prepare())
    assert run(tmp_path, "admin", "close", table, stdin="n\n").exit_code == 1
    assert table in run(tmp_path, "admin", "list").output


@pytest.mark.usefixtures("english")
def test_the_database_is_brought_up_to_date(tmp_path: Path) -> None:
    """By hand, with one sentence, which names the cause if it cannot be; what is no database is left alone, too."""

    async def prepare() -> None:
        async with open_house(tmp_path):
            pass

    asyncio.run(prepare())
    assert "is up to date" in run(tmp_path, "db", "upgrade").output
    with connect(tmp_path / "codex.db") as database:
        database.execute("update alembic_version set version_num = '9999'")
    database.close()
    assert "newer version" in run(tmp_path, "db", "upgrade").output
    with connect(tmp_path / "codex.db") as database:
        database.execute("update alembic_version set version_num = '0001'")
        database.execute("insert into alembic_version values ('1001')")
    database.close()
    result = run(tmp_path, "db", "upgrade")
    assert (result.exit_code, "newer version" in result.output) == (1, False)
    assert "cannot use" in result.output
    assert "overlaps" in result.output
    (tmp_path / "codex.db").write_text("this is no database at all, but it is long enough to be read as one")
    for command in (("db", "upgrade"), ("db", "backup", str(tmp_path / "copy")), ("admin", "list")):
        result = run(tmp_path, *command)
        assert (result.exit_code, "cannot use" in result.output) == (1, True), command


@pytest.mark.parametrize(
    "command", [("db", "upgrade"), ("db", "backup", "x"), ("admin", "list"), ("admin", "export", "x")]
)
@pytest.mark.usefixtures("english")
def test_an_empty_folder_is_named(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Nothing is made there."""
    result = run(tmp_path, *command)
    assert result.exit_code == 1
    assert "there is no database at" in result.output
    assert list(tmp_path.iterdir()) == []
