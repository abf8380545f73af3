"""Matchmaking: people with similar ratings, within a range that grows as they wait, and bots of fitting strength."""

from collections.abc import Collection, Sequence
from math import inf
from typing import Final

from msgspec import Struct

from codex_naturalis.wire.table import Opponents

from ..results.ratings import rating_at

__all__ = ["BOT_AFTER", "CAREFUL_NEWCOMER", "Seeker", "fitting_bot", "group_of"]

BOT_AFTER: Final = 12.0
"""Seconds after which a bot is offered."""

_NEAR: Final = 60.0
"""Reach of a person whose rating is certain, at first, in points of rating."""

_GROWTH: Final = 6.0
"""Growth of the reach per second."""

_ANYONE: Final = 60.0
"""Seconds after which anyone fits."""

CAREFUL_NEWCOMER: Final = -323.0
"""Elo of `greedy`, who takes the most points of each turn as a careful newcomer does; measured in `LADDER.md`."""

_OF_BOTS: Final = rating_at(None, 0.0).rating - CAREFUL_NEWCOMER
"""Rating of a person as strong as `level:3`, whose Elo is 0, if people begin as strong as the careful newcomer."""


class Seeker(Struct, frozen=True):
    """Waiting person."""

    guest: str
    rating: float
    deviation: float
    waited: float
    """In seconds."""

    @property
    def reach(self) -> float:
        """Return this person's part of the accepted rating difference: more with time, and for uncertain ratings."""
        return inf if self.waited >= _ANYONE else _NEAR + _GROWTH * self.waited + self.deviation / 4

    def fits(self, other: "Seeker") -> bool:
        """Return whether these two may play: the difference is within their reaches added."""
        return abs(self.rating - other.rating) <= self.reach + other.reach


def group_of(
    own: Seeker, others: Sequence[Seeker], seats: int, apart: Collection[frozenset[str]] = ()
) -> tuple[str, ...] | None:
    """Return the guests to seat together, `own` included, nearest first; None if too few fit one another.

    Among equally near ones the first in `others` is taken; the pairs in `apart` are never seated together.
    """
    group = [own]
    for other in sorted(others, key=lambda other: abs(other.rating - own.rating)):
        if all(other.fits(one) and frozenset((one.guest, other.guest)) not in apart for one in group):
            group.append(other)
        if len(group) == seats:
            return tuple(one.guest for one in group)
    return None


def fitting_bot(rating: float, opponents: Opponents) -> str:
    """Return the bot whose strength is nearest to a person's rating, of those that can play here."""
    levels = [level for level in opponents.levels if opponents.available or not level.prepares]
    return min(levels, key=lambda level: abs(level.elo + _OF_BOTS - rating)).bot
