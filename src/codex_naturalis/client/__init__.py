"""Client of a server: open, join and watch tables from Python, over HTTP and one WebSocket for each table.

`Server` is for ordinary programs, `AsyncServer` for those that run on asyncio; both have the same methods. Both need
the package `websockets` (extra `client`) and nothing else.
"""

from typing import TYPE_CHECKING

from .async_server import AsyncServer
from .async_table import AsyncRemoteTable
from .errors import RefusedError, UnreachableError
from .invitations import Invitation
from .server import Server
from .table import RemoteTable

__all__ = ["AsyncRemoteTable", "AsyncServer", "Invitation", "RefusedError", "RemoteTable", "Server", "UnreachableError"]

if TYPE_CHECKING:
    Refused = RefusedError
    Unreachable = UnreachableError
else:  # type checkers would take any name for one of this package
    _FORMER_NAMES = {"Refused": RefusedError, "Unreachable": UnreachableError}

    def __getattr__(name: str) -> type[Exception]:
        """Return the object named `name` before 1.0, for older programs."""
        if name not in _FORMER_NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return _FORMER_NAMES[name]
