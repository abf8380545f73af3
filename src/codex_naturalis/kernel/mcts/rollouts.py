# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Nested rollouts: truncated games in which small searches play for every seat before the leaf evaluation.

The playout policy is fast, but errs always in the same way, however often it is asked. Small searches judge the same
action far more as good players would, but take a hundred times as long; so they judge only the few actions that came
out best (G. Tesauro and G. Galperin, *On-line policy improvement using Monte-Carlo search*, 1996). Each seat's small
search knows in the imagined world what that seat would know in it. Where they stop, the playout policy plays on to a
value of the network, and planners play to the end.
"""

from typing import Final

from ..chance import seed
from ..compiler.jit import njit
from ..layout import DRAW, OVER, PLACE, Array, Games
from ..planner.choice import play_by_planners, seat_to_act
from ..turns import act
from ..value_network import appraise
from .search import best_left, imagine, narrow, play_out, reward_of, search
from .tree import code_of
from .worlds import hide

__all__ = ["SMALL_GAMES", "roll_out"]

SMALL_GAMES: Final = 3
"""Number of records a small search needs: where it begins, room for it, and the game that is rolled out."""

_ENDS: Final = 8
"""Number of playouts by the policy from where the small searches stop."""

_PLANNED: Final = 1 / 3
"""Weight of the planners' result from there; they err elsewhere than the playout policy does."""

_MOST: Final = 8
_EACH: Final = 4
"""Width of a small search: at most `_MOST` actions, and one for every `_EACH` iterations."""

_DECISIONS: Final = 1024
"""Upper bound of the decisions in a rollout: each gets a random stream of its own."""


@njit
def roll_out(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games,
    hidden: Array,
    planners: Array,
    nets: Array,
    nodes: Array,
    edges: Array,
    trees: Array,
    small_games: Games,
    small_hidden: Array,
    small_nodes: Array,
    small_edges: Array,
    small_trees: Array,
    world: int,
) -> None:
    """Roll out every root action that is still in question, in this world, and add the reward to its edge.

    The first arrays are those of `search`, the next those of the small searches. A rollout counts as `weight`
    iterations of the tree.
    """
    tree = trees[0]
    imagine(games, hidden, tree, world)
    at = nodes[0].first
    while at >= 0:
        edge = edges[at]
        if edge.prior >= 0.0:
            small_games[2] = games[tree.roots]
            act(small_games[2], code_of(small_games[2], tree.viewer, edge.key))
            _play_well(
                small_games, small_hidden, planners, nets, small_nodes, small_edges, small_trees, tree.chance + world
            )
            _add_ends(small_games, planners, nets, edge, tree, tree.chance + world)
        at = edge.next


@njit
def _play_well(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games, hidden: Array, planners: Array, nets: Array, nodes: Array, edges: Array, trees: Array, chance: int
) -> None:
    """Play record 2 by small searches: finish the current turn and play some more, or to the end."""
    g = games[2]
    turns = trees[0].ahead + 0
    number = 0
    while g.phase != OVER and (g.phase == DRAW or turns > 0):
        turns -= g.phase == PLACE
        trees[0].chance = _DECISIONS * chance + number
        act(g, _decide(games, hidden, planners, nets, nodes, edges, trees))
        number += 1


@njit
def _decide(  # arrays the caller owns
    games: Games, hidden: Array, planners: Array, nets: Array, nodes: Array, edges: Array, trees: Array
) -> int:
    """Return the action that a small search chooses in record 2, by sequential halving of its root actions."""
    tree = trees[0]
    games[0] = games[2]
    most = tree.small if games[2].phase == PLACE else tree.small // 2
    tree.viewer = seat_to_act(games[2])
    tree.nodes = 0
    tree.edges = 0
    hide(games[0], tree.viewer, hidden[0])
    search(games, hidden, planners, nets, nodes, edges, trees, 0)
    left = narrow(nodes, edges, trees, max(2, min(_MOST, most // _EACH)))
    done = 0
    while left > 1:
        rounds = 1
        while 1 << rounds < left:
            rounds += 1
        share = (most - done) // rounds
        search(games, hidden, planners, nets, nodes, edges, trees, share)
        done += share
        left = narrow(nodes, edges, trees, (left + 1) // 2)
    return code_of(games[2], tree.viewer, edges[best_left(nodes[0], edges)].key)


@njit
def _add_ends(games: Games, planners: Array, nets: Array, edge: Array, tree: Array, chance: int) -> None:
    """Add the ends from record 2 to `edge`: several playouts by the policy, and one by planners."""
    for number in range(_ENDS):
        games[1] = games[2]
        seed(games[1], _ENDS * chance + number)
        play_out(games[1], nets[0], tree)
        both = reward_of(nets[0], tree, tree.viewer)
        _add(edge, (1.0 - _PLANNED) * tree.weight / _ENDS, tree.guessed[tree.viewer], both)
    games[1] = games[2]
    seed(games[1], chance)
    play_by_planners(games[1], planners, 0)
    appraise(games[1], nets[0])
    end = nets[0].rewards[tree.viewer]
    _add(edge, _PLANNED * tree.weight, end, end)
    edge.visits += tree.weight


@njit
def _add(edge: Array, weight: float, early: float, both: float) -> None:
    """Add a result to `edge`: the first evaluation, and the mean of both."""
    edge.early += weight * early
    edge.sum += weight * both
