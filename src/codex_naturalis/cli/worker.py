"""`worker` lets bots act for several servers that share a database."""

from __future__ import annotations

from pathlib import Path

import click

from .data import chosen_settings, data_option, usable_database
from .texts import say

__all__ = ["worker"]


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
