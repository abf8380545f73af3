"""Complaints: reports with their context, and blocks, of people at a table or of those with a public page."""

import time
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Row, Select, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Guest, TableData
from codex_naturalis.seating.names import fold_name
from codex_naturalis.wire.errors import Code, ProblemError

from ..bans.blocks import Blocks
from ..database.schema import accounts, chat, guests, reports
from ..database.schema.personal import NOBODY
from ..limits.token_buckets import TokenBuckets
from ..lobby.chat import Chats, person_of
from ..lobby.lobby import Lobby
from ..tables.store import Store, VersionConflictError
from .stored_context import StoredContext, StoredLine
from .wire import BlockedPerson, NewBlock, NewReport, ReportKind

__all__ = ["Complaints"]

_AROUND: Final = 5
"""Lines kept before and after the reported one."""

_PER_SECOND: Final = 1 / 60
_AT_ONCE: Final = 10
"""Reports of one guest: a burst, and one a minute."""


class Complaints:
    """Service for reports and blocks, open to everyone."""

    def __init__(self, store: Store, lobby: Lobby, chats: Chats, blocks: Blocks) -> None:
        """Look at the tables of `lobby`."""
        self._store = store
        self._lobby = lobby
        self._chats = chats
        self._blocks = blocks
        self._buckets = TokenBuckets(_PER_SECOND, _AT_ONCE)

    async def report(self, guest: Guest, wanted: NewReport) -> None:
        """Store a report with its context; a repeated report by the same guest changes nothing."""
        if wanted.kind is ReportKind.CHAT and (wanted.line is None or wanted.table is None):
            raise ProblemError(Code.REPORT_UNKNOWN)
        reported, name = await self._whom(wanted)
        if reported == guest.id:
            raise ProblemError(Code.REPORT_SELF)
        if self._buckets.spend(guest.id):
            raise ProblemError(Code.LIMIT_REPORTS)
        known = await self._store.guest(reported)
        context = StoredContext(wanted.table, name, known.portrait if known else None, wanted.comment)
        thing = f"{wanted.kind.value} {reported} {wanted.table or ''} {'' if wanted.line is None else wanted.line}"
        row = {"reporter": guest.id, "reported": reported, "kind": wanted.kind.value, "thing": thing}
        try:
            await self._store.write(lambda connection: _put(connection, row, wanted, context))
        except VersionConflictError:
            return  # reported before

    async def block(self, guest: Guest, wanted: NewBlock) -> None:
        """Block a person."""
        blocked, name = await self._whom(wanted)
        if blocked == guest.id:
            raise ProblemError(Code.REPORT_SELF)
        await self._blocks.add(guest.id, blocked, name)
        await self._chats.reload_blocks(guest.id)

    async def list_blocked(self, guest: Guest) -> tuple[BlockedPerson, ...]:
        """Return a guest's blocked people."""
        found = await self._blocks.of(guest.id)
        return tuple(BlockedPerson(person_of(each), name) for each, name in found.items())

    async def unblock(self, guest: Guest, person: str) -> None:
        """Lift the block of the person with this pseudonym."""
        for each in await self._blocks.of(guest.id):
            if person_of(each) == person:
                await self._blocks.remove(guest.id, each)
        await self._chats.reload_blocks(guest.id)

    async def _whom(self, wanted: NewReport | NewBlock) -> tuple[str, str]:
        """Return id and name of the person."""
        if wanted.table is not None:
            return await self._person((await self._lobby.table(wanted.table)).data, wanted)
        named = select(accounts.c.guest, accounts.c.name).where(accounts.c.folded == fold_name(wanted.name or ""))
        (rows,) = await self._store.read(named)
        if not rows:
            raise ProblemError(Code.REPORT_UNKNOWN)
        return rows[0].guest, rows[0].name

    async def _person(self, data: TableData, wanted: NewReport | NewBlock) -> tuple[str, str]:
        """Return id and name of the person at a table."""
        if wanted.line is not None:
            (said,) = await self._store.read(_lines_around(data.id, wanted.line, 0))
            if not said:
                raise ProblemError(Code.REPORT_UNKNOWN)
            return said[0].guest, said[0].name
        for index, row in enumerate(data.seat_rows):
            if row.guest and (index if row.seat is None else row.seat) == wanted.seat:
                return row.guest, row.name or ""
        raise ProblemError(Code.REPORT_UNKNOWN)


def _line(row: Row[Any], number: int) -> StoredLine:
    return StoredLine(row.name, row.text, row.number == number, person_of(row.guest))


def _lines_around(table: str, number: int, most: int) -> Select[Any]:
    near = (chat.c.number >= number - most, chat.c.number <= number + most)
    return select(chat).where(chat.c.table_id == table, *near).order_by(chat.c.number)


async def _put(connection: AsyncConnection, row: dict[str, Any], wanted: NewReport, context: StoredContext) -> None:
    """Store a report with the lines around it as they are now: without lines and names of people deleted meanwhile."""
    person = select(guests.c.id).where(guests.c.id == row["reported"], guests.c.name != NOBODY)
    if (await connection.execute(person)).first() is None:
        raise ProblemError(Code.REPORT_UNKNOWN)
    if wanted.table is not None and wanted.line is not None:
        near = (await connection.execute(_lines_around(wanted.table, wanted.line, _AROUND))).all()
        context = replace(context, lines=tuple(_line(line, wanted.line) for line in near))
    row = {**row, "context": msgspec.json.encode(context).decode()}
    try:
        await connection.execute(insert(reports), {**row, "created": time.time()})
    except IntegrityError:
        raise VersionConflictError from None
