"""Swiss pairing: all play every round, against opponents with a similar score whom they have not met.

For two seats the pairing is a minimum-weight perfect matching (Edmonds' blossom algorithm, from rustworkx), so it is
optimal by its own costs. For three and four seats, where the exact problem is NP-hard, tables are improved by exchanges
from several starts until no exchange of two entrants helps.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from random import Random
from typing import Final

from .matching import min_cost_matching
from .rounds import Entrant, Pairing, RoundResult, table_sizes

__all__ = ["pair_swiss"]

_PER_POINT: Final = 1_000
"""Units in which a difference of scores is counted; its square is the cost."""

_SEAT: Final = 50_000
"""Cost of a seat once more than others, squared: as much as 0.22 points of difference between two scores."""

_SMALL: Final = 10**9
"""Cost of a second small table, before any difference of scores."""

_MET: Final = 10**13
"""Cost of a second meeting, before all but a second bye."""

_BYE: Final = 10**17
"""Cost of a second bye."""

_STARTS: Final = 8
"""Starts of the exchange search, as long as a pair would meet again."""


def pair_swiss(
    entrants: Sequence[Entrant],
    rounds: Sequence[RoundResult],
    scores: dict[Entrant, Fraction],
    *,
    seats: int,
    lot: str,
) -> Pairing:
    """Pair `entrants`, those present, for the round after `rounds`; ties are drawn by `lot`.

    No pair meets twice and no entrant has a second bye while that can be avoided; then scores are as close, then seats
    as even as possible. The bye goes to the lowest score.
    """
    order = sorted(entrants)
    Random(lot).shuffle(order)
    order.sort(key=lambda entrant: scores.get(entrant, 0), reverse=True)
    costs = _Costs(rounds, scores, seats)
    groups, bye = _pairs(order, costs) if seats == 2 else (_groups(order, costs, seats, lot), None)  # noqa: PLR2004
    if seats > 2 and groups and len(groups[-1]) == 1:  # noqa: PLR2004  # one entrant alone
        bye = groups.pop()[0]
    return Pairing(tuple(costs.assign_seats(group) for group in groups), bye)


class _Costs:
    """Costs of a table or a bye, given all earlier rounds."""

    def __init__(self, rounds: Sequence[RoundResult], scores: dict[Entrant, Fraction], seats: int) -> None:
        """Count meetings, seats, byes and small tables of `rounds`."""
        self._scores = {entrant: int(_PER_POINT * score) for entrant, score in scores.items()}
        tables = [table.entrants for played in rounds for table in played.tables]
        self._met = Counter(pair for table in tables for pair in map(frozenset, combinations(table, 2)))
        self._sat = Counter((entrant, seat) for table in tables for seat, entrant in enumerate(table))
        self._byes = Counter(played.bye for played in rounds)
        self._small = Counter(entrant for table in tables if len(table) < seats for entrant in table)

    def meeting(self, one: Entrant, other: Entrant) -> int:
        """Return the cost of two at one table, without that of their seats."""
        return _MET * self._met[frozenset((one, other))] + self._difference(one, other) ** 2

    def _difference(self, one: Entrant, other: Entrant) -> int:
        return self._scores.get(one, 0) - self._scores.get(other, 0)

    def small(self, entrant: Entrant) -> int:
        """Return the cost of a table with an empty seat."""
        return _SMALL * self._small[entrant]

    def bye(self, entrant: Entrant) -> int:
        """Return the cost of a bye: the higher the score the dearer."""
        return _BYE * self._byes[entrant] + 10 * self._scores.get(entrant, 0) ** 2

    def seats(self, seated: Sequence[Entrant]) -> int:
        """Return the cost of these seats: how often each has had its own more often than the others."""
        uneven = 0
        for seat, entrant in enumerate(seated):
            had = [self._sat[entrant, other] for other in range(len(seated))]
            uneven += (had[seat] + 1 - min(had)) ** 2
        return _SEAT * uneven

    def assign_seats(self, group: Sequence[Entrant]) -> tuple[Entrant, ...]:
        """Return the group in the fairest seats."""
        return min(permutations(group), key=self.seats)


def _pairs(order: Sequence[Entrant], costs: _Costs) -> tuple[list[list[Entrant]], Entrant | None]:
    """Return the matching of least cost, and who is left over."""
    edges = [
        (
            one,
            other,
            costs.meeting(order[one], order[other]) + costs.seats(costs.assign_seats((order[one], order[other]))),
        )
        for one, other in combinations(range(len(order)), 2)
    ]
    if len(order) % 2:
        edges += [(number, len(order), costs.bye(entrant)) for number, entrant in enumerate(order)]
    matched = min_cost_matching(len(order) + len(order) % 2, edges)
    bye = next((order[one] for one, other in matched if other == len(order)), None)
    return [[order[one], order[other]] for one, other in matched if other < len(order)], bye


def _groups(order: Sequence[Entrant], costs: _Costs, seats: int, lot: str) -> list[list[Entrant]]:
    """Return tables of three and four, of the least cost that was found."""
    best: list[list[Entrant]] = []
    least: int | None = None
    for start in range(_STARTS):
        groups = _cut(order, table_sizes(len(order), seats))
        if start:
            _shake(groups, Random(f"{lot}/{start}"))
        _exchange(groups, costs, seats)
        cost = sum(_cost(group, costs, seats) for group in groups)
        if least is None or cost < least:
            best, least = groups, cost
        if least < _MET:
            break
    return best


def _cut(order: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    waiting = iter(order)
    return [[next(waiting) for _ in range(size)] for size in sizes]


def _shake(groups: list[list[Entrant]], rng: Random) -> None:
    """Exchange entrants of neighbouring tables at random."""
    for one, other in pairwise(groups):
        a, b = rng.randrange(len(one)), rng.randrange(len(other))
        one[a], other[b] = other[b], one[a]


def _cost(group: Sequence[Entrant], costs: _Costs, seats: int) -> int:
    small = sum(map(costs.small, group)) if len(group) < seats else 0
    return small + sum(costs.meeting(one, other) for one, other in combinations(group, 2))


def _exchange(groups: list[list[Entrant]], costs: _Costs, seats: int) -> None:
    """Exchange two entrants of different tables as long as that lowers the cost."""
    better = True
    while better:
        better = False
        for one, other in combinations(groups, 2):
            better |= _improve(one, other, costs, seats)


def _improve(one: list[Entrant], other: list[Entrant], costs: _Costs, seats: int) -> bool:
    """Make the best exchange between two tables, if one helps."""
    now = _cost(one, costs, seats) + _cost(other, costs, seats)
    found = (now, -1, -1)
    for a in range(len(one)):
        for b in range(len(other)):
            one[a], other[b] = other[b], one[a]
            found = min(found, (_cost(one, costs, seats) + _cost(other, costs, seats), a, b))
            one[a], other[b] = other[b], one[a]
    cost, a, b = found
    if cost < now:
        one[a], other[b] = other[b], one[a]
    return cost < now
