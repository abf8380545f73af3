"""Names and portraits of guests, as they are stored and as tables show them."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Row, Select, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Guest
from codex_naturalis.seating.names import look_alikes
from codex_naturalis.wire.table import NameMark, TableStage

from ..database.schema import accounts, guests, name_keys, programs, seats, tables

__all__ = ["mark_in", "mark_statements", "store_guest"]

_OPEN: Final = (TableStage.GATHERING, TableStage.PLAYING)


def mark_statements(guest: Guest) -> tuple[Select[Any], Select[Any]]:
    """Return the statements for the status of a guest's name; `mark_in` reads their rows."""
    whose = select(programs.c.owner).select_from(accounts.outerjoin(programs, programs.c.guest == accounts.c.guest))
    alike = select(name_keys.c.guest).where(name_keys.c.key.in_(look_alikes(guest.name))).limit(1)
    return whose.where(accounts.c.guest == guest.id), alike


def mark_in(own: Sequence[Row[Any]], others: Sequence[Row[Any]]) -> NameMark | None:
    """Return the status of a name: a program's, an account's, like an account's, or none (None)."""
    if own:
        return NameMark.PROGRAM if own[0].owner else NameMark.ACCOUNT
    return NameMark.ALIKE if others else None


async def store_guest(connection: AsyncConnection, guest: Guest) -> list[str]:
    """Store a guest's name and portrait, also at open tables; return these for `Tables.show_stored`."""
    mark = mark_in(*[(await connection.execute(statement)).all() for statement in mark_statements(guest)])
    shown = {"name": guest.name, "portrait": guest.portrait}
    mine = select(seats.c.table_id).join(tables).where(seats.c.guest == guest.id, tables.c.stage.in_(_OPEN))
    await connection.execute(update(guests).where(guests.c.id == guest.id).values(shown))
    open_tables = [row.table_id for row in (await connection.execute(mine)).all()]
    here = update(seats).where(seats.c.guest == guest.id, seats.c.table_id.in_(open_tables))
    await connection.execute(here.values(mark=mark, **shown))
    await connection.execute(update(tables).where(tables.c.id.in_(open_tables)).values(revision=tables.c.revision + 1))
    return open_tables
