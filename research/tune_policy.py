"""Find the weights of the cheap player: `python -m research.tune_policy table|solo [--minutes 15] [--seed 1]`.

Imagined games are played on by a player that costs a microsecond or two a turn (`kernel/mcts/policy.py`). It need not
win; what becomes of an action in its games should be what becomes of it when good players play on (simulation
balancing, as in D. Silver and G. Tesauro, Monte-Carlo simulation balancing, 2009). So up to ten actions of many
placements and draws are tried in 300 worlds that planners play to the end, which takes some minutes. Then an evolution
strategy (`evolution.py`) varies the logarithms of the weights. A candidate's worth is how well the mean of both
guesses in 32 games goes with what the planners reached: the correlations within positions, of placements, of the
better ones among these, and of draws. All cores are used. The weights are printed as they are to stand in
`planner/weights.py`.
"""

import argparse
from collections.abc import Iterable, Mapping
from multiprocessing import Pool
from random import Random
from time import monotonic
from typing import NamedTuple

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.planner.weights import AGAINST_TYBOR, AT_TABLE
from codex_naturalis.bots.search.determinization import determinize
from codex_naturalis.bots.search.tree_search import think
from codex_naturalis.bots.search.value_network import value_network
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import code_of
from codex_naturalis.kernel.chance import seed
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import OVER, Array, Games
from codex_naturalis.kernel.mcts.policy import play_some
from codex_naturalis.kernel.mcts.worlds import resample
from codex_naturalis.kernel.planner.choice import choose, judge_at, seat_to_act
from codex_naturalis.kernel.planner.weights import TUNED, planner_weights_of, playout_weights_of
from codex_naturalis.kernel.turns import act
from codex_naturalis.kernel.value_network import appraise
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import GameOptions, Phase, SeededShuffler, SoloLevel, apply, deal
from codex_naturalis.rules import awaited as seats_awaited
from codex_naturalis.views import View, view_of

from .evolution import Evolution

Numbers = NDArray[np.float64]

NAMES = tuple(TUNED)

WORLDS = 300
"""In which planners play each action on."""

ACTIONS = 10
EACH = 3
"""Positions of a kind from each game."""

TURNS = 8
"""Until the first guess, and from there to the second one."""

TRIED = 32
"""Games of a candidate for each action."""

SOME = 800
"""Positions that a generation is tried in."""

SPREAD = 0.2
"""How far the first variations go, as a factor's logarithm."""

CLOSE = 0.06
"""Temperature in points: an action worth this much less than the best is weighted 1/e."""


class Position(NamedTuple):
    """Some actions to choose among, and what becomes of them."""

    games: Games
    """Three records: the position, and room for a world and for a game in it."""

    hidden: Games
    viewer: int
    codes: NDArray[np.int64]
    truth: Numbers
    draw: bool


@njit
def imagine(games: Games, hidden: Array, viewer: int, number: int) -> None:
    """Make world `number` in the second records."""
    games[1] = games[0]
    seed(games[1], number)
    hidden[1] = hidden[0]
    resample(games[1], hidden[1], viewer)


@njit
def plan_on(
    games: Games, hidden: Array, planners: Array, nets: Array, viewer: int, codes: Array, results: Array
) -> None:
    """Let planners play on after each action in each world; write the results by world and action."""
    for n in range(len(results)):
        imagine(games, hidden, viewer, n)
        for k in range(len(codes)):
            games[2] = games[1]
            g = games[2]
            act(g, codes[k])
            while g.phase != OVER:
                act(g, choose(g, planners[0], seat_to_act(g)))
            appraise(g, nets[0])
            results[n, k] = nets[0].rewards[viewer]


@njit
def guess_on(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games,
    hidden: Array,
    playout_weights: Array,
    nets: Array,
    viewer: int,
    codes: Array,
    first: int,
    results: Array,
) -> None:
    """Let the cheap player play on, and write the mean of both guesses."""
    for n in range(len(results)):
        imagine(games, hidden, viewer, first + n)
        for k in range(len(codes)):
            games[2] = games[1]
            g = games[2]
            act(g, codes[k])
            results[n, k] = 0.0
            for _ in range(2):
                play_some(g, TURNS, playout_weights[0])
                appraise(g, nets[0])
                results[n, k] += 0.5 * nets[0].rewards[viewer]


def views(name: str, solo: SoloLevel | None) -> list[View]:
    """Return what a small search sees before some of its placements and draws against the planner or Tybor."""
    options = GameOptions(1 if solo else 2, solo=solo)
    state, rng = deal(catalogue(), options, SeededShuffler(name)), Random(name)
    own, bots = rng.randrange(options.seats), (bot_named("search:200"), bot_named("planner"))
    found: dict[Phase, list[View]] = {Phase.PLACE: [], Phase.DRAW: []}
    while seats := seats_awaited(state):
        view = view_of(state, seats[0])
        if seats[0] == own and state.phase in found and len(view.legal) > 1:
            found[state.phase].append(view)
        state = apply(state, seats[0], bots[seats[0] != own].choose(view, rng)).state
    return [view for those in found.values() for view in rng.sample(those, min(EACH, len(those)))]


def position(view: View) -> Position:
    """Try what a small search and the planner think best, in worlds that planners play on."""
    solo, rng = view.tybor is not None, Random(view.round)
    games, hidden, world = determinize(view, rng)
    seat = int(games["turn"][0])
    planners, nets = planner_weights_of(asdict(AGAINST_TYBOR if solo else AT_TABLE)), value_network(solo=solo).copy()
    best = [code_of(world, seat, one.action) for one in think(view, rng, iterations=400).considered]
    number = judge_at(games, 0, planners, seat)
    liked = planners["codes"][0, np.argsort(-planners["values"][0, :number])].tolist()
    some = dict.fromkeys(best[: ACTIONS * 6 // 10] + liked)  # in their order, each once
    codes, results = np.array(list(some)[:ACTIONS]), np.zeros((WORLDS, min(ACTIONS, len(some))))
    games = np.concatenate([games[:1]] * 3)
    plan_on(games, hidden, planners, nets, seat, codes, results)
    return Position(games, hidden, seat, codes, results.mean(axis=0), view.phase is Phase.DRAW)


def collected(job: tuple[str, SoloLevel | None]) -> list[Position]:
    """Return the positions of one game."""
    return [position(view) for view in views(*job)]


def agreement(found: Iterable[tuple[Numbers, Numbers]], close: float) -> float:
    """Return how well values go with the truth, compared within each position: a correlation.

    The smaller `close`, the more those actions count that are nearly the best.
    """
    sums = np.zeros(3)
    for values, truth in found:
        shares = np.exp((truth - truth.max()) / close)
        shares /= shares.sum()
        one, other = values - values @ shares, truth - truth @ shares
        sums += shares @ (one * other), shares @ one**2, shares @ other**2
    return float(sums[0] / np.sqrt(sums[1] * sums[2]))


def worth(job: tuple[Mapping[str, float], list[Position], int]) -> float:
    """Return how well the games of a player with such weights tell what planners would reach."""
    weights, positions, first = job
    playout_weights, nets = playout_weights_of(weights), value_network(solo=bool(positions[0].games["solo"][0])).copy()
    found: dict[bool, list[tuple[Numbers, Numbers]]] = {False: [], True: []}
    for n, one in enumerate(positions):
        results = np.zeros((TRIED, len(one.codes)))
        guess_on(one.games, one.hidden, playout_weights, nets, one.viewer, one.codes, first + 1000 * n, results)
        found[one.draw].append((results.mean(axis=0), one.truth))
    return agreement(found[False], np.inf) + agreement(found[False], CLOSE) + agreement(found[True], np.inf)


def weights_of(vector: Numbers) -> dict[str, float]:
    """Return the weights whose logarithms are in `vector`."""
    return dict(zip(NAMES, np.exp(vector).tolist(), strict=True))


def tune(positions: list[Position], minutes: float, chance: int) -> dict[str, float]:
    """Return better weights than those in the package."""
    evolution = Evolution(np.log([TUNED[name] for name in NAMES]), SPREAD, chance)
    lots = np.random.default_rng([chance, len(positions)])
    end, generation = monotonic() + 60 * minutes, 0
    with Pool() as pool:
        while monotonic() < end:
            generation += 1
            varied = [weights_of(each) for each in evolution.varied()]
            some = [positions[n] for n in lots.permutation(len(positions))[:SOME]]
            found = pool.map(worth, [(each, some, 10_000_000 * generation) for each in varied], chunksize=1)
            evolution.move(found)
            print(f"{generation:4d} worth {np.mean(found):.4f}", flush=True)
    return weights_of(evolution.mean)


def main() -> None:
    """Read the command line, collect positions, tune, and print the weights and how well they tell the truth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("table", "solo"))
    parser.add_argument("--minutes", type=float, default=15, help="once the positions are there")
    parser.add_argument("--games", type=int, default=360, help="that six positions each come from")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    compile_kernel()
    levels = (None,) if asked.kind == "table" else tuple(SoloLevel)
    deals = [(f"{asked.seed}/{n}", levels[n % len(levels)]) for n in range(asked.games)]
    with Pool() as pool:
        positions = [one for some in pool.imap(collected, deals) for one in some if len(one.codes) > 1]
    print(f"{len(positions)} positions", flush=True)
    held_out = positions[::5]
    found = tune([one for n, one in enumerate(positions) if n % 5], asked.minutes, asked.seed)
    for name, value in found.items():
        print(f'    "{name}": {value:.4g},')
    for text, weights in (("package", TUNED), ("found", found)):
        print(f"{text}: worth {worth((weights, held_out, 1)):.4f} in positions that it was not tuned by")


if __name__ == "__main__":
    main()
