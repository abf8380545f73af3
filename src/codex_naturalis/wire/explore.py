"""Messages of Explore: the tallies of `codex_naturalis.data`, as rows of counts in a fixed order."""

from msgspec import Struct

__all__ = ["CountsResponse", "ExploreResponse", "GroupResponse"]

Row = tuple[int, ...]


class CountsResponse(Struct, frozen=True):
    """Counts of the games of one group. A victory is 12, shared by those who won."""

    games: int
    rounds: int
    seats: tuple[Row, ...]
    """By seat: number, victories, points at the end."""

    cards: tuple[Row, ...]
    """By card, 1 to 80: seats that were dealt it and their victories, that drew it, that laid it face up, the points of
    those placements, seats that laid it face down, that held it at the end."""

    objectives: tuple[Row, ...]
    """By objective, 87 to 102: offered, kept and the victories of those who did, fulfilled, points; passed by and the
    victories of those who did; common to all, fulfilled, points."""

    starters: tuple[Row, ...]
    """By starter, 81 to 86, each with its front and its back: number, victories, points at the end."""

    openings: dict[str, Row]
    """By arrangement of the first two cards: number, victories."""

    totals: Row
    """Number of seats with each total, from 0 on."""

    gold: tuple[Row, ...]
    """Gold cards laid face up, by round: number, their points, victories."""


class GroupResponse(Struct, frozen=True):
    """Games of players of one kind."""

    key: str
    bot: str | None
    """Bot in every seat; None for people."""

    seats: int
    solo: str | None
    """Level of the solo game."""

    digest: str | None
    """SHA-256 of the ids of its games, a line each; None for people."""

    tally: CountsResponse


class ExploreResponse(Struct, frozen=True):
    """All groups, people first."""

    groups: tuple[GroupResponse, ...]
