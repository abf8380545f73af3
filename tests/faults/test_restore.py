"""`codex-naturalis db restore`: a backup takes the place of the database, whatever state a crash left that in."""

import os
import signal
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.server.admin import restore as restoring
from codex_naturalis.server.backups.integrity import Integrity
from codex_naturalis.server.database.copies import find_fault
from codex_naturalis.server.database.upgrade import upgrade
from tests.faults.clients import Client, play_together, refusal, seat_two
from tests.faults.forking import context
from tests.faults.running import Server
from tests.waiting import TIMEOUT


def run(data: Path, *arguments: str) -> Result:
    """Run a command of `db` on a data folder."""
    return CliRunner().invoke(codex_naturalis, ["db", *arguments, "--data", str(data)])


def guests(path: Path) -> list[str]:
    """Return the ids of all guests in a database."""
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("select id from guests order by id")]


def database_of(folder: Path, names: Sequence[str]) -> Path:
    """Return a database with these guests and no others."""
    folder.mkdir(exist_ok=True)
    path = folder / "codex.db"
    upgrade(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany("insert into guests (id, name, created) values (?, 'Ada', 0)", [(one,) for one in names])
    return path


def test_a_backup_is_restored_over_a_stale_log(own_server: Server, tmp_path: Path) -> None:
    """After `kill -9`: the server goes on from the backup, and the replaced database is kept with all it had."""
    own_server.start()
    ada, bob = seat_two(own_server)
    play_together(ada, bob, turns=4)
    backup, data = tmp_path / "backup.db", own_server.data
    assert run(data, "backup", str(backup)).exit_code == 0
    saved = ada.version
    play_together(ada, bob, turns=6)
    own_server.kill()
    assert (data / "codex.db-wal").stat().st_size
    done = run(data, "restore", str(backup))
    assert done.exit_code == 0, done.output
    (kept,) = data.glob("codex.db.replaced-*Z")
    assert str(kept) in done.output
    assert not {path.name for path in data.iterdir()} & {"codex.db-wal", "codex.db-shm", "codex.db.restored"}
    assert (data / "codex.db").stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(data / "codex.db")) as connection:
        assert connection.execute("pragma integrity_check").fetchone()[0] == "ok"
    own_server.start()
    again = [Client(own_server, ada.table, one.token) for one in (ada, bob)]
    assert [one.version for one in again] == [saved, saved]
    play_together(*again)
    own_server.stop()
    with closing(sqlite3.connect(kept)) as connection:
        assert connection.execute("select max(version) from actions").fetchone()[0] > saved


def test_a_log_that_cannot_be_written_back_is_not_laid_over_the_backup(tmp_path: Path) -> None:
    """The database is damaged where SQLite begins to read, so its log stays valid; both are kept under the new name."""
    backup = database_of(tmp_path / "backup", ["ada"])
    crashed = database_of(tmp_path / "crashed", ["ada"])
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(crashed)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        connection.execute("pragma wal_autocheckpoint = 0")
        connection.execute("update guests set name = 'Eve'")  # one page, and not the first
        connection.commit()
        for name in ("codex.db", "codex.db-wal"):  # as `kill -9` leaves them
            (data / name).write_bytes((crashed.parent / name).read_bytes())
    with (data / "codex.db").open("r+b") as file:
        file.write(b"\xa5" * 4096)
    done = run(data, "restore", str(backup))
    assert done.exit_code == 0, done.output
    with closing(sqlite3.connect(data / "codex.db")) as connection:
        assert connection.execute("select name from guests").fetchall() == [("Ada",)]
    assert len(list(data.glob("codex.db.replaced-*"))) == 2


@pytest.mark.usefixtures("english")
def test_nothing_is_restored_while_a_server_runs(own_server: Server, tmp_path: Path) -> None:
    """The command says so and ends with 1; play goes on."""
    own_server.start()
    ada, bob = seat_two(own_server)
    play_together(ada, bob, turns=2)
    backup = tmp_path / "backup.db"
    assert run(own_server.data, "backup", str(backup)).exit_code == 0
    refused = run(own_server.data, "restore", str(backup))
    assert (refused.exit_code, "a server is using" in refused.output) == (1, True)
    assert not list(own_server.data.glob("codex.db.re*"))
    play_together(ada, bob)
    assert refusal(own_server, "/tables/nowhere") == "table.unknown"


def test_a_backup_is_restored_where_nothing_is(tmp_path: Path) -> None:
    """On a new machine; and over a database, whose last check says nothing of the new one."""
    backup = database_of(tmp_path / "one", ["ada"])
    done = run(tmp_path / "new", "restore", str(backup))
    assert (done.exit_code, guests(tmp_path / "new" / "codex.db")) == (0, ["ada"]), done.output
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    other = database_of(tmp_path / "other", ["bob"])
    (tmp_path / "other" / "codex.db.check").write_text(f'{{"at":1e12,"inode":{other.stat().st_ino},"fault":"torn"}}')
    assert Integrity(other).last
    assert run(tmp_path / "other", "restore", str(backup)).exit_code == 0
    assert guests(other) == ["ada"]
    assert Integrity(other).last is None


def unfit(folder: Path) -> dict[str, Path]:
    """Return files that are no backup to restore, by what is wrong with them."""
    files = {name: folder / name for name in ("text", "empty", "foreign", "damaged", "newer")}
    files["text"].write_text("this is no database at all, but it is long enough to be read as one" * 9)
    files["empty"].touch()
    with closing(sqlite3.connect(files["foreign"])) as connection, connection:
        connection.execute("create table alembic_version (version_num)")
        connection.execute("insert into alembic_version values ('1201')")
    for name in ("damaged", "newer"):
        database_of(folder / "making", [f"{number:0500}" for number in range(3000)]).rename(files[name])
    with files["damaged"].open("r+b") as file:
        file.seek(files["damaged"].stat().st_size // 2 // 4096 * 4096)
        file.write(b"\xa5" * 8192)
    with closing(sqlite3.connect(files["newer"])) as connection, connection:
        connection.execute("update alembic_version set version_num = '9999'")
    return files


@pytest.mark.usefixtures("english")
def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    """In one sentence each, and the database stays as it was."""
    database = database_of(tmp_path / "data", ["ada"])
    before = database.read_bytes()
    said = {
        "text": "is damaged: file is not a database",
        "empty": "is no database of Codex Naturalis",
        "foreign": "is no database of Codex Naturalis",
        "damaged": "is damaged: ",
        "newer": "was written by a newer version",
    }
    for name, path in unfit(tmp_path).items():
        refused = run(database.parent, "restore", str(path))
        assert (refused.exit_code, len(refused.output.splitlines())) == (1, 1), refused.output
        assert said[name] in refused.output
        assert database.read_bytes() == before
        assert {path.name for path in database.parent.iterdir()} == {"codex.db", "lock"}
    itself = run(database.parent, "restore", str(database))
    assert (itself.exit_code, "is the database itself" in itself.output) == (2, True)
    assert run(database.parent, "restore", str(tmp_path / "nowhere")).exit_code == 2


def _killed_at(step: int, backup: Path, database: Path) -> None:
    """Restore, and die before the `step`-th change of a name."""
    count = 0
    link, unlink, replace = os.link, Path.unlink, Path.replace

    def counted(change: object) -> object:
        def changed(*arguments: object, **options: object) -> object:
            nonlocal count
            count += 1
            if count == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return change(*arguments, **options)  # type: ignore[operator]

        return changed

    os.link, Path.unlink, Path.replace = counted(link), counted(unlink), counted(replace)  # type: ignore[assignment,method-assign]
    restoring.restore(backup, database)
    raise SystemExit(3)


def test_a_restore_that_is_killed_leaves_one_of_the_two(tmp_path: Path) -> None:
    """At whichever change of a name; another one then succeeds."""
    ends: list[int | None] = []
    backup, step = database_of(tmp_path / "backup", ["bob"]), 0
    while ends[-1:] != [3]:
        step += 1
        database = database_of(tmp_path / f"data-{step}", ["ada"])
        process = context().Process(target=_killed_at, args=(step, backup, database))
        process.start()
        process.join(TIMEOUT)
        ends.append(process.exitcode)
        assert guests(database) in (["ada"], ["bob"])
        assert find_fault(database) is None
        assert run(database.parent, "restore", str(backup)).exit_code == 0
        assert guests(database) == ["bob"]
    assert len(ends) > 5
