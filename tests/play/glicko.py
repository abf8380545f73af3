"""Glicko-2 ratings (Mark Glickman, 2022: http://www.glicko.net/glicko/glicko2.pdf), which the server once had.

The rating is the estimated strength, its deviation the standard error of that estimate, its volatility how much the
strength changes. Every game is a rating period of its own; between games the deviation grows with the time that has
gone by.
"""

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import Final

from msgspec import Struct

__all__ = ["NEW", "PROVISIONAL", "Rating", "after_game", "rated", "rested"]

_SCALE: Final = 173.7178
_CENTRE: Final = 1500.0
_TAU: Final = 0.5
"""System constant tau, which limits the change of volatilities; the paper names 0.3 to 1.2."""

_NEAR: Final = 1e-6
_WIDEST: Final = 350.0

PROVISIONAL: Final = 110.0
"""Deviation above which a rating is provisional."""


class Rating(Struct, frozen=True):
    """Estimated strength of a player."""

    rating: float = _CENTRE
    deviation: float = _WIDEST
    volatility: float = 0.06

    @property
    def provisional(self) -> bool:
        """Return whether the deviation is too large to rank by: too few games, or too long ago."""
        return self.deviation > PROVISIONAL


NEW: Final = Rating()
"""Rating of a player of whom nothing is known."""


def rested(rating: Rating, periods: float) -> Rating:
    """Return the rating after `periods` rating periods without a game: as high as before, but less sure."""
    deviation = sqrt(rating.deviation**2 + periods * (_SCALE * rating.volatility) ** 2)
    return Rating(rating.rating, min(deviation, _WIDEST), rating.volatility)


def rated(own: Rating, results: Sequence[tuple[Rating, float]], weight: float = 1.0) -> Rating:
    """Return the rating after one period with `results`: each opponent, and 1 for a win, ½ for a draw, 0 for a loss.

    Each result counts for `weight` of a game.
    """
    if not results:
        return rested(own, 1)
    mu, phi = _within(own)
    weights = [(_g(_within(other)[1]), _within(other)[0], score) for other, score in results]
    expected = [(g, _expected(mu, g, mu_other), score) for g, mu_other, score in weights]
    variance = 1 / (weight * sum(g * g * e * (1 - e) for g, e, _ in expected))
    gained = weight * sum(g * (score - e) for g, e, score in expected)
    volatility = _volatility(own.volatility, phi, variance, variance * gained)
    before = sqrt(phi * phi + volatility * volatility)
    after = 1 / sqrt(1 / before**2 + 1 / variance)
    return Rating(_CENTRE + _SCALE * (mu + after**2 * gained), min(_SCALE * after, _WIDEST), volatility)


def after_game(seats: Sequence[tuple[Rating, int]], weight: float = 1.0) -> list[Rating]:
    """Return the ratings after a game, given each rating and rank: as if each seat had played each of the others."""
    return [
        rated(
            own,
            [(other, _score(rank, rank_of_other)) for b, (other, rank_of_other) in enumerate(seats) if b != a],
            weight,
        )
        for a, (own, rank) in enumerate(seats)
    ]


def _score(rank: int, other: int) -> float:
    return 0.5 if rank == other else float(rank < other)


def _within(rating: Rating) -> tuple[float, float]:
    """Return the rating and deviation on the internal scale of the paper (mu and phi)."""
    return (rating.rating - _CENTRE) / _SCALE, rating.deviation / _SCALE


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / pi**2)


def _expected(mu: float, g: float, other: float) -> float:
    return 1 / (1 + exp(-g * (mu - other)))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: the zero of f, found as in step 5 of the paper (the Illinois algorithm)."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - grown) / (2 * grown * grown) - (x - a) / _TAU**2

    low, high = a, _other_end(f, a, delta * delta - phi * phi - variance)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _NEAR:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = f(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)


def _other_end(f: Callable[[float], float], a: float, excess: float) -> float:
    """Return where to begin on the other side of the zero of `f`."""
    if excess > 0:
        return log(excess)
    steps = 1
    while f(a - steps * _TAU) < 0:
        steps += 1
    return a - steps * _TAU
