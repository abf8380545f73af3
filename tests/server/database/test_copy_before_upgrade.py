"""A copy of the database file is kept when it is migrated, so that a host can go back to the version before."""

import resource
import shutil
import sqlite3
import time
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest
from click.testing import CliRunner

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.server.database import copies
from codex_naturalis.server.database.upgrade import HEAD, NoCopyError, revision_of, upgrade
from tests.server.database.old_games import RELEASES, old_database
from tests.waiting import TIMEOUT

OLD = RELEASES[-1]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a database as an earlier release wrote it."""
    path = tmp_path / "codex.db"
    old_database(path, OLD)
    return path


def rows(path: Path) -> list[str]:
    """Return all that a database holds, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_a_copy_is_kept_before_a_migration(old: Path) -> None:
    """It holds what was there before, for its owner alone; a later one takes its place, and a start makes none."""
    before, copy = rows(old), copies.before_upgrade(old)
    upgrade(old)
    assert (revision_of(old), revision_of(copy), rows(copy)) == (HEAD, OLD, before)
    assert copy.stat().st_mode & 0o777 == 0o600
    made = copy.stat().st_mtime_ns
    upgrade(old)
    assert copy.stat().st_mtime_ns == made
    old_database(again := old.with_name("again"), RELEASES[0])
    again.replace(old)
    upgrade(old)
    assert revision_of(copy) == RELEASES[0]
    assert sorted(path.name for path in old.parent.iterdir()) == ["codex.db", copy.name]


def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    """There is nothing to go back to."""
    upgrade(tmp_path / "codex.db")
    assert [path.name for path in tmp_path.iterdir()] == ["codex.db"]


@pytest.mark.usefixtures("english")
def test_too_little_disk_refuses_the_migration(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence, before anything is touched; as soon as there is room it is made."""
    before, folder, room = old.read_bytes(), sorted(old.parent.iterdir()), 2 * old.stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": room - 1}))
    result = CliRunner().invoke(codex_naturalis, ["db", "upgrade", "--data", str(old.parent)])
    assert (result.exit_code, len(result.output.splitlines())) == (1, 1)
    assert "is copied before it is upgraded, which needs" in result.output
    assert "nothing was changed" in result.output
    assert (old.read_bytes(), sorted(old.parent.iterdir())) == (before, folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": room}))
    upgrade(old)
    assert revision_of(old) == HEAD


def _upgrade_on_full_disk(path: Path, room: int) -> None:
    """Migrate where no file may grow beyond `room` bytes, as on a disk that fills up meanwhile."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    try:
        upgrade(path)
    except NoCopyError:
        raise SystemExit(3) from None
    except Exception:  # noqa: BLE001 - what SQLite or SQLAlchemy says
        raise SystemExit(4) from None


@pytest.mark.parametrize(("part", "code"), [(0.5, 3), (1.2, 4)], ids=["copying", "migrating"])
def test_a_disk_that_fills_up_leaves_the_database_as_it_was(old: Path, part: float, code: int) -> None:
    """Whether the copy or the migration finds no room."""
    before = rows(old)
    room = max(int(part * old.stat().st_size), 40_000)  # SQLite's index of the log takes 32 kB
    process = get_context("spawn").Process(target=_upgrade_on_full_disk, args=(old, room))
    process.start()
    process.join(TIMEOUT)
    assert process.exitcode == code
    assert (revision_of(old), rows(old)) == (OLD, before)
    assert copies.find_fault(old) is None
    assert not list(old.parent.glob("*.part"))
    upgrade(old)
    assert revision_of(old) == HEAD


@pytest.mark.usefixtures("english")
def test_a_newer_database_is_not_copied(old: Path) -> None:
    """It is left alone, and its copy of before an upgrade too."""
    upgrade(old)
    copy = copies.before_upgrade(old)
    made = copy.read_bytes()
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("update alembic_version set version_num = '9999'")
    began = time.time_ns()
    result = CliRunner().invoke(codex_naturalis, ["db", "upgrade", "--data", str(old.parent)])
    assert "newer version" in result.output
    assert (copy.read_bytes(), copy.stat().st_mtime_ns < began) == (made, True)
