"""File modes: what a server keeps is readable by its owner alone, from the first byte on, and in older folders too."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from .log import get_logger

__all__ = ["close_to_others", "private_files"]

_log = get_logger(__name__)
_OTHERS: Final = 0o077
_OURS: Final = re.compile(r"(codex\.db|key|lock)([.-].*)?")
_BESIDE: Final = ("cache",)
"""What else may lie in a folder that is ours alone."""


@contextmanager
def private_files() -> Iterator[None]:
    """Let nobody else read or write what this process makes meanwhile (umask 077)."""
    before = os.umask(_OTHERS)
    try:
        yield
    finally:
        os.umask(before)


def close_to_others(folder: Path) -> None:
    """Take others' rights to the data in `folder`, and to the folder unless more than ours is in it.

    Make it if there is none. What is not ours to change is told in the log.
    """
    with private_files():
        folder.mkdir(parents=True, exist_ok=True)
    if os.name != "posix":
        return
    inside = list(folder.iterdir())
    ours = [path for path in inside if _OURS.fullmatch(path.name)]
    alone = all(path in ours or path.name in _BESIDE for path in inside)
    if still_open := [path.name for path in (*ours, *([folder] if alone else ())) if not _closed(path)]:
        _log.warning("data open to others", names=sorted(still_open))


def _closed(path: Path) -> bool:
    """Take others' rights to `path`; return whether they have none."""
    try:
        mode = path.stat().st_mode
        if mode & _OTHERS:
            path.chmod(mode & 0o700)
    except FileNotFoundError:
        return True  # gone meanwhile, as the database's journals go
    except PermissionError:
        return False
    return True
