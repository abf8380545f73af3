"""Way to a database on which connections break: now and then, or once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Final
from urllib.parse import urlsplit

__all__ = ["DatabaseProxy"]

_MOST_BYTES: Final = 65536
_PARTS: Final = 4
_EXECUTED_SECONDS: Final = 0.05
"""How long a statement has to be carried out, when its answer is to get lost."""


class DatabaseProxy:
    """Proxy of PostgreSQL that counts what is sent to it, as `Disk` counts statements, and breaks connections.

    What is sent when a connection breaks is lost with it, or its answer is, in turns.
    """

    def __init__(self, url: str, rng: Random) -> None:
        self._to = urlsplit(url)
        self._rng = rng
        self.url = ""
        """Address of the database by this way, while it is open."""

        self.failing = 0.0
        """Share of statements at which a connection breaks; each is sent in several parts."""

        self.fails_at = 0
        """Number of what is sent at which one connection breaks, counted from 1; 0 for none."""

        self.statements = 0
        self.on_failure: Callable[[], None] = lambda: None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Take connections as long as this lasts."""
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        self.url = self._to._replace(netloc=f"{self._to.username}:{self._to.password}@127.0.0.1:{port}").geturl()
        try:
            yield
        finally:
            server.close()

    def _breaks(self) -> bool:
        self.statements += 1
        if self.statements == self.fails_at or (self.failing and self._rng.random() < self.failing / _PARTS):
            self.on_failure()
            return True
        return False

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry a connection until one of its ends goes, or it breaks."""
        with suppress(OSError):
            answers, asks = await asyncio.open_connection(self._to.hostname, self._to.port)
            lost = asyncio.Event()
            ways = {
                asyncio.create_task(each) for each in (self._ask(reader, asks, lost), _answer(answers, writer, lost))
            }
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            asks.transport.abort()
        writer.transport.abort()

    async def _ask(self, reader: asyncio.StreamReader, asks: asyncio.StreamWriter, lost: asyncio.Event) -> None:
        """Pass on what is asked. Once the answer is `lost`, this ends as soon as the question is carried out."""
        while data := await reader.read(_MOST_BYTES):
            breaks = self._breaks()
            if breaks and self.statements % 2:
                return
            if breaks:
                lost.set()
            asks.write(data)
            await asks.drain()
            if breaks:
                break
        if lost.is_set():
            await asyncio.sleep(_EXECUTED_SECONDS)


async def _answer(answers: asyncio.StreamReader, writer: asyncio.StreamWriter, lost: asyncio.Event) -> None:
    while data := await answers.read(_MOST_BYTES):
        if not lost.is_set():
            writer.write(data)
            await writer.drain()
