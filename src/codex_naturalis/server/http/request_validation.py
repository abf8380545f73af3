"""Request validation before anything else: host name, origin, content type, and the scope of an access token.

A foreign page may send forms and plain text to any server its visitor can reach, and may point a name of its own at a
local address (DNS rebinding). So a request must use a known name of this server, come from one of our pages if from
any, and declare its body as JSON, which browsers do not let foreign pages do (CORS).

An access token's permissions are an allow-list: a new operation is closed to it until named there.
"""

import ipaddress
import re
import socket
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Request

from codex_naturalis.wire.errors import Code, ProblemError

from ..support.settings import Settings
from ..support.tokens import Scope

__all__ = ["JsonRequest", "at_home", "check_form", "check_host", "check_scope", "header"]

_HERE: Final = frozenset({"localhost"})
_HOST: Final = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9_.-]{1,253}))(?::\d{0,5})?")
_ANY: Final = "*"
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_STOP: Final = "/api/v1/notices/stop"
"""Endpoint to which mail programs post a form (RFC 8058): it needs only the token in the URL."""

_PLAIN: Final = "identity"
_NUL: Final = b"\\u0000"

_READ: Final = re.compile(
    r"/api/v1/(tables|tournaments|replays|puzzles|people|bots|opponents|programs|explore)(/.*)?|/api/v1/guests/me(/(games|waiting|solo))?"
)
_PLAY: Final = re.compile(r"/api/v1/(tables|tournaments|replays|puzzles|analysis)(/.*)?")
_NEVER: Final = re.compile(r".*/seat-token/?")
"""Operations that outlive the token."""


def header(scope: Mapping[str, Any], wanted: bytes) -> str | None:
    """Return the value of a header, as sent."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)


# Host name


def check_host(scope: Mapping[str, Any], settings: Settings) -> None:
    """Raise a `ProblemError` unless `Host` is a name of this server; HTTP/1.0 clients may omit it."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    if len(named) != 1 and not (scope["http_version"] == "1.0" and not named):
        raise ProblemError(Code.REQUEST_MALFORMED, at="host")
    if named and not _is_known(named[0].decode("latin-1").lower(), _names(settings)):
        raise ProblemError(Code.HOST_UNKNOWN)


@lru_cache(maxsize=4)
def _names(settings: Settings) -> frozenset[str]:
    public = urlsplit(settings.public_url).hostname
    own = socket.gethostname().lower()
    found = {*settings.hosts, own, f"{own.partition('.')[0]}.local", *((public,) if public else ())}
    return _HERE | {name.lower() for name in found}


def _is_known(host: str, names: frozenset[str]) -> bool:
    """Return whether `host` is one of `names`, on any port, or an address, which DNS cannot redirect."""
    found = _HOST.fullmatch(host)
    if not found:
        return False
    name = found["address"] or found["name"]
    return name in names or name.endswith(".localhost") or _ANY in names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


# Origin


def at_home(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Return whether the requesting page is ours; programs other than browsers send no origin."""
    origin = header(scope, b"origin")
    return origin is None or urlsplit(origin).netloc == header(scope, b"host") or origin in settings.origins


# Form


def check_form(request: Request[Any, Any, Any], settings: Settings) -> None:
    """Raise a `ProblemError` for an unsafe request from another origin, or one with a body that is not plain JSON.

    A compressed body is refused, so that none can grow. The character NUL is refused, too: none of our names has it,
    and PostgreSQL does not accept it.
    """
    if "\0" in request.scope["path"]:
        raise ProblemError(Code.REQUEST_UNKNOWN)
    if b"%00" in request.scope["query_string"]:
        raise ProblemError(Code.REQUEST_MALFORMED, at="query")
    if request.headers.get("content-encoding", _PLAIN).strip().lower() != _PLAIN:
        raise ProblemError(Code.REQUEST_ENCODING)
    if request.method in _SAFE or request.scope["path"] == _STOP:
        return
    if not at_home(request.scope, settings):
        raise ProblemError(Code.ORIGIN_FOREIGN)
    if _has_body(request) and request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise ProblemError(Code.REQUEST_TYPE)


def _has_body(request: Request[Any, Any, Any]) -> bool:
    return request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers


class JsonRequest(Request[Any, Any, Any]):
    """Request whose body contains only what can be stored."""

    async def body(self) -> bytes:
        """Return the body; raise a `ProblemError` if it contains the character NUL."""
        body = await super().body()
        if _NUL in body:
            raise ProblemError(Code.REQUEST_MALFORMED, at="$")
        return body

    async def json(self) -> Any:  # noqa: ANN401 - what the handler takes
        """Return the body as the handler's type; raise a `ProblemError` if it has another form.

        The framework would accept a number as a boolean, and a number's text as the number.
        """
        field = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=field.annotation if field else Any)
        except msgspec.ValidationError as error:
            _, _, path = str(error).rpartition(" - at `$")
            raise ProblemError(Code.REQUEST_MALFORMED, at=path.rstrip("`").removeprefix(".") or "data") from None
        except msgspec.DecodeError:
            raise ProblemError(Code.REQUEST_MALFORMED) from None


# Scope of an access token


def check_scope(scope: Scope | None, method: str, path: str) -> None:
    """Raise a `ProblemError` if an access token of this `scope` does not allow a request; None allows all."""
    if scope is None:
        return
    allowed = _READ if method in ("GET", "HEAD") else _PLAY if scope is Scope.PLAY else None
    if allowed is None or not allowed.fullmatch(path.rstrip("/")) or _NEVER.fullmatch(path):
        raise ProblemError(Code.TOKEN_SCOPE)
