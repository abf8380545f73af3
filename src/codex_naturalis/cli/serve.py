"""Commands `play` (opens a table in the browser), `serve` (lets others join) and `worker` (runs bots)."""

from __future__ import annotations

import errno
import gc
import os
import threading
import webbrowser
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from codex_naturalis.extras import require
from codex_naturalis.i18n import words

from .data import chosen_settings, data_option, usable_database
from .lan import lan_address, shared_with, url_at
from .texts import language, say

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

__all__ = ["play", "serve", "worker"]


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), envvar="PORT", default=8000, show_default=True, show_envvar=True)
@data_option
@click.option("--terminal", is_flag=True, help="Play in the terminal instead: `codex-naturalis table`.")
@click.option("--lan", is_flag=True, help="Let phones in the same network join, by an address and a QR code.")
def play(port: int, data: Path | None, *, terminal: bool, lan: bool) -> None:
    """Open a table in the browser, for this machine only. NO_BROWSER=1 leaves the browser closed."""
    if terminal:
        from .table import table  # noqa: PLC0415 - another command

        table.main([], standalone_mode=False)
        return
    require("server", advise="play")
    host = lan_address() if lan else "127.0.0.1"
    if host is None:
        raise click.ClickException(say("open.no_network"))

    def ready(address: str) -> None:
        click.echo(say("open.here", address=address))
        if lan:
            click.echo(shared_with(address))
        if os.environ.get("NO_BROWSER", "") in ("", "0"):
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    _serve(host, port, data, ready, public=lan)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all networks.")
@click.option("--port", type=click.IntRange(0, 65535), envvar="PORT", default=8000, show_default=True, show_envvar=True)
@data_option
def serve(host: str, port: int, data: Path | None) -> None:
    """Serve tables to others, best behind a web server that speaks HTTPS."""
    _serve(host, port, data, lambda address: click.echo(say("open.serving", address=address)))


_THRESHOLDS: Final = (300, 10, 300)
"""Thresholds of Python's generational garbage collector: allocations before it scans the young generation, then the
ratios for the two older ones.

Every new object is scanned once at any threshold; one of 5,000 stopped all games for 50 milliseconds. The oldest
generation takes longer still; a table's state has no reference cycles, so it can wait for three thousand times the
first.
"""


@click.command(short_help="Compute turns of bots for servers that share a database.")
@data_option
def worker(data: Path | None) -> None:
    """Compute bots' turns for all servers with the same CODEX_DATABASE_URL; start as many workers as you like.

    Servers with CODEX_BOT_WORKERS=0 leave every bot's turn to workers.
    """
    settings = chosen_settings(data)
    if not settings.shared:
        raise click.UsageError(say("open.worker_database"))
    if not settings.bot_workers:
        raise click.UsageError(say("open.worker_none"))
    with usable_database(settings):
        from codex_naturalis.server.cluster.worker import work  # noqa: PLC0415 - slow to import

        work(settings, lambda: click.echo(say("open.worker")))


@contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Freeze objects made inside (`gc.freeze`): modules stay, and scanning them only costs time."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.set_threshold(*_THRESHOLDS)
        gc.enable()


def _serve(host: str, port: int, data: Path | None, ready: Callable[[str], None], *, public: bool = False) -> None:
    """Serve on `host`; if `public`, links and codes name its address, even on pages opened by another one."""
    with _nothing_to_collect():
        from codex_naturalis.server.serve import FolderTakenError, only_server, run  # noqa: PLC0415 - slow to import

    words(language())  # read before the event loop runs, which would stand still meanwhile
    settings = chosen_settings(data)
    settings = replace(settings, hosts=(*settings.hosts, host))
    listening = _listen(host, port)
    address = url_at(host, listening.getsockname()[1])
    if public:
        settings = replace(settings, public_url=address.rstrip("/"))
    alone = nullcontext() if settings.shared else only_server(settings.data)
    try:
        with usable_database(settings), alone:
            started = run(settings, listening, lambda: ready(address))
    except FolderTakenError:
        raise click.ClickException(say("open.folder_taken", place=settings.data)) from None
    if not started:
        raise click.exceptions.Exit(1)


def _listen(host: str, port: int) -> socket.socket:
    from codex_naturalis.server.serve import bind  # noqa: PLC0415

    try:
        return bind(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise click.ClickException(say("open.taken", port=port, other=port + 1)) from None
        raise click.ClickException(say("open.cannot_listen", host=host, port=port, why=error.strerror)) from None
