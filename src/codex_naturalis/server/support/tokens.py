"""Signed tokens (HMAC-SHA256): for guests, for seats (private links), and for devices that have signed in before."""

import hashlib
import time
from typing import Any, Final

from itsdangerous import BadData, BadSignature, URLSafeSerializer
from itsdangerous.encoding import base64_decode, base64_encode

from codex_naturalis.seating import Holder
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.kinds import Scope

from .keys import Key, KeyRing

__all__ = ["RENEWED", "RENEWED_HEADER", "Scope", "Tokens"]

RENEWED: Final = "codex_token"
"""Key of a request's state for the new token in its answer, which replaces one about to expire."""

RENEWED_HEADER: Final = "Codex-Token"

_GUEST: Final = "guest"
_SEAT: Final = "seat"
_DEVICE: Final = "device"
_DAY: Final = 24 * 3600.0
_PART: Final = 0.5
"""Share of a token's lifetime after which it is renewed."""


class _Signers:
    """Signers of one kind of token, with all valid keys (HMAC-SHA256)."""

    def __init__(self, kind: str, keys: tuple[Key, ...]) -> None:
        salt = f"codex-naturalis.{kind}.1"
        secrets = [key.secret for key in keys]
        sha256 = {"digest_method": hashlib.sha256}
        self._last = URLSafeSerializer(secrets[-1], salt=salt, signer_kwargs=sha256)
        self._all = URLSafeSerializer(secrets, salt=salt, signer_kwargs=sha256)
        before = [key.secret for key in keys if key.sha1]
        self._before = URLSafeSerializer(before, salt=salt) if before else None
        """HMAC-SHA1, for tokens of earlier versions."""

    def dumps(self, said: object) -> str:
        """Return `said`, signed with the newest key."""
        return str(self._last.dumps(said))

    def loads(self, signed: str) -> Any:  # noqa: ANN401 - whatever was signed
        """Return the signed value; raise `BadData` if the signature is not by one of our keys, or not canonical."""
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
        """Return whether the newest key has signed this."""
        return bool(self._last.make_signer().validate(signed))


class Tokens:
    """Token service: signs and reads tokens with this installation's keys."""

    def __init__(self, ring: KeyRing, days: float = 0.0) -> None:
        """Sign with the keys of `ring`; guest tokens expire after `days`, never if 0."""
        self._ring = ring
        self._days = days
        self._made: tuple[tuple[Key, ...], dict[str, _Signers]] = ((), {})

    def _signers(self, kind: str) -> _Signers:
        good = self._ring.keys.good()
        if self._made[0] != good:
            self._made = good, {each: _Signers(each, good) for each in (_GUEST, _SEAT, _DEVICE)}
        return self._made[1][kind]

    def for_guest(self, guest: str, generation: int = 0, proved: float | None = None) -> str:
        """Return a guest's token, valid until its generation or its lifetime ends.

        `proved` is the time when its holder gave a password or recovery code; a replacement token keeps it.
        """
        said = [guest, generation, int(time.time() // _DAY), *([] if proved is None else [int(proved)])]
        return f"g.{self._signers(_GUEST).dumps(said)}"

    def for_seat(self, party: str, key: str) -> str:
        """Return a seat's token, valid for the rematches of its table too."""
        return f"s.{self._signers(_SEAT).dumps([party, key])}"

    def for_device(self, guest: str, device: str) -> str:
        """Return a device token, which shows that a device has signed in to a guest's account; it grants no access."""
        return f"d.{self._signers(_DEVICE).dumps([guest, device])}"

    def device(self, token: str) -> tuple[str, str] | None:
        """Return guest and device in a device token; None if we did not sign it."""
        kind, _, signed = token.partition(".")
        try:
            guest, device = self._signers(_DEVICE).loads(signed)
        except (BadData, ValueError, TypeError):
            return None
        return (str(guest), str(device)) if kind == "d" else None

    def read_token(self, token: str) -> Holder:
        """Return the holder of `token`; raise a `ProblemError` if we did not sign it, or it has expired."""
        kind, _, signed = token.partition(".")
        try:
            if kind == "g":
                return self._guest(signed)[0]
            party, key = self._signers(_SEAT).loads(signed)
            return Holder(party=str(party), key=str(key))
        except (BadData, ValueError, TypeError):
            raise ProblemError(Code.TOKEN_INVALID) from None

    def renew(self, token: str) -> str | None:
        """Return a new token if a guest's is signed with an older key or about to expire; otherwise None."""
        kind, _, signed = token.partition(".")
        if kind != "g":
            return None
        holder, age = self._guest(signed)
        aged = self._days and (age is None or age >= self._days * _PART)
        if holder.guest is None or (self._signers(_GUEST).latest(signed) and not aged):
            return None
        return self.for_guest(holder.guest, holder.generation, holder.proved)

    def _guest(self, signed: str) -> tuple[Holder, float | None]:
        """Return the holder of a guest's token, and its age in days; tokens of earlier versions have no age."""
        said = self._signers(_GUEST).loads(signed)
        guest, generation, day, proved, *_ = (*said, None, None) if isinstance(said, list) else (said, 0, None, None)
        age = None if day is None else time.time() / _DAY - day
        if self._days and age is not None and age >= self._days + 1:
            raise BadSignature(signed)
        holder = Holder(guest=str(guest), generation=int(generation), proved=None if proved is None else int(proved))
        return holder, age
