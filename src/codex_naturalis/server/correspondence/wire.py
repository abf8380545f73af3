"""Messages of slow games: turns with conditions, pinned notes, vacation, and the calendar."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.catalogue import CardId
from codex_naturalis.i18n import Locale
from codex_naturalis.rules import Cell, Place, Seat, Source

__all__ = [
    "CalendarInfo",
    "CalendarLink",
    "ConditionalDraw",
    "ConditionalTurn",
    "ConditionalTurnResponse",
    "NewCalendar",
    "NewVacation",
    "PinnedNote",
    "Vacation",
    "Withdrawal",
]


class ConditionalDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """Draw with its condition: that a slot still holds the same card, or that a deck is not empty."""

    source: Source
    card: CardId | None = None
    """The card that must lie in the slot; None for a deck."""


class ConditionalTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """Turn stored ahead: a placement, and draws of which the first whose condition holds is carried out."""

    place: Place
    draws: Annotated[tuple[ConditionalDraw, ...], Meta(min_length=1, max_length=len(Source))]
    """One for each source at most."""


class Withdrawal(StrEnum):
    """Why a conditional turn was withdrawn."""

    TAKEN = "taken"
    """None of its conditions holds any more."""

    ENDING = "ending"
    """The end of the game was triggered after it was stored."""

    PLACEMENT = "placement"
    """The placement is not possible, or no draw follows it."""

    REPLACED = "replaced"
    """A bot plays for the seat."""


class ConditionalTurnResponse(Struct, frozen=True):
    """Conditional turn of the caller's seat, as stored; its existence is hidden from all other players."""

    turn: ConditionalTurn | None
    withdrawn: Withdrawal | None = None
    """Why it will not be carried out."""


class PinnedNote(Struct, frozen=True, forbid_unknown_fields=True):
    """Note of the caller's own, pinned to a card, to a cell of a seat's codex, or to the table."""

    text: Annotated[str, Meta(max_length=500)]
    """Plain text; an empty one removes the note."""

    card: CardId | None = None
    seat: Seat | None = None
    cell: Cell | None = None
    """Both or none of `seat` and `cell`."""

    def __post_init__(self) -> None:
        """Refuse a cell without a seat, and a note at two places."""
        if (self.seat is None) != (self.cell is None) or (self.card is not None and self.cell is not None):
            raise ValueError("a card, a cell of a seat, or neither")


class NewVacation(Struct, frozen=True, forbid_unknown_fields=True):
    """Vacation to begin now."""

    days: Annotated[int, Meta(ge=1, le=366)]


class Vacation(Struct, frozen=True):
    """Vacation of an account: the yearly allowance, and whether one is under way."""

    allowance: int
    """Days in each calendar year (UTC), as the host has set; 0 for none."""

    left: int
    """Days left in this year."""

    until: float | None
    """End of the vacation under way, in seconds since 1970."""


class NewCalendar(Struct, frozen=True, forbid_unknown_fields=True):
    """Calendar to create, in place of an earlier one."""

    language: Locale


class CalendarLink(Struct, frozen=True):
    """Path of a calendar on this server. Shown only once; anyone who has it can read the deadlines."""

    path: str


class CalendarInfo(Struct, frozen=True):
    """Whether there is a calendar."""

    created: float | None
    """Seconds since 1970; None for no calendar."""
