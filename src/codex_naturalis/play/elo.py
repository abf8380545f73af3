"""Elo ratings from game results, by the model of Bradley and Terry (1952), a draw counting half for each."""

from collections.abc import Sequence
from math import log, sqrt
from typing import Final

__all__ = ["Scores", "elo_ratings", "inverse"]

Scores = Sequence[Sequence[float]]
"""Score matrix: `scores[a][b]` is how many games a has won against b, draws counting half."""

_PER_NATURAL: Final = 400 / log(10)
_CONFIDENCE: Final = 1.96
"""Half the width of a 95 % interval, in standard errors."""

_PRIOR: Final = 0.5
"""Prior in draws: each pair is taken to have drawn once more than it has, so that a clean sweep has a finite rating."""

_ROUNDS: Final = 10_000
_NEAR: Final = 1e-12


def elo_ratings(scores: Scores) -> list[tuple[float, float]]:
    """Return the rating of each player in Elo, 0 on average, and half the width of its 95 % interval."""
    if len(scores) == 1:
        return [(0.0, 0.0)]
    won = [[own + _PRIOR if a != b else 0.0 for b, own in enumerate(row)] for a, row in enumerate(scores)]
    strengths = _strengths(won)
    centre = sum(map(log, strengths)) / len(strengths)
    errors = _errors(won, strengths)
    return [
        (_PER_NATURAL * (log(strength) - centre), _CONFIDENCE * _PER_NATURAL * error)
        for strength, error in zip(strengths, errors, strict=True)
    ]


def _strengths(won: Scores) -> list[float]:
    """Return the maximum-likelihood strengths (Zermelo's iteration)."""
    players = range(len(won))
    strengths = [1.0] * len(won)
    for _ in range(_ROUNDS):
        after = []
        for a in players:
            meetings = sum((won[a][b] + won[b][a]) / (strengths[a] + strengths[b]) for b in players if b != a)
            after.append(sum(won[a]) / meetings)
        mean = sum(after) / len(after)
        after = [strength / mean for strength in after]
        moved = max(abs(new - old) for new, old in zip(after, strengths, strict=True))
        strengths = after
        if moved < _NEAR:
            break
    return strengths


def _errors(won: Scores, strengths: Sequence[float]) -> list[float]:
    """Return the standard error of each log strength about their mean, from the Fisher information in the results."""
    size = len(won)
    information = [[1.0 / size] * size for _ in range(size)]
    for a in range(size):
        for b in range(size):
            if a != b:
                share = strengths[a] / (strengths[a] + strengths[b])
                weight = (won[a][b] + won[b][a]) * share * (1 - share)
                information[a][a] += weight
                information[a][b] -= weight
    inverted = inverse(information)
    return [sqrt(max(0.0, inverted[a][a] - 1.0 / size)) for a in range(size)]


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a matrix that has one (Gauss and Jordan, with pivots)."""
    size = len(matrix)
    rows = [[*row, *(float(column == index) for column in range(size))] for index, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for other in range(size):
            if other != column:
                factor = rows[other][column]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[column], strict=True)]
    return [row[size:] for row in rows]
