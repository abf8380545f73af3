"""Request ids: sent with each answer and logged with each failure, so that a complaint leads to its log line."""

import re
import secrets
from typing import Final

from litestar.types import Scope

__all__ = ["HEADER", "request_id"]

HEADER: Final = "X-Request-ID"
_GIVEN: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_KEPT: Final = "codex_request_id"


def request_id(scope: Scope) -> str:
    """Return the id that the client or a reverse proxy gave the request; a new one if it is missing or malformed."""
    state = scope["state"]
    if _KEPT not in state:
        given = next((value for name, value in scope["headers"] if name == HEADER.lower().encode()), b"")
        state[_KEPT] = given.decode() if _GIVEN.fullmatch(given) else secrets.token_hex(8)
    known: str = state[_KEPT]
    return known
