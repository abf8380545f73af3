"""Signed links in mails: one confirms an address, the other unsubscribes, both without signing in."""

from collections.abc import Mapping
from hashlib import sha1, sha256
from typing import Final

from itsdangerous import BadSignature, URLSafeTimedSerializer

from codex_naturalis.wire.errors import Code, ProblemError

from ..support.keys import KeyRing

__all__ = ["CONFIRM_SECONDS", "Links"]

CONFIRM_SECONDS: Final = 3 * 24 * 3600
"""Seconds within which an address may be confirmed; afterwards it is deleted."""

_SALTS: Final[Mapping[str, str]] = {
    "confirm": "codex-naturalis.notice.confirm.1",
    "stop": "codex-naturalis.notice.stop.1",
}


class Links:
    """Signer of links, which carry the id of a subscription.

    Signatures by every key of the ring are valid, however old: mails stay around, and forging one takes the id anyway.
    """

    def __init__(self, ring: KeyRing) -> None:
        """Sign with the newest key of `ring`."""
        self._ring = ring

    def _signer(self, what: str) -> URLSafeTimedSerializer:
        secrets = [key.secret for key in self._ring.keys.all]
        return URLSafeTimedSerializer(
            secrets,
            salt=_SALTS[what],
            signer_kwargs={"digest_method": sha256},
            fallback_signers=[{"digest_method": sha1}],
        )

    def confirm(self, subscription: str) -> str:
        """Return the token that confirms an address within `CONFIRM_SECONDS`."""
        return str(self._signer("confirm").dumps(subscription))

    def stop(self, subscription: str) -> str:
        """Return the token that unsubscribes; it does not expire."""
        return str(self._signer("stop").dumps(subscription))

    def read_confirmation(self, token: str) -> str:
        """Return the subscription id in a confirmation `token`; raise a `ProblemError` if it is forged or expired."""
        return self._read("confirm", token, CONFIRM_SECONDS)

    def read_unsubscription(self, token: str) -> str:
        """Return the subscription id in an unsubscription `token`; raise a `ProblemError` if it is forged."""
        return self._read("stop", token, None)

    def _read(self, what: str, token: str, most: int | None) -> str:
        try:
            return str(self._signer(what).loads(token, max_age=most))
        except BadSignature:
            raise ProblemError(Code.NOTICE_LINK) from None
