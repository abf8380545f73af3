"""Pinned notes: private notes at a table; only their author is ever sent them."""

import time
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Holder

from ..database.quotas import NOTES
from ..database.schema import pinned_notes as rows
from ..tables.registry import Tables
from ..tables.store import Store
from .wire import PinnedNote

__all__ = ["PinnedNotes"]

_MOST: Final = 100
"""Notes of one person at one table."""


class PinnedNotes:
    """Service that stores notes by author and table."""

    def __init__(self, store: Store, tables: Tables) -> None:
        """Keep notes in `store`, about `tables`."""
        self._store = store
        self._tables = tables

    async def of(self, guest: str, table_id: str) -> tuple[PinnedNote, ...]:
        """Return a guest's notes at a table, oldest first."""
        mine = select(rows).where(rows.c.guest == guest, rows.c.table_id == table_id).order_by(rows.c.changed)
        (found,) = await self._store.read(mine)
        return tuple(map(_note, found))

    async def put(self, guest: str, table_id: str, note: PinnedNote) -> tuple[PinnedNote, ...]:
        """Store a note, replacing any that is pinned there; an empty one removes it. Return all."""
        table = await self._tables.get(table_id)
        table.check_watched(Holder(guest=guest))
        text = note.text.strip()
        here = (rows.c.guest == guest, rows.c.table_id == table_id, rows.c.at == _key(note))
        values = {"guest": guest, "table_id": table_id, "at": _key(note), "text": text, "changed": time.time()}

        async def job(connection: AsyncConnection) -> None:
            async with NOTES.within(connection, guest, table_id, most=_MOST):
                await connection.execute(delete(rows).where(*here))
                if text:
                    await connection.execute(insert(rows), values)

        await self._store.write(job, NOTES.key(guest, table_id))
        return await self.of(guest, table_id)


def _key(note: PinnedNote) -> str:
    """Return the place of a note: `card/7`, `cell/1/2/-3` for a cell of seat 1, or `table`."""
    if note.card is not None:
        return f"card/{note.card}"
    return "table" if note.cell is None else f"cell/{note.seat}/{note.cell[0]}/{note.cell[1]}"


def _note(row: Row[Any]) -> PinnedNote:
    kind, *at = row.at.split("/")
    match kind:
        case "card":
            return PinnedNote(row.text, card=int(at[0]))
        case "cell":
            return PinnedNote(row.text, seat=int(at[0]), cell=(int(at[1]), int(at[2])))
        case _:
            return PinnedNote(row.text)
