"""Signed tokens: who a guest is, and which seat a private link gives back."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from itsdangerous import BadData, BadSignature, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode
from msgspec import Struct

from .codes import Code, Problem

__all__ = ["Holder", "Tokens", "load_key"]

_GUEST: Final = "guest"
_SEAT: Final = "seat"
_DEVICE: Final = "device"


class Holder(Struct, frozen=True):
    """Whom a token speaks for: a guest at every table, or whoever holds one seat and its rematches."""

    guest: str | None = None
    generation: int = 0
    """Counts how often the guest has made all earlier tokens void."""

    party: str | None = None
    """The first table of the chain of rematches."""

    key: str | None = None
    """The seat's secret."""


def load_key(folder: Path) -> bytes:
    """Return the signing key kept in `folder`, readable by its owner alone; make one the first time."""
    path = folder / "key"
    if not path.exists():
        _make_key(path)
    return path.read_bytes()


def _make_key(path: Path) -> None:
    """Write a key that is there whole or not at all, whatever happens meanwhile."""
    draft = path.with_suffix(f".{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(32))
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileExistsError):  # another server that shares the folder was quicker: its key counts
        os.link(draft, path)
    draft.unlink()
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make sure that a file which is new in `folder` keeps its name if the power fails."""
    if os.name == "posix":
        here = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(here)
        finally:
            os.close(here)


class Tokens:
    """Signs and reads tokens with this installation's key."""

    def __init__(self, key: bytes) -> None:
        """Sign with `key`."""
        self._signers = {
            kind: URLSafeSerializer(key, salt=f"codex-naturalis.{kind}.1") for kind in (_GUEST, _SEAT, _DEVICE)
        }

    def for_guest(self, guest: str, generation: int = 0) -> str:
        """Return the token of a guest, good until it begins another generation."""
        return f"g.{self._signers[_GUEST].dumps([guest, generation] if generation else guest)}"

    def for_seat(self, party: str, key: str) -> str:
        """Return the token of a seat, good for the rematches of its table too."""
        return f"s.{self._signers[_SEAT].dumps([party, key])}"

    def for_device(self, guest: str, device: str) -> str:
        """Return what shows that a device has signed in to a guest's account; it opens nothing."""
        return f"d.{self._signers[_DEVICE].dumps([guest, device])}"

    def device(self, token: str) -> tuple[str, str] | None:
        """Return the guest and the device that a device's token names; None if we did not sign it."""
        kind, _, signed = token.partition(".")
        try:
            _check_canonical(signed)
            guest, device = self._signers[_DEVICE].loads(signed)
        except (BadData, ValueError, TypeError):
            return None
        return (str(guest), str(device)) if kind == "d" else None

    def read(self, token: str) -> Holder:
        """Return whom `token` speaks for; raise a `Problem` if we did not sign it."""
        kind, _, signed = token.partition(".")
        try:
            _check_canonical(signed)
            if kind == "g":
                return _guest(self._signers[_GUEST].loads(signed))
            party, key = self._signers[_SEAT].loads(signed)
            return Holder(party=str(party), key=str(key))
        except (BadData, ValueError, TypeError):
            raise Problem(Code.TOKEN_INVALID) from None


def _check_canonical(signed: str) -> None:
    """Raise `BadSignature` for a signature that is written in another way than ours: one token has one spelling."""
    signature = signed.rpartition(".")[2]
    if base64_encode(base64_decode(signature)) != signature.encode():
        raise BadSignature(signed)


def _guest(signed: object) -> Holder:
    if isinstance(signed, list):
        guest, generation = signed
        return Holder(guest=str(guest), generation=int(generation))
    return Holder(guest=str(signed))
