"""Deletion of an account: personal data is erased; games that others took part in stay, without the name."""

from contextlib import suppress
from typing import Final

from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.schema import (
    accounts,
    blocks,
    calendars,
    chat,
    club_members,
    guests,
    moderations,
    pinned_notes,
    programs,
    puzzle_days,
    reports,
    restraints,
    results,
    seats,
    seekers,
    solo_games,
    subscriptions,
    tables,
    tokens,
    tournament_players,
)
from ..lobby.chat import Chats
from ..lobby.lobby import Lobby
from ..support.errors import Problem
from ..support.tokens import Holder
from ..tables.registry import Tables
from ..tables.store import Store
from ..wire.table import TableStage

__all__ = ["NOBODY", "Deletion"]

NOBODY: Final = "—"
"""Stored in place of a deleted account's name."""


class Deletion:
    """Deletes accounts, from the database and from memory."""

    def __init__(self, store: Store, kept: Tables, lobby: Lobby, chats: Chats) -> None:
        """Delete from `store`, from the tables that are `kept` in memory, and from their `chats`."""
        self._store = store
        self._tables = kept
        self._lobby = lobby
        self._chats = chats

    async def forget(self, guest: str) -> None:
        """Take out a guest's account, names, addresses, results and lines; free the seats where play has not begun.

        Its programs go with it.
        """
        (owned,) = await self._store.read(select(programs.c.guest).where(programs.c.owner == guest))
        for row in owned:
            await self.forget(row.guest)
        mine = select(seats.c.table_id, tables.c.stage).join(tables).where(seats.c.guest == guest)
        (rows,) = await self._store.read(mine)
        for row in rows:
            if row.stage == TableStage.GATHERING:
                await self._leave(guest, row.table_id)
        await self._store.write(lambda connection: _forget(connection, guest))
        for row in rows:
            table = self._tables.loaded(row.table_id)
            if table and not table.closed:
                await table.refresh()
        await self._chats.forget(guest)

    async def _leave(self, guest: str, table: str) -> None:
        with suppress(Problem):  # play began, or everyone left, a moment ago
            await self._lobby.leave(Holder(guest=guest), table)


async def _forget(connection: AsyncConnection, guest: str) -> None:
    await connection.execute(delete(accounts).where(accounts.c.guest == guest))
    await connection.execute(delete(blocks).where(or_(blocks.c.guest == guest, blocks.c.blocked == guest)))
    await connection.execute(delete(reports).where(or_(reports.c.reporter == guest, reports.c.reported == guest)))
    await connection.execute(delete(restraints).where(restraints.c.guest == guest))
    await connection.execute(update(moderations).where(moderations.c.guest == guest).values(name=NOBODY))
    await connection.execute(delete(seekers).where(seekers.c.guest == guest))
    await connection.execute(delete(tokens).where(tokens.c.guest == guest))
    await connection.execute(delete(subscriptions).where(subscriptions.c.guest == guest))
    for own in (pinned_notes, calendars, puzzle_days):
        await connection.execute(delete(own).where(own.c.guest == guest))
    await connection.execute(delete(solo_games).where(solo_games.c.guest == guest))
    await connection.execute(delete(results).where(results.c.guest == guest))
    await connection.execute(delete(chat).where(chat.c.guest == guest))
    here = select(seats.c.table_id).where(seats.c.guest == guest)
    await connection.execute(update(tables).where(tables.c.id.in_(here)).values(revision=tables.c.revision + 1))
    await connection.execute(update(seats).where(seats.c.guest == guest).values(name=NOBODY, key=None, mark=None))
    await connection.execute(delete(club_members).where(club_members.c.guest == guest))
    entered = update(tournament_players).where(tournament_players.c.guest == guest)
    await connection.execute(entered.values(away=True))
    named = {"name": NOBODY, "generation": guests.c.generation + 1}
    await connection.execute(update(guests).where(guests.c.id == guest).values(named))
