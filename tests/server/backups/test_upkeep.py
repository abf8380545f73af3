"""What a server does for its database file while it runs: the daily check, backups, and old copies."""

import asyncio
import math
import os
import re
import shutil
import signal
import sqlite3
import time
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from threading import Event

import httpx
import pytest

from codex_naturalis.server.backups import upkeep as timing
from codex_naturalis.server.backups.backups import Backups
from codex_naturalis.server.backups.integrity import Integrity
from codex_naturalis.server.database import copies
from codex_naturalis.server.database.upgrade import upgrade
from tests.server.house import House, open_house
from tests.waiting import TIMEOUT

DAY = 24 * 3600.0


def fill(path: Path, rows: int = 4000) -> None:
    """Put so many guests into a database that its middle is full of them."""
    with closing(sqlite3.connect(path)) as connection, connection:
        new = [(f"guest-{number}", "x" * 500) for number in range(rows)]
        connection.executemany("insert into guests (id, name, created) values (?, ?, 0)", new)


def overwrite_middle(path: Path) -> None:
    """Overwrite 8 kB in the middle of a file, as a failing disk does."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(b"\xa5" * 8192)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database with many guests."""
    path = tmp_path / "codex.db"
    upgrade(path)
    fill(path)
    return path


def put_another_in_place(path: Path) -> None:
    """Let another file take the place of a database."""
    path.rename(path.with_name("before"))
    upgrade(path)


async def metric(house: House, name: str) -> float:
    """Return the value of a metric."""
    found = re.search(rf"^{name} (\S+)$", (await house.http.get("/metrics")).text, re.MULTILINE)
    assert found, name
    return float(found[1])


async def readiness_of(house: House) -> httpx.Response:
    """Return what readiness answers now, not a second ago."""
    house.services.monitoring.readiness._until = 0.0
    return await house.http.get("/readyz")


async def test_a_damaged_file_is_found(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Readiness fails with a stable code, the metrics and the log say so, and play goes on; after a restart, too."""
    overwrite_middle(database)
    monkeypatch.setattr(timing, "_START_SECONDS", 0.0)
    async with open_house(database.parent) as house:
        upkeep = house.services.upkeep
        async with asyncio.timeout(TIMEOUT):
            while (answer := await readiness_of(house)).status_code == 200:  # noqa: ASYNC110 - over HTTP, no event
                await asyncio.sleep(0.02)
        assert answer.status_code == 503
        assert answer.json()["code"] == "storage.damaged"
        assert await metric(house, "codex_database_damaged") == 1
        assert await house.guest("Ada")
        assert upkeep.integrity
        assert not upkeep.integrity.due(time.time())
    assert "database damaged" in capsys.readouterr().out
    monkeypatch.setattr(timing, "_START_SECONDS", 60.0)
    async with open_house(database.parent) as house:
        assert (await house.http.get("/readyz")).json()["code"] == "storage.damaged"
        assert house.services.upkeep.integrity
        assert house.services.upkeep.integrity.due(time.time())


async def test_a_whole_file_is_checked_once_a_day(database: Path) -> None:
    """Across restarts, and at once if another file took its place; readiness tells when it was."""
    async with open_house(database.parent) as house:
        assert await metric(house, "codex_database_check_age_seconds") == math.inf
        await house.services.upkeep.do_due()
        assert await metric(house, "codex_database_damaged") == 0
        assert await metric(house, "codex_database_check_age_seconds") < 60
        said = (await house.http.get("/readyz")).text
        assert re.fullmatch(r"ok\ndatabase checked: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", said)
    again, now = Integrity(database), time.time()
    assert [again.due(now), again.due(now + DAY), again.due(now - 3600)] == [False, True, True]
    put_another_in_place(database)
    assert Integrity(database).due(now)


async def test_neither_the_start_nor_a_request_waits_for_the_check(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that never comes to its end holds up nothing, nor the end of the server."""
    monkeypatch.setattr(timing, "_START_SECONDS", 0.0)
    begun, never, ended = Event(), Event(), Event()

    def endless(*_: object) -> None:
        begun.set()
        never.wait(TIMEOUT)
        ended.set()

    monkeypatch.setattr("codex_naturalis.server.backups.integrity.find_fault", endless)
    async with open_house(database.parent) as house:
        await asyncio.to_thread(begun.wait, 30)
        assert (await house.http.get("/readyz")).text == "ok"
        assert await house.guest("Ada")
    assert not ended.is_set(), "the server has ended before it"
    never.set()


async def test_backups_are_made_and_rotated(database: Path) -> None:
    """Each is whole and its owner's alone; the newest are kept; the metrics tell their age."""
    async with open_house(database.parent, backup_hours=6, backups_kept=2) as house:
        upkeep = house.services.upkeep
        folder = database.parent / "backups"
        assert await metric(house, "codex_backup_age_seconds") == math.inf
        folder.mkdir(0o700)
        for name in ("codex-20200101T000000Z.db", "codex-20210101T000000Z.db", "notes.db"):
            (folder / name).touch()
        await upkeep.do_due()
        (made,) = (path for path in folder.glob("codex-*.db") if path.stat().st_size)
        assert sorted(path.name for path in folder.iterdir()) == sorted(
            ["codex-20210101T000000Z.db", made.name, "notes.db"]
        )
        assert (made.stat().st_mode & 0o777, copies.find_fault(made)) == (0o600, None)
        assert await metric(house, "codex_backup_age_seconds") < 60
        assert await metric(house, "codex_backup_failed") == 0
        now = time.time()
        assert [upkeep.backups.due(now + hours * 3600) for hours in (0, 5.9, 6.1)] == [False, False, True]
    assert not Backups(database, 6, 2).due(now)
    assert not Backups(database, 0, 2).due(now + DAY)


async def test_a_failing_backup_is_told_and_tried_again(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It leaves the earlier ones alone, and never fills the disk: twice the database must be free."""
    async with open_house(database.parent, backup_hours=24) as house:
        upkeep = house.services.upkeep
        room = copies.size_of(database) * 2 - 1
        monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": room}))
        await upkeep.do_due()
        assert list((database.parent / "backups").iterdir()) == []
        assert await metric(house, "codex_backup_failed") == 1
        assert await metric(house, "codex_backup_age_seconds") == math.inf
        now = time.time()
        assert [upkeep.backups.due(now + seconds) for seconds in (60, 3700)] == [False, True]
    assert "backup failed" in capsys.readouterr().out


def _killed(database: Path, target: Path) -> None:
    """Write a copy, and die before it is checked."""
    copies.find_fault = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
    copies.write_copy(database, target)


async def test_a_killed_backup_leaves_none_that_passes_for_one(database: Path) -> None:
    """What it wrote has another name, and is deleted by the next."""
    folder = database.parent / "backups"
    folder.mkdir()
    process = get_context("spawn").Process(target=_killed, args=(database, folder / "codex-20250101T000000Z.db"))
    process.start()
    process.join(TIMEOUT)
    assert process.exitcode == -signal.SIGKILL
    assert [path.name for path in folder.iterdir()] == ["codex-20250101T000000Z.db.part"]
    backups = Backups(database, 1, 3)
    assert backups.due(time.time())
    await backups.make(Event())
    (only,) = folder.iterdir()
    assert copies.find_fault(only) is None


async def test_a_server_that_ends_cuts_a_backup_off(database: Path) -> None:
    """Nothing of it is left."""
    stop = Event()
    stop.set()
    backups = Backups(database, 1, 3)
    await backups.make(stop)
    assert (backups.failed, list((database.parent / "backups").iterdir())) == (True, [])


async def test_a_damaged_database_gives_no_backup(database: Path) -> None:
    """The earlier ones are kept, however many there are."""
    folder = database.parent / "backups"
    folder.mkdir()
    old = [folder / f"codex-2025010{day}T000000Z.db" for day in range(1, 5)]
    for path in old:
        path.touch()
    overwrite_middle(database)
    backups = Backups(database, 1, 2)
    await backups.make(Event())
    assert (backups.failed, sorted(folder.iterdir())) == (True, old)


async def test_copies_of_old_databases_end_after_seven_days(database: Path) -> None:
    """Those from before an upgrade or a restore; nothing else."""
    replaced = "codex.db.replaced-20260101T000000.0Z"
    names = ("codex.db.before-upgrade", replaced, f"{replaced}-wal")
    for name in (*names, "codex.db.old"):
        path = database.with_name(name)
        path.touch()
        os.utime(path, (0, time.time() - 8 * DAY))
    recent = database.with_name("codex.db.replaced-20270101T000000.0Z")
    recent.touch()
    async with open_house(database.parent) as house:
        await house.services.upkeep.do_due()
    left = {path.name for path in database.parent.iterdir()}
    assert left.isdisjoint(names)
    assert {recent.name, "codex.db.old", "codex.db"} <= left
