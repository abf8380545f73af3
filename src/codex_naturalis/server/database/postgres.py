"""Connections to PostgreSQL of our own, for what is asked again and again: a statement goes there and back once.

Through SQLAlchemy a statement takes an errand each to begin, to ask and to end, and what all of them cost. Here every
statement is a transaction of its own, and the driver hands out what it found after PostgreSQL has said that it is safe.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.exc import OperationalError

from .engine import dsn_of, settings_of

__all__ = ["PostgresPool"]

_LATEST: Final = {"default_transaction_isolation": "read committed"}


class PostgresPool:
    """A few connections, opened when they are needed, each for one statement at a time."""

    def __init__(self, place: str, most: int, seconds: float) -> None:
        """Have up to `most` connections to `place`, which may take so many `seconds` to answer."""
        self.most = most
        self.seconds = seconds
        self._how = {
            "dsn": dsn_of(place),
            "timeout": seconds,
            "command_timeout": seconds,
            "server_settings": settings_of(seconds) | _LATEST,
        }
        self._free: list[Any] = []
        self._room = asyncio.Semaphore(most)

    async def ask(self, statement: str, *values: object) -> list[Any]:
        """Return what a statement finds, once what it changes is safe.

        It is asked again if the connection is lost meanwhile: it must find out by itself whether it was done. If there
        is no answer in time, it may still be done when PostgreSQL wakes.
        """
        async with asyncio.timeout(self.seconds):
            await self._room.acquire()
        try:
            return await self._asked(statement, values)
        finally:
            self._room.release()

    async def _asked(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        import asyncpg  # noqa: PLC0415 - installed where it is wanted

        lost = (
            asyncpg.AdminShutdownError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,  # a goodbye came while nothing was asked
            asyncpg.PostgresConnectionError,
        )
        try:
            try:
                return await self._ask(statement, values)
            except lost:
                self._hang_up()  # the others are likely to be dead, too
                return await self._ask(statement, values)
        except (*lost, asyncpg.PostgresError) as error:
            raise OperationalError(None, None, error) from error  # as everybody here knows it

    async def _ask(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        line = await self._taken()
        try:
            found: list[Any] = await line.fetch(statement, *values)
        except BaseException:
            line.terminate()  # nobody knows what is still on its way
            raise
        self._free.append(line)
        return found

    async def _taken(self) -> Any:  # noqa: ANN401 - the driver says nothing of its types
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
        """Hang up."""
        while self._free:
            with suppress(Exception):
                await self._free.pop().close(timeout=self.seconds)
