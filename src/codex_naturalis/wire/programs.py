"""Messages of the programs API: bot accounts, those that are connected, and invitations."""

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
    """Whether anyone may enter it in tournaments; otherwise its owner alone."""


class ProgramSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What an owner settles for a program."""

    for_all: bool
    """Whether anyone may enter it in tournaments."""


class ProgramHere(Struct, frozen=True):
    """Program that is connected, and may be invited."""

    name: str
    owner: str
    """Name of its owner's account."""

    about: str
    """What the program says of itself: a name and a version; empty if nothing."""

    busy: bool
    """Whether it plays as many games as it can."""

    standings: tuple[Standing, ...]
    """Ratings by number of seats, for those with a rated game."""


class NewInvitation(Struct, frozen=True, forbid_unknown_fields=True):
    """Program to invite, by default to the first empty seat."""

    name: str
    seat: Seat | None = None
