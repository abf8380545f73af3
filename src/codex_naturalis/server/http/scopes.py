"""Scopes of access tokens over HTTP: an allow-list, so that a new operation is closed to them until it is named."""

import re
from typing import Final

from codex_naturalis.wire.errors import Code, ProblemError

from ..support.tokens import Scope

__all__ = ["check_scope"]

_READ: Final = re.compile(
    r"/api/v1/(tables|tournaments|replays|puzzles|people|bots|opponents|programs|explore)(/.*)?|/api/v1/guests/me(/(games|waiting|solo))?"
)
_PLAY: Final = re.compile(r"/api/v1/(tables|tournaments|replays|puzzles|analysis)(/.*)?")
_NEVER: Final = re.compile(r".*/seat-token/?")
"""What would outlive the token."""


def check_scope(scope: Scope | None, method: str, path: str) -> None:
    """Raise a `ProblemError` if an access token of this `scope` does not allow a request; None allows all."""
    if scope is None:
        return
    allowed = _READ if method in ("GET", "HEAD") else _PLAY if scope is Scope.PLAY else None
    if allowed is None or not allowed.fullmatch(path.rstrip("/")) or _NEVER.fullmatch(path):
        raise ProblemError(Code.TOKEN_SCOPE)
