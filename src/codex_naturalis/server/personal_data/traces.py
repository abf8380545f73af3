"""Traces of a person in others' rows: a name, or lines of chat, in text, where no column refers to the guest."""

from collections.abc import Collection
from itertools import chain

import msgspec
from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.wire.table import Note

from ..database.schema import accounts, blocks, chat, guests, seats, tables
from ..database.schema.personal import NOBODY
from ..moderation.stored_context import erase_lines

__all__ = ["erase_traces", "names_of"]


async def names_of(connection: AsyncConnection, guest: str) -> frozenset[str]:
    """Return the names that a guest has now, and had at tables, in chats and in lists of blocks."""
    found = (
        select(guests.c.name).where(guests.c.id == guest),
        select(accounts.c.name).where(accounts.c.guest == guest),
        select(seats.c.name).where(seats.c.guest == guest),
        select(chat.c.name).where(chat.c.guest == guest),
        select(blocks.c.name).where(blocks.c.blocked == guest),
    )
    rows = chain.from_iterable([(await connection.execute(each)).all() for each in found])
    return frozenset(str(row.name) for row in rows if row.name)


async def erase_traces(connection: AsyncConnection, guest: str, names: Collection[str]) -> list[str]:
    """Erase the traces of a guest with these names from others' rows; return the tables whose notes have changed."""
    await erase_lines(connection, guest, names)
    return await _unname_notes(connection, guest, names)


async def _unname_notes(connection: AsyncConnection, guest: str, names: Collection[str]) -> list[str]:
    """Take the names out of notes at the rematches of tables where the guest sat; return these tables."""
    parties = select(tables.c.party).join(seats, seats.c.table_id == tables.c.id).where(seats.c.guest == guest)
    named = or_(*(tables.c.notes.contains(msgspec.json.encode(name).decode(), autoescape=True) for name in names))
    wanted = select(tables.c.id, tables.c.notes).where(tables.c.party.in_(parties), named).order_by(tables.c.id)
    changed = []
    for row in (await connection.execute(wanted)).all():
        notes = msgspec.json.decode(row.notes, type=tuple[Note, ...])
        left = [msgspec.structs.replace(note, name=NOBODY) if note.name in names else note for note in notes]
        here = update(tables).where(tables.c.id == row.id)
        await connection.execute(here.values(notes=msgspec.json.encode(left).decode()))
        changed.append(str(row.id))
    return changed
