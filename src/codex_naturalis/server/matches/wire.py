"""Messages of the API of deals shared by several tables."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.rules import Preset, Seat

__all__ = ["DealResult", "DealResults", "MatchResponse", "NewChallenge", "NewMatch"]


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    """Request to play the deal of a finished game oneself."""

    seat: Annotated[int, Meta(ge=0)]
    """Seat to play; bots have the others."""

    bot: str = "level:3"
    """Name of the bot that plays where other people sat; bots keep their seats."""


class DealResult(Struct, frozen=True):
    """One person's result with a deal in one seat."""

    table: str
    name: str
    seat: Seat
    points: int
    tybor: int | None
    """Tybor's points; None at a table of several."""

    won: bool
    rank: Annotated[int, Meta(ge=1)]
    """1 plus the number of people who did better with this deal in the same seat."""

    share: float | None
    """Matchpoints as a share: the mean of 1, ½ or 0 for every other person's first game in this seat that did worse, as
    well, or better; None without one."""

    attempt: Annotated[int, Meta(ge=1)]
    """Which of the person's games with this deal it was; later ones know the cards."""

    own: bool
    """Whether it is the caller's."""


class DealResults(Struct, frozen=True):
    """All results of people with one deal, seat by seat, best first."""

    seats: int
    results: tuple[DealResult, ...]
    playing: int
    """Tables where this deal is still played."""


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a match: a new deal that all play once, in the same seat and against the same bots."""

    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    bot: str = "level:3"
    """Name of the bot in all other seats."""

    preset: Preset = Preset.EN


class MatchResponse(Struct, frozen=True):
    """A match, as one guest sees it."""

    id: str
    host: str
    """Name of its first player."""

    seats: int
    bot: str
    created: float
    """Seconds since 1970."""

    table: str | None
    """The caller's table."""

    finished: bool
    """Whether the caller has played it to its end; then there are results."""

    left: bool
    """Whether the caller has left the game."""

    playing: int
    """People who play it now."""

    players: int
    """People who have finished it."""

    results: tuple[DealResult, ...] = ()
    """Best first; empty until the caller has finished."""
