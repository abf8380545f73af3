"""Moderators: accounts named by the host, the reports they see, and their measures, which are logged."""

import time
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Guest
from codex_naturalis.seating.chance import random_by_chance
from codex_naturalis.wire.errors import Code, ProblemError

from ..bans.bans import Bans
from ..bans.restraints import rename_account, restrain
from ..database.schema import accounts, bans, guests, moderations, moderators, reports
from ..tables.guest_names import store_guest
from ..tables.registry import Tables
from ..tables.store import Store
from .wire import Measure, MeasureKind, ReportContext, ReportKind, ReportResponse

__all__ = ["Moderators"]

_MOST: Final = 100
"""Open reports in an answer, the oldest first."""

_DAY: Final = 24 * 3600.0


class Moderators:
    """Service for moderators; for all others it does not exist."""

    def __init__(self, store: Store, kept: Tables, known: Bans) -> None:
        """Show new names at the tables that are `kept` in memory; notify `known` of new bans."""
        self._store = store
        self._tables = kept
        self._bans = known

    async def _check(self, guest: Guest) -> str:
        """Return the name of a moderator's account.

        Raises a `ProblemError`, as for an unknown address, for anyone else.
        """
        mine = select(accounts.c.name).join(moderators, moderators.c.guest == accounts.c.guest)
        (rows,) = await self._store.read(mine.where(accounts.c.guest == guest.id))
        if not rows:
            raise ProblemError(Code.REQUEST_UNKNOWN)
        return str(rows[0].name)

    async def open(self, guest: Guest) -> tuple[ReportResponse, ...]:
        """Return the open reports, oldest first; reports about a moderator are shown only to the others."""
        await self._check(guest)
        earlier = select(func.count()).where(moderations.c.guest == reports.c.reported)
        again = reports.alias()
        others = select(func.count()).where(again.c.reported == reports.c.reported, again.c.settled.is_(None))
        wanted = (
            select(
                reports,
                guests.c.name,
                accounts.c.guest.label("account"),
                earlier.where(moderations.c.action != MeasureKind.DISMISS.value).scalar_subquery().label("earlier"),
                others.scalar_subquery().label("others"),
            )
            .join(guests, guests.c.id == reports.c.reported)
            .outerjoin(accounts, accounts.c.guest == reports.c.reported)
            .where(reports.c.settled.is_(None), reports.c.reported != guest.id)
        )
        (rows,) = await self._store.read(wanted.order_by(reports.c.created).limit(_MOST))
        return tuple(map(_to_response, rows))

    async def decide(self, guest: Guest, number: int, measure: Measure) -> None:
        """Settle a report, if still open, with all open reports of the same thing."""
        moderator, now = await self._check(guest), time.time()
        until = None if measure.action is MeasureKind.DISMISS else now + measure.days * _DAY
        name = f"Guest {random_by_chance().randrange(10_000, 100_000)}"

        async def job(connection: AsyncConnection) -> list[str]:
            row = await _settle(connection, number, guest.id, now)
            person = (await connection.execute(select(guests).where(guests.c.id == row.reported))).one()
            by = {"at": now, "moderator": moderator, "moderator_guest": guest.id, "report": number}
            about = {"guest": person.id, "name": person.name}
            decision = {"action": measure.action.value, "reason": measure.reason, "until": until}
            await connection.execute(insert(moderations), by | about | decision)
            if measure.action is MeasureKind.MUTE:
                await restrain(connection, person.id, muted_until=until or now)
            if measure.action is MeasureKind.BAN:
                ban = {"guest": person.id, "network": None, "name": person.name, "reason": measure.reason}
                await connection.execute(insert(bans), ban | {"created": now, "until": until})
            if measure.action is MeasureKind.RENAME:
                await restrain(connection, person.id, named_until=until or now)
                await rename_account(connection, person.id, name)
                return await store_guest(connection, Guest(person.id, name, person.generation, person.portrait))
            return []

        await self._tables.show_stored(*await self._store.write(job))
        if measure.action is MeasureKind.BAN:
            with suppress(ProblemError):  # it is looked for again in a while
                await self._bans.look()


async def _settle(connection: AsyncConnection, number: int, moderator: str, now: float) -> Row[Any]:
    """Settle an open report, which must not be about the moderator; return its row."""
    mine = select(reports).where(reports.c.id == number, reports.c.reported != moderator)
    row = (await connection.execute(mine)).one_or_none()
    if row is None:
        raise ProblemError(Code.REPORT_UNKNOWN)
    open_now = (reports.c.id == number, reports.c.settled.is_(None))
    if (await connection.execute(update(reports).where(*open_now).values(settled=now))).rowcount != 1:
        raise ProblemError(Code.REPORT_SETTLED)
    alike = (reports.c.thing == row.thing, reports.c.settled.is_(None))
    await connection.execute(update(reports).where(*alike).values(settled=now))
    return row


def _to_response(row: Row[Any]) -> ReportResponse:
    context = msgspec.json.decode(row.context, type=ReportContext)
    return ReportResponse(
        row.id,
        ReportKind(row.kind),
        row.created,
        row.name,
        account=row.account is not None,
        earlier=row.earlier,
        others=row.others - 1,
        context=context,
    )
