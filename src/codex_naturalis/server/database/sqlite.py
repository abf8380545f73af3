"""What every connection to SQLite needs, so that nothing acknowledged is ever lost."""

from typing import Any, Final

from sqlalchemy import Engine, event

__all__ = ["durable", "prepare"]

_PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON")


def durable(engine: Engine, *more: str) -> None:
    """Sync each commit, and begin every transaction explicitly: schema changes too are then whole or not at all.

    `more` are pragmas that only connections of this engine need.
    """

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:  # noqa: ANN401 - whatever the driver gives
        connection.isolation_level = None  # the driver would begin too late
        prepare(connection, *more)

    @event.listens_for(engine, "begin")
    def _begun(connection: Any) -> None:  # noqa: ANN401 - likewise
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def prepare(connection: Any, *more: str) -> None:  # noqa: ANN401 - of either driver
    """Sync each commit of a connection."""
    cursor = connection.cursor()
    for pragma in (*_PRAGMAS, *more):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
