"""Moderators from the command line: name them, and read their measures, also while servers run."""

import time
from pathlib import Path

from msgspec import Struct
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating.names import fold_name

from ..database.schema import accounts, moderations, moderators
from .bans import NotFoundError, run

__all__ = ["LogLine", "account_named", "add", "log", "moderators_named", "remove"]


class LogLine(Struct, frozen=True):
    """Measure a moderator took."""

    at: float
    """Seconds since 1970; so is `until`."""

    moderator: str
    action: str
    name: str
    """Name of the person at the time; a dash if the account was deleted."""

    guest: str
    report: int | None
    reason: str
    until: float | None


def add(database: Path | str, name: str) -> str:
    """Make the account of this name a moderator; return its name as written. Raises `NotFoundError`."""

    async def job(connection: AsyncConnection) -> str:
        guest, written = await account_named(connection, name)
        try:
            async with connection.begin_nested():
                await connection.execute(insert(moderators), {"guest": guest, "created": time.time()})
        except IntegrityError:
            pass  # it is one already
        return written

    return run(database, job)


def remove(database: Path | str, name: str) -> str:
    """Remove the account of this name as moderator; return its name as written. Raises `NotFoundError`."""

    async def job(connection: AsyncConnection) -> str:
        guest, written = await account_named(connection, name)
        if not (await connection.execute(delete(moderators).where(moderators.c.guest == guest))).rowcount:
            raise NotFoundError(name)
        return written

    return run(database, job)


def moderators_named(database: Path | str) -> list[str]:
    """Return the names of all moderators."""

    async def job(connection: AsyncConnection) -> list[str]:
        named = select(accounts.c.name).join(moderators, moderators.c.guest == accounts.c.guest)
        return list((await connection.execute(named.order_by(accounts.c.folded))).scalars())

    return run(database, job)


def log(database: Path | str) -> list[LogLine]:
    """Return moderators' measures, newest first."""

    async def job(connection: AsyncConnection) -> list[LogLine]:
        columns = [moderations.c[name] for name in LogLine.__struct_fields__]
        found = await connection.execute(select(*columns).order_by(moderations.c.id.desc()))
        return [LogLine(*row) for row in found.all()]

    return run(database, job)


async def account_named(connection: AsyncConnection, name: str) -> tuple[str, str]:
    """Return the guest of the account of this name, and the name as written. Raises `NotFoundError`."""
    wanted = select(accounts.c.guest, accounts.c.name).where(accounts.c.folded == fold_name(name))
    found = (await connection.execute(wanted)).first()
    if found is None:
        raise NotFoundError(name)
    return found[0], found[1]
