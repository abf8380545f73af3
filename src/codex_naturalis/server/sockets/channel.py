"""A socket with manners: whole messages in, within limits; messages out, within a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final, Protocol

import msgspec

from ..limits.pace import Pace, TokenBucket
from ..support.errors import CLOSE, Code, Problem
from ..support.settings import Settings
from ..wire.socket import ClientMessage, Refused, ServerMessage

__all__ = ["LARGEST", "WRITER", "Channel", "DirectWriter", "Gone"]

LARGEST: Final = 16 * 1024
"""Bytes in one message of a client, or in one request."""

WRITER: Final = "codex_writer"
"""Where a socket's scope has a shorter way to its client than ASGI's, if there is one."""

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ClientMessage)
_ENCODER: Final = msgspec.json.Encoder()


class Gone(Exception):  # noqa: N818  # reads as the sentence it is
    """Nobody is at the other end any more."""


class DirectWriter(Protocol):
    """Sends messages without a detour. Raises `OSError` if nobody is there any more."""

    @property
    def full(self) -> bool:
        """Return whether to wait for `room` first."""

    async def room(self) -> None:
        """Wait until more is taken."""

    def write(self, *texts: bytes) -> None:
        """Send messages, all at a stroke."""


def _encoded(message: ServerMessage | bytes) -> bytes:
    return message if isinstance(message, bytes) else _ENCODER.encode(message)


class Channel:
    """Messages over one WebSocket."""

    __slots__ = ("_left", "_receive", "_send", "_settings", "_writer")

    def __init__(self, scope: Mapping[str, Any], receive: Receive, send: Send, settings: Settings) -> None:
        """Talk over a socket that is accepted already, as ASGI has it."""
        self._receive = receive
        self._send = send
        self._writer: DirectWriter | None = scope.get(WRITER)
        self._settings = settings
        self._left = TokenBucket(Pace.of_messages(settings), time.monotonic())

    async def receive(self) -> ClientMessage:
        """Return the next message; raise a `Problem` if it is none, `Gone` when there will be no more."""
        try:
            event = await self._receive()
        except (RuntimeError, OSError) as error:
            raise Gone from error
        if event["type"] != "websocket.receive":
            raise Gone
        self._count()
        return _decode(event.get("text"))

    def _count(self) -> None:
        """Refuse a flood: the allowance fills steadily and each message takes one."""
        if not self._left.take(Pace.of_messages(self._settings), time.monotonic()):
            raise Problem(Code.LIMIT_MESSAGES)

    async def send(self, message: ServerMessage | bytes) -> None:
        """Send `message`, encoded already or not; raise `Gone` if it is not taken in time."""
        data = _encoded(message)
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
            raise Gone from error

    @property
    def quick(self) -> bool:
        """Return whether messages can be `put` without waiting, just now."""
        return self._writer is not None and not self._writer.full

    def put(self, messages: Iterable[ServerMessage | bytes]) -> None:
        """Send `messages` at a stroke; raise `Gone` if nobody is there any more."""
        assert self._writer
        data = [*map(_encoded, messages)]
        try:
            if data:
                self._writer.write(*data)
        except (RuntimeError, OSError) as error:
            raise Gone from error

    async def refuse(self, problem: Problem) -> None:
        """Say why, and hang up."""
        await self.send(Refused(problem.code.value, facts=problem.facts))
        await self.close(CLOSE.get(problem.code, CLOSE[Code.MESSAGE_MALFORMED]), problem.code.value)

    async def close(self, code: int, reason: str) -> None:
        """Hang up."""
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (RuntimeError, OSError) as error:
            raise Gone from error


def _decode(text: str | None) -> ClientMessage:
    if text is None:
        raise Problem(Code.MESSAGE_MALFORMED, at="$")
    if len(text.encode(errors="replace")) > LARGEST:
        raise Problem(Code.MESSAGE_TOO_LARGE, largest=LARGEST)
    if "\\u0000" in text:  # nothing of ours has one, and PostgreSQL keeps none
        raise Problem(Code.MESSAGE_MALFORMED, at="$")
    try:
        message: ClientMessage = _DECODER.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Problem(Code.MESSAGE_MALFORMED, at=_place(error)) from None
    return message


def _place(error: Exception) -> str:
    """Return where in the message the fault is, as msgspec tells it."""
    _, _, place = str(error).rpartition(" - at `")
    return place.rstrip("`") if place.startswith("$") else "$"
