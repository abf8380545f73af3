"""What commands that look after a data folder have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import DatabaseError

import click

__all__ = ["data_option", "database_in", "plainly"]

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CODEX_DATA_DIR",
    help="Folder for tables and the signing key.  [default: the user's data directory]",
)


def database_in(data: Path | None) -> Path:
    """Return the database of a data folder, which must be there."""
    from codex_naturalis.server.settings import Settings, data_folder  # noqa: PLC0415 - slow to import

    database = Settings(data or data_folder()).database
    if not database.exists():
        raise click.ClickException(f"there is no database at {database}")
    return database


@contextmanager
def plainly() -> Iterator[None]:
    """Say in one sentence what is wrong with a database."""
    try:
        yield
    except DatabaseError as error:
        raise click.ClickException(f"the database cannot be used: {error}") from None
