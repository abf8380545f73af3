"""A socket with manners: whole messages in, within limits; messages out, within a time."""

import asyncio
import time
from collections.abc import Generator
from typing import Any, Final

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketException

from .codes import CLOSE, Code, Problem
from .settings import Settings
from .wire import ClientMessage, Refused, ServerMessage

__all__ = ["LARGEST", "SEND", "Channel", "Gone"]

LARGEST: Final = 16 * 1024
"""Bytes in one message of a client, or in one request."""

SEND: Final = "codex_send"
"""Where a socket's scope has the way to its client without the layers between, which see to answers over HTTP."""

_DONE: Final = object()
_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ClientMessage)
_ENCODER: Final = msgspec.json.Encoder()


class Gone(Exception):  # noqa: N818  # reads as the sentence it is
    """Nobody is at the other end any more."""


class _Rest:
    """What is left of something that was begun and has to wait."""

    def __init__(self, waits: Any, steps: Generator[Any, Any, None]) -> None:  # noqa: ANN401 - asyncio's own
        self._waits = waits
        self._steps = steps

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._waits
        yield from self._steps


class Channel:
    """Messages over one WebSocket."""

    def __init__(self, socket: WebSocket[Any, Any, Any], settings: Settings) -> None:
        """Talk over `socket`, which is accepted already."""
        self._socket = socket
        scope: Any = socket.scope
        self._send = scope.get(SEND) or socket.send
        self._settings = settings
        self._allowance = float(settings.messages_at_once)
        self._counted = time.monotonic()

    async def receive(self) -> ClientMessage:
        """Return the next message; raise a `Problem` if it is none, `Gone` when there will be no more."""
        try:
            event: dict[str, Any] = dict(await self._socket.receive())
        except (WebSocketException, RuntimeError, OSError) as error:
            raise Gone from error
        if event["type"] != "websocket.receive":
            raise Gone
        self._count()
        return _decode(event.get("text"))

    def _count(self) -> None:
        """Refuse a flood: the allowance fills steadily and each message takes one."""
        now = time.monotonic()
        earned = (now - self._counted) * self._settings.messages_per_second
        self._allowance = min(self._allowance + earned, self._settings.messages_at_once) - 1
        self._counted = now
        if self._allowance < 0:
            raise Problem(Code.LIMIT_MESSAGES)

    async def send(self, message: ServerMessage | bytes) -> None:
        """Send `message`, encoded already or not; raise `Gone` if it is not taken in time."""
        data = message if isinstance(message, bytes) else _ENCODER.encode(message)
        event: Any = {"type": "websocket.send", "text": data.decode()}
        steps = self._send(event).__await__()
        try:
            waits = next(steps, _DONE)
            if waits is not _DONE:  # nearly all is taken at once, and then a clock would cost more than sending
                async with asyncio.timeout(self._settings.send_seconds):
                    await _Rest(waits, steps)
        except (WebSocketException, TimeoutError, RuntimeError, OSError) as error:
            raise Gone from error

    async def refuse(self, problem: Problem) -> None:
        """Say why, and hang up."""
        await self.send(Refused(problem.code.value, facts=problem.facts))
        await self.close(CLOSE.get(problem.code, CLOSE[Code.MESSAGE_MALFORMED]), problem.code.value)

    async def close(self, code: int, reason: str) -> None:
        """Hang up."""
        try:
            await self._socket.send({"type": "websocket.close", "code": code, "reason": reason})
        except (WebSocketException, RuntimeError, OSError) as error:
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
