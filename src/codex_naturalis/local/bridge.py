"""Bridge between a page and this process: requests and sockets passed as texts.

A browser's worker (`frontend/src/local/worker.ts`) uses it, and so do tests.
"""

from collections.abc import Awaitable, Callable

import msgspec

from codex_naturalis.wire.errors import CLOSE, Code, ProblemError

from . import puzzle_api  # noqa: F401 - adds its answers
from .api import API
from .bots import BOT_DELAY, LocalBots
from .requests import Call, PageReply
from .session import LocalSession
from .store import Commit, DeviceContents, LocalStore, StoredTable
from .tables import LocalTables

__all__ = ["Bridge", "TextStore"]

_TABLE: msgspec.json.Decoder[StoredTable | None] = msgspec.json.Decoder(StoredTable | None)


class TextStore:
    """Store behind two functions that exchange JSON texts."""

    def __init__(self, commit: Callable[[str], Awaitable[bool]], read: Callable[[str], Awaitable[str]]) -> None:
        """Store by `commit`, which returns whether it succeeded, and read a table by `read`, which may return null."""
        self._commit = commit
        self._read = read

    async def commit(self, change: Commit) -> bool:
        """Store a change durably; return False if another window was first."""
        return bool(await self._commit(msgspec.json.encode(change).decode()))

    async def read(self, table_id: str) -> StoredTable | None:
        """Return a table as it is kept; None if there is none."""
        return _TABLE.decode(await self._read(table_id))


class Bridge:
    """Interface of this device for a page."""

    def __init__(
        self,
        store: LocalStore,
        send: Callable[[int, str], None],
        closed: Callable[[int, int], None],
        kept: str = "{}",
        delay: float = BOT_DELAY,
    ) -> None:
        """Restore from `kept`, as JSON; `send` sends a text on a socket, `closed` closes one with a code."""
        self._send = send
        self._closed = closed
        self._sessions: dict[int, LocalSession] = {}
        before = msgspec.json.decode(kept, type=DeviceContents)
        self._tables = LocalTables(store, LocalBots(delay=delay), before.tables, before.guests)

    async def ask(self, call: str) -> PageReply:
        """Answer a request (`Call` as JSON) as the server's HTTP interface would."""
        return await API.answer(self._tables, msgspec.json.decode(call, type=Call))

    def open(self, socket: int, table_id: str) -> None:
        """Open a socket at a table; it closes at once if there is none."""
        try:
            self._sessions[socket] = self._tables.open_session(table_id, lambda text: self._send(socket, text.decode()))
        except ProblemError as problem:
            self._closed(socket, CLOSE.get(problem.code, CLOSE[Code.TABLE_UNKNOWN]))

    async def receive(self, socket: int, text: str) -> None:
        """Receive a message of the page."""
        session = self._sessions.get(socket)
        if session is None:
            return
        try:
            await session.receive(text)
        except ProblemError as problem:
            self.close(socket)
            self._closed(socket, CLOSE.get(problem.code, CLOSE[Code.MESSAGE_MALFORMED]))

    def close(self, socket: int) -> None:
        """Close a socket that the page has closed."""
        session = self._sessions.pop(socket, None)
        if session is not None:
            session.close()

    async def read_again(self, table_id: str) -> None:
        """Reload a table that another window has changed."""
        await self._tables.read_again(table_id)
