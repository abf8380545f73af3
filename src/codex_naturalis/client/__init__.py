"""Client of a server: open, join and watch tables from Python, over HTTP and one WebSocket for each table.

`Server` is for ordinary programs, `AsyncServer` for those that run on asyncio; both have the same methods. Both need
the package `websockets` (extra `client`) and nothing else.
"""

from .async_server import AsyncServer
from .async_table import AsyncRemoteTable
from .errors import Refused, Unreachable
from .invitations import Invitation
from .server import Server
from .table import RemoteTable

__all__ = ["AsyncRemoteTable", "AsyncServer", "Invitation", "Refused", "RemoteTable", "Server", "Unreachable"]
