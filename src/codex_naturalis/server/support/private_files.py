"""File modes: a server's data is accessible to its owner only, from its creation on, and in older folders too."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from .log import get_logger

__all__ = ["close_to_others", "make_own_folder", "private_files", "sync"]

_log = get_logger(__name__)
_OTHERS: Final = 0o077
_OURS: Final = re.compile(r"(codex\.db|key|lock)([.-].*)?")
_BESIDE: Final = ("cache", "backups")
"""Other entries allowed in a folder that counts as only ours."""


@contextmanager
def private_files() -> Iterator[None]:
    """Create files without rights for group and others in the block (umask 077)."""
    before = os.umask(_OTHERS)
    try:
        yield
    finally:
        os.umask(before)


def close_to_others(folder: Path) -> None:
    """Remove the rights of group and others to the data in `folder`, and to the folder if it holds nothing else.

    Create the folder if it is missing. Files that we may not change are reported in the log.
    """
    with private_files():
        folder.mkdir(parents=True, exist_ok=True)
    if os.name != "posix":
        return
    inside = list(folder.iterdir())
    ours = [path for path in inside if _OURS.fullmatch(path.name)]
    alone = all(path in ours or path.name in _BESIDE for path in inside)
    if still_open := [path.name for path in (*ours, *([folder] if alone else ())) if not _close(path)]:
        _log.warning("data open to others", names=sorted(still_open))


def make_own_folder(folder: Path) -> bool:
    """Make `folder` unless it is there; return whether it is ours and closed to everyone else, and no link."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    if os.name != "posix":
        return True
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and _close(folder)


def _close(path: Path) -> bool:
    """Remove the rights of group and others to `path`; return whether they have none now."""
    try:
        mode = path.stat().st_mode
        if mode & _OTHERS:
            path.chmod(mode & 0o700)
    except FileNotFoundError:
        return True  # deleted in the meantime, as the database's journals are
    except PermissionError:
        return False
    return True


def sync(path: Path) -> None:
    """Flush a file to the disk, or the names in a folder, so that they survive a power failure."""
    if os.name == "posix":
        here = os.open(path, os.O_RDONLY)
        try:
            os.fsync(here)
        finally:
            os.close(here)
