"""Settings of every SQLite connection, so that no acknowledged write is lost and no deleted data stays."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

__all__ = ["durable", "prepare", "truncate_log"]

_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON", "secure_delete=ON")
_TIMEOUT: Final = 500
"""Milliseconds that emptying the log waits for readers, while other writers wait."""


def durable(engine: Engine, *more: str) -> None:
    """Sync each commit, and begin transactions explicitly, so that schema changes are atomic, too.

    `more` are further pragmas for this engine's connections.
    """

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _: object) -> None:  # noqa: ANN401 - whatever the driver gives
        connection.isolation_level = None  # the driver would begin transactions too late
        prepare(connection, *more)

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Any) -> None:  # noqa: ANN401 - likewise
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def truncate_log(file: Path) -> bool:
    """Copy the write-ahead log into the database and empty it, so that no deleted text stays in it.

    Return whether that was done: readers of old snapshots hold it up, and then a later commit overwrites the log.
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        prepare(connection, f"busy_timeout={_TIMEOUT}")
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def prepare(connection: Any, *more: str) -> None:  # noqa: ANN401 - of either driver
    """Apply the pragmas to a connection: sync each commit."""
    cursor = connection.cursor()
    for pragma in (*_PRAGMAS, *more):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
