"""HTTP requests with the standard library, retried while the server is away.

A request is sent again only if repeating it cannot do something twice, or if it never reached the server.
"""

import asyncio
import time
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from random import random
from typing import Any, Final, TypeVar
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec

from codex_naturalis.wire.table import ProblemResponse

from .errors import RefusedError, UnreachableError

__all__ = ["Requests", "delay_before"]

_T = TypeVar("_T")
_SECONDS: Final = 30.0
"""Time limit of one request."""

_AWAY: Final = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT})
_TRY_AGAIN: Final = frozenset({"server.restarting", "server.busy", "storage.failed", ""})
"""Codes of temporary refusals; a proxy's own have none."""

_LONGEST: Final = 4.0


def delay_before(attempt: int) -> float:
    """Return the delay after `attempt` failures in seconds: exponential backoff with jitter, at most four."""
    longest: float = min(_LONGEST, 0.1 * 2 ** min(attempt, 8))
    return longest * (0.5 + random() / 2)


class _AwayError(Exception):
    """No answer to one request."""


class Requests:
    """HTTP client of one server."""

    def __init__(self, address: str, patience: float) -> None:
        """Send to the server at `address`; retry for `patience` seconds."""
        self.address: str = address.rstrip("/")
        self.patience: float = patience
        self.token: str | None = None
        """Bearer token. Replaced when the server renews it."""

    async def ask(
        self,
        kind: type[_T],
        method: str,
        path: str,
        body: object = None,
        *,
        headers: Mapping[str, str] | None = None,
        token: str | None = None,
        again: bool = True,
    ) -> _T:
        """Return the answer as `kind`.

        Raises `RefusedError` or `UnreachableError`. `again` says whether a repeat is safe.
        """
        request = self._request(method, path, body, {**(headers or {}), **self._bearer(token)})
        until = time.monotonic() + self.patience
        attempt = 0
        while True:
            try:
                answer, renewed = await asyncio.to_thread(_send, request)
            except _AwayError as away:
                if not again or time.monotonic() >= until:
                    raise UnreachableError(f"{self.address} does not answer: {away}") from None
                await asyncio.sleep(delay_before(attempt))
                attempt += 1
                continue
            if renewed and token is None:
                self.token = renewed
            return _read(answer, kind)

    def _request(self, method: str, path: str, body: object, headers: Mapping[str, str]) -> Request:
        data = None if body is None else msgspec.json.encode(body)
        named = {"Accept": "application/json", **({"Content-Type": "application/json"} if data else {}), **headers}
        return Request(f"{self.address}/api/v1{path}", data, named, method=method)  # noqa: S310 - http and https only

    def _bearer(self, token: str | None) -> dict[str, str]:
        shown = token or self.token
        return {"Authorization": f"Bearer {shown}"} if shown else {}


def _send(request: Request) -> tuple[bytes, str | None]:
    """Return the body of the answer and a renewed token.

    Raises `RefusedError`, or `_AwayError` where another try may help.
    """
    try:
        with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - http and https only
            return answer.read(), answer.headers.get("Codex-Token")
    except HTTPError as error:
        problem = _problem(error)
        if error.code in _AWAY and (problem.code if problem else "") in _TRY_AGAIN:
            raise _AwayError(f"HTTP {error.code}") from None
        raise RefusedError(problem.code, problem.facts) if problem else RefusedError(f"http.{error.code}") from None
    except (URLError, HTTPException, OSError) as error:
        raise _AwayError(str(getattr(error, "reason", error))) from None


def _problem(error: HTTPError) -> ProblemResponse | None:
    try:
        return msgspec.json.decode(error.read(), type=ProblemResponse)
    except (msgspec.MsgspecError, OSError, HTTPException):
        return None


def _read(answer: bytes, kind: type[_T]) -> _T:
    if kind is bytes:
        return answer  # type: ignore[return-value]  # `kind` is its type
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(kind)
    read: _T = decoder.decode(answer)
    return read
