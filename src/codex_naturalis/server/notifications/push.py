"""Web Push: messages encrypted for one browser (RFC 8030, 8188, 8291), from a server identified by VAPID (RFC 8292).

The VAPID key is derived from the installation's key, so there is nothing more to store or to copy.
"""

import base64
import secrets
import time
from functools import cached_property
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

__all__ = ["PushSubscription", "VapidKey", "encrypt", "public_point", "readable"]

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the curve P-256."""

_GOOD_SECONDS: Final = 12 * 3600
_RECORD: Final = 4096
_POINT: Final = 65
_AUTH: Final = 16


class PushSubscription(msgspec.Struct, frozen=True):
    """Keys of a browser's push subscription, base64url."""

    p256dh: str
    auth: str


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def readable(browser: PushSubscription) -> bool:
    """Return whether these are valid keys: a point on P-256, and 16 bytes of secret."""
    try:
        _their_key(browser)
        return len(_decode(browser.auth)) == _AUTH
    except ValueError:
        return False


def _their_key(browser: PushSubscription) -> "EllipticCurvePublicKey":
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - slow to import, and rarely needed

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(browser.p256dh))


def public_point(key: "EllipticCurvePrivateKey | EllipticCurvePublicKey") -> bytes:
    """Return the public half of a key as an uncompressed point of 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    public = key.public_key() if hasattr(key, "public_key") else key
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(length: int, salt: bytes | None, info: bytes, secret: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return HKDF(SHA256(), length, salt, info).derive(secret)


def encrypt(
    text: bytes, browser: PushSubscription, own: "EllipticCurvePrivateKey | None" = None, salt: bytes | None = None
) -> bytes:
    """Return `text` encrypted for the browser (aes128gcm, RFC 8291); the key pair and the salt are used once."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    theirs = _their_key(browser)
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or secrets.token_bytes(16)
    between = b"WebPush: info\0" + public_point(theirs) + public_point(own)
    secret = _derive(32, _decode(browser.auth), between, own.exchange(ec.ECDH(), theirs))
    key = _derive(16, salt, b"Content-Encoding: aes128gcm\0", secret)
    nonce = _derive(12, salt, b"Content-Encoding: nonce\0", secret)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([_POINT]) + public_point(own)
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


class VapidKey:
    """VAPID key: identifies this installation to push services and browsers (RFC 8292)."""

    def __init__(self, key: bytes, contact: str) -> None:
        """Derive the key pair from `key`; `contact` is the claim `sub`, empty for none."""
        self._secret = key
        self._contact = contact

    @cached_property
    def _key(self) -> "EllipticCurvePrivateKey":
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        number = int.from_bytes(_derive(48, None, b"codex-naturalis.push.1", self._secret), "big")
        return ec.derive_private_key(number % (_ORDER - 1) + 1, ec.SECP256R1())

    @cached_property
    def public(self) -> str:
        """Return the public key, base64url, as `PushManager.subscribe` takes it."""
        return _encode(public_point(self._key))

    def authorization(self, endpoint: str) -> str:
        """Return the `Authorization` header for a push service: a JWT signed with ES256."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + _GOOD_SECONDS}
        if self._contact:
            claims["sub"] = self._contact
        head = msgspec.json.encode({"typ": "JWT", "alg": "ES256"})
        said = f"{_encode(head)}.{_encode(msgspec.json.encode(claims))}"
        return f"vapid t={said}.{_encode(self._sign(said.encode()))}, k={self.public}"

    def _sign(self, said: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415
        from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415

        one, two = utils.decode_dss_signature(self._key.sign(said, ec.ECDSA(SHA256())))
        return one.to_bytes(32, "big") + two.to_bytes(32, "big")
