"""Signed links in mails: one proves an address, the other ends the mails, without anybody signing in."""

from collections.abc import Mapping
from hashlib import sha1, sha256
from typing import Final

from itsdangerous import BadSignature, URLSafeTimedSerializer

from ..support.errors import Code, Problem
from ..support.keys import KeyRing

__all__ = ["CONFIRM_SECONDS", "Links"]

CONFIRM_SECONDS: Final = 3 * 24 * 3600
"""How long an address may be confirmed; then it is forgotten."""

_SALTS: Final[Mapping[str, str]] = {
    "confirm": "codex-naturalis.notice.confirm.1",
    "stop": "codex-naturalis.notice.stop.1",
}


class Links:
    """Signs and reads what such links carry: the id of a way.

    Links of all keys count, however long ago they were in use: mails stay, and whoever would make one needs the id.
    """

    def __init__(self, ring: KeyRing) -> None:
        """Sign with the last key of `ring`."""
        self._ring = ring

    def _signer(self, what: str) -> URLSafeTimedSerializer:
        secrets = [key.secret for key in self._ring.keys.all]
        return URLSafeTimedSerializer(
            secrets,
            salt=_SALTS[what],
            signer_kwargs={"digest_method": sha256},
            fallback_signers=[{"digest_method": sha1}],
        )

    def confirm(self, way: str) -> str:
        """Return what confirms an address, for a while."""
        return str(self._signer("confirm").dumps(way))

    def stop(self, way: str) -> str:
        """Return what ends messages, at any time."""
        return str(self._signer("stop").dumps(way))

    def confirmed(self, token: str) -> str:
        """Return the way that `token` confirms; raise a `Problem` if it does not, or not any more."""
        return self._read("confirm", token, CONFIRM_SECONDS)

    def stopped(self, token: str) -> str:
        """Return the way that `token` ends; raise a `Problem` if it does not."""
        return self._read("stop", token, None)

    def _read(self, what: str, token: str, most: int | None) -> str:
        try:
            return str(self._signer(what).loads(token, max_age=most))
        except BadSignature:
            raise Problem(Code.NOTICE_LINK) from None
