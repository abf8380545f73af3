"""Server process: runs uvicorn on a listening socket until stopped."""

import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import uvicorn

from .app import create_app
from .database.upgrade import upgrade
from .support.kernel_cache import choose_kernel_cache
from .support.keys import load_keys
from .support.log import set_up_logging
from .support.private_files import close_to_others, private_files
from .support.settings import Settings
from .transport.http_limits import make_http_protocol
from .transport.websocket import make_websocket_protocol

__all__ = ["FolderTakenError", "bind", "only_server", "run"]

_GRACE_SECONDS: Final = 3
_SWITCH_SECONDS: Final = 0.001
"""Seconds that a computing thread may keep the interpreter from the event loop, each time the loop wants it.

Python's default of 5 ms, about ten times per request, added up to 0.1 s while records were replayed.
"""


class FolderTakenError(Exception):
    """Another server is using the same data folder."""


class _Server(uvicorn.Server):
    """uvicorn server that reports when it accepts connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start up, then call `ready`."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise `OSError` at once if the address is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except BaseException:
        listening.close()
        raise
    listening.set_inheritable(False)
    return listening


@contextmanager
def only_server(folder: Path) -> Iterator[None]:
    """Lock the data folder for this process; the system releases the lock however the process ends."""
    with private_files():
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "lock").open("a")
    with file:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 - there is none on Windows

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise FolderTakenError(str(folder)) from error
        yield


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> bool:
    """Serve until stopped; return whether the server started.

    Ctrl-C raises `KeyboardInterrupt` after everything is stored.

    Raises `DamagedKeyError`; and `NewerDatabaseError`, `MigrationError`, `sqlite3.DatabaseError`, or what
    `engine.FAULTS` names, for an unusable database.
    """
    set_up_logging()
    sys.setswitchinterval(_SWITCH_SECONDS)
    with private_files():
        return _run(settings, listening, ready)


def _run(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> bool:
    close_to_others(settings.data)
    choose_kernel_cache(settings.data)
    load_keys(settings.data)  # here, where its fault is one sentence
    upgrade(settings.database_address)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        interface="asgi3",
        http=make_http_protocol(settings),
        proxy_headers=True,
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=_GRACE_SECONDS,
        ws=make_websocket_protocol(settings),
    )
    server = _Server(config, ready)
    server.run(sockets=[listening])
    return server.started
