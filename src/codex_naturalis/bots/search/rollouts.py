"""Nested rollouts with sequential halving: small searches play out the few best root actions of a search."""

from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from codex_naturalis.kernel.bridge import new_games
from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.mcts.rollouts import SMALL_GAMES, roll_out
from codex_naturalis.kernel.mcts.search import narrow
from codex_naturalis.kernel.mcts.worlds import HIDDEN

from .search_state import Room, empty_tree, first_part, root_edges

__all__ = ["CONTENDERS", "COST", "SmallSearches", "roll_out_in_rounds", "small_searches"]

CONTENDERS: Final = 8
"""Maximum number of root actions that are rolled out."""

COST: Final = 105
"""Cost of a rollout, in iterations of the tree search that take as long."""

_SAME: Final = 50
"""Number of rollouts of an action that weigh as much as all tree iterations it got before."""

_NO_TREE: Final = 1_000_000
"""Expansion threshold of small searches, never reached: they compare root actions and grow no tree below."""


class SmallSearches(NamedTuple):
    """Arrays of the small searches, as in `Room`; they evaluate once and share the room's planners and nets."""

    games: Array
    hidden: Array
    nodes: Array
    edges: Array
    trees: Array


def roll_out_in_rounds(room: Room, most: int, until: float | None) -> int:
    """Halve the contenders round by round, by rollouts (sequential halving); return the number of rollouts."""
    small, done, world = small_searches(room), 0, 0
    left = narrow(room.nodes, room.edges, room.trees, CONTENDERS)
    tried = max(int(room.edges["visits"][at]) for at in root_edges(room))
    room.trees["weight"] = max(1, tried // _SAME)
    while left > 1:
        rounds = (left - 1).bit_length()
        last = done + (most - done) // rounds
        stop = first_part(until, rounds)
        while done < last and (stop is None or perf_counter() < stop):
            roll_out(*room.arrays, *small, world)
            done += left
            world += 1
        left = narrow(room.nodes, room.edges, room.trees, (left + 1) // 2)
    return done


def small_searches(room: Room) -> SmallSearches:
    """Return the arrays for small searches in the imagined worlds of `room`."""
    trees = room.trees.copy()
    trees["roots"], trees["later"], trees["expansion_threshold"] = 1, 0, _NO_TREE
    games = int(trees["small"][0])
    return SmallSearches(new_games(SMALL_GAMES), np.zeros(2, HIDDEN), *empty_tree(games)[:2], trees)
