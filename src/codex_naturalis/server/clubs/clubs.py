"""Clubs: who is a member, who may admit and remove others, and the link by which people join."""

import secrets
import time
from typing import Any, Final

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import Guest, new_id
from codex_naturalis.seating.names import clean_text, clean_title
from codex_naturalis.wire.errors import Code, ProblemError

from ..database.engine import insert_into
from ..database.quotas import CLUB_MEMBERS, CLUBS
from ..database.schema import club_members, clubs, guests
from ..people.accounts import Accounts
from ..support.settings import Settings
from ..tables.store import Store
from .wire import ClubInfo, ClubMember, ClubResponse, NewClub

__all__ = ["Clubs", "check_club_admin", "leave_clubs"]

_MOST_MEMBERS: Final = 500


class Clubs:
    """Service for clubs. A club is shown to anyone who knows its address; its link to join only to its admins."""

    def __init__(self, store: Store, accounts: Accounts, settings: Settings) -> None:
        """Keep clubs in `store`; only people with `accounts` may found one."""
        self._store = store
        self._accounts = accounts
        self._most = settings.clubs_per_account

    async def found_club(self, guest: Guest, wanted: NewClub) -> ClubResponse:
        """Found a club, with its founder as admin."""
        if not await self._accounts.has(guest.id):
            raise ProblemError(Code.ACCOUNT_NONE)
        name, about = clean_title(wanted.name), clean_text(wanted.about)
        club, now = new_id(), time.time()
        row = {"id": club, "name": name, "about": about, "created": now, "invite": _invite()}
        member = {"club": club, "guest": guest.id, "admin": True, "joined": now}

        async def job(connection: AsyncConnection) -> None:
            async with CLUBS.within(connection, guest.id, most=self._most):
                await connection.execute(insert(clubs), row)
                await connection.execute(insert(club_members), member)

        await self._store.write(job, CLUBS.key(guest.id))
        return await self.response(club, guest.id)

    async def of(self, guest: str) -> tuple[ClubInfo, ...]:
        """Return the clubs of a guest, by name."""
        mine = select(club_members.c.club).where(club_members.c.guest == guest)
        (rows,) = await self._store.read(_infos().where(clubs.c.id.in_(mine)).order_by(clubs.c.name, clubs.c.id))
        return tuple(_info(row) for row in rows)

    async def response(self, club: str, guest: str | None) -> ClubResponse:
        """Return a club with its members; raise a `ProblemError` if there is none."""
        people = select(club_members, guests.c.name, guests.c.portrait).join(
            guests, guests.c.id == club_members.c.guest
        )
        people = people.where(club_members.c.club == club).order_by(club_members.c.joined, guests.c.name)
        found, members = await self._store.read(
            _infos().add_columns(clubs.c.about, clubs.c.invite).where(clubs.c.id == _clean(club)), people
        )
        if not found:
            raise ProblemError(Code.CLUB_UNKNOWN)
        own = next((row for row in members if row.guest == guest), None)
        admin = own is not None and own.admin
        return ClubResponse(
            info=_info(found[0]),
            about=found[0].about,
            members=tuple(
                ClubMember(
                    row.guest if admin else None, row.name, row.portrait, row.admin, row.joined, row.guest == guest
                )
                for row in members
            ),
            member=own is not None,
            admin=admin,
            invite=found[0].invite if admin else None,
        )

    async def members(self, club: str) -> dict[str, str]:
        """Return the names of the members of a club, by guest."""
        people = select(club_members.c.guest, guests.c.name).join(guests, guests.c.id == club_members.c.guest)
        (rows,) = await self._store.read(people.where(club_members.c.club == club))
        return {row.guest: row.name for row in rows}

    async def is_member(self, club: str, guest: str) -> bool:
        """Return whether a guest belongs to a club."""
        return await self._role(club, guest) is not None

    async def is_admin(self, club: str, guest: str) -> bool:
        """Return whether a guest is one of the admins of a club."""
        return bool(await self._role(club, guest))

    async def _role(self, club: str, guest: str) -> bool | None:
        mine = select(club_members.c.admin).where(club_members.c.club == _clean(club), club_members.c.guest == guest)
        (rows,) = await self._store.read(mine)
        return bool(rows[0].admin) if rows else None

    async def join(self, guest: Guest, invite: str) -> ClubResponse:
        """Join the club whose link has this secret; nothing changes for a member."""
        open_club = select(clubs.c.id).where(clubs.c.invite == _clean(invite))
        (found,) = await self._store.read(open_club)
        if not found:
            raise ProblemError(Code.CLUB_UNKNOWN)
        club = found[0].id
        row = {"club": club, "guest": guest.id, "admin": False, "joined": time.time()}

        async def job(connection: AsyncConnection) -> None:
            if not (await connection.execute(open_club.with_for_update())).first():
                raise ProblemError(Code.CLUB_UNKNOWN)  # a member was removed a moment ago, or the last one left
            async with CLUB_MEMBERS.within(connection, club, most=_MOST_MEMBERS):
                await connection.execute(insert_into(connection, club_members).values(row).on_conflict_do_nothing())

        await self._store.write(job, CLUB_MEMBERS.key(club))
        return await self.response(club, guest.id)

    async def renew_link(self, guest: Guest, club: str) -> ClubResponse:
        """Replace the link to join; the previous one is void. Admins only."""
        await self.check_admin(club, guest.id)

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(update(clubs).where(clubs.c.id == club).values(invite=_invite()))

        await self._store.write(job)
        return await self.response(club, guest.id)

    async def check_admin(self, club: str, guest: str) -> None:
        """Raise a `ProblemError` unless a guest is an admin of a club."""
        if not await self.is_admin(club, guest):
            raise ProblemError(Code.CLUB_ADMIN)

    async def appoint(self, guest: Guest, club: str, member: str) -> ClubResponse:
        """Make a member an admin. Admins only."""
        await self.check_admin(club, guest.id)

        async def job(connection: AsyncConnection) -> None:
            here = update(club_members).where(*_one(club, member))
            if (await connection.execute(here.values(admin=True))).rowcount != 1:
                raise ProblemError(Code.CLUB_MEMBER)

        await self._store.write(job)
        return await self.response(club, guest.id)

    async def remove(self, guest: Guest, club: str, member: str) -> None:
        """Remove a member: oneself or, as an admin, another, which makes the link to join void.

        The club is deleted with its last member. When the last admin leaves, the longest-standing member becomes
        one.
        """
        if member != guest.id:
            await self.check_admin(club, guest.id)

        async def job(connection: AsyncConnection) -> None:
            await _take_out(connection, club, member)
            if member != guest.id:
                await connection.execute(update(clubs).where(clubs.c.id == _clean(club)).values(invite=_invite()))

        await self._store.write(job)


async def check_club_admin(connection: AsyncConnection, club: str, guest: str) -> None:
    """Raise a `ProblemError` if, in this transaction, a guest is no longer an admin of a club."""
    mine = select(club_members.c.admin).where(*_one(club, guest)).with_for_update(read=True)
    if not (await connection.execute(mine)).scalar():
        raise ProblemError(Code.CLUB_ADMIN)


async def leave_clubs(connection: AsyncConnection, guest: str) -> None:
    """Remove a guest from all clubs; each gets another admin or is closed, as when members leave."""
    mine = select(club_members.c.club).where(club_members.c.guest == guest)
    for row in (await connection.execute(mine)).all():
        await _take_out(connection, row.club, guest)


async def _take_out(connection: AsyncConnection, club: str, member: str) -> None:
    if (await connection.execute(delete(club_members).where(*_one(club, member)))).rowcount != 1:
        raise ProblemError(Code.CLUB_MEMBER)
    await _succeed(connection, club)


def _clean(text: str) -> str:
    """Return an external id in a form that can be queried: PostgreSQL rejects null characters."""
    return text.replace("\0", "")


def _invite() -> str:
    return secrets.token_urlsafe(16)


def _one(club: str, guest: str) -> tuple[Any, ...]:
    return club_members.c.club == _clean(club), club_members.c.guest == _clean(guest)


async def _succeed(connection: AsyncConnection, club: str) -> None:
    """Delete a club without members, and give one without admins a new one."""
    left = select(club_members.c.guest, club_members.c.admin).where(club_members.c.club == club)
    rows = (await connection.execute(left.order_by(club_members.c.joined, club_members.c.guest))).all()
    if not rows:
        await connection.execute(delete(clubs).where(clubs.c.id == club))
    elif not any(row.admin for row in rows):
        await connection.execute(update(club_members).where(*_one(club, rows[0].guest)).values(admin=True))


def _infos() -> Any:  # noqa: ANN401 - a statement
    count = select(func.count()).select_from(club_members).where(club_members.c.club == clubs.c.id).scalar_subquery()
    return select(clubs.c.id, clubs.c.name, clubs.c.created, count.label("members"))


def _info(row: Row[Any]) -> ClubInfo:
    return ClubInfo(row.id, row.name, row.members, row.created)
