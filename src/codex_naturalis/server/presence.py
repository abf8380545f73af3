"""Who looks at a table through which server: said again and again, so that a server that died is soon not believed."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import TextClause, bindparam, delete, text
from sqlalchemy.ext.asyncio import AsyncConnection

from .codes import Problem
from .database import NOW, put
from .endings import end
from .schema import presence as rows
from .store import Store
from .tables import Tables
from .waiting import until_set

__all__ = ["Presence", "elsewhere"]

_SECONDS: Final = 15.0
_EARLY: Final = 0.02
"""How long to wait for more to say in one go."""

_RENEWED: Final = text(f"update presence set until = {NOW} + :seconds where server = :server")  # noqa: S608
_OTHERS: Final = text(
    f"select table_id, places from presence where table_id in :tables and server <> :server and until > {NOW}"  # noqa: S608
).bindparams(bindparam("tables", expanding=True))
_UNTIL: Final = text(f"select {NOW} + :seconds")
_OLD: Final = text(f"delete from presence where until < {NOW} - 60")  # noqa: S608


async def elsewhere(store: Store, server: str, tables: Iterable[str]) -> dict[str, frozenset[int]]:
    """Return the places whose people look at tables through other servers."""
    wanted = list(tables)
    found: dict[str, frozenset[int]] = dict.fromkeys(wanted, frozenset())
    if wanted:
        statement: TextClause = _OTHERS.bindparams(tables=wanted, server=server)
        for row in (await store.read(statement))[0]:
            found[row.table_id] |= frozenset(msgspec.json.decode(row.places, type=list[int]))
    return found


class Presence:
    """Tells the other servers who looks at tables through this one."""

    def __init__(self, store: Store, tables: Tables, server: str, tell: Callable[[str], None]) -> None:
        """Speak for `server`; `tell` the others when somebody comes or goes."""
        self._store = store
        self._tables = tables
        self._server = server
        self._tell = tell
        self._said: dict[str, frozenset[int]] = {}
        self._doubtful: set[str] = set()
        self._early = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell."""
        self._task = asyncio.create_task(self._run())

    def rung(self, table_id: str) -> None:
        """Look whether others are there than before."""
        if self._here(table_id) != self._said.get(table_id, frozenset()):
            self._doubtful.add(table_id)
            self._early.set()

    async def close(self) -> None:
        """Nobody looks through this server any more."""
        if self._task:
            await end(self._task)
            mine = delete(rows).where(rows.c.server == self._server)
            with suppress(Problem):
                await self._store.write(lambda connection: connection.execute(mine))

    def _here(self, table_id: str) -> frozenset[int]:
        table = self._tables.loaded(table_id)
        return table.here() if table else frozenset()

    async def _run(self) -> None:
        while True:
            await until_set(self._early, _SECONDS / 3)
            await asyncio.sleep(_EARLY)
            self._early.clear()
            with suppress(Problem):
                await self._say()

    async def _say(self) -> None:
        """Store what has changed, and that the rest has not."""
        now = {table: self._here(table) for table in sorted(self._doubtful)}
        self._doubtful.clear()
        try:
            await self._store.write(lambda connection: _stored(connection, self._server, now))
        except Problem:
            self._doubtful.update(now)
            raise
        for table, places in now.items():
            self._said.pop(table, None)
            if places:
                self._said[table] = places
            self._tell(table)


async def _stored(connection: AsyncConnection, server: str, now: dict[str, frozenset[int]]) -> None:
    until = (await connection.execute(_UNTIL, {"seconds": _SECONDS})).scalar_one()
    gone = [table for table, places in now.items() if not places]
    if gone:
        await connection.execute(delete(rows).where(rows.c.server == server, rows.c.table_id.in_(gone)))
    known: list[dict[str, Any]] = [
        {"table_id": table, "server": server, "places": msgspec.json.encode(sorted(places)).decode(), "until": until}
        for table, places in now.items()
        if places
    ]
    if known:
        await put(connection, rows, known)
    await connection.execute(_RENEWED, {"seconds": _SECONDS, "server": server})
    await connection.execute(_OLD)
