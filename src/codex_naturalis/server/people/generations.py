"""Generations of a guest's secrets: with the next one, every secret so far is void, whoever may have copied it.

A token carries its generation. Private links to seats carry none, so the keys of all the guest's seats are drawn again,
also at finished tables, whose keys go on into a rematch. What would tell other browsers and programs of the guest's
games is taken out; a mail address stays, which was confirmed and can be seen in the list of ways.
"""

from collections.abc import Sequence

from sqlalchemy import BindParameter, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.schema import guests, seats, tables, ways
from ..tables.data import new_id
from ..tables.registry import Tables
from ..wire.table import TableStage
from ..wire.way_kind import WayKind

__all__ = ["Seats", "changed_keys", "next_generation"]

Seats = Sequence[tuple[str, str]]
"""Tables at which a guest sits, each with its stage."""


async def next_generation(connection: AsyncConnection, guest: str) -> tuple[int, Seats]:
    """Begin a guest's next generation; return its number, and the tables where keys have changed."""
    here = guests.c.id == guest
    await connection.execute(update(guests).where(here).values(generation=guests.c.generation + 1))
    silenced = (WayKind.PUSH.value, WayKind.WEBHOOK.value)
    await connection.execute(delete(ways).where(ways.c.guest == guest, ways.c.kind.in_(silenced)))
    changed = await _new_keys(connection, guest)
    found = await connection.execute(select(guests.c.generation).where(here))
    return int(found.scalar_one()), changed


async def _new_keys(connection: AsyncConnection, guest: str) -> Seats:
    mine = select(seats.c.table_id, seats.c.place, tables.c.stage).join(tables)
    mine = mine.where(seats.c.guest == guest, seats.c.key.is_not(None)).order_by(seats.c.table_id)
    rows = (await connection.execute(mine)).all()
    if rows:  # tables first and in their order, as all writers take them
        at: BindParameter[str] = bindparam("at")
        which: BindParameter[int] = bindparam("which")
        behind = update(tables).where(tables.c.id == at).values(revision=tables.c.revision + 1)
        await connection.execute(behind, [{"at": row.table_id} for row in rows])
        keys = [{"at": row.table_id, "which": row.place, "drawn": new_id()} for row in rows]
        here = update(seats).where(seats.c.table_id == at, seats.c.place == which).values(key=bindparam("drawn"))
        await connection.execute(here, keys)
    return [(row.table_id, row.stage) for row in rows]


async def changed_keys(kept: Tables, changed: Seats) -> None:
    """Let whoever shows these tables know their new keys."""
    for table_id, stage in changed:
        table = kept.loaded(table_id)
        if table and not table.closed:
            await table.refresh()
        elif stage in (TableStage.GATHERING, TableStage.PLAYING):
            kept.changed(table_id)
