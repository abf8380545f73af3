"""Arena: no rounds; players who are free are paired at once, by score, and not against their last opponents."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final

from .matching import min_cost_matching
from .rounds import Entrant, RoundResult, TableResult, share_beaten
from .scoring import TournamentRank

__all__ = ["arena_standings", "pair_arena"]

_AGAIN: Final = 10**6
"""Cost of an opponent of the last game, before any difference of scores."""


def pair_arena(
    free: Sequence[Entrant],
    scores: Mapping[Entrant, Fraction],
    last: Mapping[Entrant, frozenset[Entrant]],
    *,
    seats: int,
    lot: str,
    again: bool = False,
) -> tuple[tuple[Entrant, ...], ...]:
    """Return tables for the `free` entrants; the rest wait. `last` has the opponents of each one's last game.

    Scores are as close as possible. Last opponents are only paired `again` if that is allowed. Seats are drawn by
    `lot`.
    """
    rng = Random(lot)
    order = sorted(free)
    rng.shuffle(order)
    order.sort(key=lambda entrant: scores.get(entrant, 0), reverse=True)
    groups = _pairs(order, scores, last, again) if seats == 2 else _cut(order, last, seats, again)  # noqa: PLR2004
    return tuple(tuple(rng.sample(group, len(group))) for group in groups)


def _pairs(
    order: Sequence[Entrant],
    scores: Mapping[Entrant, Fraction],
    last: Mapping[Entrant, frozenset[Entrant]],
    again: bool,  # noqa: FBT001
) -> list[list[Entrant]]:
    edges = []
    for one, other in combinations(range(len(order)), 2):
        met = _just_met(order[one], order[other], last)
        if again or not met:
            away = scores.get(order[one], Fraction(0)) - scores.get(order[other], Fraction(0))
            edges.append((one, other, int(away * away) + _AGAIN * met))
    return [[order[one], order[other]] for one, other in min_cost_matching(len(order), edges)]


def _cut(
    order: Sequence[Entrant],
    last: Mapping[Entrant, frozenset[Entrant]],
    seats: int,
    again: bool,  # noqa: FBT001
) -> list[list[Entrant]]:
    """Fill tables from the top of the standings, each with the next ones who have not just met its first."""
    waiting, groups = list(order), []
    while len(waiting) >= seats:
        first = waiting[0]
        fresh = [other for other in waiting[1:] if not _just_met(first, other, last)]
        met = [other for other in waiting[1:] if _just_met(first, other, last)]
        if len(fresh) < seats - 1 and not again:
            waiting.pop(0)
            continue
        group = [first, *(fresh + met)[: seats - 1]]
        groups.append(group)
        waiting = [other for other in waiting if other not in group]
    return groups


def _just_met(one: Entrant, other: Entrant, last: Mapping[Entrant, frozenset[Entrant]]) -> bool:
    """Return whether either's last game was against the other."""
    return other in last.get(one, frozenset()) or one in last.get(other, frozenset())


def arena_standings(rounds: Sequence[RoundResult]) -> tuple[TournamentRank, ...]:
    """Return the standings, best first: 2 points for beating all opponents at a table, 1 for half of them, 0 for none.

    Equal scores are decided by victories, then by fewer games; otherwise they share the rank.
    """
    games: dict[Entrant, list[tuple[TableResult, int]]] = {}
    for played in rounds:
        for entrant, game in played.games.items():
            games.setdefault(entrant, []).append(game)
    keys = {entrant: _key(own) for entrant, own in games.items()}
    best_first = sorted(keys.values(), reverse=True)
    ordered = sorted(keys, key=lambda entrant: (best_first.index(keys[entrant]), entrant))
    return tuple(
        TournamentRank(
            best_first.index(keys[entrant]) + 1,
            entrant,
            round(float(keys[entrant][0]), 4),
            0.0,
            0.0,
            len(games[entrant]),
            round(float(keys[entrant][1]), 4),
        )
        for entrant in ordered
    )


def _key(games: Sequence[tuple[TableResult, int]]) -> tuple[Fraction, Fraction, int]:
    points = sum((2 * share_beaten(table, seat) for table, seat in games), Fraction(0))
    wins = sum((Fraction(1, len(table.winners)) for table, seat in games if seat in table.winners), Fraction(0))
    return points, wins, -len(games)
