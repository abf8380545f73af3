"""HTTP API of clubs; the room of tournaments serves their season and its export."""

from typing import Final

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ..lobby.request_context import NEEDS_TOKEN, Caller, CallingGuest
from .clubs import Clubs
from .wire import ClubInfo, ClubInvite, ClubResponse, NewClub

__all__ = ["HANDLERS"]

TheClubs = NamedDependency[Clubs]
ClubId = FromPath[str]
Member = FromPath[str]
"""Guest of a member, as `ClubMember` has it."""


@get("/clubs", security=NEEDS_TOKEN, summary="My clubs")
async def my_clubs(guest: CallingGuest, clubs: TheClubs) -> tuple[ClubInfo, ...]:
    """List the clubs of the caller."""
    return await clubs.of(guest.id)


@post("/clubs", security=NEEDS_TOKEN, summary="Found a club")
async def found_club(guest: CallingGuest, clubs: TheClubs, data: JSONBody[NewClub]) -> ClubResponse:
    """Found a club with the caller as its first admin; this needs an account."""
    return await clubs.found_club(guest, data)


@post("/clubs/join", status_code=200, security=NEEDS_TOKEN, summary="Join a club")
async def join_club(guest: CallingGuest, clubs: TheClubs, data: JSONBody[ClubInvite]) -> ClubResponse:
    """Join the club whose link has this secret."""
    return await clubs.join(guest, data.invite)


@get("/clubs/{club_id:str}", summary="One club")
async def one_club(club_id: ClubId, holder: Caller, clubs: TheClubs) -> ClubResponse:
    """Return a club and its members."""
    return await clubs.response(club_id, holder.guest)


@post("/clubs/{club_id:str}/link", status_code=200, security=NEEDS_TOKEN, summary="A new link to join")
async def renew_club_link(club_id: ClubId, guest: CallingGuest, clubs: TheClubs) -> ClubResponse:
    """Replace the link by which people join; the previous one is void (admins only)."""
    return await clubs.renew_link(guest, club_id)


@post(
    "/clubs/{club_id:str}/members/{member:str}/admin", status_code=200, security=NEEDS_TOKEN, summary="Appoint an admin"
)
async def appoint_admin(club_id: ClubId, member: Member, guest: CallingGuest, clubs: TheClubs) -> ClubResponse:
    """Make a member an admin (admins only)."""
    return await clubs.appoint(guest, club_id, member)


@post("/clubs/{club_id:str}/leave", status_code=204, security=NEEDS_TOKEN, summary="Leave a club")
async def leave_club(club_id: ClubId, guest: CallingGuest, clubs: TheClubs) -> None:
    """Leave a club; the last to go deletes it."""
    await clubs.remove(guest, club_id, guest.id)


@delete("/clubs/{club_id:str}/members/{member:str}", status_code=204, security=NEEDS_TOKEN, summary="Remove a member")
async def remove_member(club_id: ClubId, member: Member, guest: CallingGuest, clubs: TheClubs) -> None:
    """Remove a member, and replace the link by which people join (admins only)."""
    await clubs.remove(guest, club_id, member)


HANDLERS: Final = (my_clubs, found_club, join_club, one_club, renew_club_link, appoint_admin, leave_club, remove_member)
