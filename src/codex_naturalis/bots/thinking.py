"""One search: imagine worlds that fit a view, and play on in them, thousands of times."""

from functools import cache
from random import Random
from time import perf_counter
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from codex_naturalis.kernel.bridge import action_of
from codex_naturalis.kernel.habits import habits_of
from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.mind import mind_of
from codex_naturalis.kernel.search import EDGE, NODE, TREE, root_code, search
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

_ALL: Final = 1000
"""More turns than a game has."""

_CHUNK: Final = 200
"""Iterations between two looks at the clock."""


class Considered(Struct, frozen=True):
    """One action, and what came of it in imagined games."""

    action: Action
    visits: int
    result: float
    """Mean of half the victory and half how clear it was, from 0 to 1."""


class Thought(Struct, frozen=True):
    """What a search found, the most visited action first."""

    considered: tuple[Considered, ...]
    iterations: int
    depth: int
    """Actions on the longest way that was followed in the tree."""


class Manner(Struct, frozen=True):
    """How to search."""

    push: float = 1.2
    """How much what was tried seldom is preferred."""

    heat: float = 1.0
    """How many points less make an action e times less likable at first sight."""

    patience: int = 2
    """How often a position is met before its own actions are looked at."""

    horizon: int = 8
    """How many turns are played beyond the tree before the outcome is guessed; with three or four seats it never is."""


def think(
    view: View,
    rng: Random,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    manner: Manner = Manner(),  # noqa: B008  # frozen
) -> Thought:
    """Search for what to do in `view`, through so many imagined games or for so long, whichever ends first."""
    begun = perf_counter()
    most = iterations or MOST
    games, hidden, world = imagined(view, rng)
    nodes, edges, trees = _room(view, min(most, MOST if seconds is None else int(seconds * 100_000) + _CHUNK))
    trees["roots"] = len(games) - 1
    trees["habits"] = habits_of()
    for name, value in asdict(manner).items():
        trees[name] = value
    if len(view.seats) >= _TO_THE_END:
        trees["horizon"] = _ALL
    minds = _mind(solo=view.tybor is not None)
    nets = foresight(solo=view.tybor is not None)
    done = 0
    while done < most and (seconds is None or not done or perf_counter() - begun < seconds):
        chunk = min(most - done, _CHUNK if seconds else most)
        search(games, hidden, minds, nets, nodes, edges, trees, chunk)
        done += chunk
    found = _considered(world, view, games, nodes, edges)
    return Thought(found, done, int(trees["depth"][0]))


@cache
def _mind(*, solo: bool) -> Array:
    return mind_of(asdict(AGAINST_TYBOR if solo else AT_TABLE))


def _room(view: View, iterations: int) -> tuple[Array, Array, Array]:
    """Return an empty tree with room for so many iterations; pages of memory that stay empty cost nothing."""
    trees = np.zeros(1, TREE)
    trees["viewer"] = view.viewer
    return np.zeros(iterations + 2, NODE), np.zeros(_EDGES_EACH * iterations + 2000, EDGE), trees


def _considered(world: GameState, view: View, games: Array, nodes: Array, edges: Array) -> tuple[Considered, ...]:
    assert view.viewer is not None
    found = []
    at = int(nodes["first"][0])
    while at >= 0:
        edge = edges[at]
        code = root_code(games, 0, view.viewer, int(edge["key"]))
        if code >= 0 and edge["visits"]:
            action = action_of(world, view.viewer, code)
            found.append(Considered(action, int(edge["visits"]), float(edge["sum"] / edge["visits"])))
        at = int(edge["next"])
    return tuple(sorted(found, key=lambda considered: -considered.visits))
