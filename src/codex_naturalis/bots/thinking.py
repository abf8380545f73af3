"""One search: imagine worlds that fit a view, and play on in them, thousands of times."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from codex_naturalis.rules import Action
from codex_naturalis.views import View

from .rollouts import CONTENDERS, COST, roll_out_in_rounds
from .rooms import Considered, Manner, Room, considered, first_part, new_room, search_in_rounds
from .search import MOST, rolls_out
from .trail import Trail

__all__ = ["Considered", "Manner", "Thought", "Trail", "think"]

_PER_SECOND: Final = 200_000
"""Room for iterations, when the time is given."""

_ANEW: Final = 3
"""At least a third of the games is imagined anew, however many are known already."""

_TELLING: Final = 250
"""With fewer games than that a search begins anew: what so few tell, not all in the same worlds, misleads."""

_PLAIN: Final = 8
"""A search that rolls out spends one of so many parts of its time before, on finding out what is worth it."""


class Thought(Struct, frozen=True):
    """What a search found, the best action first: the one that was never given up, or with many seats tried most."""

    considered: tuple[Considered, ...]
    iterations: int
    depth: int
    """Actions on the longest way that was followed in the tree."""


def think(
    view: View,
    rng: Random,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    manner: Manner = Manner(),  # noqa: B008  # frozen
    threads: int = 1,
    trail: Trail | None = None,
) -> Thought:
    """Search for what to do in `view`, through so many imagined games or for so long, whichever ends first.

    If many are asked for, those that are known from the placement before, by its `trail`, count as imagined. Several
    threads search by themselves, each with its part of the games or for the whole time, and put together what they
    found: the same budget, chance, number of threads and trail give the same thought.
    """
    until = None if seconds is None else perf_counter() + seconds
    most = -(-(iterations or MOST) // threads)
    chances = [rng] if threads == 1 else [Random(rng.getrandbits(64)) for _ in range(threads)]
    rooms, known = trail.follow(view, threads) if trail and most * threads >= _TELLING else ((), ())
    if not rooms:
        grown = most if seconds is None else min(most, int(seconds * _PER_SECOND))
        rooms, known = tuple(new_room(view, chance, manner, grown) for chance in chances), (0,) * threads

    way = _search_and_roll_out if manner.ahead and rolls_out(view, iterations, seconds) else search_in_rounds

    def search(room: Room, chance: Random, before: int) -> Thought:
        done = way(room, chance, max(most - before, most // _ANEW), until)
        return Thought(considered(room), before + done, int(room.trees["depth"][0]))

    thought = _together(_at_once(search, rooms, chances, known))
    if trail:
        trail.leave(view, thought.considered[0].action, rooms)
    return thought


def _search_and_roll_out(room: Room, rng: Random, most: int, until: float | None) -> int:
    """Search in `room`, and roll out what came out best; return how many games that took."""
    done = search_in_rounds(room, rng, most // _PLAIN, first_part(until, _PLAIN), CONTENDERS)
    return done + COST * roll_out_in_rounds(room, (most - done) // COST, until)


def _at_once(search: Callable[[Room, Random, int], Thought], *of_each: Sequence[Any]) -> list[Thought]:
    """Let each search in a thread of its own."""
    if len(of_each[0]) == 1:
        return list(map(search, *of_each))
    with ThreadPoolExecutor(len(of_each[0])) as pool:
        return list(pool.map(search, *of_each))


def _together(thoughts: Sequence[Thought]) -> Thought:
    """Put together what several searches found in one view; first comes what most of them never gave up."""
    if len(thoughts) == 1:
        return thoughts[0]
    kept: Counter[Action] = Counter(thought.considered[0].action for thought in thoughts)
    visits: Counter[Action] = Counter()
    results: dict[Action, float] = {}
    for one in (one for thought in thoughts for one in thought.considered):
        visits[one.action] += one.visits
        results[one.action] = results.get(one.action, 0.0) + one.visits * one.result
    found = [Considered(action, number, results[action] / number) for action, number in visits.items()]
    return Thought(
        tuple(sorted(found, key=lambda one: (kept[one.action], one.visits, one.result), reverse=True)),
        sum(thought.iterations for thought in thoughts),
        max(thought.depth for thought in thoughts),
    )
