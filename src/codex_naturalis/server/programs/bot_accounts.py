"""Bot accounts: accounts without a password, which belong to the account of their owner."""

from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Guest, new_id
from codex_naturalis.seating.names import clean_name, fold_name
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.programs import ProgramInfo, ProgramSettings

from ..database.quotas import PROGRAMS
from ..database.schema import accounts, programs, programs_here
from ..people.accounts import Accounts, check_account, signing_up
from ..personal_data.deletion import Deletion
from ..support.settings import Settings
from ..tables.store import Store
from .presence import still_here

__all__ = ["MOST_PROGRAMS", "BotAccounts", "check_on"]

MOST_PROGRAMS: Final = 10
"""Programs of one account."""


def check_on(settings: Settings) -> None:
    """Raise a `ProblemError` if this server's host does not allow programs."""
    if settings.bots == "off":
        raise ProblemError(Code.PROGRAM_OFF)


class BotAccounts:
    """Service that creates, lists, sets up and removes the programs of an account."""

    def __init__(self, store: Store, known: Accounts, deletion: Deletion, settings: Settings) -> None:
        """Keep them beside the accounts in `known`, unless `settings` allow none."""
        self._store = store
        self._accounts = known
        self._deletion = deletion
        self._settings = settings

    async def of(self, owner: str) -> tuple[ProgramInfo, ...]:
        """Return the programs of an account, oldest first."""
        (rows,) = await self._store.read(_mine(owner).order_by(accounts.c.created))
        return tuple(
            ProgramInfo(row.name, row.created, here=row.connection is not None, for_all=bool(row.for_all))
            for row in rows
        )

    async def create(self, owner: str, wanted: str) -> ProgramInfo:
        """Create a program; its name, like any account's, stays unique."""
        check_on(self._settings)
        name = clean_name(wanted)
        await self._accounts.check_free(name)
        guest = Guest(new_id(), name)
        made = signing_up(guest, name, "", new=True)

        async def job(connection: AsyncConnection) -> None:
            async with PROGRAMS.within(connection, owner, most=MOST_PROGRAMS):
                await check_account(connection, owner)
                await made(connection)
                await connection.execute(insert(programs), {"guest": guest.id, "owner": owner})

        await self._store.write(job, PROGRAMS.key(owner))
        return await self._find_program(owner, name)

    async def set_up(self, owner: str, name: str, wanted: ProgramSettings) -> ProgramInfo:
        """Store an owner's settings for a program, and return it."""
        guest = await self._guest(owner, name)
        here = update(programs).where(programs.c.guest == guest)

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(here.values(for_all=wanted.for_all))

        await self._store.write(job)
        return await self._find_program(owner, name)

    async def remove(self, owner: str, name: str) -> None:
        """Remove a program; games that others played with it remain, without its name."""
        guest = await self._guest(owner, name)
        await self._deletion.forget(guest)
        self._accounts.signed_out(guest)

    async def _find_program(self, owner: str, name: str) -> ProgramInfo:
        """Return an owner's program; raise a `ProblemError` if it is gone, as with an account that was just deleted."""
        found = [one for one in await self.of(owner) if fold_name(one.name) == fold_name(name)]
        if not found:
            raise ProblemError(Code.PROGRAM_UNKNOWN)
        return found[0]

    async def _guest(self, owner: str, name: str) -> str:
        """Return the guest of an owner's program; raise a `ProblemError` if there is none of this name."""
        (found,) = await self._store.read(_mine(owner).where(accounts.c.folded == fold_name(name)))
        if not found:
            raise ProblemError(Code.PROGRAM_UNKNOWN)
        return str(found[0].guest)


def _mine(owner: str) -> Any:  # noqa: ANN401 - a statement
    joined = accounts.join(programs, programs.c.guest == accounts.c.guest)
    here = (programs_here.c.guest == accounts.c.guest) & still_here()
    columns = (accounts.c.guest, accounts.c.name, accounts.c.created, programs.c.for_all, programs_here.c.connection)
    return select(*columns).select_from(joined.outerjoin(programs_here, here)).where(programs.c.owner == owner)
