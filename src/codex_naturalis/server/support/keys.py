"""Signing keys of an installation, with rotation: the newest signs, earlier ones stay valid for a while.

They are in the file `key`, readable only by its owner. A running server rereads it when it changes, so keys can be
rotated while servers run.
"""

import os
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from .private_files import sync

__all__ = ["DamagedKeyError", "Key", "KeyRing", "Keys", "load_keys", "rotate"]

_BYTES: Final = 32
_LOOK_SECONDS: Final = 1.0


class DamagedKeyError(ValueError):
    """The file of keys holds none; names the file and the cure."""


class Key(msgspec.Struct, frozen=True):
    """Secret key for signatures."""

    secret: bytes
    until: float | None = None
    """Valid until, in seconds since 1970; None for the key that signs."""

    sha1: bool = False
    """Whether earlier versions have signed tokens with it by HMAC-SHA1."""

    def good(self, now: float) -> bool:
        """Return whether its signatures are still valid at `now`."""
        return self.until is None or now < self.until


class Keys(msgspec.Struct, frozen=True):
    """All keys of an installation."""

    all: tuple[Key, ...]
    """Oldest first; the last one signs."""

    seed: bytes
    """Secret that survives rotation: the VAPID key and the digests of networks are derived from it."""

    def good(self) -> tuple[Key, ...]:
        """Return the valid keys, oldest first."""
        now = time.time()
        return tuple(key for key in self.all if key.good(now))


def load_keys(folder: Path) -> Keys:
    """Return the keys stored in `folder`; make the first one if there is none. Raises `DamagedKeyError`."""
    path = folder / "key"
    if not path.exists():
        _make(path)
    return _read(path)


def _read(path: Path) -> Keys:
    """Return the keys in the file `path`; raise `DamagedKeyError` if it holds none."""
    kept = path.read_bytes()
    if len(kept) == _BYTES:  # the format of earlier versions
        return Keys((Key(kept, sha1=True),), kept)
    try:
        keys = msgspec.json.decode(kept, type=Keys)
    except msgspec.DecodeError as error:
        raise _damage_error(path, str(error)) from None
    if not keys.all:
        raise _damage_error(path, "no key is in it")
    return keys


def _damage_error(path: Path, fault: str) -> DamagedKeyError:
    return DamagedKeyError(
        f"{path} is damaged ({fault}): put it back from a backup, or remove it: every token ends then"
    )


def rotate(folder: Path, until: float) -> Keys:
    """Add a new key, which signs from now on; the others expire at `until` at the latest. Return all keys.

    Raises `DamagedKeyError`.
    """
    known = load_keys(folder)
    before = [replace(key, until=until if key.until is None else min(key.until, until)) for key in known.all]
    keys = Keys((*before, Key(secrets.token_bytes(_BYTES))), known.seed)
    path = folder / "key"
    _draft(path, keys).replace(path)
    sync(folder)
    return keys


def _make(path: Path) -> None:
    """Write a new key file atomically."""
    secret = secrets.token_bytes(_BYTES)
    draft = _draft(path, Keys((Key(secret),), secret))
    with suppress(FileExistsError):  # another server that shares the folder was first: its key counts
        os.link(draft, path)
    draft.unlink()
    sync(path.parent)


def _draft(path: Path, keys: Keys) -> Path:
    draft = path.with_suffix(f".{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(keys) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return draft


class KeyRing:
    """Cache of the keys in a folder, reread when the file changes."""

    def __init__(self, folder: Path) -> None:
        """Read the keys in `folder`; make the first one if there is none."""
        self._path = folder / "key"
        self._keys = load_keys(folder)
        self._version = self._stamp()
        self._looked = time.monotonic()

    @property
    def keys(self) -> Keys:
        """Return the keys, reread if the file has changed; an unreadable file changes nothing."""
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
