"""Settings of every SQLite connection, so that no acknowledged write is lost."""

from typing import Any, Final

from sqlalchemy import Engine, event

__all__ = ["durable", "prepare"]

_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON")


def durable(engine: Engine, *more: str) -> None:
    """Sync each commit, and begin transactions explicitly, so that schema changes are atomic, too.

    `more` are further pragmas for this engine's connections.
    """

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:  # noqa: ANN401 - whatever the driver gives
        connection.isolation_level = None  # the driver would begin transactions too late
        prepare(connection, *more)

    @event.listens_for(engine, "begin")
    def _begun(connection: Any) -> None:  # noqa: ANN401 - likewise
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def prepare(connection: Any, *more: str) -> None:  # noqa: ANN401 - of either driver
    """Apply the pragmas to a connection: sync each commit."""
    cursor = connection.cursor()
    for pragma in (*_PRAGMAS, *more):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
