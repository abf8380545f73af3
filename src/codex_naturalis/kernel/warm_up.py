"""Ahead-of-time compilation of the kernel: once per machine, with progress, so that no turn waits for it.

What every search needs comes first, with a mark of its own: most bots can play while the rollouts are being compiled.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

import numpy as np

from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import GameOptions, SeededShuffler, deal

from .bridge import load, new_games
from .compiler.cache import mark_compiled
from .layout import Array, Games
from .mcts.rollouts import roll_out
from .mcts.search import go_on, narrow, root_code, search
from .mcts.tree import EDGE, NODE, TREE
from .mcts.worlds import HIDDEN
from .planner.weights import WEIGHTS, planner_weights_of
from .turns import SIDES
from .value_network import VALUE_NETWORK

__all__ = ["compile_kernel"]


def compile_kernel(on_progress: Callable[[float], None] = lambda _: None, *, rollouts: bool = True) -> None:
    """Compile, or load, all that bots and analysis call, or all but the `rollouts` of large searches and reviews.

    `on_progress` is called with the progress, 0 to 1.
    """
    begun = perf_counter()
    games = new_games(2)
    load(games, 0, deal(catalogue(), GameOptions(2), SeededShuffler("")))
    games["rng"] = 1
    of_search, of_rollouts = _parts(games, planner_weights_of(dict.fromkeys(WEIGHTS, 0.5)))
    parts = (*of_search, *of_rollouts) if rollouts else of_search
    on_progress(0.0)
    with _no_collection():
        for done, part in enumerate(parts, 1):
            part()
            if done == len(of_search):
                mark_compiled(perf_counter() - begun, rollouts=False)
            on_progress(done / len(parts))
    if rollouts:
        mark_compiled(perf_counter() - begun)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause Python's garbage collector: the compiler makes millions of objects, and hardly any garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _parts(games: Games, planners: Array) -> tuple[tuple[Callable[[], object], ...], ...]:
    """Return calls of all functions that Python calls: those of every search, then those of rollouts.

    The largest comes first, since most of its parts serve the others, too.
    """
    trees = np.zeros(1, TREE)
    trees["roots"], trees["c_puct"], trees["temperature"] = 1, 1.0, 1.0
    nodes, edges, hidden = np.zeros(2, NODE), np.zeros(99, EDGE), np.zeros(2, HIDDEN)
    arrays = (games, hidden, planners, np.ones(1, VALUE_NETWORK), nodes, edges, trees)
    of_search = (
        lambda: search(*arrays, 0),
        lambda: narrow(nodes, edges, trees, 0),
        lambda: go_on(games, nodes, edges, trees, SIDES),
        lambda: root_code(games, 0, 0, 0),
    )
    return of_search, (
        lambda: roll_out(*arrays, games, hidden, nodes, edges, trees, 0),
    )  # none, as none is in question
