# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""The tree of a search: its nodes are what has been done, its edges what may be done next.

An edge is named by a key that means the same in every world, where the same card may be in another slot of a hand. A
node learns card by card what can be done, as worlds differ in who holds which.
"""

from math import exp, sqrt
from typing import Final

import numpy as np

from .codes import DRAWS
from .codex import payable
from .habits import HABITS
from .jit import njit
from .layout import CELLS, DRAW, NONE, OPEN, PLACE, Array, Game
from .planner import judge

__all__ = ["EDGE", "FAINT", "NODE", "TREE", "begin", "code_of", "covers", "expand", "is_draw", "key_of", "pick"]

DEEPEST: Final = 400
"""No game has so many actions after setup."""

NODE: Final = np.dtype(
    [
        ("visits", np.int32),
        ("first", np.int32),  # edge, -1 until expanded
        ("best", np.float32),  # what the planner thought of the best action
        ("sum", np.float32),  # of the results of the seat whose turn it is
        ("weight", np.float32),  # of the priors of all edges
        ("cards", np.int32),  # how many cards and decks are known
        ("known", np.uint64, 2),  # cards whose actions are among the edges, a bit each
    ],
    align=True,
)
EDGE: Final = np.dtype(
    [
        ("key", np.int32),
        ("visits", np.int32),
        ("child", np.int32),
        ("next", np.int32),
        ("prior", np.float32),  # below 0 for actions at the root that were given up
        ("sum", np.float32),  # of the means of both guesses
        ("early", np.float32),  # of the first ones alone
    ],
    align=True,
)
TREE: Final = np.dtype(
    [
        ("nodes", np.int32),  # how many of the nodes and edges are taken
        ("edges", np.int32),
        ("grown", np.int32),  # how often a node got edges
        ("depth", np.int32),  # of the longest way so far
        ("viewer", np.int32),
        ("roots", np.int32),  # with one, everything hidden is drawn anew each time; else they are worlds drawn before
        ("patience", np.int32),  # visits before a node grows edges
        ("horizon", np.int32),  # turns that are played beyond the tree before the outcome is guessed
        ("later", np.int32),  # and before it is guessed again, unless there are none
        ("ahead", np.int32),  # turns that small searches play in rollouts
        ("small", np.int32),  # how many games they imagine for a placement, half as many for a draw
        ("weight", np.int32),  # how many imagined games a rollout counts as
        ("halving", np.int32),  # whether all actions at the root that are in question are tried equally often
        ("chance", np.int64),  # of the first world; those after it follow from it
        ("push", np.float64),  # how much what was tried seldom is preferred
        ("heat", np.float64),  # how many points less make an action e times less likable
        ("doubt", np.float64),  # how many games make the second guess count as much as the first
        ("liking", np.float64),  # how much the planner's judgement counts, which stands for one game
        ("wanting", np.float64),  # and its judgement of a draw
        ("guessed", np.float64, 4),
        ("habits", HABITS),  # of the cheap player
        ("path", np.int32, (DEEPEST, 3)),  # edge, seat and node of each step of the present way
    ],
    align=True,
)
"""One search: how it is done, and how far it is."""

_FACE: Final = CELLS
_DRAW_KEY: Final = 1 << 22
_SETUP_KEY: Final = 1 << 24
"""Keys name cards, not slots of a hand: card, side and cell; the card taken or the deck; the choice."""

FAINT: Final = 0.01
"""Actions the planner likes less than that, compared with the best, are not looked at."""

_SHY: Final = 0.1
"""How much worse than the others an action is taken to be that was never tried."""


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
    """Return the action that `key` names in this world, or -1 if it cannot be done in it."""
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
    """Return whether the node knows everything that can be done in this world."""
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
    """Return a bit for each slot of the hand, or each source, whose actions the node has already."""
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
    """Add edges for what can be done in this world and is not there yet, unless the planner thinks little of it."""
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
        prior = exp(min(2.0, (m.values[n] - node.best) / tree.heat))
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
def pick(g: Game, node: Array, edges: Array, seat: int, push: float) -> int:
    """Return the edge to follow: what came out well, and what the planner likes and was tried seldom."""
    width = 6.0 if g.phase == DRAW else 3.0  # cards that can be played or taken in any one world
    fresh = (node.sum + 0.5) / (node.visits + 1) - _SHY
    spread = push * sqrt(node.visits + 1.0) / max(node.weight * min(1.0, width / node.cards), 1e-9)
    best = -1
    most = -1e9
    at = node.first
    while at >= 0:
        edge = edges[at]
        value = edge.sum / edge.visits if edge.visits else fresh
        value += spread * edge.prior / (1 + edge.visits)
        if value > most and code_of(g, seat, edge.key) >= 0:
            most = value
            best = at
        at = edge.next
    return best


@njit
def begin(node: Array) -> None:
    """Empty a node."""
    node.visits = 0
    node.first = -1
    node.sum = 0.0
    node.weight = 0.0
    node.cards = 0
    node.known[:] = 0
