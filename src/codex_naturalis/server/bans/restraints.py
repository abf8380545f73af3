"""Restraints: temporary loss of the chat or of the choice of a name, imposed by moderators."""

import time
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating.names import fold_name, look_alikes
from codex_naturalis.wire.errors import Code, ProblemError

from ..database.engine import insert_into
from ..database.schema import accounts, name_keys, restraints
from ..tables.store import Store

__all__ = ["Restraints", "rename_account", "restrain"]


class Restraints:
    """Queries about restraints in force."""

    def __init__(self, store: Store) -> None:
        """Read them from `store`."""
        self._store = store

    async def check_chat(self, guest: str) -> None:
        """Raise a `ProblemError` if a moderator has muted this guest."""
        until = (await self._of(guest))[0]
        if until > time.time():
            raise ProblemError(Code.CHAT_MUTED, until=int(until))

    async def check_name(self, guest: str) -> None:
        """Raise a `ProblemError` if a moderator has given this guest a name."""
        until = (await self._of(guest))[1]
        if until > time.time():
            raise ProblemError(Code.NAME_FORCED, until=int(until))

    async def _of(self, guest: str) -> tuple[float, float]:
        (rows,) = await self._store.read(select(restraints).where(restraints.c.guest == guest))
        return (rows[0].muted_until, rows[0].named_until) if rows else (0.0, 0.0)


async def restrain(connection: AsyncConnection, guest: str, **until: float) -> None:
    """Set one restraint of a guest, `muted_until` or `named_until`, to a time; the other stays."""
    new: Any = insert_into(connection, restraints)
    await connection.execute(new.on_conflict_do_update(index_elements=["guest"], set_=until), {"guest": guest, **until})


async def rename_account(connection: AsyncConnection, guest: str, name: str) -> None:
    """Give an account, if the guest has one, another name, by which it signs in from now on.

    Raises a `ProblemError` if another account has taken it, or one that looks like it.
    """
    named = {"name": name, "folded": fold_name(name)}
    try:
        if (await connection.execute(update(accounts).where(accounts.c.guest == guest).values(named))).rowcount:
            await connection.execute(delete(name_keys).where(name_keys.c.guest == guest))
            keys = [{"key": key, "guest": guest} for key in look_alikes(name)]
            await connection.execute(insert(name_keys), keys)
    except IntegrityError:
        raise ProblemError(Code.ACCOUNT_NAME_TAKEN) from None
