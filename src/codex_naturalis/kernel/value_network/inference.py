# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Evaluation of a leaf: margin, probability of victory and reward from the points that the network expects."""

from math import sqrt
from typing import Final

from ..compiler.jit import njit
from ..layout import NOBODY, OVER, Array, Game, Games
from .exact_math import exp
from .extraction import look, see
from .network import estimate, run

__all__ = ["CLEAR", "appraise", "appraise_at"]

CLEAR: Final = 6.0
"""Scale of the margin, in points, from which on a victory is rather clear."""

_TO_LOGISTIC: Final = 0.55
"""Scale of a logistic distribution for each point of standard deviation."""


@njit
def appraise(g: Game, n: Array) -> None:
    """Evaluate a leaf: write each seat's reward, 0 to 1, before a placement or at the end.

    The reward is the mean of the probability of victory and of how clear it is.
    """
    if g.phase == OVER:
        _settle(g, n)
        return
    tybor = -1e3
    to_come = 0.0
    look(g, n)
    for seat in range(g.seats):
        more = 0.0
        goes_on = g.last_round == NOBODY or g.last_round - g.round + (seat >= g.turn) > 0
        if goes_on or g.solo > 0:
            see(g, n, seat)
            run(n)
        if goes_on:
            more = max(0.0, estimate(n, 0))
        to_come += more
        n.rewards[seat] = n.has[seat] + more
        if g.solo > 0:
            more = max(0.0, estimate(n, 1))
            tybor = g.tybor + more
            to_come += more
    _compare(g, n, tybor, _TO_LOGISTIC * sqrt(n.unsure[0] + n.unsure[1] * to_come))


@njit
def _compare(g: Game, n: Array, tybor: float, scale: float) -> None:
    """Convert expected totals to rewards, 0 to 1."""
    most = tybor
    second = tybor
    for seat in range(g.seats):
        total = n.rewards[seat]
        if total > most:
            second = most
            most = total
        elif total > second:
            second = total
    for seat in range(g.seats):
        total = n.rewards[seat]
        ahead = total - (second if total == most else most)
        n.rewards[seat] = 0.5 / (1.0 + exp(-ahead / scale)) + 0.5 / (1.0 + exp(-ahead / CLEAR))


@njit
def _settle(g: Game, n: Array) -> None:
    winners = 0
    for seat in range(g.seats):
        winners += g.winners >> seat & 1
    for seat in range(g.seats):
        best = g.tybor + 0.0 if g.solo > 0 else -1.0
        for other in range(g.seats):
            if other != seat:
                best = max(best, g.totals[other])
        won = (g.winners >> seat & 1) / max(1, winners)
        n.rewards[seat] = 0.5 * won + 0.5 / (1.0 + exp((best - g.totals[seat]) / CLEAR))


@njit
def appraise_at(games: Games, at: int, nets: Array) -> None:
    """Evaluate record `at`, as `appraise`: the Python entry point."""
    appraise(games[at], nets[0])
