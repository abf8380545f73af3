"""A server that may write its data and nothing else: its champions come all the same, or nobody is promised them."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codex_naturalis.analysis import prepare
from codex_naturalis.kernel.compiler.cache import CACHE
from tests.server.locked_room import NOBODY, LockedRoom, reason_for_none
from tests.waiting import look_until


@pytest.fixture
def room() -> Iterator[LockedRoom]:
    """Make a room for a server, or say why there is none; its folder is one that every user reaches."""
    if reason := reason_for_none():
        pytest.skip(reason)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        room = LockedRoom(Path(folder))
        yield room
        room.kill()


def logged(room: LockedRoom, event: str) -> list[dict[str, Any]]:
    """Return the lines of the log about an event; there are no tracebacks in it."""
    lines = room.log.read_text("utf-8").splitlines()
    assert not [line for line in lines if "Traceback" in line], lines
    return [entry for line in lines if line.startswith("{") and (entry := json.loads(line))["event"] == event]


def test_champions_and_hints_come_from_the_data_folder(room: LockedRoom) -> None:
    """One line says where they are compiled; here that has been done before, elsewhere."""
    prepare()
    own = room.data / "cache"
    shutil.copytree(CACHE, own / CACHE.name)
    for path in (own, *own.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    own.chmod(0o755)
    room.start()
    (line,) = logged(room, "kernel cache in the data folder")
    assert (line["folder"], line["variable"]) == (str(own), "CODEX_KERNEL_CACHE")
    assert (own.stat().st_uid, own.stat().st_mode & 0o777) == (NOBODY, 0o700)
    opponents = room.ask("/opponents/prepare", {})[1]
    assert (opponents["ready"], opponents["available"]) == (True, True)
    table = room.ask("/tables", {"seats": 1, "solo": "easy"})[1]["table"]["id"]
    look_until(lambda: room.ask(f"/tables/{table}/hint", {})[1]["state"] == "ready")
    room.stop()
    assert logged(room, "bot failed") == []


def test_without_a_folder_nothing_is_promised(room: LockedRoom) -> None:
    """A folder of another user could hold code of theirs, so it is not used."""
    (room.data / "cache").mkdir()
    room.start()
    (line,) = logged(room, "no kernel")
    assert "CODEX_KERNEL_CACHE" in line["cause"]
    opponents = room.ask("/opponents/prepare", {})[1]
    assert (opponents["ready"], opponents["available"], opponents["part"]) == (False, False, None)
    table = room.ask("/tables", {"seats": 1, "solo": "easy"})[1]["table"]["id"]
    status, refused = room.ask(f"/tables/{table}/hint", {})
    assert (status, refused["code"]) == (503, "teacher.unready")
    assert "later" not in str(refused)
