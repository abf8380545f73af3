"""Paired comparison of the actions of one decision: sequential halving in which the action asked about stays in.

The tree search of the bots proposes and decides (`kernel.mcts`): every action in question is tried equally often, in
the same worlds with the same random stream (common random numbers), the worse half is dropped round by round (Karnin,
Koren and Somekh, 2013). What differs from a bot's search: the last round is a race (Maron and Moore, 1994) in trees of
their own (root parallelization: Chaslot, Winands and van den Herik, 2008), whose spread says how sure the differences
are; actions still undecided are tried further beside only the best one, tree by tree, until none is left; and an action
that the prior would have left out is tried with the others if it was played.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from math import sqrt
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.bots.search.search_state import Manner, Room, edges_below, new_room, root_actions
from codex_naturalis.kernel.bridge import action_of
from codex_naturalis.kernel.mcts.search import narrow, root_code, search
from codex_naturalis.kernel.mcts.tree import FAINT
from codex_naturalis.kernel.turns import DRAWS
from codex_naturalis.rules import Action, Draw
from codex_naturalis.views import View

__all__ = ["Raced", "race"]

_WIDEST: Final = 40
_EACH: Final = 25
"""Width of the first round: one action per `_EACH` iterations, at most `_WIDEST`."""

_FEW: Final = 12
_FEW_EACH: Final = 10
"""Bounds for the second leaf evaluation, as in a bot's search."""

_LAST: Final = 8
"""Shares of the last round in the budget, each of the others having one: they only have to find the few that it
compares."""

_LONGEST: Final = 14
"""Shares of the last round if something stays undecided to its end."""

_HOT: Final = 10.0
"""Factor of the prior's temperature while the root is expanded."""

_TREE: Final = 400
"""Iterations for each action in a tree of the last round: fewer where the budget would not do for `_FEWEST` trees.

Several trees reveal more than a larger one. From 600 to 2,400 iterations for each action the standard deviation between
seeds of what one lacks of another grew from 1.15 to 1.43 hundredths (80 positions, eight seeds): each tree settles on
replies of its own, which its own spread does not show.
"""

_FEWEST: Final = 2

_USUAL: Final = 0.28
_LEANS: Final = 4
"""Usual standard deviation of an action's deficit in one tree, times the root of its iterations for each, and the
number of trees that this counts as beside those grown: the spread of two or three trees says little, and of one
nothing."""

_SURE: Final = 2.0
"""Standard errors by which an action's deficit must differ from a bound, since the test is repeated."""

_MANNER: Final = Manner(ahead=0)

Merits = dict[Action, float]
"""Mean reward of each action that was tried in one tree."""


class Raced(Struct, frozen=True):
    """Action in the last round of a race."""

    action: Action
    merit: float
    """Estimated reward, 0 to 1."""

    behind: float
    """Merit it lacks of the best, which has 0."""

    error: float
    """Standard error of `behind`."""

    then: Draw | None = None
    """Draw after it that the search tried most often, after a placement."""


def race(
    view: View, seed: str, most: int, keep: int, asked: Action | None = None, bounds: tuple[float, ...] = ()
) -> tuple[Raced, ...]:
    """Compare the viewer's actions in about `most` iterations; return the best `keep`, and `asked`, best first.

    The best and the undecided actions are tried further: `asked`, until its deficit is known to be on one side of each
    bound, or all actions if none is asked about, until that is known of the first bound. The same arguments give the
    same result.
    """
    return _Race(view, Random(seed), most, keep, asked, bounds).run()


class _Race:
    def __init__(
        self, view: View, rng: Random, most: int, keep: int, asked: Action | None, bounds: tuple[float, ...]
    ) -> None:
        self._rng = rng
        self._room = new_room(view, rng, _MANNER, most)
        self._most = most
        self._keep = keep
        self._room.trees["halving"], self._room.trees["chance"] = 1, rng.getrandbits(60)
        _open(self._room)
        self._actions = dict(root_actions(self._room))
        self._key_of = {action: int(self._room.edges["key"][at]) for at, action in self._actions.items()}
        self._asked_action = asked
        self._bounds = bounds[:1] if asked is None else bounds
        self._then_tried: dict[Action, Counter[int]] = defaultdict(Counter)
        self._asked = next((at for at, action in self._actions.items() if action == asked), None)

    def run(self) -> tuple[Raced, ...]:
        """Run all rounds; return the ranking of those that are left."""
        room, widths = self._room, self._widths()
        share, later = self._most // (len(widths) + _LAST), int(room.trees["later"][0])
        for width in widths:
            left = len(self._drop_worst(width))
            room.trees["later"] = 0 if left > _FEW and share < _FEW_EACH * left else later
            search(*room.arrays, max(1, share // left) * left)
        room.trees["later"] = later
        return self._run_last_round([self._actions[at] for at in self._drop_worst(self._keep)], _LONGEST * share)

    def _widths(self) -> list[int]:
        """Return how many actions are in question in each round before the last."""
        edges = self._room.edges["prior"][[*self._actions]]
        width = min(_WIDEST, self._most // _EACH, int((edges >= FAINT).sum()))
        widths = []
        while width > self._keep:
            widths.append(width)
            width = (width + 1) // 2
        return widths

    def _drop_worst(self, most: int) -> list[int]:
        """Drop the worst actions, except the one asked about; return the edges of the others."""
        edges, asked = self._room.edges, self._asked
        narrow(self._room.nodes, edges, self._room.trees, most)
        if asked is not None and edges["prior"][asked] < 0:
            edges["prior"][asked] = FAINT
        return [at for at in self._actions if edges["prior"][at] >= 0]

    def _run_last_round(self, left: list[Action], most: int) -> tuple[Raced, ...]:
        """Run the last round and return the ranking: a tree with all remaining actions, then more with undecided ones.

        An undecided action is tried further beside the best one; the others rest, so that all of the time goes into
        undecided ones.
        """
        tried: list[Action] = left
        trees: list[Merits] = []
        size = max(1, min(_TREE, most // (_FEWEST * (self._keep + 1))))
        while True:
            most -= size * len(tried)
            trees.append(self._grow_tree(tried, size))
            ranking = _rank(left, trees, size)
            undecided = {one.action for one in ranking if one is ranking[0] or not self._is_settled(one)}
            tried = [action for action in tried if action in undecided]
            if len(tried) < 2 or most < size * len(tried):  # noqa: PLR2004  # nothing beside the best one
                return tuple(replace(one, then=self._then(one.action)) for one in ranking)

    def _grow_tree(self, tried: list[Action], size: int) -> Merits:
        """Grow a separate tree, with `size` iterations for each action that is tried; return the mean rewards."""
        room = self._room
        room.trees["nodes"] = room.trees["edges"] = 0
        room.trees["chance"] = self._rng.getrandbits(60)
        _open(room)
        number = int(room.trees["edges"][0])
        edge_of = {key: edge for edge, key in enumerate(room.edges["key"][:number].tolist())}
        edges = [edge_of[self._key_of[action]] for action in tried]
        room.edges["prior"][:number] = -1.0
        room.edges["prior"][edges] = FAINT
        search(*room.arrays, size * len(tried))
        self._count_draws(dict(zip(tried, edges, strict=True)))
        merits = room.edges["sum"][edges].astype(float) / room.edges["visits"][edges]
        return dict(zip(tried, merits.tolist(), strict=True))

    def _count_draws(self, edge_of: Mapping[Action, int]) -> None:
        """Count how often each action was tried below root actions, by its key."""
        keys, visits = self._room.edges["key"], self._room.edges["visits"]
        for action, edge in edge_of.items():
            tried = self._then_tried[action]
            for at in edges_below(self._room, edge):
                tried[keys.item(at)] += visits.item(at)

    def _then(self, action: Action) -> Draw | None:
        """Return the draw that was tried most often below a root action."""
        room, viewer = self._room, int(self._room.trees["viewer"][0])
        codes = {root_code(room.games, 0, viewer, key): number for key, number in self._then_tried[action].items()}
        most = max(codes, key=lambda code: codes[code] if code >= DRAWS else -1, default=-1)
        found = action_of(room.world, viewer, most) if most >= DRAWS else None
        return found if isinstance(found, Draw) else None

    def _is_settled(self, one: Raced) -> bool:
        """Return whether its error places it on one side of each bound; true for all others if one is asked about."""
        beside = self._asked_action not in (None, one.action)
        return beside or all(abs(one.behind - bound) > _SURE * one.error for bound in self._bounds)


def _open(room: Room) -> None:
    """Expand the root with an edge for every action, those below the pruning threshold dropped.

    Expansion at a higher temperature leaves no prior below it; then each gets its usual prior.
    """
    temperature = float(room.trees["temperature"][0])
    room.trees["temperature"] = _HOT * temperature
    search(*room.arrays, 0)
    room.trees["temperature"] = temperature
    priors = room.edges["prior"][: int(room.trees["edges"][0])]
    priors **= _HOT
    priors[priors < FAINT * priors.max()] = -1.0


def _rank(left: list[Action], trees: list[Merits], size: int) -> tuple[Raced, ...]:
    """Return the ranking by the mean rewards in the trees: the best is among those in all of them."""
    means = {action: sum(tree[action] for tree in trees) / len(trees) for action in trees[-1]}
    best = max(means, key=lambda action: means[action])
    found = []
    for action in left:
        behind, error = _behind([tree[best] - tree[action] for tree in trees if action in tree], size)
        found.append(Raced(action, means[best] - behind, max(0.0, behind), 0.0 if action == best else error))
    return tuple(sorted(found, key=lambda one: (one.action != best, one.behind)))


def _behind(lacks: list[float], size: int) -> tuple[float, float]:
    """Return the mean of what an action lacks of the best, and its standard error."""
    number = len(lacks)
    behind = sum(lacks) / number
    squares = sum((lack - behind) ** 2 for lack in lacks) + _LEANS * _USUAL**2 / size
    return behind, sqrt(squares / (number - 1 + _LEANS) / number)
