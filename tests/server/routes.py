"""What the server's application routes, for tests that ask everything of a kind."""

from collections.abc import Iterator

from litestar import Litestar
from litestar.routes import HTTPRoute

__all__ = ["readable"]

_ADDED = frozenset({"self", "request", "data", "settings"})
"""Parameters of handlers that no query gives."""


def readable(app: Litestar) -> Iterator[tuple[str, set[str]]]:
    """Yield each path that can be read, `/api/v1/tables/{table_id}`, with names that its query may have.

    Among the names are those of services that a handler is given; a query that has them is answered all the same.
    """
    for route in app.routes:
        if isinstance(route, HTTPRoute) and "GET" in route.methods:
            handler = next(each for each in route.route_handlers if "GET" in each.http_methods)
            names = set(handler.parsed_fn_signature.parameters) - _ADDED - set(route.path_parameters)
            yield route.path_format, names
