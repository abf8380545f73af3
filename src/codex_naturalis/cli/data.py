"""Shared parts of the commands that manage a data folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import DatabaseError
from typing import TYPE_CHECKING, Final

import click

from codex_naturalis.extras import require

if TYPE_CHECKING:
    from codex_naturalis.server.database.copies import DiskFullError
    from codex_naturalis.server.support.settings import Settings

from .texts import say

__all__ = [
    "IDS",
    "chosen_settings",
    "data_option",
    "database_in",
    "database_name",
    "megabytes",
    "plainly",
    "settings_in",
    "usable_database",
]

IDS: Final = {"ignore_unknown_options": True}
"""Settings of commands that take the id of a table or a guest, which may begin with a hyphen."""

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CODEX_DATA_DIR",
    help="Folder for tables and the signing key.  [default: the user's data directory]",
)


def chosen_settings(data: Path | None) -> Settings:
    """Return the settings of this process, or report the invalid one; name variables that set nothing.

    Raises `MissingExtraError` if they need an extra.
    """
    require("server")
    from codex_naturalis.server.support.settings import (  # noqa: PLC0415 - slow to import
        Settings,
        fixed_variables,
        unknown_variables,
    )

    for name, nearest in unknown_variables(os.environ).items():
        click.echo(say("settings.near" if nearest else "settings.unknown", name=name, nearest=nearest), err=True)
    for name in fixed_variables(os.environ):
        click.echo(say("settings.fixed", name=name), err=True)
    try:
        settings = Settings.from_environment(data)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if settings.shared:
        require("postgres")
    if settings.bus_url:
        require("nats")
    return settings


@contextmanager
def usable_database(settings: Settings) -> Iterator[None]:
    """Report in one sentence why the database or the key of a server cannot be used; never a password."""
    from codex_naturalis.server.database.copies import DiskFullError  # noqa: PLC0415
    from codex_naturalis.server.database.upgrade import (  # noqa: PLC0415
        MigrationError,
        NewerDatabaseError,
        NoCopyError,
    )
    from codex_naturalis.server.support.keys import DamagedKeyError  # noqa: PLC0415 - slow to import
    from codex_naturalis.server.support.private_files import private_files  # noqa: PLC0415

    try:
        with private_files():
            yield
    except DamagedKeyError as error:
        raise click.ClickException(str(error)) from None
    except NewerDatabaseError:
        raise click.ClickException(say("database.newer", name=database_name(settings))) from None
    except DiskFullError as error:
        raise click.ClickException(say("database.no_room", name=database_name(settings), **megabytes(error))) from None
    except NoCopyError as error:
        raise click.ClickException(say("database.no_copy", name=database_name(settings), why=error)) from None
    except (DatabaseError, MigrationError) as error:
        raise click.ClickException(say("database.unusable", name=database_name(settings), why=error)) from None
    except Exception as error:
        from codex_naturalis.server.database.engine import FAULTS  # noqa: PLC0415

        if not isinstance(error, FAULTS) or (isinstance(error, OSError) and not settings.shared):
            raise
        raise click.ClickException(
            say("database.unusable", name=database_name(settings), why=getattr(error, "orig", error))
        ) from None


def megabytes(full: DiskFullError) -> dict[str, str]:
    """Return the space that a copy needs, and the free space, in megabytes."""
    return {"need": f"{full.needed / 1e6:,.1f}", "free": f"{full.free / 1e6:,.1f}"}


def database_name(settings: Settings) -> str:
    """Return the name of the database for messages."""
    return say("database.shared") if settings.shared else str(settings.database)


def settings_in(data: Path | None) -> Settings:
    """Return the settings of an existing installation: its file exists, or it uses a database server."""
    settings = chosen_settings(data)
    if not settings.shared and not settings.database.exists():
        raise click.ClickException(say("database.none", place=settings.database))
    return settings


def database_in(data: Path | None) -> Path:
    """Return the database of a data folder, which must exist."""
    settings = settings_in(data)
    if settings.shared:
        raise click.UsageError(say("database.sqlite"))
    return settings.database


@contextmanager
def plainly() -> Iterator[None]:
    """Report a database error in one sentence."""
    try:
        yield
    except DatabaseError as error:
        raise click.ClickException(say("database.fault", why=error)) from None
