"""Presence: viewers of tables by server, stored as rows with an expiry, renewed while their server lives."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from sqlalchemy import delete

from codex_naturalis.wire.errors import ProblemError

from ..database.engine import NOW
from ..database.schema import presence as rows
from ..support.lifecycle import LoopingService
from ..support.tasks import lasting, until_set
from ..tables.registry import Tables
from ..tables.store import Store

__all__ = ["Presence"]

_ENCODE: Final = msgspec.json.Encoder().encode
_SECONDS: Final = 15.0
_EARLY: Final = 0.02
"""How long to wait for further changes before writing, in seconds."""

_SAID: Final = f"""
with gone as (
    delete from presence where server = $1 and table_id = any($2::text[])
)
insert into presence (table_id, server, places, until)
select t.id, $1, n.places, {NOW} + $5
from unnest($3::text[], $4::text[]) as n (id, places) join tables t on t.id = n.id
on conflict (table_id, server) do update set places = excluded.places, until = excluded.until
"""  # noqa: S608 - no values of others
_RENEWED: Final = f"update presence set until = {NOW} + $2 where server = $1"  # noqa: S608
_OLD: Final = f"delete from presence where until < {NOW} - 60"  # noqa: S608


class Presence(LoopingService):
    """Presence of this server's viewers, published to the other servers."""

    def __init__(self, store: Store, tables: Tables, server: str, publish: Callable[[str], None]) -> None:
        """Publish for `server`; call `publish` with a table when viewers come or go there."""
        self._store = store
        self._tables = tables
        self._server = server
        self._publish = publish
        self._said: dict[str, frozenset[int]] = {}
        self._doubtful: set[str] = set()
        self._early = asyncio.Event()

    def on_change(self, table_id: str) -> None:
        """Bus callback: check whether a table's viewers have changed."""
        if self._here(table_id) != self._said.get(table_id, frozenset()):
            self._doubtful.add(table_id)
            self._early.set()

    async def close(self) -> None:
        """Stop, and delete this server's rows."""
        await super().close()
        if self._task:
            mine = delete(rows).where(rows.c.server == self._server)
            with suppress(ProblemError):
                await self._store.write(lambda connection: connection.execute(mine))

    def _here(self, table_id: str) -> frozenset[int]:
        table = self._tables.find_loaded(table_id)
        return table.audience.here(table.data) if table else frozenset()

    async def _run(self) -> None:
        clock = asyncio.get_running_loop().time
        renew = clock() + _SECONDS / 3
        while True:
            await until_set(self._early, renew - clock())
            await asyncio.sleep(_EARLY)
            self._early.clear()
            due = clock() >= renew
            renew = clock() + _SECONDS / 3 if due else renew  # after a failure, too: a struggling database is spared
            with lasting("nobody heard who is here"), suppress(ProblemError):
                await self._say()
                if due:
                    await self._renew()

    async def _renew(self) -> None:
        """Renew this server's rows, and delete expired ones of dead servers."""
        await self._store.ask(lambda pool: pool.ask(_RENEWED, self._server, _SECONDS))
        await self._store.ask(lambda pool: pool.ask(_OLD))

    async def _say(self) -> None:
        """Write the changes; tables stay marked until they are written."""
        if not self._doubtful:
            return
        now = {table: self._here(table) for table in sorted(self._doubtful)}
        here = {table: _ENCODE(sorted(indices)).decode() for table, indices in now.items() if indices}
        said = self._server, [table for table in now if table not in here], [*here], [*here.values()], _SECONDS
        await self._store.ask(lambda pool: pool.ask(_SAID, *said))
        for table, indices in now.items():
            self._doubtful.discard(table)
            self._said.pop(table, None)
            if indices:
                self._said[table] = indices
            self._publish(table)
            self.on_change(table)  # viewers may have changed during the write, when they were compared with the old row
