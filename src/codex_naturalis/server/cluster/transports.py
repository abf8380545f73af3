"""Transports of the bus between processes: NATS, or LISTEN/NOTIFY of PostgreSQL without it.

A call is a short line, `message table`; waiting calls are sent together. A broken connection is retried without
limit; most calls lost in the meantime are dropped, since every process also polls.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, get_args

from ..database.engine import dsn_of
from ..support.lifecycle import LoopingService
from ..support.log import get_logger
from ..support.tasks import end
from ..tables.bus import Message

__all__ = ["BusTransport", "NatsTransport", "PostgresTransport"]

_log = get_logger(__name__)
_CHANNEL: Final = "codex"
_MESSAGES: Final = frozenset(get_args(Message))
_WAITING: Final = 10_000
"""Calls that may wait for a connection; later ones are dropped."""

_AT_ONCE: Final = 150
"""Calls in one message: PostgreSQL allows 8,000 bytes, and a call has about thirty."""

_TOGETHER: Final = 0.01
"""Seconds between messages, during which calls are collected."""

_PAUSE: Final = 0.5
_TIMEOUT: Final = 5.0


class BusTransport(LoopingService, ABC):
    """Transport with reconnection, for any kind of connection."""

    def __init__(self, heard: Callable[[str, Message], None], mended: Callable[[], None]) -> None:
        """Pass calls to `heard`; call `mended` after each connection, since calls may have been missed."""
        self._heard = heard
        self._mended = mended
        self._calls: asyncio.Queue[str] = asyncio.Queue(_WAITING)
        self.holds: bool | None = None
        """Whether the connection is up; None before the first attempt."""

    def send(self, table_id: str, message: Message) -> None:
        """Queue a call to the other processes."""
        with suppress(asyncio.QueueFull):
            self._calls.put_nowait(f"{message} {table_id}")

    async def _run(self) -> None:
        """Connect, and reconnect after each failure."""
        while True:
            try:
                await self._hold()
            except Exception as error:  # noqa: BLE001 - whatever failed, connect again
                self._broke(type(error).__name__)
            await asyncio.sleep(_PAUSE)

    @abstractmethod
    async def _hold(self) -> None:
        """Connect, then carry calls until the connection breaks."""

    async def _next(self) -> str:
        """Return a message with all waiting calls, once there is one."""
        calls = [await self._calls.get()]
        while len(calls) < _AT_ONCE and not self._calls.empty():
            calls.append(self._calls.get_nowait())
        return "\n".join(dict.fromkeys(calls))

    def _holds(self) -> None:
        if not self.holds:
            _log.info("bus reached")
        self.holds = True
        self._mended()

    def _broke(self, cause: str) -> None:
        if self.holds is not False:
            _log.warning("bus lost", cause=cause)
        self.holds = False

    def _take(self, message: str) -> None:
        for call in message.split("\n"):
            message, _, table_id = call.partition(" ")
            if message in _MESSAGES:
                self._heard(table_id, message)  # type: ignore[arg-type]  # it is one


class NatsTransport(BusTransport):
    """Transport over NATS, for many processes on many machines."""

    def __init__(self, url: str, heard: Callable[[str, Message], None], mended: Callable[[], None]) -> None:
        """Connect to the server at `url`, or to one of several, separated by commas."""
        super().__init__(heard, mended)
        self._urls = url.split(",")

    async def _hold(self) -> None:
        import nats  # noqa: PLC0415 - installed where it is wanted

        lost = asyncio.Event()

        async def on_break(*_: object) -> None:
            lost.set()

        async def on_message(message: Any) -> None:  # noqa: ANN401 - the library's
            self._take(message.data.decode())

        options: dict[str, Any] = {"disconnected_cb": on_break, "closed_cb": on_break, "error_cb": on_break}
        bus = await nats.connect(
            self._urls, no_echo=True, allow_reconnect=False, connect_timeout=_TIMEOUT, ping_interval=5, **options
        )
        try:
            await bus.subscribe(_CHANNEL, cb=on_message)
            await bus.flush()
            self._holds()
            await _until(lost, self._carry(bus))
        finally:
            with suppress(Exception):
                async with asyncio.timeout(1):
                    await bus.close()

    async def _carry(self, bus: Any) -> None:  # noqa: ANN401 - the library's
        while True:
            await bus.publish(_CHANNEL, (await self._next()).encode())
            await asyncio.sleep(_TOGETHER)


class PostgresTransport(BusTransport):
    """Transport over PostgreSQL's LISTEN and NOTIFY, with a connection of its own."""

    def __init__(self, url: str, heard: Callable[[str, Message], None], mended: Callable[[], None]) -> None:
        """Connect to the database at `url`."""
        super().__init__(heard, mended)
        self._dsn = dsn_of(url)

    async def _hold(self) -> None:
        import asyncpg  # noqa: PLC0415 - installed where it is wanted

        lost = asyncio.Event()
        connection = await asyncpg.connect(self._dsn, timeout=_TIMEOUT, command_timeout=_TIMEOUT)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            ours = connection.get_server_pid()

            def on_message(_: object, pid: int, __: str, message: str) -> None:
                if pid != ours:
                    self._take(message)

            await connection.add_listener(_CHANNEL, on_message)
            self._holds()
            await _until(lost, self._carry(connection))
        finally:
            connection.terminate()

    async def _carry(self, connection: Any) -> None:  # noqa: ANN401 - the library's
        while True:
            message = ""  # sent even if empty, as a probe of the connection
            with suppress(TimeoutError):
                async with asyncio.timeout(_TIMEOUT):
                    message = await self._next()
            await connection.execute("select pg_notify($1, $2)", _CHANNEL, message)
            await asyncio.sleep(_TOGETHER)


async def _until(lost: asyncio.Event, work: Any) -> None:  # noqa: ANN401 - a coroutine
    """Run `work` until the connection is lost or it fails; raise `ConnectionError`."""
    tasks = [asyncio.ensure_future(work), asyncio.create_task(lost.wait())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await end(*tasks)
    raise ConnectionError("lost")
