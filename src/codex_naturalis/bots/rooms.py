"""What one search works with: imagined worlds, the tree it grows, and how it divides its games among actions."""

from collections.abc import Iterator
from functools import cache
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from codex_naturalis.kernel.bridge import action_of, code_of
from codex_naturalis.kernel.habits import habits_of
from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.mind import mind_of
from codex_naturalis.kernel.search import go_on, narrow, root_code, search
from codex_naturalis.kernel.tree import EDGE, NODE, TREE
from codex_naturalis.rules import Action, GameState
from codex_naturalis.views import View

from .foreseeing import foresight
from .imagining import imagined
from .weights import AGAINST_TYBOR, AT_TABLE

__all__ = [
    "Considered",
    "Manner",
    "Room",
    "considered",
    "empty_tree",
    "first_part",
    "new_room",
    "root_actions",
    "root_edges",
    "search_in_rounds",
    "went_on",
]

_EDGES_EACH: Final = 24
"""Room for edges, per iteration."""

_MANY_SEATS: Final = 3
"""With so many seats no action is given up: what came out best is tried most."""

_CHUNK: Final = 200
"""Iterations between two looks at the clock."""

_WIDEST: Final = 40
"""So many actions at most are tried."""

_FEW: Final = 12
_FEW_EACH: Final = 10
"""As long as more actions are in question and get fewer games each, nothing is guessed twice: the second guess would
hardly count."""

_FEWEST: Final = 4
_EACH: Final = 25
"""Few iterations go to few actions: on the average so many to each."""


class Considered(Struct, frozen=True):
    """One action, and what came of it in imagined games."""

    action: Action
    visits: int
    """How many imagined games it was tried in; a rollout counts as several."""

    result: float
    """Mean of half the victory and half how clear it was, from 0 to 1."""


class Manner(Struct, frozen=True):
    """How to search."""

    push: float = 1.2
    """How much what was tried seldom is preferred."""

    heat: float = 1.0
    """How many points less make an action e times less likable at first sight."""

    patience: int = 2
    """How often a position is met before its own actions are looked at."""

    horizon: int = 8
    """How many turns are played beyond the tree before the outcome is guessed, at a table of two; with more seats as
    many rounds."""

    later: int = 8
    """How many more are played before it is guessed again, likewise."""

    doubt: float = 28.0
    """How many games it takes until the second guess counts as much as the first, more wrong and less noisy one."""

    liking: float = 0.24
    """How much the planner's judgement of a placement counts, which stands for one game."""

    wanting: float = 0.8
    """And of a draw."""

    ahead: int = 4
    """How many turns small searches play in rollouts; with none nothing is rolled out."""

    small: int = 30
    """How many games these searches imagine for a placement, half as many for a draw."""


class Room(NamedTuple):
    """One search: the arrays that the compiled part works with, and what it is about."""

    games: Array
    hidden: Array
    minds: Array
    nets: Array
    nodes: Array
    edges: Array
    trees: Array
    world: GameState
    """The first imagined world; it has the cells and cards that actions are about."""

    @property
    def arrays(self) -> tuple[Array, Array, Array, Array, Array, Array, Array]:
        """Return what the compiled part works with."""
        return self[:-1]


def new_room(view: View, rng: Random, manner: Manner, grown: int) -> Room:
    """Return what a search of `view` begins with: a tree with room for as many imagined games as are `grown`."""
    games, hidden, world = imagined(view, rng)
    solo = view.tybor is not None
    minds, nets = _mind(solo=solo).copy(), foresight(solo=solo).copy()  # with room to work in, each thread its own
    room = Room(games, hidden, minds, nets, *empty_tree(grown + grown // 2), world)  # a draw needs half
    trees = room.trees
    trees["viewer"] = view.viewer
    trees["habits"] = habits_of()
    trees["roots"] = len(games) - 1
    for name, value in asdict(manner).items():
        trees[name] = value
    trees["halving"] = len(view.seats) < _MANY_SEATS
    for name in ("horizon", "later"):
        trees[name] = trees[name] * max(2, len(view.seats)) // 2
    return room


def went_on(room: Room, action: Action) -> int:
    """Do `action` in `room`, keep what is known of what follows it, and return how many imagined games that is."""
    viewer = int(room.trees["viewer"][0])
    room.trees["depth"] = 0
    return int(go_on(room.games, room.nodes, room.edges, room.trees, code_of(room.world, viewer, action)))


def search_in_rounds(room: Room, rng: Random, most: int, until: float | None, keep: int = 1) -> int:
    """Halve the actions in question round by round, each round taking as long, until so few are left to keep.

    Return how many iterations were done. With many seats there is one round, in which the tree itself divides them:
    what is best is tried most often.
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
    """Return when the first of so many equal parts of the time that is left ends, if it is limited."""
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
def _mind(*, solo: bool) -> Array:
    return mind_of(asdict(AGAINST_TYBOR if solo else AT_TABLE))


def empty_tree(iterations: int) -> tuple[Array, Array, Array]:
    """Return an empty tree with room for so many iterations; pages of memory that stay empty cost nothing."""
    return np.zeros(iterations + 2, NODE), np.zeros(_EDGES_EACH * iterations + 2000, EDGE), np.zeros(1, TREE)


def root_edges(room: Room) -> Iterator[int]:
    """Yield where the edges of the root are."""
    at = int(room.nodes["first"][0])
    while at >= 0:
        yield at
        at = int(room.edges["next"][at])


def root_actions(room: Room) -> Iterator[tuple[int, Action]]:
    """Yield where the edges of the root are, each with its action, if that can be done in the first world."""
    viewer = int(room.trees["viewer"][0])
    for at in root_edges(room):
        code = root_code(room.games, 0, viewer, int(room.edges["key"][at]))
        if code >= 0:
            yield at, action_of(room.world, viewer, code)


def considered(room: Room) -> tuple[Considered, ...]:
    """Return what became of each action that was tried, what was given up last first, or else what was tried most."""
    found = []
    for at, action in root_actions(room):
        edge = room.edges[at]
        if edge["visits"]:
            one = Considered(action, int(edge["visits"]), float(edge["sum"] / edge["visits"]))
            found.append((edge["prior"] >= 0, one.visits, one.result, one))
    return tuple(one[-1] for one in sorted(found, key=lambda one: one[:-1], reverse=True))
