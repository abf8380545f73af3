"""Messages of Play now."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

__all__ = ["Seek", "SeekPace", "Seeking"]


class SeekPace(StrEnum):
    """Desired pace of play."""

    LIVE = "live"
    """A quarter of an hour each, and 20 seconds for each turn."""

    DAYS = "days"
    """Two days for each turn."""


class Seek(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to meet others who wish the same."""

    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    pace: SeekPace = SeekPace.LIVE
    rated: bool = False
    """Whether the result is to count for ratings: only for people with accounts."""


class Seeking(Struct, frozen=True):
    """Progress of a search."""

    seats: int
    pace: SeekPace
    rated: bool
    waited: float
    """Seconds since it began."""

    others: int
    """Number of others waiting for the same, of any strength."""

    reach: float | None
    """Largest accepted rating difference now, in points; None for any."""

    bot: str | None
    """Bot of fitting strength that can be played instead; None in the first seconds."""

    table: str | None
    """Table where the caller has been seated; None while waiting."""
