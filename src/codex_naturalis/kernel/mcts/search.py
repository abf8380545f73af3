# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Determinized Monte-Carlo tree search (single-observer ISMCTS: Cowling, Powley and Whitehouse, 2012).

One tree for one viewer: its nodes are the actions done, not what is hidden. Every iteration samples a world
(determinization, `worlds`), descends the tree by PUCT (`tree.pick`) with the planner's evaluation as prior, expands,
plays on with the playout policy (`policy`), evaluates the end by the value network (`value_network`), and adds the
reward to every node and edge on the path. Each seat maximises its own reward, 0 to 1.

At the root, sequential halving (Karnin, Koren and Somekh, 2013): all actions that are still in question are tried
equally often, each in the same worlds with the same random stream (common random numbers), so that differences between
them are less a matter of luck; `narrow` drops the worst ones. A search that does not halve uses PUCT at the root as
well.

A playout is evaluated twice. The first value is biased and has little variance, the second, some turns later, has
hardly any bias and much variance: the weight of the second grows with the visits (`doubt`).
"""

from ..chance import below, seed
from ..compiler.jit import njit
from ..layout import NOBODY, NONE, OBJECTIVE, OVER, PLACE, SIDE, Array, Game, Games
from ..planner.choice import seat_to_act
from ..planner.weights import MOST
from ..turns import act, choose_objective, choose_side
from ..value_network import appraise
from ..value_network.exact_math import log
from .policy import play_some
from .tree import FAINT, begin, code_of, covers, expand, is_draw, key_of, pick
from .worlds import resample

__all__ = ["best_left", "go_on", "imagine", "narrow", "play_out", "reward_of", "root_code", "search"]


@njit
def _settle(g: Game, viewer: int) -> None:
    """Choose at random for the other seats in setup."""
    for seat in range(g.seats):
        if seat != viewer and g.phase == SIDE and g.side[seat] == NOBODY:
            choose_side(g, seat, below(g, 2))
        if seat != viewer and g.phase == OBJECTIVE and g.objective[seat] == NONE:
            choose_objective(g, seat, below(g, 2))


@njit
def search(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games,
    hidden: Array,
    planners: Array,
    nets: Array,
    nodes: Array,
    edges: Array,
    trees: Array,
    iterations: int,
) -> None:
    """Run iterations from the first records; the record after them and the second of `hidden` are working space."""
    tree = trees[0]
    if tree.nodes == 0:
        tree.nodes = 1
        begin(nodes[0])
        imagine(games, hidden, tree, 0)
        expand(games[tree.roots], planners[0], nodes[0], tree, edges, tree.viewer)
    asked = _ask(nodes[0], edges, tree) if tree.halving else 0
    for _ in range(iterations):
        first = _least_tried(edges, tree, asked) if tree.halving else -1
        imagine(games, hidden, tree, edges[first].visits if first >= 0 else nodes[0].visits)
        _iterate(games[tree.roots], planners[0], nets[0], nodes, edges, tree, first)


@njit
def imagine(games: Games, hidden: Array, tree: Array, number: int) -> None:
    """Prepare determinized world `number`, with its random stream; the same one every time."""
    g = games[tree.roots]
    games[tree.roots] = games[number % tree.roots]
    seed(g, tree.chance + number)
    if tree.roots == 1:
        hidden[1] = hidden[0]
        resample(g, hidden[1], tree.viewer)
    if g.phase < PLACE:
        _settle(g, tree.viewer)


@njit
def _ask(node: Array, edges: Array, tree: Array) -> int:
    """List the root edges that are in question, and return how many are."""
    number = 0
    at = node.first
    while at >= 0:
        if edges[at].prior >= 0.0 and number < MOST:
            tree.asked[number] = at
            number += 1
        at = edges[at].next
    return number


@njit
def _least_tried(edges: Array, tree: Array, asked: int) -> int:
    """Return the root edge in question with the fewest visits; ties are broken by the prior."""
    best = -1
    for n in range(asked):
        at = tree.asked[n]
        if best < 0 or _is_before(edges[at], edges[best]):
            best = at
    return best


@njit
def _is_before(edge: Array, other: Array) -> bool:
    return edge.visits < other.visits or (edge.visits == other.visits and edge.prior > other.prior)


@njit
def narrow(nodes: Array, edges: Array, trees: Array, most: int) -> int:
    """Drop root actions until the best `most` are in question (sequential halving); return how many are."""
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
    """Return the root edge that is still in question, once only one is."""
    at = node.first
    while edges[at].prior < 0.0:
        at = edges[at].next
    return at + 0


@njit
def _worst(node: Array, edges: Array, tree: Array) -> int:
    """Return the root edge in question with the lowest worth, or, if some were not visited, with the lowest prior."""
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
    """Return the estimated value of a root action: both evaluations, blended by visits, and progressive bias.

    The progressive bias (Chaslot et al., 2008) is the log prior times a factor, divided by the visits.
    """
    games = edge.visits
    early = edge.early / games
    further = 2.0 * (edge.sum / games - early)
    bias = tree.draw_bias if is_draw(edge.key) else tree.placement_bias
    return early + games / (games + tree.doubt) * further + bias * log(max(edge.prior, FAINT)) / games


@njit
def _iterate(  # arrays the caller owns
    g: Game, m: Array, net: Array, nodes: Array, edges: Array, tree: Array, first: int
) -> None:
    """Run one iteration of MCTS: selection (with root edge `first` unless it is -1), expansion, playout, backup."""
    depth = 0
    at = 0
    while at >= 0:
        if g.phase < PLACE:
            _settle(g, tree.viewer)
        node = nodes[at]
        if g.phase == OVER or (at > 0 and node.visits < tree.expansion_threshold):
            break
        seat = seat_to_act(g)
        if not covers(g, node, seat):
            expand(g, m, node, tree, edges, seat)
        chosen = first if first >= 0 and at == 0 else pick(g, node, edges, seat, tree.c_puct)
        if chosen < 0:
            break
        tree.path[depth, 0], tree.path[depth, 1], tree.path[depth, 2] = chosen, seat, at
        depth += 1
        at = _follow(g, nodes, edges[chosen], tree, seat)
    leaf = seat_to_act(g)
    play_out(g, net, tree)
    if at > 0:
        nodes[at].visits += 1
        nodes[at].sum += reward_of(net, tree, leaf)
    _remember(net, nodes, edges, tree, depth)


@njit
def play_out(g: Game, net: Array, tree: Array) -> None:
    """Play a truncated playout: `horizon` turns and an evaluation, then `later` more and another one."""
    play_some(g, tree.horizon, tree.playout_weights)
    appraise(g, net)
    for seat in range(g.seats):
        tree.guessed[seat] = net.rewards[seat]
    if g.phase != OVER and tree.later > 0:
        play_some(g, tree.later, tree.playout_weights)
        appraise(g, net)


@njit
def _follow(g: Game, nodes: Array, edge: Array, tree: Array, seat: int) -> int:
    """Do the action of `edge` and return the child node, created if need be, or -1 if there is no room."""
    act(g, code_of(g, seat, edge.key))
    if edge.child < 0 and tree.nodes < len(nodes):
        edge.child = tree.nodes
        tree.nodes += 1
        begin(nodes[edge.child])
    return edge.child + 0


@njit
def reward_of(net: Array, tree: Array, seat: int) -> float:
    """Return the reward of `seat` after `play_out`, 0 to 1: the mean of both evaluations."""
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
    """Re-root the tree after the viewer's action `code` (tree reuse) and return the visits that are kept.

    That action may reveal nothing hidden: what follows must be the same in every world.
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
    """Return the action that `key` names in record `at`: the Python entry point."""
    return code_of(games[at], seat, key)
