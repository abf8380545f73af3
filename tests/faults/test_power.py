"""Row 39, the power fails: whatever anybody was told is on the disk, even if all that was not synced is lost."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from tests.faults.clients import play_together, seat_two
from tests.faults.histories import Stored, faults, stored
from tests.faults.power import Disk, history, traced
from tests.faults.running import Server

TURNS = 14
_VERSION = re.compile(rb'"version":(\d+)')
_DONE = re.compile(rb'"type":"done","id":"([^"]+)"')


def left(disk: Disk, folder: Path, table: str, chance: Random | None) -> Stored:
    """Return what is stored of a table on a disk after a power cut; the database must be whole."""
    disk.left(folder, chance)
    with closing(sqlite3.connect(folder / "codex.db")) as database:
        assert database.execute("pragma integrity_check").fetchall() == [("ok",)]
    return stored(folder, table)


def test_what_was_told_survives_the_loss_of_all_that_was_not_synced(tmp_path: Path) -> None:
    """Whenever the server told anybody anything, or was in the middle of writing; play goes on from what is left.

    The disk keeps nothing but what was synced, or any sectors of the rest, so that what was being written is torn.
    """
    server, notes = Server(tmp_path), tmp_path / "notes"
    server.start(before=traced(notes))
    ada, bob = seat_two(server)
    play_together(ada, bob, turns=TURNS)
    server.kill()
    assert faults([ada.history, bob.history], stored(server.data, ada.table)) == []

    chance, announced = Random(39), 0
    sent = history(notes, server.data)
    for number, (text, disk) in enumerate(sent):
        ids = {name.decode() for name in _DONE.findall(text)}
        version = max((int(found) for found in _VERSION.findall(text)), default=0)
        writes = not text and announced > 0
        if not ids and version <= announced and not writes:
            continue
        announced = max(announced, version)
        for lucky in (chance,) if writes else (None, chance):
            kept = left(disk, tmp_path / f"left-{number}-{lucky is None}", ada.table, lucky)
            assert len(kept.actions) >= announced
            assert ids <= {name for _, name in kept.acts}
    assert announced == TURNS
    assert sent[-1].disk.syncs >= TURNS

    again = Server(tmp_path / "again")
    sent[-1].disk.left(again.data)
    again.start()
    try:
        for client in (ada, bob):
            client.server, client.socket = again, None
            client.connect()
            assert client.version == TURNS
        play_together(ada, bob, turns=4)
        assert faults([ada.history, bob.history], stored(again.data, ada.table)) == []
    finally:
        again.stop()
