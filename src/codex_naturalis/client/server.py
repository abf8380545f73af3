"""A server, for ordinary programs: `AsyncServer` on a loop in a thread."""

from collections.abc import Callable, Coroutine
from functools import wraps
from inspect import signature
from types import TracebackType
from typing import Any, Concatenate, Final, ParamSpec, Self

from .async_server import AsyncServer
from .async_table import AsyncRemoteTable
from .background import BackgroundLoop, OnLoop, blocking
from .table import RemoteTable

__all__ = ["Server"]

_P = ParamSpec("_P")


def _blocking_at_table(
    method: Callable[Concatenate[AsyncServer, _P], Coroutine[Any, Any, AsyncRemoteTable]],
) -> Callable[Concatenate[OnLoop[AsyncServer], _P], RemoteTable]:
    """Return a blocking `method`, as `blocking` does, that returns a blocking table."""
    waiting: Final = blocking(method)

    @wraps(method)
    def run(self: OnLoop[AsyncServer], /, *args: _P.args, **kwargs: _P.kwargs) -> RemoteTable:
        return RemoteTable(waiting(self, *args, **kwargs), self._loop)

    vars(run)["__signature__"] = signature(method).replace(return_annotation=RemoteTable)
    return run


class Server(OnLoop[AsyncServer]):
    """Server: the caller's identity there, and the tables to open, join or watch.

    Use it as a context manager, or call `close` at the end. Requests are retried while the server is away, for
    `patience` seconds; then `UnreachableError` is raised.
    """

    def __init__(self, address: str, *, token: str | None = None, name: str = "Guest", patience: float = 60.0) -> None:
        """Use the server at `address`, such as `https://codex.example.org`, as the guest of `token`.

        Without a token, a guest called `name` is created when one is needed first.
        """
        super().__init__(AsyncServer(address, token=token, name=name, patience=patience), BackgroundLoop())

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return self._asynchronous.address

    @property
    def token(self) -> str | None:
        """Return the token, to be kept if the guest is to be the same next time. The server may renew it."""
        return self._asynchronous.token

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to all tables."""
        self._loop.run(self._asynchronous.close())
        self._loop.close()

    me: Final = blocking(AsyncServer.me)
    sign_in: Final = blocking(AsyncServer.sign_in)
    open: Final = _blocking_at_table(AsyncServer.open)
    join: Final = _blocking_at_table(AsyncServer.join)
    watch: Final = _blocking_at_table(AsyncServer.watch)
    tables: Final = blocking(AsyncServer.tables)
    mine: Final = blocking(AsyncServer.mine)
    bots: Final = blocking(AsyncServer.bots)
    programs: Final = blocking(AsyncServer.programs)
    serve: Final = blocking(AsyncServer.serve)
