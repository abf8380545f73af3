"""Rewards: victory, margin, or points as they come."""

from collections.abc import Sequence
from enum import StrEnum
from math import tanh
from typing import Final

from codex_naturalis.rules import Seat

__all__ = ["CLEAR", "ILLEGAL_REWARD", "RewardKind", "final_rewards"]

CLEAR: Final = 6.0
"""Points ahead that make a clear victory: `margin` is the hyperbolic tangent of the lead in this unit."""

ILLEGAL_REWARD: Final = -1.0
"""Reward of an illegal action, which ends the episode."""


class RewardKind(StrEnum):
    """Reward for an episode."""

    WIN = "win"
    """At the end 1 for a victory, -1 between all losers, shared by winners: their sum is 0. Solo: 1 or -1."""

    MARGIN = "margin"
    """At the end the lead over the best of the others, or over Tybor, from -1 to 1."""

    POINTS = "points"
    """The own track points when they are made, those of objectives at the end."""


def final_rewards(
    kind: RewardKind, totals: Sequence[int], winners: Sequence[Seat], tybor: int | None, scores: Sequence[int]
) -> tuple[float, ...]:
    """Return the rewards at the end; `scores` are the track points that `POINTS` has already rewarded."""
    if kind is RewardKind.POINTS:
        return tuple(float(total - score) for total, score in zip(totals, scores, strict=True))
    if kind is RewardKind.MARGIN:
        return tuple(tanh(_lead(totals, seat, tybor) / CLEAR) for seat in range(len(totals)))
    if tybor is not None:
        return (1.0 if winners else -1.0,)
    share, others = len(winners), len(totals) - 1
    won = (len(totals) - share) / (share * others)
    return tuple(won if seat in winners else -1.0 / others for seat in range(len(totals)))


def _lead(totals: Sequence[int], seat: Seat, tybor: int | None) -> int:
    best = max((total for other, total in enumerate(totals) if other != seat), default=tybor or 0)
    return totals[seat] - best
