# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Tree search over imagined worlds.

One tree for one viewer: its nodes are what has been done, not what is hidden. Every iteration draws a world, follows
the tree as far as it goes, choosing by what came out so far and by what the planner thinks of an action, plays on
with the cheap policy, and adds the result to everything it passed. Each seat maximises its own result.

At the root all actions that are still in question are tried equally often, each in the same worlds with the same
chance: what one is better than another is then less a matter of luck. `narrow` gives up those that came out worst. A
search that does not halve chooses at the root as it does everywhere else.

How a game will end is guessed twice on the way. The first guess is rather wrong and differs little by chance, the
second one is hardly wrong and differs much: the more games there are, the more the second one counts.
"""

from math import exp, log, sqrt
from typing import Final

import numpy as np

from .chance import below, seed
from .codes import DRAWS, act
from .codex import payable
from .foresight import appraise
from .habits import HABITS
from .jit import njit
from .layout import CELLS, DRAW, NOBODY, NONE, OBJECTIVE, OPEN, OVER, PLACE, SIDE, Array, Game, Games
from .planner import awaited, judge
from .policy import play_some
from .turns import choose_objective, choose_side
from .worlds import resample

__all__ = [
    "EDGE",
    "NODE",
    "TREE",
    "best_left",
    "code_of_edge",
    "go_on",
    "imagine",
    "narrow",
    "play_out",
    "reward_of",
    "root_code",
    "search",
]

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

_FAINT: Final = 0.01
"""Actions the planner likes less than that, compared with the best, are not looked at."""

_SHY: Final = 0.1
"""How much worse than the others an action is taken to be that was never tried."""


@njit
def _key_of(g: Game, seat: int, code: int) -> int:
    if code < DRAWS:
        which = code // CELLS
        return (2 * g.hand[seat, which >> 1] + (which & 1)) * _FACE + code - which * CELLS
    if code < DRAWS + 4:
        return _DRAW_KEY + 8 + g.market[code - DRAWS]
    if code < DRAWS + 6:
        return _DRAW_KEY + code - DRAWS - 4
    return _SETUP_KEY + code - DRAWS


@njit
def _code_of(g: Game, seat: int, key: int) -> int:
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
def _covers(g: Game, node: Array, seat: int) -> bool:
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
def _expand(g: Game, m: Array, node: Array, tree: Array, edges: Array, seat: int) -> None:
    """Add edges for what can be done in this world and is not there yet, unless the planner thinks little of it."""
    tree.grown += 1
    m.skip = _known_here(g, node, seat)
    number = judge(g, m, seat)
    m.skip = 0
    known_0, known_1 = node.known[0], node.known[1]
    first = node.first < 0
    best = -1e9
    for n in range(number):
        m.codes[n] = _key_of(g, seat, m.codes[n])
        if not _is_known_in(known_0, known_1, _mark_of(m.codes[n])):
            best = max(best, m.values[n])
    if first:
        node.best = best
    for n in range(number):
        mark = _mark_of(m.codes[n])
        if _is_known_in(known_0, known_1, mark):
            continue
        prior = exp(min(2.0, (m.values[n] - node.best) / tree.heat))
        if (prior >= _FAINT or m.values[n] == best) and tree.edges < len(edges):
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
def _pick(g: Game, node: Array, edges: Array, seat: int, push: float) -> int:
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
        if value > most and _code_of(g, seat, edge.key) >= 0:
            most = value
            best = at
        at = edge.next
    return best


@njit
def _begin(node: Array) -> None:
    node.visits = 0
    node.first = -1
    node.sum = 0.0
    node.weight = 0.0
    node.cards = 0
    node.known[:] = 0


@njit
def _settle(g: Game, viewer: int) -> None:
    """Let others make their choices of setup by lot."""
    for seat in range(g.seats):
        if seat != viewer and g.phase == SIDE and g.side[seat] == NOBODY:
            choose_side(g, seat, below(g, 2))
        if seat != viewer and g.phase == OBJECTIVE and g.objective[seat] == NONE:
            choose_objective(g, seat, below(g, 2))


@njit
def search(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games,
    hidden: Array,
    minds: Array,
    nets: Array,
    nodes: Array,
    edges: Array,
    trees: Array,
    iterations: int,
) -> None:
    """Search on from the first records; the record after them and the second of `hidden` are room to work in."""
    tree = trees[0]
    if tree.nodes == 0:
        tree.nodes = 1
        _begin(nodes[0])
        imagine(games, hidden, tree, 0)
        _expand(games[tree.roots], minds[0], nodes[0], tree, edges, tree.viewer)
    for _ in range(iterations):
        first = _least_tried(nodes[0], edges) if tree.halving else -1
        imagine(games, hidden, tree, edges[first].visits if first >= 0 else nodes[0].visits)
        _iterate(games[tree.roots], minds[0], nets[0], nodes, edges, tree, first)


@njit
def imagine(games: Games, hidden: Array, tree: Array, number: int) -> None:
    """Make world `number` ready, with its chance: the same one whenever it is asked for."""
    g = games[tree.roots]
    games[tree.roots] = games[number % tree.roots]
    seed(g, tree.chance + number)
    if tree.roots == 1:
        hidden[1] = hidden[0]
        resample(g, hidden[1], tree.viewer)
    if g.phase < PLACE:
        _settle(g, tree.viewer)


@njit
def _least_tried(node: Array, edges: Array) -> int:
    """Return the edge in question that was followed least often, and of several the one the planner likes best."""
    best = -1
    at = node.first
    while at >= 0:
        edge = edges[at]
        if edge.prior >= 0.0 and (best < 0 or _is_before(edge, edges[best])):
            best = at
        at = edge.next
    return best


@njit
def _is_before(edge: Array, other: Array) -> bool:
    return edge.visits < other.visits or (edge.visits == other.visits and edge.prior > other.prior)


@njit
def narrow(nodes: Array, edges: Array, trees: Array, most: int) -> int:
    """Give up all actions at the root but the `most` best that are still in question; return how many then are."""
    number = 0
    at = nodes[0].first
    while at >= 0:
        number += edges[at].prior >= 0.0
        at = edges[at].next
    while number > most:
        edges[_worst(nodes[0], edges, trees[0])].prior = -1.0
        number -= 1
    return number


@njit
def best_left(node: Array, edges: Array) -> int:
    """Return the edge at the root that is still in question, once only one is."""
    at = node.first
    while edges[at].prior < 0.0:
        at = edges[at].next
    return at + 0


@njit
def _worst(node: Array, edges: Array, tree: Array) -> int:
    """Return the edge in question that came out worst, or if some were not followed, what the planner likes least."""
    worst = -1
    least = 1e9
    at = node.first
    while at >= 0:
        edge = edges[at]
        value = _worth(edge, tree) if edge.visits else edge.prior - 10.0
        if edge.prior >= 0.0 and value < least:
            least = value
            worst = at
        at = edge.next
    return worst


@njit
def _worth(edge: Array, tree: Array) -> float:
    """Return what an action is probably worth, compared with others that were tried as often."""
    games = edge.visits
    early = edge.early / games
    further = 2.0 * (edge.sum / games - early)
    liking = tree.wanting if _DRAW_KEY <= edge.key < _SETUP_KEY else tree.liking
    return early + games / (games + tree.doubt) * further + liking * log(max(edge.prior, _FAINT)) / games


@njit
def _iterate(  # arrays the caller owns
    g: Game, m: Array, net: Array, nodes: Array, edges: Array, tree: Array, first: int
) -> None:
    """Play one world: down the tree, with edge `first` unless it is -1, then on, and remember how it went."""
    depth = 0
    at = 0
    while at >= 0:
        if g.phase < PLACE:
            _settle(g, tree.viewer)
        node = nodes[at]
        if g.phase == OVER or (at > 0 and node.visits < tree.patience):
            break
        seat = awaited(g)
        if not _covers(g, node, seat):
            _expand(g, m, node, tree, edges, seat)
        chosen = first if first >= 0 and at == 0 else _pick(g, node, edges, seat, tree.push)
        if chosen < 0:
            break
        tree.path[depth, 0], tree.path[depth, 1], tree.path[depth, 2] = chosen, seat, at
        depth += 1
        at = _follow(g, nodes, edges[chosen], tree, seat)
    leaf = awaited(g)
    play_out(g, net, tree)
    if at > 0:
        nodes[at].visits += 1
        nodes[at].sum += reward_of(net, tree, leaf)
    _remember(net, nodes, edges, tree, depth)


@njit
def play_out(g: Game, net: Array, tree: Array) -> None:
    """Play on for some turns and guess, and then for some more and guess again."""
    play_some(g, tree.horizon, tree.habits)
    appraise(g, net)
    for seat in range(g.seats):
        tree.guessed[seat] = net.rewards[seat]
    if g.phase != OVER and tree.later > 0:
        play_some(g, tree.later, tree.habits)
        appraise(g, net)


@njit
def _follow(g: Game, nodes: Array, edge: Array, tree: Array, seat: int) -> int:
    """Do what `edge` says and return the node it leads to, a new one if need be, or -1 if there is no room."""
    act(g, _code_of(g, seat, edge.key))
    if edge.child < 0 and tree.nodes < len(nodes):
        edge.child = tree.nodes
        tree.nodes += 1
        _begin(nodes[edge.child])
    return edge.child + 0


@njit
def reward_of(net: Array, tree: Array, seat: int) -> float:
    """Return the mean of both guesses for `seat` after `play_out`."""
    return 0.5 * (tree.guessed[seat] + net.rewards[seat])


@njit
def _remember(net: Array, nodes: Array, edges: Array, tree: Array, depth: int) -> None:
    for n in range(depth):
        edge, seat, node = edges[tree.path[n, 0]], tree.path[n, 1], nodes[tree.path[n, 2]]
        reward = reward_of(net, tree, seat)
        edge.visits += 1
        edge.sum += reward
        edge.early += tree.guessed[seat]
        node.visits += 1
        node.sum += reward
    tree.depth = max(tree.depth, depth)


@njit
def go_on(games: Games, nodes: Array, edges: Array, trees: Array, code: int) -> int:
    """Do the viewer's action `code`, keep what is known of what follows it, and return how many games that is.

    Nothing hidden may come to light by that action: what follows must be the same in every world.
    """
    tree = trees[0]
    key = _key_of(games[0], tree.viewer, code)
    at = nodes[0].first
    while at >= 0 and edges[at].key != key:
        at = edges[at].next
    act(games[0], code)
    if at < 0 or edges[at].child < 0 or nodes[edges[at].child].first < 0:
        tree.nodes = tree.edges = 0
        return 0
    nodes[0] = nodes[edges[at].child]
    games_known = 0
    at = nodes[0].first
    while at >= 0:
        games_known += edges[at].visits
        at = edges[at].next
    return games_known


@njit
def code_of_edge(g: Game, seat: int, edge: Array) -> int:
    """Return the action of `seat` that `edge` stands for in this world."""
    return _code_of(g, seat, edge.key)


@njit
def root_code(games: Games, at: int, seat: int, key: int) -> int:
    """Return the action that `key` names in record `at`: the way in from Python."""
    return _code_of(games[at], seat, key)
