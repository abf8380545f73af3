"""Quotas: maximum number of rows per owner, exact for any number of concurrent requests and processes.

Every quota is declared here. Rows are counted in the transaction that adds them, under a lock of quota and owner. With
SQLite there is one write transaction at a time (`BEGIN IMMEDIATE`), which is lock enough. PostgreSQL's READ COMMITTED
lets two transactions count the same rows and add one each, so there an advisory lock is held until the commit: its
holder counts all rows added before. Limits on rates are token buckets (`server.limits`).
"""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Select, func, select, text, true
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableStage

from .schema import (
    blocks,
    club_members,
    pinned_notes,
    programs,
    subscriptions,
    tables,
    tokens,
    tournament_players,
    tournaments,
    vacations,
)

__all__ = [
    "BLOCKS",
    "CLUBS",
    "CLUB_MEMBERS",
    "NOTES",
    "PROGRAMS",
    "QUOTAS",
    "SUBSCRIPTIONS",
    "TABLES",
    "TOKENS",
    "TOURNAMENTS",
    "TOURNAMENT_PLAYERS",
    "VACATIONS",
    "Quota",
]

_RECENT_SECONDS: Final = 24 * 3600.0
_LOCK: Final = text("select pg_advisory_xact_lock(hashtextextended(:key, 0))")


class Quota:
    """Upper bound on the rows of a table that have the same owner."""

    def __init__(self, code: Code, *owner: Column[Any], counts: Callable[[], ColumnElement[bool]] = true) -> None:
        """Refuse with `code`; rows with equal `owner` columns belong together, and rows that fulfil `counts` count."""
        self.code = code
        self._owner = owner
        self._counts = counts

    def key(self, *owner: str) -> str:
        """Return the name of the lock: what a `Database.write` with this quota is `about`, so that none deadlock."""
        return " ".join((self.code.value, *owner))

    def count(self, *owner: str) -> Select[int]:
        """Return the query for the number of rows of an owner."""
        mine = (column == value for column, value in zip(self._owner, owner, strict=True))
        return select(func.count()).select_from(self._owner[0].table).where(*mine, self._counts())

    @asynccontextmanager
    async def within(self, connection: AsyncConnection, *owner: str, most: int) -> AsyncIterator[None]:
        """Let the block, part of a writer's job, add a row; raise a `ProblemError` if that exceeds `most`.

        A block that adds none, such as one that changes a row, is never refused.
        """
        await self._lock(connection, *owner)
        before = await self._number(connection, *owner)
        yield
        if before >= most and await self._number(connection, *owner) > before:
            raise ProblemError(self.code, most=most)

    async def _lock(self, connection: AsyncConnection, *owner: str) -> None:
        if connection.dialect.name == "postgresql":
            await connection.execute(_LOCK, {"key": self.key(*owner)})

    async def _number(self, connection: AsyncConnection, *owner: str) -> int:
        return int((await connection.execute(self.count(*owner))).scalar_one())


CLUBS: Final = Quota(Code.LIMIT_CLUBS, club_members.c.guest, counts=lambda: club_members.c.admin)
"""Clubs that a person is an admin of."""

CLUB_MEMBERS: Final = Quota(Code.CLUB_FULL, club_members.c.club)
"""Members of a club."""

PROGRAMS: Final = Quota(Code.PROGRAM_MANY, programs.c.owner)
"""Programs of an account."""

TOKENS: Final = Quota(Code.TOKEN_MANY, tokens.c.guest)
"""Tokens of an account, or of a program."""

TABLES: Final = Quota(
    Code.LIMIT_TABLES,
    tables.c.host,
    counts=lambda: (
        tables.c.stage.in_((TableStage.GATHERING, TableStage.PLAYING))
        & (tables.c.touched > time.time() - _RECENT_SECONDS)
        & tables.c.tournament.is_(None)  # those were opened by rounds
    ),
)
"""Unfinished tables of a host, touched within a day."""

TOURNAMENTS: Final = Quota(Code.LIMIT_TOURNAMENTS, tournaments.c.host, counts=lambda: tournaments.c.ended.is_(None))
"""Tournaments of a host, announced or under way."""

TOURNAMENT_PLAYERS: Final = Quota(
    Code.TOURNAMENT_FULL, tournament_players.c.tournament, counts=lambda: tournament_players.c.removed.is_not(True)
)
"""Players of a tournament whom its host has not removed."""

VACATIONS: Final = Quota(Code.VACATION_DAYS, vacations.c.guest, counts=lambda: vacations.c.ends > time.time())
"""Vacations under way of an account."""

NOTES: Final = Quota(Code.NOTES_MANY, pinned_notes.c.guest, pinned_notes.c.table_id)
"""Pinned notes of a person at a table."""

SUBSCRIPTIONS: Final = Quota(Code.NOTICE_MANY, subscriptions.c.guest)
"""Push, mail and webhook addresses of a guest."""

BLOCKS: Final = Quota(Code.LIMIT_BLOCKS, blocks.c.guest)
"""People whom a guest has blocked."""

QUOTAS: Final = (
    *(CLUBS, CLUB_MEMBERS, PROGRAMS, TOKENS, TABLES, TOURNAMENTS, TOURNAMENT_PLAYERS),
    *(VACATIONS, NOTES, SUBSCRIPTIONS, BLOCKS),
)
"""All of them."""
