"""Injected arguments of HTTP handlers: lobby, caller, table id; and the guard that requires a token."""

from typing import Final

from litestar.di import NamedDependency
from litestar.params import FromPath

from ..scheduling.fair_queue import Party
from ..scheduling.threads import Threads
from ..support.tokens import Holder
from .lobby import Lobby

__all__ = ["NEEDS_TOKEN", "Account", "Beside", "Caller", "Origin", "TableId", "TheLobby"]

TheLobby = NamedDependency[Lobby]
Account = NamedDependency[Party]
"""Party that the request's computation is charged to."""

Beside = NamedDependency[Threads]
"""Thread pool beside the event loop."""

Caller = NamedDependency[Holder]
"""Sender of the request: a handler's `holder` may be a stranger, its `somebody` has a valid token."""

Origin = NamedDependency[str | None]
"""Digest of the network that a request comes from."""

TableId = FromPath[str]

NEEDS_TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
"""OpenAPI security requirement of handlers that need a token."""
