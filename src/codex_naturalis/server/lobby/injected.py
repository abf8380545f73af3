"""Injected arguments of HTTP handlers: the lobby, the caller, the table's id; and the guard that asks for a token."""

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
"""On whose account a request is computed."""

Beside = NamedDependency[Threads]
"""Threads beside the event loop."""

Caller = NamedDependency[Holder]
"""Who sends the request: as `holder` perhaps a stranger, as `somebody` the owner of a token."""

Origin = NamedDependency[str | None]
"""A digest of the network that a request comes from."""

TableId = FromPath[str]

NEEDS_TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
"""What OpenAPI says of handlers that answer only with a token."""
