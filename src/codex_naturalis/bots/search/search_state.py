"""State of one search: determinized worlds, the tree, its parameters, and sequential halving at the root."""

from collections.abc import Iterator
from functools import cache
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from codex_naturalis.kernel.bridge import action_of, code_of
from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.mcts.search import go_on, narrow, root_code, search
from codex_naturalis.kernel.mcts.tree import EDGE, NODE, TREE
from codex_naturalis.kernel.planner.weights import planner_weights_of, playout_weights_of
from codex_naturalis.rules import Action, GameState
from codex_naturalis.views import View

from ..planner.weights import AGAINST_TYBOR, AT_TABLE
from .determinization import determinize
from .value_network import value_network

__all__ = [
    "Considered",
    "Manner",
    "Room",
    "edges_below",
    "empty_tree",
    "first_part",
    "new_room",
    "rank_root_actions",
    "root_actions",
    "root_edges",
    "search_in_rounds",
    "went_on",
]

_EDGES_EACH: Final = 24
"""Capacity in edges, per iteration."""

_CHUNK: Final = 200
"""Iterations between two looks at the clock."""

_WIDEST: Final = 40
"""Maximum number of root actions that are tried: fewer at first brought nothing."""

_FEW: Final = 12
_FEW_EACH: Final = 10
"""Bounds for the second leaf evaluation: with more than `_FEW` actions in question and fewer than `_FEW_EACH`
iterations for each, it is skipped, as it would hardly count."""

_FEWEST: Final = 4
_EACH: Final = 25
"""Initial width of sequential halving: one root action for every `_EACH` iterations, `_FEWEST` at least."""


class Considered(Struct, frozen=True):
    """Root action with its search statistics."""

    action: Action
    visits: int
    """Visit count: iterations that tried it; a rollout counts as several."""

    result: float
    """Mean reward, 0 to 1: half the probability of victory and half how clear it was."""


class Manner(Struct, frozen=True):
    """Search parameters of the determinized MCTS (Cowling, Powley and Whitehouse, 2012)."""

    c_puct: float = 1.2
    """Exploration constant of PUCT (Silver et al., *Mastering the game of Go without human knowledge*, 2017).
    """

    temperature: float = 1.0
    """Softmax temperature of the prior, in points: this many points less make an action e times less likely a priori.
    """

    expansion_threshold: int = 2
    """Expansion threshold: visits of a node before its own actions become edges."""

    horizon: int = 6
    """Length of the truncated playout before the first evaluation, in turns at a table of two; with more seats, as many
    rounds."""

    later: int = 6
    """Length of the playout from the first evaluation to the second, in the same unit; 0 for one evaluation only."""

    doubt: float = 28.0
    """Shrinkage constant, in visits: at this count the second evaluation, less biased and noisier, weighs as much as
    the first."""

    placement_bias: float = 0.24
    """Progressive bias of a placement (Chaslot et al., 2008): weight of the log prior, which fades as 1 / visits."""

    draw_bias: float = 0.8
    """Progressive bias of a draw, likewise."""

    ahead: int = 4
    """Length of the nested rollouts, in turns that small searches play; 0 for no rollouts."""

    small: int = 30
    """Budget of these small searches, in iterations for a placement; a draw gets half."""

    halving: int = 2
    """Seats up to which the root is searched by sequential halving. With more, PUCT divides the budget there too, and
    the action visited most often is chosen."""


class Room(NamedTuple):
    """Search state: the arrays of the kernel (`arrays`), and the world that actions refer to."""

    games: Array
    hidden: Array
    planners: Array
    nets: Array
    nodes: Array
    edges: Array
    trees: Array
    world: GameState
    """First determinized world; it has the cells and cards that actions are about."""

    @property
    def arrays(self) -> tuple[Array, Array, Array, Array, Array, Array, Array]:
        """Return the arrays of the kernel, in the order in which its functions take them."""
        return self[:-1]


def new_room(view: View, rng: Random, manner: Manner, grown: int) -> Room:
    """Return fresh search state for `view`, with a tree that has room for `grown` iterations."""
    games, hidden, world = determinize(view, rng)
    solo = view.tybor is not None
    planners, nets = (
        _planner_weights(solo=solo).copy(),
        value_network(solo=solo).copy(),
    )  # with room to work in, each thread its own
    room = Room(games, hidden, planners, nets, *empty_tree(grown + grown // 2), world)  # a draw needs half
    trees = room.trees
    trees["viewer"] = view.viewer
    trees["playout_weights"] = playout_weights_of()
    trees["roots"] = len(games) - 1
    for name, value in asdict(manner).items():
        trees[name] = value
    trees["halving"] = len(view.seats) <= manner.halving
    for name in ("horizon", "later"):
        trees[name] = trees[name] * max(2, len(view.seats)) // 2
    return room


def went_on(room: Room, action: Action) -> int:
    """Re-root the tree after `action` (tree reuse) and return the visits that are kept."""
    viewer = int(room.trees["viewer"][0])
    room.trees["depth"] = 0
    return int(go_on(room.games, room.nodes, room.edges, room.trees, code_of(room.world, viewer, action)))


def search_in_rounds(room: Room, rng: Random, most: int, until: float | None, keep: int = 1) -> int:
    """Search by sequential halving (Karnin, Koren and Somekh, 2013) until `keep` root actions are left.

    Gumbel AlphaZero halves its root likewise (Danihelka, Guez, Schrittwieser and Silver, *Policy improvement by
    planning with Gumbel*, 2022), but draws the candidates by their priors; here they are the best ones.

    The budget, `most` iterations or the time `until` (in seconds of `perf_counter`), is split evenly over the rounds;
    after each, the better half stays. Return the number of iterations. With many seats there is one round, in which
    PUCT divides the budget: the best action is the one visited most often.
    """
    nodes, edges, trees, arrays = room.nodes, room.edges, room.trees, room.arrays
    trees["chance"] = rng.getrandbits(60)
    search(*arrays, 0)
    if not trees["halving"][0]:
        return _for_a_round(room, most, until, at_least=True)
    left = narrow(nodes, edges, trees, min(_WIDEST, max(_FEWEST, most // _EACH)))
    done, later = 0, int(trees["later"][0])
    while True:
        rounds = max(1, (-(-left // keep) - 1).bit_length())
        share = (most - done) // rounds
        stop = first_part(until, rounds)
        trees["later"] = 0 if left > _FEW and share < _FEW_EACH * left else later
        done += _for_a_round(room, share, stop, at_least=not done)
        left = narrow(nodes, edges, trees, max(keep, (left + 1) // 2))
        if rounds == 1:
            trees["later"] = later
            return done


def first_part(until: float | None, parts: int) -> float | None:
    """Return the end of the first of `parts` equal parts of the time left, on `perf_counter`; None without limit."""
    if until is None:
        return None
    now = perf_counter()
    return now + (until - now) / parts


def _for_a_round(room: Room, most: int, until: float | None, *, at_least: bool) -> int:
    done = 0
    while done < most and (until is None or at_least or perf_counter() < until):
        chunk = most - done if until is None else min(most - done, _CHUNK)
        search(*room.arrays, chunk)
        done += chunk
        at_least = False
    return done


@cache
def _planner_weights(*, solo: bool) -> Array:
    return planner_weights_of(asdict(AGAINST_TYBOR if solo else AT_TABLE))


def empty_tree(iterations: int) -> tuple[Array, Array, Array]:
    """Empty tree with room for `iterations`; memory pages that are never touched cost nothing."""
    return np.zeros(iterations + 2, NODE), np.zeros(_EDGES_EACH * iterations + 2000, EDGE), np.zeros(1, TREE)


def root_edges(room: Room) -> Iterator[int]:
    """Yield the indices of the root's edges."""
    return _edges_of(room, 0)


def edges_below(room: Room, edge: int) -> Iterator[int]:
    """Yield the indices of the edges of the node that an edge leads to; none if it was hardly tried."""
    node = int(room.edges["child"][edge])
    return _edges_of(room, node) if 0 <= node < len(room.nodes) else iter(())


def _edges_of(room: Room, node: int) -> Iterator[int]:
    at, after = room.nodes["first"].item(node), room.edges["next"]
    while at >= 0:
        yield at
        at = after.item(at)


def root_actions(room: Room) -> Iterator[tuple[int, Action]]:
    """Yield index and action of each root edge that is legal in the first world."""
    viewer = int(room.trees["viewer"][0])
    for at in root_edges(room):
        code = root_code(room.games, 0, viewer, int(room.edges["key"][at]))
        if code >= 0:
            yield at, action_of(room.world, viewer, code)


def rank_root_actions(room: Room) -> tuple[Considered, ...]:
    """Return the root actions that were visited, best first: by the round in which they were dropped, or by visits."""
    found = []
    for at, action in root_actions(room):
        edge = room.edges[at]
        if edge["visits"]:
            one = Considered(action, int(edge["visits"]), float(edge["sum"] / edge["visits"]))
            found.append((edge["prior"] >= 0, one.visits, one.result, one))
    return tuple(one[-1] for one in sorted(found, key=lambda one: one[:-1], reverse=True))
