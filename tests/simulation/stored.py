"""What is stored, read and written behind the servers' backs."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any, Final, Protocol

import asyncpg

from codex_naturalis.server.database.engine import dsn_of

__all__ = ["PostgresDatabase", "SqliteFile", "StoredRows"]

Row = tuple[Any, ...]
_TRIES: Final = 20


class StoredRows(Protocol):
    """Rows of all tables. Values stand for the question marks of a statement."""

    def read(self, statement: str, *values: object) -> list[Row]:
        """Return rows."""

    async def write(self, statement: str, *values: object) -> None:
        """Change rows."""

    def columns(self) -> dict[str, list[str]]:
        """Return the columns of every table."""

    def close(self) -> None:
        """Give back what is held."""


class SqliteFile:
    """Rows in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._reader: sqlite3.Connection | None = None

    def read(self, statement: str, *values: object) -> list[Row]:
        """Return rows."""
        if self._reader is None:
            self._reader = sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, isolation_level=None)
        return self._reader.execute(statement, values).fetchall()

    async def write(self, statement: str, *values: object) -> None:
        """Change rows, as soon as nobody else does."""
        for _ in range(_TRIES):
            try:
                with closing(sqlite3.connect(self._file, timeout=0)) as database, database:
                    database.execute(statement, values)
                    return
            except sqlite3.OperationalError:  # the server is writing
                await asyncio.sleep(0.1)

    def columns(self) -> dict[str, list[str]]:
        """Return the columns of every table."""
        tables = [name for (name,) in self.read("select name from sqlite_master where type = 'table'")]
        return {table: [row[1] for row in self.read(f"pragma table_info({table})")] for table in tables}

    def close(self) -> None:
        """Close the file."""
        if self._reader is not None:
            self._reader.close()


class PostgresDatabase:
    """Rows in PostgreSQL, by a connection in a thread of its own: who asks waits for the answer."""

    def __init__(self, url: str) -> None:
        self._dsn = dsn_of(url)
        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_forever, daemon=True).start()
        self._connection = self._wait_for(asyncpg.connect(self._dsn))

    def _wait_for(self, answer: Any) -> Any:  # noqa: ANN401 - asyncpg has no types
        return asyncio.run_coroutine_threadsafe(answer, self._loop).result()

    def read(self, statement: str, *values: object) -> list[Row]:
        """Return rows."""
        parts = statement.split("?")
        numbered = "".join(f"{part}${number}" for number, part in enumerate(parts[:-1], 1)) + parts[-1]
        return [tuple(row) for row in self._wait_for(self._connection.fetch(numbered, *values))]

    async def write(self, statement: str, *values: object) -> None:
        """Change rows."""
        self.read(statement, *values)

    def columns(self) -> dict[str, list[str]]:
        """Return the columns of every table."""
        found: dict[str, list[str]] = {}
        where = "from information_schema.columns where table_schema = 'public'"
        for table, column in self.read(f"select table_name, column_name {where}"):
            found.setdefault(table, []).append(column)
        return found

    def close(self) -> None:
        """Close the connection, and end its thread."""
        self._wait_for(self._connection.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
