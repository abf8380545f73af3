"""`codex-naturalis db`: look after the database, also while a server uses it."""

from __future__ import annotations

from pathlib import Path

import click

from .data import data_option, database_in, named, plainly, settings_in, usable_database

__all__ = ["db"]


@click.group(short_help="Copy the database, or bring it up to date.")
def db() -> None:
    """Copy the database, or bring it up to date."""


@db.command(short_help="Write a copy while the server runs.")
@click.argument("target", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def backup(target: Path, data: Path | None) -> None:
    """Write a copy of the database to FILE, which must not exist: all of one moment, checked, while the server runs.

    Whoever has it sees everybody's cards. To go back, stop the server and put the copy in the place of codex.db.
    PostgreSQL has a program of its own for this, pg_dump.
    """
    from codex_naturalis.server.admin.tables import Damaged, backup  # noqa: PLC0415 - slow to import
    from codex_naturalis.server.support.private_files import private_files  # noqa: PLC0415

    with plainly(), private_files():
        try:
            backup(database_in(data), target)
        except FileExistsError:
            raise click.ClickException(f"{target} is there already") from None
        except Damaged as error:
            raise click.ClickException(f"the copy is not sound: {error}") from None
    click.echo(f"{target}: {target.stat().st_size:,} bytes")


@db.command(short_help="Bring the database up to date.")
@data_option
def upgrade(data: Path | None) -> None:
    """Bring the database to the form that this version expects. A server does so by itself when it starts."""
    from codex_naturalis.server.database.upgrade import HEAD, upgrade  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    with usable_database(settings):
        upgrade(settings.place)
    click.echo(f"{named(settings)} is up to date ({HEAD})")
