"""Webhook signature: HMAC-SHA256 over time and body, by which the receiver recognises our messages."""

import hmac
import time
from hashlib import sha256
from typing import Final

__all__ = ["SIGNATURE", "signature"]

SIGNATURE: Final = "Codex-Signature"


def signature(secret: str, body: bytes, at: float | None = None) -> str:
    """Return the `Codex-Signature` header: `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body", in hex>`."""
    seconds = int(time.time() if at is None else at)
    return f"t={seconds},v1={hmac.new(secret.encode(), b'%d.%b' % (seconds, body), sha256).hexdigest()}"
