"""Request validation before anything is done: by which name the server was asked, from which page, and in which form.

A page from elsewhere may send forms and plain text to any server that its reader can reach, and may give a name of its
own the address of a local one (DNS rebinding). So a request names this server as it is known, comes from a page of ours
if from any, and says that its body is JSON, which a browser lets no foreign page say.
"""

import ipaddress
import re
import socket
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request

from ..support.errors import Code, Problem
from ..support.settings import Settings

__all__ = ["JsonRequest", "at_home", "check_form", "check_host", "header"]

_HERE: Final = frozenset({"localhost"})
_HOST: Final = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[a-z0-9_.-]{1,253}))(?::\d{0,5})?")
_ANY: Final = "*"
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_STOP: Final = "/api/v1/notices/stop"
"""What mail programs ask with a form (RFC 8058): all it needs is the token in the address."""

_NUL: Final = b"\\u0000"


def header(scope: Mapping[str, Any], wanted: bytes) -> str | None:
    """Return a header, as it was sent."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)


# By which name?


def check_host(scope: Mapping[str, Any], settings: Settings) -> None:
    """Raise a `Problem` unless the server was asked by a name that it has; an HTTP/1.0 client may leave it out."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    if len(named) != 1 and not (scope["http_version"] == "1.0" and not named):
        raise Problem(Code.REQUEST_MALFORMED, at="host")
    if named and not _known(named[0].decode("latin-1").lower(), _names(settings)):
        raise Problem(Code.HOST_UNKNOWN)


@lru_cache(maxsize=4)
def _names(settings: Settings) -> frozenset[str]:
    public = urlsplit(settings.public_url).hostname
    own = socket.gethostname().lower()
    found = {*settings.hosts, own, f"{own.partition('.')[0]}.local", *((public,) if public else ())}
    return _HERE | {name.lower() for name in found}


def _known(host: str, names: frozenset[str]) -> bool:
    """Return whether `host` is one of `names`, with whatever port, or an address, which no name server gives away."""
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


# From which page?


def at_home(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Return whether the page that asks is ours; programs that are no browsers name no page."""
    origin = header(scope, b"origin")
    return origin is None or urlsplit(origin).netloc == header(scope, b"host") or origin in settings.origins


# In which form?


def check_form(request: Request[Any, Any, Any], settings: Settings) -> None:
    """Raise a `Problem` for what would change something and comes from elsewhere, or has a body that is not JSON.

    So is a character NUL in the address, which no name of ours has and PostgreSQL does not take.
    """
    if "\0" in request.scope["path"]:
        raise Problem(Code.REQUEST_UNKNOWN)
    if b"%00" in request.scope["query_string"]:
        raise Problem(Code.REQUEST_MALFORMED, at="query")
    if request.method in _SAFE or request.scope["path"] == _STOP:
        return
    if not at_home(request.scope, settings):
        raise Problem(Code.ORIGIN_FOREIGN)
    if _has_body(request) and request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Problem(Code.REQUEST_TYPE)


def _has_body(request: Request[Any, Any, Any]) -> bool:
    return request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body says nothing that cannot be stored."""

    async def body(self) -> bytes:
        """Return the body; raise a `Problem` for one with a character NUL in it."""
        body = await super().body()
        if _NUL in body:
            raise Problem(Code.REQUEST_MALFORMED, at="$")
        return body
