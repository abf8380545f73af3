"""Messages of the programs API: bot accounts, connected programs, and invitations."""

from msgspec import Struct

from codex_naturalis.rules import Seat

from .people import Standing

__all__ = ["NewInvitation", "NewProgram", "ProgramHere", "ProgramInfo", "ProgramSettings"]


class NewProgram(Struct, frozen=True, forbid_unknown_fields=True):
    """Bot account to create."""

    name: str
    """1 to 24 visible characters, unlike the name of any other account, look-alikes included."""


class ProgramInfo(Struct, frozen=True):
    """Bot account, as shown to its owner."""

    name: str
    created: float
    """Seconds since 1970."""

    here: bool
    """Whether the program is connected now."""

    for_all: bool = False
    """Whether anyone may enter it in tournaments; otherwise only its owner."""


class ProgramSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a program, made by its owner."""

    for_all: bool
    """Whether anyone may enter it in tournaments."""


class ProgramHere(Struct, frozen=True):
    """Connected program, which may be invited."""

    name: str
    owner: str
    """Name of its owner's account."""

    about: str
    """Name and version given by the program itself; may be empty."""

    busy: bool
    """Whether it plays its maximum number of games."""

    standings: tuple[Standing, ...]
    """Ratings by number of seats, for those with a rated game."""


class NewInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """Program to invite, by default to the first empty seat."""

    name: str
    seat: Seat | None = None
