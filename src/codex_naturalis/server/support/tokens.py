"""Signed tokens: who a guest is, which seat a private link gives back, and which device signed in before."""

import hashlib
import time
from typing import Any, Final

from itsdangerous import BadData, BadSignature, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode
from msgspec import Struct

from .errors import Code, Problem
from .keys import Key, KeyRing

__all__ = ["RENEWED", "RENEWED_HEADER", "Holder", "Tokens"]

RENEWED: Final = "codex_token"
"""Where a request's state has the token that its answer tells, in place of one whose key or time is about to end."""

RENEWED_HEADER: Final = "Codex-Token"

_GUEST: Final = "guest"
_SEAT: Final = "seat"
_DEVICE: Final = "device"
_DAY: Final = 24 * 3600.0
_PART: Final = 0.5
"""How much of a token's time has passed when a new one is told."""


class Holder(Struct, frozen=True):
    """Whom a token speaks for: a guest at every table, or whoever holds one seat and its rematches."""

    guest: str | None = None
    generation: int = 0
    """Counts how often the guest has made all earlier tokens void."""

    party: str | None = None
    """The first table of the chain of rematches."""

    key: str | None = None
    """The seat's secret."""


class _Signers:
    """What signs and checks tokens of one kind, with all keys that are good (HMAC-SHA256)."""

    def __init__(self, kind: str, keys: tuple[Key, ...]) -> None:
        salt = f"codex-naturalis.{kind}.1"
        secrets = [key.secret for key in keys]
        sha256 = {"digest_method": hashlib.sha256}
        self._last = URLSafeSerializer(secrets[-1], salt=salt, signer_kwargs=sha256)
        self._all = URLSafeSerializer(secrets, salt=salt, signer_kwargs=sha256)
        before = [key.secret for key in keys if key.sha1]
        self._before = URLSafeSerializer(before, salt=salt) if before else None
        """HMAC-SHA1, for what earlier versions signed."""

    def dumps(self, said: object) -> str:
        """Return what is signed, with the last key."""
        return str(self._last.dumps(said))

    def loads(self, signed: str) -> Any:  # noqa: ANN401 - whatever was signed
        """Return what was signed; raise `BadData` if it was not by one of our keys, or is spelled in another way."""
        signature = signed.rpartition(".")[2]
        if base64_encode(base64_decode(signature)) != signature.encode():
            raise BadSignature(signed)
        try:
            return self._all.loads(signed)
        except BadSignature:
            if self._before is None:
                raise
            return self._before.loads(signed)

    def latest(self, signed: str) -> bool:
        """Return whether the last key has signed this."""
        return bool(self._last.make_signer().validate(signed))


class Tokens:
    """Signs and reads tokens with this installation's keys."""

    def __init__(self, ring: KeyRing, days: float = 0.0) -> None:
        """Sign with the keys of `ring`; a guest's token is good for so many `days`, for ever with 0."""
        self._ring = ring
        self._days = days
        self._made: tuple[tuple[Key, ...], dict[str, _Signers]] = ((), {})

    def _signers(self, kind: str) -> _Signers:
        good = self._ring.keys.good()
        if self._made[0] != good:
            self._made = good, {each: _Signers(each, good) for each in (_GUEST, _SEAT, _DEVICE)}
        return self._made[1][kind]

    def for_guest(self, guest: str, generation: int = 0) -> str:
        """Return the token of a guest, good until it begins another generation, or its time is up."""
        return f"g.{self._signers(_GUEST).dumps([guest, generation, int(time.time() // _DAY)])}"

    def for_seat(self, party: str, key: str) -> str:
        """Return the token of a seat, good for the rematches of its table too."""
        return f"s.{self._signers(_SEAT).dumps([party, key])}"

    def for_device(self, guest: str, device: str) -> str:
        """Return what shows that a device has signed in to a guest's account; it opens nothing."""
        return f"d.{self._signers(_DEVICE).dumps([guest, device])}"

    def device(self, token: str) -> tuple[str, str] | None:
        """Return the guest and the device that a device's token names; None if we did not sign it."""
        kind, _, signed = token.partition(".")
        try:
            guest, device = self._signers(_DEVICE).loads(signed)
        except (BadData, ValueError, TypeError):
            return None
        return (str(guest), str(device)) if kind == "d" else None

    def read(self, token: str) -> Holder:
        """Return whom `token` speaks for; raise a `Problem` if we did not sign it, or too long ago."""
        kind, _, signed = token.partition(".")
        try:
            if kind == "g":
                return self._guest(signed)[0]
            party, key = self._signers(_SEAT).loads(signed)
            return Holder(party=str(party), key=str(key))
        except (BadData, ValueError, TypeError):
            raise Problem(Code.TOKEN_INVALID) from None

    def renewed(self, token: str) -> str | None:
        """Return a new token in the place of a guest's whose key or time is about to end; None if it is good."""
        kind, _, signed = token.partition(".")
        if kind != "g":
            return None
        holder, age = self._guest(signed)
        aged = self._days and (age is None or age >= self._days * _PART)
        if holder.guest is None or (self._signers(_GUEST).latest(signed) and not aged):
            return None
        return self.for_guest(holder.guest, holder.generation)

    def _guest(self, signed: str) -> tuple[Holder, float | None]:
        """Return whom a guest's token speaks for, and how many days ago it was made; those of old do not say that."""
        said = self._signers(_GUEST).loads(signed)
        guest, generation, day, *_ = (*said, None) if isinstance(said, list) else (said, 0, None)
        age = None if day is None else time.time() / _DAY - day
        if self._days and age is not None and age >= self._days + 1:
            raise BadSignature(signed)
        return Holder(guest=str(guest), generation=int(generation)), age
