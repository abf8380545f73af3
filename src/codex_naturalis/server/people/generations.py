"""Generations of a guest's secrets: the next one revokes every secret issued so far, and all copies of it.

Tokens carry their generation. Private links to seats carry none, so the keys of all the guest's seats are redrawn,
also at finished tables, whose keys carry over to a rematch. Push and webhook subscriptions are deleted, since they
would inform other browsers and programs about the guest's games; a mail address stays: it was confirmed and is visible
in the list of subscriptions.

A program's tokens are made by its owner, so a thief of the owner's token could have made some. They are revoked with
the owner's, unless the owner signs out everywhere and asks to keep them.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import BindParameter, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import new_id
from codex_naturalis.wire.kinds import SubscriptionKind
from codex_naturalis.wire.table import TableStage

from ..database.schema import calendars, guests, programs, seats, subscriptions, tables
from ..tables.registry import Tables

__all__ = ["Begun", "Seats", "changed_keys", "next_generation"]

Seats = Sequence[tuple[str, str]]
"""Pairs of a table's id and its stage, for the tables at which a guest sits."""


class Begun(Struct, frozen=True):
    """Generation that has begun."""

    generation: int
    guests: tuple[str, ...]
    """The guest, and its programs where theirs began as well: all earlier tokens of these are void."""

    seats: Seats
    """Tables whose keys have changed."""


async def next_generation(connection: AsyncConnection, guest: str, *, with_programs: bool = True) -> Begun:
    """Begin the next generation of a guest's secrets, and of those of the guest's programs."""
    owned = select(programs.c.guest).where(programs.c.owner == guest).order_by(programs.c.guest)
    rows = (await connection.execute(owned)).all() if with_programs else []
    every = (guest, *(str(row.guest) for row in rows))
    await _void(connection, every)
    changed = await _new_keys(connection, every)
    found = await connection.execute(select(guests.c.generation).where(guests.c.id == guest))
    return Begun(int(found.scalar_one()), every, changed)


async def _void(connection: AsyncConnection, every: Sequence[str]) -> None:
    here = guests.c.id.in_(every)
    await connection.execute(update(guests).where(here).values(generation=guests.c.generation + 1))
    silenced = [kind.value for kind in SubscriptionKind if kind is not SubscriptionKind.EMAIL]
    theirs = (subscriptions.c.guest.in_(every), subscriptions.c.kind.in_(silenced))
    await connection.execute(delete(subscriptions).where(*theirs))
    await connection.execute(delete(calendars).where(calendars.c.guest.in_(every)))


async def _new_keys(connection: AsyncConnection, every: Sequence[str]) -> Seats:
    mine = select(seats.c.table_id, seats.c.place, tables.c.stage).join(tables)
    mine = mine.where(seats.c.guest.in_(every), seats.c.key.is_not(None)).order_by(seats.c.table_id)
    rows = (await connection.execute(mine)).all()
    if rows:  # lock the tables first and in order, as all writers do
        at: BindParameter[str] = bindparam("at")
        which: BindParameter[int] = bindparam("which")
        behind = update(tables).where(tables.c.id == at).values(revision=tables.c.revision + 1)
        await connection.execute(behind, [{"at": row.table_id} for row in rows])
        keys = [{"at": row.table_id, "which": row.place, "drawn": new_id()} for row in rows]
        here = update(seats).where(seats.c.table_id == at, seats.c.place == which).values(key=bindparam("drawn"))
        await connection.execute(here, keys)
    return [(row.table_id, row.stage) for row in rows]


async def changed_keys(kept: Tables, changed: Seats) -> None:
    """Reload the tables whose keys changed, here and in other processes."""
    for table_id, stage in changed:
        if stage in (TableStage.GATHERING, TableStage.PLAYING) or kept.find_in_memory(table_id):
            await kept.show_stored(table_id)
