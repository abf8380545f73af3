"""Bring the database to the form this version of the server expects, at start and without being asked."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Final

__all__ = ["HEAD", "NewerDatabase", "upgrade"]

HEAD: Final = "0201"
"""The newest migration."""

_ALONE: Final = Lock()
"""Alembic runs one migration at a time in a process."""


class NewerDatabase(Exception):  # noqa: N818  # reads as the sentence it is
    """The database was written by a newer version of this program."""


def upgrade(path: Path) -> None:
    """Make the database at `path`, or bring it up to date; raise `NewerDatabase` if it is ahead of us."""
    if _revision(path) != HEAD:
        _migrate(path)


def _revision(path: Path) -> str | None:
    """Return the last migration, asking no more than the standard library: most starts need no other."""
    if not path.exists():
        return None
    with closing(sqlite3.connect(path)) as connection:
        if not connection.execute("select 1 from sqlite_master where name = 'alembic_version'").fetchone():
            return None
        found = connection.execute("select version_num from alembic_version").fetchone()
        return str(found[0]) if found else None


def _migrate(path: Path) -> None:
    from alembic import command  # noqa: PLC0415 - slow to import, and rarely needed
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415
    from sqlalchemy import create_engine  # noqa: PLC0415

    from .durable import durable  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "codex_naturalis.server:migrations")
    engine = create_engine(f"sqlite:///{path}", execution_options={"writes": True})
    durable(engine)
    try:
        with _ALONE, engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise NewerDatabase(str(path)) from error
    finally:
        engine.dispose()
