"""Determinized Monte-Carlo tree search of one view, on one or more threads.

Each iteration samples a world that fits the view and descends one tree over information sets (ISMCTS: Cowling, Powley
and Whitehouse, 2012); several threads grow a tree each (root parallelization).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from codex_naturalis.rules import Action
from codex_naturalis.views import View

from .budget import MOST, rolls_out
from .rollouts import CONTENDERS, COST, roll_out_in_rounds
from .search_state import Considered, Manner, Room, first_part, new_room, rank_root_actions, search_in_rounds
from .tree_reuse import ReusableTrees

__all__ = ["MOST", "Considered", "Manner", "ReusableTrees", "SearchResult", "rolls_out", "think"]


_PER_SECOND: Final = 200_000
"""Capacity in iterations for each second of a time budget."""

_ANEW: Final = 3
"""Divisor of the budget: at least a third of it is searched afresh, however many visits the reused tree has."""

_REUSE_MINIMUM: Final = 250
"""Minimum budget, in iterations, for tree reuse: the statistics of fewer, not all in the same worlds, mislead."""

_PLAIN: Final = 8
"""Divisor of the budget: a search with rollouts spends this part on the tree, to find the actions worth them."""


class SearchResult(Struct, frozen=True):
    """Search result, the best action first: the winner of sequential halving, or with many seats the most visited."""

    considered: tuple[Considered, ...]
    iterations: int
    depth: int
    """Depth of the tree: actions on the longest path that was followed."""


def think(
    view: View,
    rng: Random,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    manner: Manner = Manner(),  # noqa: B008  # frozen
    threads: int = 1,
    reusable: ReusableTrees | None = None,
) -> SearchResult:
    """Search `view` for `iterations` or `seconds`, whichever ends first, and return the statistics of its root.

    In a large search, iterations known from the placement before, by `reusable`, count as done. Several threads search
    independently, each with its part of the iterations or for the whole time, and merge their root statistics: the same
    budget, chance, number of threads and reusable trees give the same result.
    """
    until = None if seconds is None else perf_counter() + seconds
    most = -(-(iterations or MOST) // threads)
    chances = [rng] if threads == 1 else [Random(rng.getrandbits(64)) for _ in range(threads)]
    rooms, known = reusable.follow(view, threads) if reusable and most * threads >= _REUSE_MINIMUM else ((), ())
    if not rooms:
        grown = most if seconds is None else min(most, int(seconds * _PER_SECOND))
        rooms, known = tuple(new_room(view, chance, manner, grown) for chance in chances), (0,) * threads

    way = _search_and_roll_out if manner.ahead and rolls_out(view, iterations, seconds) else search_in_rounds

    def search(room: Room, chance: Random, before: int) -> SearchResult:
        done = way(room, chance, max(most - before, most // _ANEW), until)
        return SearchResult(rank_root_actions(room), before + done, int(room.trees["depth"][0]))

    found = _together(_at_once(search, rooms, chances, known))
    if reusable:
        reusable.leave(view, found.considered[0].action, rooms)
    return found


def _search_and_roll_out(room: Room, rng: Random, most: int, until: float | None) -> int:
    """Search the tree in `room`, then roll the best actions out; return the cost in iterations."""
    done = search_in_rounds(room, rng, most // _PLAIN, first_part(until, _PLAIN), CONTENDERS)
    return done + COST * roll_out_in_rounds(room, (most - done) // COST, until)


def _at_once(search: Callable[[Room, Random, int], SearchResult], *of_each: Sequence[Any]) -> list[SearchResult]:
    """Run each search in a thread of its own."""
    if len(of_each[0]) == 1:
        return list(map(search, *of_each))
    with ThreadPoolExecutor(len(of_each[0])) as pool:
        return list(pool.map(search, *of_each))


def _together(searches: Sequence[SearchResult]) -> SearchResult:
    """Merge the root statistics of several searches of one view; first comes the most frequent winner."""
    if len(searches) == 1:
        return searches[0]
    kept: Counter[Action] = Counter(search.considered[0].action for search in searches)
    visits: Counter[Action] = Counter()
    results: dict[Action, float] = {}
    for one in (one for search in searches for one in search.considered):
        visits[one.action] += one.visits
        results[one.action] = results.get(one.action, 0.0) + one.visits * one.result
    found = [Considered(action, number, results[action] / number) for action, number in visits.items()]
    return SearchResult(
        tuple(sorted(found, key=lambda one: (kept[one.action], one.visits, one.result), reverse=True)),
        sum(search.iterations for search in searches),
        max(search.depth for search in searches),
    )
