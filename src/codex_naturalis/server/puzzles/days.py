"""Days on which accounts have solved the puzzle of the day, and the streaks that follow."""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as insert_postgres
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Holder
from codex_naturalis.wire.puzzles import Streak

from ..daily.streaks import streak_of
from ..database.schema import puzzle_days as rows
from ..people.accounts import Accounts
from ..tables.store import Store

__all__ = ["PuzzleDays"]


class PuzzleDays:
    """Service that stores the days with the account: they are the same on every device."""

    def __init__(self, store: Store, accounts: Accounts) -> None:
        """Keep days in `store`, for people with one of `accounts`."""
        self._store = store
        self._accounts = accounts

    async def streak(self, holder: Holder, day: str) -> Streak | None:
        """Return the holder's streak as of `day`; None for guests and programs, whose days are not stored."""
        guest = await self._guest(holder)
        if guest is None:
            return None
        (found,) = await self._store.read(select(rows.c.day).where(rows.c.guest == guest))
        return streak_of([row.day for row in found], day)

    async def note_solved(self, holder: Holder, day: str) -> None:
        """Note that the holder has solved the puzzle of `day`; doing so twice changes nothing."""
        guest = await self._guest(holder)
        if guest is None:
            return
        insert = insert_postgres if self._store.shared else insert_sqlite
        noted = insert(rows).values(guest=guest, day=day).on_conflict_do_nothing()

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(noted)

        await self._store.write(job, guest)

    async def _guest(self, holder: Holder) -> str | None:
        own = holder.guest is not None and holder.token is None
        return holder.guest if own and holder.guest and await self._accounts.has(holder.guest) else None
