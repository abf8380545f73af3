"""WebSocket connection that reconnects with backoff, and resumes after the last version."""

import asyncio
import time
from contextlib import suppress
from typing import Any, Final, Protocol

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from codex_naturalis.wire.socket import ClientMessage, Hello

from .errors import RefusedError, UnreachableError
from .requests import delay_before

__all__ = ["Listener", "TableConnection"]

_FINAL: Final = {
    4401: "token.invalid",
    4403: "guest.banned",
    4404: "table.unknown",
    4409: "limit.windows",
    4500: "table.damaged",
}
"""Close codes after which a retry is useless, with the refusals they stand for."""

_SILENCE: Final = 20.0
"""Seconds between pings; a server that does not answer one within that time counts as lost."""

_LARGEST: Final = 4 << 20
"""Size limit of a message in bytes: a game of four from its deal takes less than a tenth."""


class Listener(Protocol):
    """Receiver of a connection's messages."""

    def hello(self) -> Hello:
        """Return the first message of a new connection."""

    def hear(self, message: dict[str, Any]) -> None:
        """Handle a message, decoded but not yet converted."""

    def note_disconnect(self, error: Exception | None) -> None:
        """Note that the connection is lost: for good if there is an `error`."""


class TableConnection:
    """Socket to a table, kept open until it is closed or the server refuses it."""

    def __init__(self, url: str, listener: Listener, patience: float) -> None:
        """Connect to `url` once `open` is called; give up after `patience` seconds without a server."""
        self._url = url
        self._listener = listener
        self._patience = patience
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._dropping = False

    def open(self) -> None:
        """Begin to connect, in the background."""
        self._task = asyncio.create_task(self._keep())

    def send(self, message: ClientMessage) -> None:
        """Send a message if there is a connection; otherwise the listener must send it again after `hello`."""
        if self._socket is not None:
            text = msgspec.json.encode(message).decode()
            task = asyncio.ensure_future(self._socket.send(text))
            task.add_done_callback(_ignore)

    def drop(self) -> None:
        """Close this connection and open another one at once, because a message was missed."""
        self._dropping = True

    async def close(self) -> None:
        """Close for good."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _keep(self) -> None:
        """Reconnect until the server refuses or stays away for too long."""
        attempt, since = 0, time.monotonic()
        while True:
            try:
                if await self._once():
                    attempt, since = 0, time.monotonic()
                self._listener.note_disconnect(None)
            except (RefusedError, UnreachableError) as error:
                self._listener.note_disconnect(error)
                return
            if time.monotonic() - since > self._patience:
                self._listener.note_disconnect(UnreachableError(f"{self._url} does not answer"))
                return
            await asyncio.sleep(delay_before(attempt))
            attempt += 1

    async def _once(self) -> bool:
        """Hold one connection to its end; return whether a message arrived. Raise `RefusedError` if that is final."""
        heard = self._dropping = False
        try:
            async with connect(
                self._url, compression=None, max_size=_LARGEST, ping_interval=_SILENCE, ping_timeout=_SILENCE
            ) as socket:
                await socket.send(msgspec.json.encode(self._listener.hello()).decode())
                self._socket = socket
                async for text in socket:
                    self._listener.hear(msgspec.json.decode(text))
                    heard = True
                    if self._dropping:
                        break
            raise_final(socket.close_code)
        except ConnectionClosed as closed:
            raise_final(closed.rcvd.code if closed.rcvd else None)
        except InvalidStatus as refused:
            _raise_refusal(refused)
        except (OSError, TimeoutError, InvalidHandshake):
            pass
        finally:
            self._socket = None
        return heard


def raise_final(code: int | None) -> None:
    """Raise `RefusedError` if the server closed with a `code` that is final."""
    if code in _FINAL:
        raise RefusedError(_FINAL[code])


def _raise_refusal(refused: InvalidStatus) -> None:
    """Raise `RefusedError` if the handshake was answered with a permanent problem."""
    status = refused.response.status_code
    if status < 500 and status != 429:  # noqa: PLR2004 - server errors, and too many requests
        raise RefusedError(f"http.{status}")


def _ignore(task: asyncio.Future[None]) -> None:
    """Retrieve the exception of a failed send: the message is sent again on the next connection."""
    if not task.cancelled():
        task.exception()
