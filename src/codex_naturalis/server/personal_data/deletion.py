"""Deletion of an account: personal data is erased; games that others took part in stay, without the name.

`database.schema.personal` declares the treatment of each column that refers to a guest. Other rows name people in
their text; `traces` finds those.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Holder
from codex_naturalis.wire.errors import ProblemError
from codex_naturalis.wire.table import TableStage

from ..clubs.clubs import leave_clubs
from ..database.schema import guests, programs, seats, tables
from ..database.schema.personal import NOBODY, REFERENCES
from ..lobby.chat import Chats
from ..lobby.lobby import Lobby
from ..support.lifecycle import LoopingService
from ..support.tasks import lasting
from ..tables.registry import Tables
from ..tables.store import Store
from .traces import erase_traces, names_of

__all__ = ["Deletion", "Succession"]

Succession = Callable[[AsyncConnection, str], Awaitable[None]]
"""Hands on whatever a guest hosts, in the transaction of the deletion."""

_LOOK_SECONDS: Final = 600.0


class Deletion(LoopingService):
    """Deletes accounts, from the database and from memory.

    A request that was under way when its account was deleted may still store something, such as a new table. So deleted
    guests are checked at the start, and every `_LOOK_SECONDS`.
    """

    def __init__(self, store: Store, kept: Tables, lobby: Lobby, chats: Chats, succession: Succession) -> None:
        """Delete from `store`, from the tables that are `kept` in memory, and from their `chats`.

        `succession` is called when the guest has left all clubs.
        """
        self._store = store
        self._tables = kept
        self._lobby = lobby
        self._chats = chats
        self._succession = succession

    async def forget(self, guest: str) -> None:
        """Delete a guest's account, names, addresses, results and lines; free the seats where play has not begun.

        Its programs go with it. Its clubs get another admin, and tournaments that have not begun another host, or they
        are closed.
        """
        (owned,) = await self._store.read(select(programs.c.guest).where(programs.c.owner == guest))
        for row in owned:
            await self.forget(row.guest)
        mine = select(seats.c.table_id, tables.c.stage).join(tables).where(seats.c.guest == guest)
        (rows,) = await self._store.read(mine)
        for row in rows:
            if row.stage == TableStage.GATHERING:
                await self._leave(guest, row.table_id)
        changed = await self._store.write(self._erasing(guest))
        await self._tables.show_stored(*filter(self._tables.find_in_memory, changed))
        self._chats.forget(guest)
        await self._store.truncate_log()

    async def _run(self) -> None:
        while True:
            with lasting("what is left of deleted accounts is not erased"):
                await self.erase_rest()
            await asyncio.sleep(_LOOK_SECONDS)

    async def erase_rest(self) -> None:
        """Erase what was stored about deleted guests after their deletion."""
        gone = select(guests.c.id).where(guests.c.name == NOBODY)
        rest = [
            select(reference.column).where(reference.column.in_(gone), reference.unerased).distinct()
            for reference in REFERENCES
            if reference.erases or reference.blanks
        ]
        people = {str(guest) for rows in await self._store.read(*rest) for (guest,) in rows}
        for guest in sorted(people):
            await self.forget(guest)

    async def _leave(self, guest: str, table: str) -> None:
        with suppress(ProblemError):  # play began, or everyone left, a moment ago
            await self._lobby.leave(Holder(guest=guest), table)

    def _erasing(self, guest: str) -> Callable[[AsyncConnection], Awaitable[list[str]]]:
        async def job(connection: AsyncConnection) -> list[str]:
            """Erase what is stored about `guest`; return the tables that have changed."""
            named = await erase_traces(connection, guest, await names_of(connection, guest))
            seated = select(seats.c.table_id).where(seats.c.guest == guest)
            changed = {row.table_id for row in (await connection.execute(seated)).all()} | set(named)
            await leave_clubs(connection, guest)
            await _erase(connection, guest)
            here = tables.c.id.in_(sorted(changed))
            await connection.execute(update(tables).where(here).values(revision=tables.c.revision + 1))
            await self._succession(connection, guest)
            return sorted(changed)

        return job


async def _erase(connection: AsyncConnection, guest: str) -> None:
    """Delete and blank rows as `REFERENCES` declares, and void the guest's tokens."""
    for reference in reversed(REFERENCES):
        mine = reference.of([guest])
        if reference.erases:
            await connection.execute(delete(reference.table).where(mine))
        elif reference.blanks:
            await connection.execute(update(reference.table).where(mine).values(**reference.blanks))
    here = update(guests).where(guests.c.id == guest)
    await connection.execute(here.values(generation=guests.c.generation + 1))
