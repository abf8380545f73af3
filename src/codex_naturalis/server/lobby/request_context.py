"""Injected arguments of HTTP handlers: the sender of a request, and its client. `http.dependencies` fills them in.

Also shared by several rooms: the guard that requires a token, and the answer that shows a table.
"""

from typing import Annotated, Any, Final

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec.structs import replace

from codex_naturalis.seating import Guest, Holder
from codex_naturalis.wire.table import TableAnswer

from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Threads
from ..tables.table import Table
from .lobby import Lobby

__all__ = [
    "NEEDS_TOKEN",
    "Account",
    "Address",
    "AnyRequest",
    "Beside",
    "Caller",
    "CallingGuest",
    "Origin",
    "RatedSeats",
    "TableId",
    "TheLobby",
    "table_answer",
]

AnyRequest = Request[Any, Any, Any]

TheLobby = NamedDependency[Lobby]
Account = NamedDependency[Client]
"""Client that the request's computation is charged to."""

Beside = NamedDependency[Threads]
"""Thread pool beside the event loop."""

Caller = NamedDependency[Holder]
"""Sender of the request: a handler's `holder` may be a stranger, its `caller` has a valid token."""

CallingGuest = NamedDependency[Guest]
"""Guest who sends the request, which is refused without a guest's token."""

RatedSeats = Annotated[int, QueryParameter(ge=2, le=4)]
"""Number of seats of rated games, in a query."""

Address = NamedDependency[str | None]
"""The address that a request comes from."""

Origin = NamedDependency[str | None]
"""Digest of the network that a request comes from."""

TableId = FromPath[str]

NEEDS_TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
"""OpenAPI security requirement of handlers that need a token."""


def table_answer(table: Table, holder: Holder) -> TableAnswer:
    """Return a table as sent to `holder`: its people and stage, and the holder's seat.

    The progress of a secret game is sent only to its players.
    """
    info, viewer = table.info(), table.viewer(holder)
    return TableAnswer(replace(info, version=0) if table.data.secret and viewer is None else info, viewer)
