"""Messages of the daily API."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.rules import SoloLevel
from codex_naturalis.wire.puzzles import Streak

__all__ = ["DailyBar", "DailyPar", "DailyResponse", "DailyResult", "DailySeal", "DailyToday", "PastDay"]


class DailySeal(Struct, frozen=True):
    """Deal of a day, before anyone may see it."""

    day: str
    """Day in UTC, as 2026-03-04."""

    number: int
    level: SoloLevel
    commitment: str
    """Digest of the deal, which its record opens when the day is over."""


class PastDay(Struct, frozen=True):
    """Day that is over, as listed."""

    day: str
    number: int
    level: SoloLevel
    points: int | None = None
    """Own points, in the attempt that counted; None without one."""

    tybor: int | None = None


class DailyToday(Struct, frozen=True):
    """Today's deal, and the caller's results with earlier ones."""

    deal: DailySeal
    seconds: float
    """Seconds until the day is over."""

    players: int
    """People who have finished it so far, guests as in their curve."""

    account: bool
    """Whether the caller has an account, so that an attempt would count."""

    table: str | None
    """Table of the caller's attempt, finished or not."""

    finished: bool
    streak: Streak
    ahead: tuple[DailySeal, ...]
    past: tuple[PastDay, ...]
    """Days to look at or to play again, latest first."""


class DailyResult(Struct, frozen=True):
    """One person's result with a deal."""

    rank: Annotated[int, Meta(ge=1)]
    """1 plus the number of people who did better: by the margin over Tybor, then points, then fewer cards laid."""

    name: str
    points: int
    tybor: int
    turns: int | None
    """Cards laid."""

    own: bool
    """Whether it is the caller's."""


class DailyBar(Struct, frozen=True):
    """Number of people with one margin over Tybor."""

    margin: int
    people: int


class DailyPar(Struct, frozen=True):
    """Mean result of one level with this deal, over several games."""

    key: str
    """Key of the level's character among the texts."""

    games: int
    points: float
    tybor: float


class DailyResponse(Struct, frozen=True):
    """One day. Until it is over, everything from `result` on is sent only to people who have finished it."""

    deal: DailySeal
    over: bool
    seconds: float
    """Seconds until the day is over; 0 if it is."""

    players: int
    table: str | None
    """The caller's table: the attempt that counts or, if none does, the last finished one, else the one under way."""

    finished: bool
    """Whether the game at the caller's table is over."""

    result: DailyResult | None = None
    """The caller's result, with the rank that it has or would have."""

    counted: bool = False
    """Whether that result counts: played on its day, with an account."""

    by_guest: bool = False
    """Whether it was played on its day without an account."""

    scored: tuple[int, ...] = ()
    """Points of each card that the caller laid, in order, without those of objectives."""

    curve: tuple[DailyBar, ...] = ()
    """All results that count, smallest margin first."""

    guests: tuple[DailyBar, ...] = ()
    """Results of the day by people without an account, a few of each network."""

    par: tuple[DailyPar, ...] = ()
    """Levels whose games with this deal are finished, weakest first."""

    best: tuple[DailyResult, ...] = ()
    """The twenty best results."""

    met: tuple[DailyResult, ...] = ()
    """Results of people the caller has played with at other tables, and the caller's own."""
