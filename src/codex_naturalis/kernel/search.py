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

from math import log

from .chance import below, seed
from .codes import act
from .foresight import appraise
from .jit import njit
from .layout import NOBODY, NONE, OBJECTIVE, OVER, PLACE, SIDE, Array, Game, Games
from .planner import awaited
from .policy import play_some
from .tree import FAINT, begin, code_of, covers, expand, is_draw, key_of, pick
from .turns import choose_objective, choose_side
from .worlds import resample

__all__ = ["best_left", "go_on", "imagine", "narrow", "play_out", "reward_of", "root_code", "search"]


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
        begin(nodes[0])
        imagine(games, hidden, tree, 0)
        expand(games[tree.roots], minds[0], nodes[0], tree, edges, tree.viewer)
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
    liking = tree.wanting if is_draw(edge.key) else tree.liking
    return early + games / (games + tree.doubt) * further + liking * log(max(edge.prior, FAINT)) / games


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
        if not covers(g, node, seat):
            expand(g, m, node, tree, edges, seat)
        chosen = first if first >= 0 and at == 0 else pick(g, node, edges, seat, tree.push)
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
    act(g, code_of(g, seat, edge.key))
    if edge.child < 0 and tree.nodes < len(nodes):
        edge.child = tree.nodes
        tree.nodes += 1
        begin(nodes[edge.child])
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
    key = key_of(games[0], tree.viewer, code)
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
def root_code(games: Games, at: int, seat: int, key: int) -> int:
    """Return the action that `key` names in record `at`: the way in from Python."""
    return code_of(games[at], seat, key)
