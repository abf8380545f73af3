"""Bans from the command line: add, list and lift them, also while servers run."""

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating.names import fold_name

from ..bans.bans import Ban, ban_of, not_ended
from ..database.engine import open_engine
from ..database.schema import accounts, bans, guests, seats

__all__ = ["AmbiguousError", "NotFoundError", "ban", "ban_network", "known_guest", "list_bans", "run", "unban"]

T = TypeVar("T")
_WIDEST: Final = 8
"""Shortest network prefix that may be banned, in bits."""

_HOUSEHOLD: Final = 64
"""Prefix length of a household under IPv6, in bits."""


class NotFoundError(Exception):
    """There is no guest of this name or id, or no ban of this number."""


class AmbiguousError(Exception):
    """Several people at the table have this name; the message carries their ids."""


def ban(database: Path | str, who: str, reason: str, until: float | None, table: str | None = None) -> Ban:
    """Ban a guest, named by account, by guest id, or by the name shown at a table.

    Raises `NotFoundError` if there is no match, and `AmbiguousError` if there are several.
    """

    async def job(connection: AsyncConnection) -> Ban:
        guest, name = await (_at_table(connection, who, table) if table else known_guest(connection, who))
        return await _add(connection, guest, None, name, reason, until)

    return run(database, job)


def ban_network(database: Path | str, address: str, reason: str, until: float | None) -> Ban:
    """Ban an address or a network; an IPv6 address stands for its /64.

    Raises `ValueError` if it is not an address, or the network is wider than /8.
    """
    network = ipaddress.ip_network(address, strict=False)
    if network.prefixlen < _WIDEST:
        raise ValueError(address)
    if network.version == 6 and network.prefixlen > _HOUSEHOLD:  # noqa: PLR2004 - IPv4 has no such
        network = network.supernet(new_prefix=_HOUSEHOLD)
    return run(database, lambda connection: _add(connection, None, str(network), str(network), reason, until))


async def known_guest(connection: AsyncConnection, who: str) -> tuple[str, str]:
    """Return id and name of the account of this name, or the guest of this id.

    Raises `NotFoundError` if there is neither.
    """
    account = select(accounts.c.guest, accounts.c.name).where(accounts.c.folded == fold_name(who))
    guest = select(guests.c.id, guests.c.name).where(guests.c.id == who)
    for wanted in (account, guest):
        found = (await connection.execute(wanted)).first()
        if found:
            return found[0], found[1]
    raise NotFoundError(who)


async def _at_table(connection: AsyncConnection, who: str, table: str) -> tuple[str, str]:
    here = select(seats.c.guest, seats.c.name).where(seats.c.table_id == table, seats.c.guest.is_not(None))
    found = [row for row in (await connection.execute(here)).all() if who in (row.guest, row.name)]
    if len(found) > 1:
        raise AmbiguousError(", ".join(row.guest for row in found))
    if not found:
        raise NotFoundError(who)
    return found[0].guest, found[0].name


async def _add(
    connection: AsyncConnection, guest: str | None, network: str | None, name: str, reason: str, until: float | None
) -> Ban:
    row: dict[str, Any] = {"guest": guest, "network": network, "name": name, "reason": reason, "until": until}
    row["created"] = time.time()
    added = await connection.execute(insert(bans).returning(bans.c.id), row)
    return Ban(id=added.scalar_one(), **row)


def list_bans(database: Path | str, *, ended: bool = False) -> list[Ban]:
    """Return the bans in force, newest first; with `ended` expired ones, too."""
    wanted = select(bans).order_by(bans.c.created.desc())
    if not ended:
        wanted = wanted.where(not_ended())

    async def job(connection: AsyncConnection) -> list[Ban]:
        found = (await connection.execute(wanted)).all()
        return [ban_of(row) for row in found]

    return run(database, job)


def unban(database: Path | str, number: int) -> None:
    """Lift a ban; raise `NotFoundError` if there is none of this number."""

    async def job(connection: AsyncConnection) -> int:
        return (await connection.execute(delete(bans).where(bans.c.id == number))).rowcount

    if run(database, job) != 1:
        raise NotFoundError(str(number))


def run(database: Path | str, job: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """Run `job` in one transaction on `database`, from outside an event loop."""

    async def work() -> T:
        async with open_engine(database, writes=True) as engine, engine.begin() as connection:
            return await job(connection)

    return asyncio.run(work())
