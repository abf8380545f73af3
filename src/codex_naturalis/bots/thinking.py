"""One search: imagine worlds that fit a view, and play on in them, thousands of times."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from codex_naturalis.kernel.bridge import action_of
from codex_naturalis.kernel.habits import habits_of
from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.mind import mind_of
from codex_naturalis.kernel.search import EDGE, NODE, TREE, narrow, root_code, search
from codex_naturalis.rules import Action, GameState
from codex_naturalis.views import View

from .foreseeing import foresight
from .imagining import imagined
from .search import MOST
from .weights import AGAINST_TYBOR, AT_TABLE

__all__ = ["Considered", "Manner", "Thought", "think"]

_EDGES_EACH: Final = 24
"""Room for edges, per iteration."""

_TO_THE_END: Final = 3
"""With so many seats games are played to their end: there the network knows too little."""

_MANY: Final = 1500
"""With so many iterations, too, or with a given time: what a guess is wrong by no number of them makes good."""

_ALL: Final = 1000
"""More turns than a game has."""

_PER_SECOND: Final = 200_000
"""Room for iterations, when the time is given."""

_CHUNK: Final = 200
"""Iterations between two looks at the clock."""

_WIDEST: Final = 40
"""So many actions at most are tried."""

_FEWEST: Final = 4
_EACH: Final = 25
"""Few iterations go to few actions: on the average so many to each."""


class Considered(Struct, frozen=True):
    """One action, and what came of it in imagined games."""

    action: Action
    visits: int
    result: float
    """Mean of half the victory and half how clear it was, from 0 to 1."""


class Thought(Struct, frozen=True):
    """What a search found, the best action first: the one that was never given up."""

    considered: tuple[Considered, ...]
    iterations: int
    depth: int
    """Actions on the longest way that was followed in the tree."""


class _Room(NamedTuple):
    """What the compiled search works with."""

    games: Array
    hidden: Array
    minds: Array
    nets: Array
    nodes: Array
    edges: Array
    trees: Array


class Manner(Struct, frozen=True):
    """How to search."""

    push: float = 1.2
    """How much what was tried seldom is preferred."""

    heat: float = 1.0
    """How many points less make an action e times less likable at first sight."""

    patience: int = 2
    """How often a position is met before its own actions are looked at."""

    horizon: int = 8
    """How many turns are played beyond the tree before the outcome is guessed; with time or many seats it never is."""


def think(
    view: View,
    rng: Random,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    manner: Manner = Manner(),  # noqa: B008  # frozen
    threads: int = 1,
) -> Thought:
    """Search for what to do in `view`, through so many imagined games or for so long, whichever ends first.

    Several threads search by themselves, each with its part of the games or for the whole time, and put together what
    they found: the same budget, chance and number of threads give the same thought.
    """
    if threads == 1:
        return _think(view, rng, iterations, seconds, manner)
    each = None if iterations is None else -(-iterations // threads)
    chances = [Random(rng.getrandbits(64)) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        return _together(list(pool.map(lambda chance: _think(view, chance, each, seconds, manner), chances)))


def _together(thoughts: Sequence[Thought]) -> Thought:
    """Put together what several searches found in one view; first comes what most of them never gave up."""
    kept: Counter[Action] = Counter(thought.considered[0].action for thought in thoughts)
    visits: Counter[Action] = Counter()
    results: dict[Action, float] = {}
    for considered in (one for thought in thoughts for one in thought.considered):
        visits[considered.action] += considered.visits
        results[considered.action] = results.get(considered.action, 0.0) + considered.visits * considered.result
    found = [Considered(action, number, results[action] / number) for action, number in visits.items()]
    return Thought(
        tuple(sorted(found, key=lambda one: (kept[one.action], one.visits, one.result), reverse=True)),
        sum(thought.iterations for thought in thoughts),
        max(thought.depth for thought in thoughts),
    )


def _think(view: View, rng: Random, iterations: int | None, seconds: float | None, manner: Manner) -> Thought:
    begun = perf_counter()
    most = iterations or MOST
    games, hidden, world = imagined(view, rng)
    solo = view.tybor is not None
    grown = min(most, MOST if seconds is None else int(seconds * _PER_SECOND) + _CHUNK)
    minds, nets = _mind(solo=solo).copy(), foresight(solo=solo).copy()  # with room to work in, each thread its own
    room = _Room(games, hidden, minds, nets, *_empty_tree(grown))
    _describe(room.trees, view, manner, most)
    room.trees["roots"] = len(games) - 1
    room.trees["chance"] = rng.getrandbits(60)
    done = _in_rounds(room, most, begun, seconds)
    return Thought(_considered(world, view, room), done, int(room.trees["depth"][0]))


def _describe(trees: Array, view: View, manner: Manner, iterations: int) -> None:
    trees["viewer"] = view.viewer
    trees["habits"] = habits_of()
    for name, value in asdict(manner).items():
        trees[name] = value
    if len(view.seats) >= _TO_THE_END or iterations >= _MANY:
        trees["horizon"] = _ALL


def _in_rounds(room: _Room, most: int, begun: float, seconds: float | None) -> int:
    """Halve the actions in question round by round, each round taking as long; return how many iterations were done."""
    nodes, edges = room.nodes, room.edges
    search(*room, 0)
    left = narrow(nodes, edges, min(_WIDEST, max(_FEWEST, most // _EACH)))
    done = 0
    while True:
        rounds = max(1, (left - 1).bit_length())
        share = (most - done) // rounds
        until = None if seconds is None else perf_counter() + (begun + seconds - perf_counter()) / rounds
        done += _for_a_round(room, share, until, at_least=not done)
        if rounds == 1:
            narrow(nodes, edges, 1)
            return done
        left = narrow(nodes, edges, (left + 1) // 2)


def _for_a_round(room: _Room, most: int, until: float | None, *, at_least: bool) -> int:
    done = 0
    while done < most and (until is None or at_least or perf_counter() < until):
        chunk = most - done if until is None else min(most - done, _CHUNK)
        search(*room, chunk)
        done += chunk
        at_least = False
    return done


@cache
def _mind(*, solo: bool) -> Array:
    return mind_of(asdict(AGAINST_TYBOR if solo else AT_TABLE))


def _empty_tree(iterations: int) -> tuple[Array, Array, Array]:
    """Return an empty tree with room for so many iterations; pages of memory that stay empty cost nothing."""
    return np.zeros(iterations + 2, NODE), np.zeros(_EDGES_EACH * iterations + 2000, EDGE), np.zeros(1, TREE)


def _considered(world: GameState, view: View, room: _Room) -> tuple[Considered, ...]:
    games, edges = room.games, room.edges
    assert view.viewer is not None
    found = []
    at = int(room.nodes["first"][0])
    while at >= 0:
        edge = edges[at]
        code = root_code(games, 0, view.viewer, int(edge["key"]))
        if code >= 0 and edge["visits"]:
            action = action_of(world, view.viewer, code)
            considered = Considered(action, int(edge["visits"]), float(edge["sum"] / edge["visits"]))
            found.append((edge["prior"] >= 0, considered.visits, considered.result, considered))
        at = int(edge["next"])
    return tuple(one[-1] for one in sorted(found, key=lambda one: one[:-1], reverse=True))
