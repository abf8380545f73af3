"""Reach of a budget of iterations or seconds, also for callers that do not search and have no compiler."""

from typing import Final

from codex_naturalis.rules import Phase
from codex_naturalis.views import View

__all__ = ["MOST", "may_roll_out", "rolls_out"]

MOST: Final = 1_000_000
"""Maximum budget in iterations: as many as fit in a gigabyte."""

_ROLLED_OUT: Final = 30_000
_LONG: Final = 0.4
_SEATS: Final = 2
"""Thresholds for nested rollouts: budget in iterations, time in seconds, and number of seats."""


def may_roll_out(games: int | None, seconds: float | None) -> bool:
    """Return whether searches with this budget end with nested rollouts, in the views where they are of use."""
    return (games or MOST) >= _ROLLED_OUT if seconds is None else seconds >= _LONG


def rolls_out(view: View, games: int | None, seconds: float | None) -> bool:
    """Return whether a search of `view` with this budget ends with nested rollouts.

    Only the budget as given decides, regardless of its division among threads and of results from the placement before.
    """
    return may_roll_out(games, seconds) and len(view.seats) == _SEATS and view.phase in (Phase.PLACE, Phase.DRAW)
