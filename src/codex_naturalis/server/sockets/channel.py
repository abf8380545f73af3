"""Message channel over one WebSocket: decodes and rate-limits input, encodes output and limits its time."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Protocol

import msgspec

from codex_naturalis.wire.errors import CLOSE, Code, ProblemError
from codex_naturalis.wire.socket import ClientMessage, RefusalMessage, ServerMessage, decode_message

from ..limits.token_buckets import Rate, TokenBucket
from ..support.log import get_logger
from ..support.settings import Settings

__all__ = ["WRITER", "Channel", "DirectWriter", "DisconnectedError", "SessionErrors"]

_log = get_logger(__name__)

WRITER: Final = "codex_writer"
"""Key of a socket's ASGI scope with its `DirectWriter`, if it has one."""

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_ENCODER: Final = msgspec.json.Encoder()


class DisconnectedError(Exception):
    """The other end has disconnected."""


class DirectWriter(Protocol):
    """Writer that bypasses ASGI's queue. Raises `OSError` after a disconnect."""

    @property
    def full(self) -> bool:
        """Return whether the send buffer is full: then wait for `room`."""

    async def room(self) -> None:
        """Wait until the send buffer has room."""

    def write(self, *texts: bytes) -> None:
        """Send messages in one write."""


def _encode(message: ServerMessage | bytes) -> bytes:
    return message if isinstance(message, bytes) else _ENCODER.encode(message)


class Channel:
    """Channel of messages over one WebSocket."""

    __slots__ = ("_bucket", "_receive", "_send", "_settings", "_writer")

    def __init__(self, scope: Mapping[str, Any], receive: Receive, send: Send, settings: Settings) -> None:
        """Use an accepted ASGI socket."""
        self._receive = receive
        self._send = send
        self._writer: DirectWriter | None = scope.get(WRITER)
        self._settings = settings
        self._bucket = TokenBucket()

    async def receive(self) -> ClientMessage:
        """Return the next message; raise a `ProblemError` if it is invalid, `DisconnectedError` after a disconnect."""
        text = await self.text()
        self._count()
        return decode_message(text, _DECODER)

    async def text(self) -> str | None:
        """Return the text of the next message, None if it has none; raise `DisconnectedError` after a disconnect."""
        try:
            event = await self._receive()
        except (RuntimeError, OSError) as error:
            raise DisconnectedError from error
        if event["type"] != "websocket.receive":
            raise DisconnectedError
        return event.get("text")

    def _count(self) -> None:
        """Take a token of the socket's bucket; raise a `ProblemError` if it is empty."""
        if not self._bucket.take(Rate.of_messages(self._settings), time.monotonic()):
            raise ProblemError(Code.LIMIT_MESSAGES)

    async def send(self, message: ServerMessage | bytes) -> None:
        """Send `message`, encoded or not; raise `DisconnectedError` if it is not taken within `send_seconds`."""
        data = message if isinstance(message, bytes) else _ENCODER.encode(message)
        writer = self._writer
        try:
            if writer is None:
                async with asyncio.timeout(self._settings.send_seconds):
                    await self._send({"type": "websocket.send", "text": data.decode()})
                return
            if writer.full:
                async with asyncio.timeout(self._settings.send_seconds):
                    await writer.room()
            writer.write(data)
        except (TimeoutError, RuntimeError, OSError) as error:
            raise DisconnectedError from error

    @property
    def quick(self) -> bool:
        """Return whether `put` would send without waiting."""
        return self._writer is not None and not self._writer.full

    def put(self, messages: Iterable[ServerMessage | bytes]) -> None:
        """Send `messages` in one write; raise `DisconnectedError` after a disconnect."""
        assert self._writer
        data = [*map(_encode, messages)]
        try:
            if data:
                self._writer.write(*data)
        except (RuntimeError, OSError) as error:
            raise DisconnectedError from error

    async def refuse(self, problem: ProblemError) -> None:
        """Send the reason, and close."""
        await self.send(RefusalMessage(problem.code.value, facts=problem.facts))
        await self.close(CLOSE.get(problem.code, CLOSE[Code.MESSAGE_MALFORMED]), problem.code.value)

    async def close(self, code: int, reason: str) -> None:
        """Close the socket with a code (RFC 6455, section 7.4) and a reason."""
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (RuntimeError, OSError) as error:
            raise DisconnectedError from error


class SessionErrors:
    """Context of a session: sends the reason for its end.

    A `ProblemError` is sent unchanged. Our own failure is logged as `failed` and sent as one, since it must not end the
    server. `DisconnectedError` ends quietly, whether the session raised it or sending the reason did.
    """

    __slots__ = ("_channel", "_failed")

    def __init__(self, channel: Channel, failed: str) -> None:
        """Answer for `channel`; `failed` is the event of the log."""
        self._channel = channel
        self._failed = failed

    async def __aenter__(self) -> None:
        """Do nothing yet."""

    async def __aexit__(
        self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None
    ) -> bool:
        """Send the reason; return whether the error ends here: all except a cancellation do."""
        if not isinstance(error, Exception):
            return False
        problem = error if isinstance(error, ProblemError) else ProblemError(Code.SERVER_FAILED)
        if not isinstance(error, ProblemError | DisconnectedError):
            _log.error(self._failed, exc_info=error)
        if not isinstance(error, DisconnectedError):
            with suppress(DisconnectedError):
                await self._channel.refuse(problem)
        return True
