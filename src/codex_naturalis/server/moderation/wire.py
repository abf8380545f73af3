"""Messages about reports, blocks and moderation."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.rules import Seat

__all__ = [
    "BlockedPerson",
    "Measure",
    "MeasureKind",
    "NewBlock",
    "NewReport",
    "ReportContext",
    "ReportKind",
    "ReportResponse",
    "ReportedLine",
]

_MOST_WORDS = 300


class ReportKind(StrEnum):
    """Subject of a report."""

    CHAT = "chat"
    NAME = "name"
    PORTRAIT = "portrait"
    BEHAVIOUR = "behaviour"


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """Report of a person: at a table by a line of chat or by a seat, or anywhere by the name of an account."""

    kind: ReportKind
    table: str | None = None
    line: int | None = None
    """Number of the chat line; needed where chat is reported."""

    seat: Seat | None = None
    """The person's seat; needed where no line is given."""

    name: str | None = None
    """Name of an account; needed where no table is given."""

    comment: Annotated[str, Meta(max_length=_MOST_WORDS)] = ""


class NewBlock(Struct, frozen=True, forbid_unknown_fields=True):
    """Person to block: at a table by a line of chat or by a seat, or anywhere by the name of an account."""

    table: str | None = None
    line: int | None = None
    seat: Seat | None = None
    name: str | None = None


class BlockedPerson(Struct, frozen=True):
    """Person whom the caller has blocked."""

    person: str
    """Public pseudonym."""

    name: str
    """The name at the time."""


class ReportedLine(Struct, frozen=True):
    """Chat line in a report's context."""

    name: str
    text: str | None
    """None for an emote."""

    reported: bool
    """Whether this is the line."""


class ReportContext(Struct, frozen=True):
    """Context that was visible when the report was made."""

    table: str | None
    """None where it was made from the person's public page."""

    name: str
    """The reported person's."""

    portrait: int | None
    comment: str
    """The reporter's."""

    lines: tuple[ReportedLine, ...] = ()
    """The reported line with those around it."""


class ReportResponse(Struct, frozen=True):
    """Open report, as a moderator sees it; it does not say who made it."""

    id: int
    kind: ReportKind
    at: float
    """Seconds since 1970."""

    name: str
    """The reported person's now."""

    account: bool
    """Whether the reported person has an account."""

    earlier: int
    """Earlier measures against this person."""

    others: int
    """Further open reports of this person."""

    context: ReportContext


class MeasureKind(StrEnum):
    """Kind of measure."""

    DISMISS = "dismiss"
    MUTE = "mute"
    RENAME = "rename"
    BAN = "ban"


class Measure(Struct, frozen=True, forbid_unknown_fields=True):
    """Decision on a report."""

    action: MeasureKind
    days: Annotated[int, Meta(ge=1, le=365)] = 7
    """How long a mute, a given name or a ban lasts."""

    reason: Annotated[str, Meta(max_length=_MOST_WORDS)] = ""
    """For the log, and shown to a banned person."""
