"""`codex-naturalis db`: back the database up, restore and upgrade it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from .data import (
    chosen_settings,
    data_option,
    database_in,
    database_name,
    megabytes,
    plainly,
    settings_in,
    usable_database,
)
from .texts import say

__all__ = ["db"]


@click.group(short_help="Back up, restore or upgrade the database.")
def db() -> None:
    """Back up, restore or upgrade the database."""


@db.command(short_help="Write a snapshot, also while the server runs.")
@click.argument("target", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@data_option
def backup(target: Path, data: Path | None) -> None:
    """Write a consistent snapshot of the database to FILE, which must not exist, and check it; the server may run.

    It contains everyone's cards. `codex-naturalis db restore` puts it back. For PostgreSQL use its own program,
    pg_dump.
    """
    from codex_naturalis.server.database.copies import write_copy  # noqa: PLC0415 - slow to import
    from codex_naturalis.server.support.private_files import private_files  # noqa: PLC0415

    with plainly(), _report_copy_errors(target), private_files():
        try:
            write_copy(database_in(data), target)
        except FileExistsError:
            raise click.ClickException(say("database.exists", place=target)) from None
    click.echo(say("database.size", place=target, count=f"{target.stat().st_size:,}"))


@db.command(short_help="Put a backup in the place of the database.")
@click.argument("backup", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
def restore(backup: Path, data: Path | None) -> None:
    """Put a backup in the place of the database, while no server runs.

    FILE is checked first: it must be whole, and written by this version or an earlier one. The replaced database is
    kept beside it for seven days, under a name that is printed. For PostgreSQL use its own program, pg_restore.
    """
    settings = chosen_settings(data)
    if settings.shared:
        raise click.UsageError(say("database.sqlite"))
    from codex_naturalis.server.admin.restore import ForeignFileError, restore  # noqa: PLC0415 - slow to import
    from codex_naturalis.server.database.upgrade import MigrationError, NewerDatabaseError  # noqa: PLC0415
    from codex_naturalis.server.serve import FolderTakenError, only_server  # noqa: PLC0415
    from codex_naturalis.server.support.private_files import private_files  # noqa: PLC0415

    if settings.database.exists() and backup.samefile(settings.database):
        raise click.UsageError(say("database.itself", place=backup))
    try:
        with plainly(), _report_copy_errors(backup), private_files(), only_server(settings.data):
            kept = restore(backup, settings.database)
    except FolderTakenError:
        raise click.ClickException(say("database.running", place=settings.data)) from None
    except NewerDatabaseError:
        raise click.ClickException(say("database.newer", name=backup)) from None
    except MigrationError as error:
        raise click.ClickException(say("database.unusable", name=backup, why=error)) from None
    except ForeignFileError:
        raise click.ClickException(say("database.foreign", name=backup)) from None
    click.echo(say("database.restored", name=settings.database, backup=backup))
    if kept:
        click.echo(say("database.kept", place=kept))


@contextmanager
def _report_copy_errors(name: Path) -> Iterator[None]:
    """Report in one sentence why a copy failed."""
    from codex_naturalis.server.database.copies import DamagedDatabaseError, DiskFullError  # noqa: PLC0415

    try:
        yield
    except DamagedDatabaseError as error:
        raise click.ClickException(say("database.damaged", name=name, why=error)) from None
    except DiskFullError as error:
        raise click.ClickException(say("database.full", **megabytes(error))) from None


@db.command(short_help="Migrate the database to this version.")
@data_option
def upgrade(data: Path | None) -> None:
    """Migrate the database to the schema of this version. A server does so when it starts."""
    from codex_naturalis.server.database.upgrade import HEAD, upgrade  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    with usable_database(settings):
        upgrade(settings.database_address)
    click.echo(say("database.current", name=database_name(settings), version=HEAD))
