# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Search tree over actions done (information sets of one viewer): nodes, edges, PUCT selection, expansion.

An edge is named by a key that means the same in every world, where the same card may be in another slot of a hand. The
legal actions of a node differ from world to world, as worlds differ in who holds which card: a node is expanded card by
card, and selection considers only the edges legal in the present world (ISMCTS: Cowling, Powley and Whitehouse, 2012).
"""

from math import log, sqrt
from typing import Final

import numpy as np

from ..codex import payable
from ..compiler.jit import njit
from ..layout import CELLS, DRAW, NONE, OPEN, PLACE, Array, Game
from ..planner.choice import judge
from ..planner.weights import MOST, PLAYOUT_WEIGHTS
from ..turns import DRAWS
from ..value_network.exact_math import exp

__all__ = [
    "EDGE",
    "FAINT",
    "NODE",
    "TREE",
    "begin",
    "code_of",
    "covers",
    "expand",
    "is_draw",
    "key_of",
    "pick",
]

DEEPEST: Final = 400
"""Capacity of the path: more than any game has actions after setup."""

NODE: Final = np.dtype(
    [
        ("visits", np.int32),
        ("first", np.int32),  # edge, -1 until expanded
        ("best", np.float32),  # evaluation of the best action by the planner
        ("sum", np.float32),  # of the results of the seat whose turn it is
        ("weight", np.float32),  # of the priors of all edges
        ("cards", np.int32),  # how many cards and decks are known
        ("known", np.uint64, 2),  # bit set of the cards whose actions are among the edges
    ],
    align=True,
)
EDGE: Final = np.dtype(
    [
        ("key", np.int32),
        ("visits", np.int32),
        ("child", np.int32),
        ("next", np.int32),
        ("prior", np.float32),  # below 0 for root actions dropped by sequential halving
        ("sum", np.float32),  # of the rewards: means of both evaluations
        ("early", np.float32),  # of the first evaluations alone
    ],
    align=True,
)
TREE: Final = np.dtype(
    [
        ("nodes", np.int32),  # numbers of nodes and edges in use
        ("edges", np.int32),
        ("grown", np.int32),  # number of expansions
        ("depth", np.int32),  # of the longest path so far
        ("viewer", np.int32),
        ("roots", np.int32),  # worlds sampled beforehand; with one, each iteration resamples it
        ("expansion_threshold", np.int32),  # expansion threshold, in visits
        ("horizon", np.int32),  # turns of the playout before the first evaluation
        ("later", np.int32),  # turns from it to the second evaluation; 0 for none
        ("ahead", np.int32),  # turns that small searches play in nested rollouts
        ("small", np.int32),  # their budget in iterations for a placement, half of it for a draw
        ("weight", np.int32),  # visits that a nested rollout counts as
        ("halving", np.int32),  # whether the root is searched by sequential halving
        ("chance", np.int64),  # of the first world; those after it follow from it
        ("c_puct", np.float64),
        ("temperature", np.float64),  # softmax temperature of the prior, in points
        ("doubt", np.float64),  # visits at which the second evaluation weighs as much as the first
        ("placement_bias", np.float64),  # progressive bias of a placement
        ("draw_bias", np.float64),  # progressive bias of a draw
        ("guessed", np.float64, 4),
        ("asked", np.int32, MOST),  # root edges in question
        ("playout_weights", PLAYOUT_WEIGHTS),  # weights of the playout policy
        ("path", np.int32, (DEEPEST, 3)),  # edge, seat and node of each step of the present path
    ],
    align=True,
)
"""Record of one search: its parameters (see `bots.search.search_state.Manner`), its progress, and the present path."""

_FACE: Final = CELLS
_DRAW_KEY: Final = 1 << 22
_SETUP_KEY: Final = 1 << 24
"""First keys of draws and of choices of setup. Keys name cards, not slots of a hand: card, side and cell; the card
taken or the deck; the choice."""

FAINT: Final = 0.01
"""Pruning threshold: actions with a prior below this part of the best one's get no edge."""

_FAR: Final = 0.1 - log(FAINT)
"""Temperatures behind the best from which on a prior is surely below `FAINT`, without computing it."""

_SHY: Final = 0.1
"""First-play urgency: an edge without visits is taken to be worth the node's mean less this, on rewards 0 to 1."""


@njit
def key_of(g: Game, seat: int, code: int) -> int:
    """Return the key of an action of `seat`, the same in every world."""
    if code < DRAWS:
        which = code // CELLS
        return (2 * g.hand[seat, which >> 1] + (which & 1)) * _FACE + code - which * CELLS
    if code < DRAWS + 4:
        return _DRAW_KEY + 8 + g.market[code - DRAWS]
    if code < DRAWS + 6:
        return _DRAW_KEY + code - DRAWS - 4
    return _SETUP_KEY + code - DRAWS


@njit
def code_of(g: Game, seat: int, key: int) -> int:
    """Return the action that `key` names in this world, or -1 if it is not legal in it."""
    if key < _DRAW_KEY:
        face = key // _FACE
        cell = key - face * _FACE
        for slot in range(g.held[seat]):
            card = g.hand[seat, slot]
            if card == face >> 1:
                can = g.cells[cell] == OPEN and (face & 1 or payable(g.symbols[seat], card - 1))
                return (2 * slot + (face & 1)) * CELLS + cell if can else -1
        return -1
    if key < _SETUP_KEY:
        what = key - _DRAW_KEY
        if what < 8:  # noqa: PLR2004  # a deck
            return DRAWS + 4 + what if g.decks[what] > 0 else -1
        for slot in range(4):
            if g.market[slot] == what - 8:
                return DRAWS + slot
        return -1
    return key - _SETUP_KEY + DRAWS


@njit
def is_draw(key: int) -> bool:
    """Return whether `key` names a card to draw, or a deck."""
    return _DRAW_KEY <= key < _SETUP_KEY


@njit
def _mark_of(key: int) -> int:
    """Return the number of the card, or of the deck, whose actions `key` is one of."""
    if key < _DRAW_KEY:
        return key // _FACE >> 1
    if key < _SETUP_KEY:
        what = key - _DRAW_KEY
        return what - 8 if what >= 8 else 81 + what  # noqa: PLR2004  # a card; decks come after the cards
    return 83 + ((key - _SETUP_KEY) & 1)


@njit
def _is_known(node: Array, mark: int) -> bool:
    return (node.known[mark >> 6] >> np.uint64(mark & 63)) & np.uint64(1) != np.uint64(0)


@njit
def covers(g: Game, node: Array, seat: int) -> bool:
    """Return whether the node has an edge for every action that is legal in this world (unless pruned)."""
    if node.first < 0:
        return False
    if g.phase == PLACE:
        for slot in range(g.held[seat]):
            if not _is_known(node, g.hand[seat, slot]):
                return False
    elif g.phase == DRAW:
        for slot in range(4):
            if g.market[slot] != NONE and not _is_known(node, g.market[slot]):
                return False
        for deck in range(2):
            if g.decks[deck] > 0 and not _is_known(node, 81 + deck):
                return False
    return True


@njit
def _known_here(g: Game, node: Array, seat: int) -> int:
    """Return a bit mask of the slots of the hand, or the sources, whose actions the node has already."""
    skip = 0
    if g.phase == PLACE:
        for slot in range(g.held[seat]):
            if _is_known(node, g.hand[seat, slot]):
                skip |= 1 << slot
    elif g.phase == DRAW:
        for slot in range(4):
            if _is_known(node, g.market[slot]):
                skip |= 1 << slot
        for deck in range(2):
            if _is_known(node, 81 + deck):
                skip |= 16 << deck
    return skip


@njit
def expand(g: Game, m: Array, node: Array, tree: Array, edges: Array, seat: int) -> None:
    """Expand a node: add an edge for each new legal action of this world whose prior is not below `FAINT`.

    The prior is a softmax of the planner's evaluation with the `temperature`, not normalized.
    """
    tree.grown += 1
    m.skip = _known_here(g, node, seat)
    number = judge(g, m, seat)
    m.skip = 0
    known_0, known_1 = node.known[0], node.known[1]
    first = node.first < 0
    best = -1e9
    for n in range(number):
        m.codes[n] = key_of(g, seat, m.codes[n])
        if not _is_known_in(known_0, known_1, _mark_of(m.codes[n])):
            best = max(best, m.values[n])
    if first:
        node.best = best
    for n in range(number):
        mark = _mark_of(m.codes[n])
        if _is_known_in(known_0, known_1, mark):
            continue
        behind = (node.best - m.values[n]) / tree.temperature
        prior = exp(min(2.0, -behind)) if behind < _FAR or m.values[n] == best else 0.0
        if (prior >= FAINT or m.values[n] == best) and tree.edges < len(edges):
            _add(node, tree, edges, m.codes[n], max(prior, 1e-6))
        if not _is_known(node, mark):
            node.cards += 1
            node.known[mark >> 6] |= np.uint64(1) << np.uint64(mark & 63)


@njit
def _add(node: Array, tree: Array, edges: Array, key: int, prior: float) -> None:
    edge = edges[tree.edges]
    edge.key = key
    edge.visits = 0
    edge.child = -1
    edge.next = node.first
    edge.prior = prior
    edge.sum = 0.0
    edge.early = 0.0
    node.weight += prior
    node.first = tree.edges
    tree.edges += 1


@njit
def _is_known_in(known_0: int, known_1: int, mark: int) -> bool:
    bits = known_0 if mark < 64 else known_1  # noqa: PLR2004  # bits in a word
    return (bits >> np.uint64(mark & 63)) & np.uint64(1) != np.uint64(0)


@njit
def pick(g: Game, node: Array, edges: Array, seat: int, c_puct: float) -> int:
    """Return the edge to follow by PUCT (Silver et al., 2017), among those legal in this world; -1 if there is none.

    Mean reward plus `c_puct` * prior * sqrt(visits of the node + 1) / (1 + visits of the edge), the priors
    normalized by the sum that one world is expected to offer. Edges without visits have first-play urgency (`_SHY`).
    """
    width = 6.0 if g.phase == DRAW else 3.0  # cards that can be played or taken in any one world
    fresh = (node.sum + 0.5) / (node.visits + 1) - _SHY
    spread = c_puct * sqrt(node.visits + 1.0) / max(node.weight * min(1.0, width / node.cards), 1e-9)
    best = -1
    most = -1e9
    at = node.first
    while at >= 0:
        edge = edges[at]
        value = fresh + spread * edge.prior  # and no division: most edges have no visits
        if edge.visits:
            value = edge.sum / edge.visits + spread * edge.prior / (1 + edge.visits)
        if value > most and code_of(g, seat, edge.key) >= 0:
            most = value
            best = at
        at = edge.next
    return best


@njit
def begin(node: Array) -> None:
    """Reset a node."""
    node.visits = 0
    node.first = -1
    node.sum = 0.0
    node.weight = 0.0
    node.cards = 0
    node.known[:] = 0
