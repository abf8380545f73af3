"""The signing keys of an installation: one that signs, and earlier ones that are good for a while (key rotation).

They are kept in the file `key`, readable by its owner alone. Whoever serves looks at it again when it has changed, so
that keys are rotated while servers run.
"""

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

__all__ = ["DamagedKey", "Key", "KeyRing", "Keys", "load_keys", "rotate"]

_BYTES: Final = 32
_LOOK_SECONDS: Final = 1.0


class DamagedKey(ValueError):  # noqa: N818  # reads as the sentence it is
    """The file of keys holds none; names the file and the cure."""


class Key(msgspec.Struct, frozen=True):
    """A secret that signs."""

    secret: bytes
    until: float | None = None
    """Seconds since 1970 until which it is good; None for the one that signs now."""

    sha1: bool = False
    """Whether tokens were signed with it by HMAC-SHA1, as earlier versions did."""

    def good(self, now: float) -> bool:
        """Return whether what it signed still counts."""
        return self.until is None or now < self.until


class Keys(msgspec.Struct, frozen=True):
    """All keys of an installation."""

    all: tuple[Key, ...]
    """The oldest first; the last one signs."""

    seed: bytes
    """From which follows what must stay as it is: by what browsers know the server, and digests of networks."""

    def good(self) -> tuple[Key, ...]:
        """Return those that count now, the oldest first."""
        now = time.time()
        return tuple(key for key in self.all if key.good(now))


def load_keys(folder: Path) -> Keys:
    """Return the keys kept in `folder`; make one the first time. Raises `DamagedKey`."""
    path = folder / "key"
    if not path.exists():
        _make(path)
    return _read(path)


def _read(path: Path) -> Keys:
    """Return the keys in the file `path`; raise `DamagedKey` if it holds none."""
    kept = path.read_bytes()
    if len(kept) == _BYTES:  # as earlier versions wrote it
        return Keys((Key(kept, sha1=True),), kept)
    try:
        keys = msgspec.json.decode(kept, type=Keys)
    except msgspec.DecodeError as error:
        raise _damaged(path, str(error)) from None
    if not keys.all:
        raise _damaged(path, "no key is in it")
    return keys


def _damaged(path: Path, fault: str) -> DamagedKey:
    return DamagedKey(f"{path} is damaged ({fault}): put it back from a backup, or remove it: every token ends then")


def rotate(folder: Path, until: float) -> Keys:
    """Let a new key sign from now on, and earlier ones be good no longer than `until`; return all.

    Raises `DamagedKey`.
    """
    known = load_keys(folder)
    before = [replace(key, until=until if key.until is None else min(key.until, until)) for key in known.all]
    keys = Keys((*before, Key(secrets.token_bytes(_BYTES))), known.seed)
    path = folder / "key"
    _draft(path, keys).replace(path)
    _sync_folder(folder)
    return keys


def _make(path: Path) -> None:
    """Write a key that is there whole or not at all, whatever happens meanwhile."""
    secret = secrets.token_bytes(_BYTES)
    draft = _draft(path, Keys((Key(secret),), secret))
    with suppress(FileExistsError):  # another server that shares the folder was quicker: its key counts
        os.link(draft, path)
    draft.unlink()
    _sync_folder(path.parent)


def _draft(path: Path, keys: Keys) -> Path:
    draft = path.with_suffix(f".{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(keys) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return draft


def _sync_folder(folder: Path) -> None:
    """Make sure that a file which is new in `folder` keeps its name if the power fails."""
    if os.name == "posix":
        here = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(here)
        finally:
            os.close(here)


class KeyRing:
    """The keys of a folder as they are now."""

    def __init__(self, folder: Path) -> None:
        """Know the keys in `folder`; make one the first time."""
        self._path = folder / "key"
        self._keys = load_keys(folder)
        self._version = self._stamp()
        self._looked = time.monotonic()

    @property
    def keys(self) -> Keys:
        """Return the keys, read again if the file has changed; one that cannot be read changes nothing."""
        now = time.monotonic()
        if now - self._looked >= _LOOK_SECONDS:
            self._looked = now
            version = self._stamp()
            if version != self._version:
                with suppress(OSError, ValueError):
                    self._keys, self._version = _read(self._path), version
        return self._keys

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino
