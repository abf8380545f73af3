"""Ratings from games of two to four seats, by the model of Plackett and Luce, updated game by game.

A seat's strength is a rating on Elo's scale, and the order of a game's seats is drawn as if, again and again, the
best of those left were named: each with a probability proportional to `10 ** (rating / 400)` (R. L. Plackett, *The
analysis of permutations*, Applied Statistics 24, 1975). With two seats this is the model of Bradley and Terry, Elo's
own. Before a game each rating is a normal distribution; after it, the normal distribution at the mode of its product
with the game's likelihood (Laplace's approximation), of which each seat keeps its own mean and variance. So a game of
four seats says as much as one order of four, and not as much as three independent duels.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, permutations, product
from math import exp, log, pi, sqrt
from typing import Final

from msgspec import Struct

from .elo import inverse

__all__ = ["NEW", "PROVISIONAL", "Rating", "after_game", "chances", "widen"]

_SCALE: Final = 400 / log(10)
"""Points for a unit of the natural logarithm of a strength."""

_GROWTH: Final = 4.0
"""Standard deviation by which a strength may change from one game to the next, in points."""

_WEEK: Final = 10.0
"""Standard deviation by which it may change in a week without a game, in points."""

_NEAR: Final = 1e-9
_STEPS: Final = 50
_FARTHEST: Final = 3.0
"""Longest step of the iteration, in natural logarithms."""

PROVISIONAL: Final = 110.0
"""Deviation above which a rating is provisional."""


class Rating(Struct, frozen=True):
    """Estimated strength of a player: the mean and the standard deviation of a normal distribution, in points."""

    rating: float = 1500.0
    deviation: float = 350.0

    @property
    def provisional(self) -> bool:
        """Return whether the deviation is too large to rank by: too few games, or too long ago."""
        return self.deviation > PROVISIONAL


NEW: Final = Rating()
"""Rating of a player of whom nothing is known."""


def widen(rating: Rating, weeks: float) -> Rating:
    """Return the rating after `weeks` without a game: as high as before, but less sure."""
    return _wider(rating, weeks * _WEEK**2)


def _wider(rating: Rating, variance: float) -> Rating:
    return Rating(rating.rating, min(sqrt(rating.deviation**2 + variance), NEW.deviation))


def after_game(seats: Sequence[tuple[Rating, int]]) -> list[Rating]:
    """Return the ratings after a game, given each seat's rating and rank (1 for winners; equal ranks are a tie)."""
    before = [_wider(rating, _GROWTH**2) for rating, _ in seats]
    orders = list(_orders([rank for _, rank in seats]))
    means = [rating.rating / _SCALE for rating in before]
    precisions = [(_SCALE / rating.deviation) ** 2 for rating in before]
    mode, spread = _mode(means, precisions, orders)
    return [
        Rating(_SCALE * each, min(_SCALE * sqrt(spread[index][index]), NEW.deviation))
        for index, each in enumerate(mode)
    ]


def chances(ratings: Sequence[Rating]) -> list[float]:
    """Return each seat's chance to come first; the less a rating is known, the nearer to an even chance.

    The scale is widened by the deviations, as Glickman's `g` does for two.
    """
    widening = [1 + 3 * (rating.deviation / _SCALE / pi) ** 2 for rating in ratings]
    mean = sum(widening) / len(widening)
    weights = _weights([rating.rating / _SCALE / sqrt(2 * mean - 1) for rating in ratings])
    return [weight / sum(weights) for weight in weights]


def _orders(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the orders of seats, best first, that agree with these ranks: one, or several where seats tie."""
    ranked = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    tied = [list(group) for _, group in groupby(ranked, key=lambda seat: ranks[seat])]
    for order in product(*(permutations(group) for group in tied)):
        yield tuple(chain.from_iterable(order))


def _mode(
    means: Sequence[float], precisions: Sequence[float], orders: Sequence[tuple[int, ...]]
) -> tuple[list[float], list[list[float]]]:
    """Return where prior times likelihood is greatest (Newton's iteration), and the inverse of its curvature there."""
    at = list(means)
    for _ in range(_STEPS):
        slope, curvature = _likelihood(at, orders)
        for seat, precision in enumerate(precisions):
            slope[seat] -= precision * (at[seat] - means[seat])
            curvature[seat][seat] += precision
        spread = inverse(curvature)
        steps = [sum(one * other for one, other in zip(row, slope, strict=True)) for row in spread]
        longest = max(map(abs, steps))
        at = [here + step * min(1.0, _FARTHEST / max(longest, _NEAR)) for here, step in zip(at, steps, strict=True)]
        if longest < _NEAR:
            break
    return at, spread


def _likelihood(at: Sequence[float], orders: Sequence[tuple[int, ...]]) -> tuple[list[float], list[list[float]]]:
    """Return slope and negative curvature of the log-likelihood, averaged over the orders."""
    seats, part = range(len(at)), 1 / len(orders)
    slope, curvature = [0.0 for _ in seats], [[0.0 for _ in seats] for _ in seats]
    for order in orders:
        for place in range(len(order) - 1):
            left = order[place:]
            weights = _weights([at[seat] for seat in left])
            shares = {seat: weight / sum(weights) for seat, weight in zip(left, weights, strict=True)}
            slope[order[place]] += part
            for seat, share in shares.items():
                slope[seat] -= part * share
                curvature[seat][seat] += part * share
                for other, its in shares.items():
                    curvature[seat][other] -= part * share * its
    return slope, curvature


def _weights(strengths: Sequence[float]) -> list[float]:
    highest = max(strengths)
    return [exp(strength - highest) for strength in strengths]
