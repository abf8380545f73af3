"""Chat at a table. It is separate from the game: no versions, not in the record, and nothing in it is secret.

The last lines are stored, so that people who come back can read them; muting is up to each client.
"""

import asyncio
import time
import unicodedata
from collections.abc import Callable
from hashlib import sha256
from operator import is_
from typing import Final
from weakref import WeakSet, WeakValueDictionary

import msgspec
from msgspec.structs import replace
from sqlalchemy import bindparam, delete, insert, literal, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Holder, TableData, seat_row_of
from codex_naturalis.seating.names import visible
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.socket import Emote, Line, Mute, Said, Say, Show

from ..bans.blocks import Blocks
from ..bans.restraints import Restraints
from ..database.schema import chat as lines
from ..database.schema import hushed as silences
from ..limits.token_buckets import TokenBuckets
from ..support.settings import Settings
from ..support.tasks import lasting
from ..tables.bus import Bus
from ..tables.store import Store, VersionConflictError
from ..tables.table import Table

__all__ = ["KEPT", "LONGEST_LINE", "Chat", "ChatCursor", "Chats", "bring_along", "clean_line", "person_of"]

KEPT: Final = 100
"""Lines stored for each table."""

LONGEST_LINE: Final = 200
"""Length in characters."""

_BLOCKS: Final = "blocks "
"""Prefix of the bus topic for a guest whose blocks have changed."""

_MARKS: Final = 3
"""Combining marks allowed on one letter: more would run over the lines around."""

_JOINERS: Final = ("\u200c", "\u200d")
_TRIES: Final = 5
_SAID: Final = (
    select(lines).where(lines.c.table_id == bindparam("table")).order_by(lines.c.number),
    select(silences).where(silences.c.table_id == bindparam("table")),
)
"""The lines of a table, and whether the host has muted it."""


def clean_line(text: str) -> str:
    """Return `text` without control characters; raise a `ProblemError` if it is empty or too long afterwards."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if letter.isspace():
            kept.append(" ")
        elif marks <= _MARKS and (letter in _JOINERS or not kind.startswith("C")):
            kept.append(letter)
    said = " ".join("".join(kept).split())
    if len(said) > LONGEST_LINE or not any(map(visible, said)):
        raise ProblemError(Code.CHAT_INVALID, longest=LONGEST_LINE)
    return said


def person_of(guest: str) -> str:
    """Return the public pseudonym of a guest, whose id stays private: 16 hex digits of SHA-256."""
    return sha256(f"person {guest}".encode()).hexdigest()[:16]


class _StoredLine(msgspec.Struct, frozen=True):
    """Chat line, as it is stored."""

    number: int
    guest: str
    name: str
    at: float
    id: str
    text: str | None
    emote: Emote | None


class Chats:
    """Chats of the tables with viewers in this process."""

    def __init__(self, store: Store, bus: Bus, settings: Settings) -> None:
        """Store lines in `store`."""
        self._store = store
        self._bus = bus
        self._buckets = TokenBuckets(settings.chat_per_second, settings.chat_at_once)
        self._chats: WeakValueDictionary[str, Chat] = WeakValueDictionary()
        self._blocks = Blocks(store)
        self._cursors: WeakSet[ChatCursor] = WeakSet()
        self._loading: dict[str, asyncio.Task[Chat]] = {}
        self._reading: set[asyncio.Task[None]] = set()
        bus.on_change(self._on_call, "person")

    async def cursor(self, table: Table, holder: Holder) -> "ChatCursor":
        """Return the chat cursor of one viewer at `table`."""
        cursor = ChatCursor(self._chats.get(table.id) or await self._load_once(table), table, holder)
        cursor.blocked = frozenset(await self._blocks.of(cursor.guest))
        self._cursors.add(cursor)
        return cursor

    async def reload_blocks(self, guest: str) -> None:
        """Show a guest's open chats, in every process, without people it now blocks."""
        await self._reload_blocks(guest)
        self._bus.publish_elsewhere(_BLOCKS + guest, "table")

    def _on_call(self, called: str) -> None:
        """Bus callback: reload a guest's blocks, if its chats are open here."""
        guest = called.removeprefix(_BLOCKS)
        if called.startswith(_BLOCKS) and any(cursor.guest == guest for cursor in self._cursors):
            task = asyncio.create_task(self._reload_blocks(guest))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _reload_blocks(self, guest: str) -> None:
        with lasting("blocks not read"):
            blocked = frozenset(await self._blocks.of(guest))
            for cursor in [one for one in self._cursors if one.guest == guest]:
                cursor.blocked = blocked
                self._bus.publish_here(cursor.table_id, "chat")

    async def _load_once(self, table: Table) -> "Chat":
        """Load a chat, once for all concurrent callers (single flight)."""
        loading = self._loading.get(table.id)
        if loading is None:
            loading = self._loading[table.id] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table.id))
        return await asyncio.shield(loading)

    async def _load(self, table: Table) -> "Chat":
        chat = Chat(table.id, self._store, self._buckets, lambda: self._bus.publish(table.id, "chat", message="chat"))
        if table.data.solo is None:
            await chat.load()
        self._chats[table.id] = chat
        return chat

    async def refresh(self, table_id: str) -> None:
        """Reload a chat that another process has changed, if it has viewers here."""
        chat = self._chats.get(table_id)
        if chat:
            await chat.refresh()

    def forget(self, guest: str) -> None:
        """Drop a deleted guest's lines, which the database no longer has, from memory."""
        for chat in list(self._chats.values()):
            chat.forget(guest)

    def summary(self, table_id: str) -> tuple[int, int, bool]:
        """Return the last line's number, the number of lines in memory, and whether the table is muted."""
        chat = self._chats.get(table_id)
        lines = chat.lines if chat else ()
        return (lines[-1].number if lines else 0, len(lines), bool(chat and chat.hushed))


class Chat:
    """Chat of one table."""

    def __init__(self, table: str, store: Store, buckets: TokenBuckets, on_change: Callable[[], None]) -> None:
        """Begin empty; `on_change` wakes every viewer of the table."""
        self._table = table
        self._store = store
        self._buckets = buckets
        self._on_change = on_change
        self._lock = asyncio.Lock()
        self._restraints = Restraints(store)
        self.lines: tuple[_StoredLine, ...] = ()
        self.hushed: bool = False

    async def load(self) -> None:
        """Read the stored lines."""
        said, silence = await self._store.read(*_SAID, table=self._table)
        self.hushed = bool(silence)
        self.lines = tuple(
            _StoredLine(row.number, row.guest, row.name, row.at, row.id, row.text, row.emote and Emote(row.emote))
            for row in said
        )

    async def refresh(self) -> None:
        """Read lines stored by other processes."""
        async with self._lock:
            await self.load()

    def forget(self, guest: str) -> None:
        """Drop a deleted guest's lines, which the database no longer has, from memory."""
        if any(line.guest == guest for line in self.lines):
            self.lines = tuple(line for line in self.lines if line.guest != guest)
            self._on_change()

    async def add(self, guest: str, line: Say | Show) -> None:
        """Store a line of `guest` and wake the viewers; a repeated line id is ignored."""
        async with self._lock:
            if any(kept.id == line.id and kept.guest == guest for kept in self.lines):
                return
            if self.hushed:
                raise ProblemError(Code.CHAT_HUSHED)
            await self._restraints.check_chat(guest)
            text = clean_line(line.text) if isinstance(line, Say) else None
            if self._buckets.spend(guest):
                raise ProblemError(Code.LIMIT_CHAT)
            name = await self._name(guest)
            emote = line.emote if isinstance(line, Show) else None
            kept = _StoredLine(0, guest, name, time.time(), line.id, text, emote)
            await self._add(kept)
        self._on_change()

    async def _add(self, kept: _StoredLine) -> None:
        for _ in range(_TRIES):
            if await self._add_line(kept):
                return
            await self.load()
            if any(other.id == kept.id and other.guest == kept.guest for other in self.lines):
                return  # stored before, by another process
        raise ProblemError(Code.STORAGE_FAILED)

    async def _add_line(self, line: _StoredLine) -> bool:
        """Store a line under the next number; return False if another process took that number first."""
        kept = replace(line, number=self.lines[-1].number + 1 if self.lines else 1)
        try:
            await self._store.write(lambda connection: _put(connection, self._table, kept), self._table)
        except VersionConflictError:
            return False
        self.lines = (*self.lines, kept)[-KEPT:]
        return True

    async def _name(self, guest: str) -> str:
        known = await self._store.guest(guest)
        if known is None:
            raise ProblemError(Code.TOKEN_MISSING)
        return known.name

    async def mute(self, hushed: bool) -> None:  # noqa: FBT001 - the wire's own word
        """Mute the table for its guests, or unmute it, and wake the viewers."""
        async with self._lock:
            await self._store.write(lambda connection: _set_hushed(connection, self._table, hushed), self._table)
            self.hushed = hushed
        self._on_change()


class ChatCursor:
    """Chat cursor: which lines one viewer has received, and what the viewer may send."""

    def __init__(self, chat: Chat, table: Table, holder: Holder) -> None:
        """Follow `chat` for `holder`."""
        self._chat = chat
        self._table = table
        self._holder = holder
        self._heard = 0
        self._known: tuple[bool, Seating] | None = None
        """Muted or not, and who sits where, as last sent; None before the first message."""

        self._seen: tuple[object, ...] = ()
        """Table, lines and mute at the last call of `next_message`, compared by identity."""

        self._lines: tuple[_StoredLine, ...] = ()
        """Lines at the last call of `next_message`."""

        self.blocked: frozenset[str] = frozenset()
        """Guests whose lines this viewer does not want."""

    @property
    def table_id(self) -> str:
        """Return the table's id."""
        return self._table.id

    async def speak(self, message: Say | Show | Mute) -> None:
        """Carry out a chat message; raise a `ProblemError` if it is not allowed."""
        data, guest = self._table.data, self.guest
        if data.solo is not None:
            raise ProblemError(Code.CHAT_NONE)
        if guest is None:
            raise ProblemError(Code.TOKEN_MISSING)
        if not isinstance(message, Mute):
            await self._chat.add(guest, message)
        elif guest != data.host:
            raise ProblemError(Code.HOST_ONLY)
        else:
            await self._chat.mute(message.hushed)

    @property
    def guest(self) -> str | None:
        """Return the viewer's guest: a private link stands for the guest whose seat it is."""
        index = seat_row_of(self._table.data, self._holder)
        return self._holder.guest if index is None else self._table.data.seat_rows[index].guest

    def next_message(self) -> Said | None:
        """Return the unsent part, or None; all lines again if seats have changed or lines were deleted."""
        seen, self._seen = self._seen, (self._table.data, self._chat.lines, self._chat.hushed, self.blocked)
        if seen and all(map(is_, seen, self._seen)):
            return None
        before, known = self._known, (self._chat.hushed, _seating(self._table.data))
        gone = _has_deletions(self._lines, self._chat.lines) or bool(seen and seen[3] is not self.blocked)
        self._known, self._lines = known, self._chat.lines
        # The first line at a table is new to every viewer, so it needs no full message.
        anew = before is None or gone or (self._heard > 0 and known[1] != before[1])
        fresh = [
            line for line in self._chat.lines if (anew or line.number > self._heard) and line.guest not in self.blocked
        ]
        if not fresh and not gone and known[0] == (before is not None and before[0]):
            return None
        self._heard = self._chat.lines[-1].number if self._chat.lines else 0
        seats = dict(known[1])
        me = None if self.guest is None else person_of(self.guest)
        return Said(tuple(_to_line(line, seats) for line in fresh), anew, known[0], me)


def _has_deletions(before: tuple[_StoredLine, ...], now: tuple[_StoredLine, ...]) -> bool:
    """Return whether lines were deleted with an account, so that numbers may be reused; expiry does not count."""
    last = now[-1].number if now else 0
    return any(line.number > last - KEPT for line in {*before}.difference(now))


Seating = tuple[tuple[str, int], ...]


def _seating(data: TableData) -> Seating:
    """Return pairs of guest and seat."""
    return tuple(
        (row.guest, index if row.seat is None else row.seat)
        for index, row in enumerate(data.seat_rows)
        if row.guest is not None
    )


def _to_line(line: _StoredLine, seats: dict[str, int]) -> Line:
    person, seat = person_of(line.guest), seats.get(line.guest)
    return Line(line.number, line.id, person, line.name, seat, line.at, line.text, line.emote)


async def _put(connection: AsyncConnection, table_id: str, line: _StoredLine) -> None:
    try:
        await connection.execute(insert(lines), {"table_id": table_id, **msgspec.structs.asdict(line)})
    except IntegrityError:
        raise VersionConflictError from None
    old = (lines.c.table_id == table_id, lines.c.number <= line.number - KEPT)
    await connection.execute(delete(lines).where(*old))


async def bring_along(store: Store, old: str, new: str) -> None:
    """Copy the chat of the table `old`, and whether its host muted it, to its rematch `new`."""

    async def copy(connection: AsyncConnection) -> None:
        for table in (lines, silences):
            columns = [literal(new) if column.name == "table_id" else column for column in table.c]
            said = select(*columns).where(table.c.table_id == old)
            await connection.execute(insert(table).from_select([column.name for column in table.c], said))

    await store.write(copy, new)


async def _set_hushed(connection: AsyncConnection, table_id: str, hushed: bool) -> None:  # noqa: FBT001 - a value
    await connection.execute(delete(silences).where(silences.c.table_id == table_id))
    if hushed:
        await connection.execute(insert(silences), {"table_id": table_id})
