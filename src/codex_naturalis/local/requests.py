"""Requests of a page, and their routes to handlers: the HTTP interface without a server."""

import re
from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec
from msgspec import Struct

from codex_naturalis.seating import Holder
from codex_naturalis.wire.errors import Code, ProblemError, path_of_fault, to_response
from codex_naturalis.wire.table import Colour

from .tables import LocalTables

__all__ = ["Call", "Handler", "PageReply", "Request", "Routes"]

ROOT: Final = "/api/v1"
T = TypeVar("T")


class Call(Struct, frozen=True):
    """HTTP request of a page."""

    method: str
    url: str
    """Path with its query."""

    body: str = ""
    token: str | None = None
    key: str | None = None
    """Idempotency key."""


class Request(Struct, frozen=True):
    """Request of a page, parsed as far as every handler needs it."""

    tables: LocalTables
    holder: Holder
    parts: Mapping[str, str]
    """Parameters of the path."""

    query: Mapping[str, str]
    body: bytes
    key: str | None
    """Idempotency key."""

    def read(self, kind: type[T]) -> T:
        """Return the body as a message; raise a `ProblemError` if it is invalid."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise ProblemError(Code.REQUEST_MALFORMED, at=path_of_fault(error)) from None

    def colour(self) -> Colour | None:
        """Return the colour of the query; raise a `ProblemError` if there is no such colour."""
        wanted = self.query.get("colour")
        if wanted is not None and wanted not in {colour.value for colour in Colour}:
            raise ProblemError(Code.REQUEST_MALFORMED, at="colour")
        return Colour(wanted) if wanted else None

    def number(self, name: str) -> int:
        """Return a number of the path or the query; raise a `ProblemError` if it is none."""
        text = self.parts.get(name, self.query.get(name, ""))
        if not (text.isdecimal() and text.isascii() and len(text) < 10):  # noqa: PLR2004 - far more than any number here
            raise ProblemError(Code.REQUEST_MALFORMED, at=name)
        return int(text)


class PageReply(Struct, frozen=True):
    """Answer to a request, as HTTP would give it."""

    status: int
    body: bytes


Handler = Callable[[Request], Any | Awaitable[Any]]


class Routes:
    """Handlers by method and path. A path without one needs a server."""

    def __init__(self) -> None:
        """Begin without handlers."""
        self._handlers: list[tuple[str, re.Pattern[str], Handler]] = []

    def add(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Return a decorator: its function answers `method` at `path`, whose parts in braces are parameters."""
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path) + "$")

        def register(handler: Handler) -> Handler:
            self._handlers.append((method, pattern, handler))
            return handler

        return register

    async def answer(self, tables: LocalTables, call: Call) -> PageReply:
        """Return the answer to a page's request to `tables`."""
        url = urlsplit(call.url)
        try:
            handler, parts = self._find(call.method, url.path)
            holder, query = tables.holder_of(call.token), dict(parse_qsl(url.query))
            found = handler(Request(tables, holder, parts, query, call.body.encode(), call.key))
            value = await found if isawaitable(found) else found
        except ProblemError as problem:
            said = to_response(problem)
            return PageReply(said.status, msgspec.json.encode(said))
        if value is None:
            return PageReply(204, b"")
        return PageReply(200, value if isinstance(value, bytes) else msgspec.json.encode(value))

    def _find(self, method: str, path: str) -> tuple[Handler, dict[str, str]]:
        for wanted, pattern, handler in self._handlers:
            match = pattern.match(path.removeprefix(ROOT))
            if match and wanted == method:
                return handler, {name: unquote(part) for name, part in match.groupdict().items()}
        raise ProblemError(Code.SERVER_NEEDED)
