"""`worker` lets bots act for several servers that share a database."""

from __future__ import annotations

from pathlib import Path

import click

from .data import chosen_settings, data_option, usable_database

__all__ = ["worker"]


@click.command(short_help="Compute bots' turns for servers that share a database.")
@data_option
def worker(data: Path | None) -> None:
    """Compute bots' turns for all servers with the same CODEX_DATABASE_URL; start as many workers as you like.

    Servers with CODEX_BOT_WORKERS=0 leave every bot's turn to workers.
    """
    settings = chosen_settings(data)
    if not settings.shared:
        raise click.UsageError("a worker shares a database with servers: set CODEX_DATABASE_URL")
    if not settings.bot_workers:
        raise click.UsageError("with CODEX_BOT_WORKERS=0 there is nothing to do")
    with usable_database(settings):
        from codex_naturalis.server.cluster.worker import work  # noqa: PLC0415 - slow to import

        work(settings, lambda: click.echo("Working for the servers of CODEX_DATABASE_URL"))
