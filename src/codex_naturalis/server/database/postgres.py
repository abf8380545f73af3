"""Connection pool for PostgreSQL on asyncpg, for frequent statements: one round trip for each.

SQLAlchemy needs separate round trips to begin, execute and commit. Here every statement is a transaction of its own
(autocommit), and its result is returned only after PostgreSQL has committed it.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.exc import OperationalError

from .engine import dsn_of, settings_of

__all__ = ["PostgresPool"]

_LATEST: Final = {"default_transaction_isolation": "read committed"}


class PostgresPool:
    """Pool of connections, opened on demand, each used for one statement at a time."""

    def __init__(self, database: str, most: int, seconds: float) -> None:
        """Open up to `most` connections to `database`, each statement limited to `seconds`."""
        self.most = most
        self.seconds = seconds
        self._how = {
            "dsn": dsn_of(database),
            "timeout": seconds,
            "command_timeout": seconds,
            "server_settings": settings_of(seconds) | _LATEST,
        }
        self._free: list[Any] = []
        self._room = asyncio.Semaphore(most)

    async def ask(self, statement: str, *values: object) -> list[Any]:
        """Execute a statement and return its rows, once it is committed.

        It is executed again if the connection is lost, so it must be idempotent or detect a repeat. After a
        timeout it may still take effect later.
        """
        async with asyncio.timeout(self.seconds):
            await self._room.acquire()
        try:
            return await self._query(statement, values)
        finally:
            self._room.release()

    async def _query(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        import asyncpg  # noqa: PLC0415 - installed where it is wanted

        lost = (
            asyncpg.AdminShutdownError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,  # the server closed the connection while it was idle
            asyncpg.PostgresConnectionError,
        )
        try:
            try:
                return await self._ask(statement, values)
            except lost:
                self._hang_up()  # the other connections are probably dead, too
                return await self._ask(statement, values)
        except (*lost, asyncpg.PostgresError) as error:
            raise OperationalError(None, None, error) from error  # the exception that callers of the store expect

    async def _ask(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        line = await self._take_connection()
        try:
            found: list[Any] = await line.fetch(statement, *values)
        except BaseException:
            line.terminate()  # a response may still be on its way
            raise
        self._free.append(line)
        return found

    async def _take_connection(self) -> Any:  # noqa: ANN401 - the driver says nothing of its types
        import asyncpg  # noqa: PLC0415 - installed where it is wanted

        while self._free:
            line = self._free.pop()
            if not line.is_closed():
                return line
        return await asyncpg.connect(**self._how)

    def _hang_up(self) -> None:
        while self._free:
            self._free.pop().terminate()

    async def close(self) -> None:
        """Close all idle connections."""
        while self._free:
            with suppress(Exception):
                await self._free.pop().close(timeout=self.seconds)
