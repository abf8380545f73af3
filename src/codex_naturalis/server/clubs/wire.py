"""Messages of the API of clubs."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.wire.table import Portrait

__all__ = ["ClubInfo", "ClubInvite", "ClubMember", "ClubResponse", "NewClub"]


class NewClub(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to found a club."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    about: Annotated[str, Meta(max_length=500)] = ""
    """Description on its page."""


class ClubInvite(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to join a club."""

    invite: Annotated[str, Meta(max_length=64)]
    """Secret of its link."""


class ClubInfo(Struct, frozen=True):
    """A club in a list."""

    id: str
    name: str
    members: int
    created: float
    """Seconds since 1970."""


class ClubMember(Struct, frozen=True):
    """A member of a club."""

    guest: str | None
    """Sent only to admins, who may appoint and remove members."""

    name: str
    portrait: Portrait | None
    admin: bool
    joined: float
    own: bool
    """Whether it is the caller."""


class ClubResponse(Struct, frozen=True):
    """A club and its members, the longest there first."""

    info: ClubInfo
    about: str
    members: tuple[ClubMember, ...]
    member: bool
    """Whether the caller is a member."""

    admin: bool
    """Whether the caller is an admin."""

    invite: str | None
    """Secret of the link to join, for admins."""
