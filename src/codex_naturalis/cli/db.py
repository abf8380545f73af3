"""`codex-naturalis db`: look after the database, also while a server uses it."""

from __future__ import annotations

from pathlib import Path

import click

from .data import data_option, database_in, named, plainly, settings_in, usable_database
from .speaking import say

__all__ = ["db"]


@click.group(short_help="Back up or upgrade the database.")
def db() -> None:
    """Back up or upgrade the database."""


@db.command(short_help="Write a snapshot, also while the server runs.")
@click.argument("target", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def backup(target: Path, data: Path | None) -> None:
    """Write a consistent snapshot of the database to FILE, which must not exist, and check it; the server may run.

    It contains everyone's cards. To restore it, stop the server and replace codex.db with it. For PostgreSQL use
    its own program, pg_dump.
    """
    from codex_naturalis.server.admin.tables import Damaged, backup  # noqa: PLC0415 - slow to import
    from codex_naturalis.server.support.private_files import private_files  # noqa: PLC0415

    with plainly(), private_files():
        try:
            backup(database_in(data), target)
        except FileExistsError:
            raise click.ClickException(say("database.exists", place=target)) from None
        except Damaged as error:
            raise click.ClickException(say("database.damaged", why=error)) from None
    click.echo(say("database.size", place=target, count=f"{target.stat().st_size:,}"))


@db.command(short_help="Migrate the database to this version.")
@data_option
def upgrade(data: Path | None) -> None:
    """Migrate the database to the schema of this version. A server does so when it starts."""
    from codex_naturalis.server.database.upgrade import HEAD, upgrade  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    with usable_database(settings):
        upgrade(settings.database_address)
    click.echo(say("database.current", name=named(settings), version=HEAD))
