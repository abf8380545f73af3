"""What a server keeps is its owner's alone to read."""

import os
from pathlib import Path

from codex_naturalis.server.database.upgrade import upgrade
from codex_naturalis.server.support.private_files import close_to_others
from deploy.parts import free_port
from tests.server.database.test_recovery import serving, until_ready


def modes(folder: Path) -> dict[str, str]:
    """Return who may do what with a folder and all that is in it."""
    return {path.name: f"{path.stat().st_mode & 0o777:o}" for path in (folder, *folder.iterdir())}


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """With the database, what SQLite keeps beside it while it is open, and the key."""
    data = tmp_path / "data"
    before = os.umask(0o022)
    try:
        with serving(data, port := free_port()) as process:
            until_ready(process, port)
            found = modes(data)
    finally:
        os.umask(before)
    assert found == {
        "data": "700",
        **dict.fromkeys(("codex.db", "codex.db-wal", "codex.db-shm", "key", "lock"), "600"),
    }


def test_an_older_folder_is_mended_at_the_start(tmp_path: Path) -> None:
    """What earlier versions left open to everybody is closed while it is in use, too."""
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    upgrade(data / "codex.db")
    (data / "key").write_bytes(bytes(32))
    for name in ("codex.db-wal", "codex.db-shm", "lock"):
        (data / name).touch()
    for path in (data, *data.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with serving(data, port := free_port()) as process:
        until_ready(process, port)
        found = modes(data)
    assert set(found.values()) == {"700", "600"}, found


def test_what_is_not_ours_stays_as_it_is(tmp_path: Path) -> None:
    """In a folder that holds more, only our files are closed."""
    data = tmp_path / "home"
    data.mkdir()
    (data / "pages").mkdir()
    for name in ("codex.db", "codex.db.part", "keyring"):
        (data / name).touch()
    for path in (data, *data.iterdir()):
        path.chmod(0o755)
    close_to_others(data)
    assert modes(data) == {"home": "755", "pages": "755", "keyring": "755", "codex.db": "700", "codex.db.part": "700"}
