"""How early may an imagined game be guessed? `python benchmarks/search_ranks.py [--positions 100] [--weights FILE]`.

Placements of planners' games, and the ten actions that the planner likes best in each. Every action is tried in 160
worlds that planners play to the end: what comes of it is taken for the truth. In 160 other worlds the cheap player
goes on as in a search, and after some turns the network guesses. Said is, for a guess after so many turns and for the
mean of two, how well it goes with the truth within positions (correlation) if it is asked in 8, 16, 32 and 80 worlds:
early guesses are wrong, late ones noisy. The noise of the truth is taken out. ± is half the 95 % interval of the last
column, positions drawn again. `--weights` measures another network (`make train`). A third of a second a position.
"""

import argparse
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import asdict
from network_explains import network
from numpy.typing import NDArray

from codex_naturalis.bots.planner.weights import AT_TABLE
from codex_naturalis.bots.search.value_network import WHERE
from codex_naturalis.kernel.chance import below, seed
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import GAME, OVER, PLACE, Array, Games
from codex_naturalis.kernel.mcts.policy import play_some
from codex_naturalis.kernel.mcts.worlds import HIDDEN, hide, resample
from codex_naturalis.kernel.planner.choice import awaited, choose, judge_placements
from codex_naturalis.kernel.planner.weights import habits_of, mind_of
from codex_naturalis.kernel.playout import deal
from codex_naturalis.kernel.turns import act
from codex_naturalis.kernel.value_network import appraise

Numbers = NDArray[np.float64]

CHOICES: Final = 10
WORLDS: Final = 160
TURNS: Final = np.array([0, 2, 4, 6, 8, 12, 16])
TRIES: Final = (8, 16, 32, 80)
FEWEST: Final = 4
LATEST: Final = 14
"""Rounds of the game from which positions are taken."""

DRAWN: Final = 200


class Tried(NamedTuple):
    """Actions of one position: what came of each in each world, and what was guessed, by turns."""

    truth: Numbers
    guessed: Numbers


@njit
def begin(games: Games, minds: Array, hidden: Array, scratch: Array, number: int, codes: Array) -> int:
    """Play a game of planners to some placement; write the actions they like best, and return how many these are."""
    g = games[0]
    seed(g, number)
    deal(g, 2, 0, scratch)
    until = 1 + below(g, LATEST)
    while g.phase != OVER and not (g.phase == PLACE and g.round >= until):
        act(g, choose(g, minds[0], awaited(g)))
    if g.phase == OVER:
        return 0
    found = judge_placements(g, minds[0], g.turn)
    for n in range(min(found, len(codes))):
        best = n
        for other in range(n + 1, found):
            if minds[0].values[other] > minds[0].values[best]:
                best = other
        codes[n] = minds[0].codes[best]
        minds[0].codes[best], minds[0].values[best] = minds[0].codes[n], minds[0].values[n]
    hide(g, g.turn, hidden[0])
    return min(found, len(codes))


@njit
def enter(games: Games, hidden: Array, number: int) -> None:
    """Imagine a world: the same for each action."""
    viewer = games[0].turn + 0
    games[1] = games[0]
    seed(games[1], number)
    hidden[1] = hidden[0]
    resample(games[1], hidden[1], viewer)


@njit
def try_all(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games, minds: Array, hidden: Array, nets: Array, habits: Array, codes: Array, truth: Array, guessed: Array
) -> None:
    """Try each action in all worlds, by planners to the end and by the cheap player with guesses on the way."""
    viewer, g = games[0].turn + 0, games[1]
    for world in range(len(truth)):
        for n in range(len(codes)):
            enter(games, hidden, 2 * world)
            act(g, codes[n])
            while g.phase != OVER:
                act(g, choose(g, minds[0], awaited(g)))
            appraise(g, nets[0])
            truth[world, n] = nets[0].rewards[viewer]
            enter(games, hidden, 2 * world + 1)
            act(g, codes[n])
            done = 0
            for at in range(len(TURNS)):
                play_some(g, TURNS[at] - done, habits[0])
                done = TURNS[at]
                appraise(g, nets[0])
                guessed[world, n, at] = nets[0].rewards[viewer]


def positions(number: int, nets: Array) -> list[Tried]:
    """Try the actions of a number of positions."""
    games, minds, hidden = np.zeros(2, GAME), mind_of(asdict(AT_TABLE)), np.zeros(2, HIDDEN)
    scratch, codes, found = np.zeros(16, np.int16), np.zeros(CHOICES, np.int64), list[Tried]()
    deals = 800_000_000
    while len(found) < number:
        actions = begin(games, minds, hidden, scratch, deals, codes)
        deals += 1
        if actions >= FEWEST:
            one = Tried(np.zeros((WORLDS, actions)), np.zeros((WORLDS, actions, len(TURNS))))
            try_all(games, minds, hidden, nets, habits_of(), codes[:actions], *one)
            found.append(one)
    return found


def centred(values: Numbers) -> Numbers:
    """Return by how much each action is better than the mean of its position."""
    return np.subtract(values, values.mean(-1, keepdims=True))


def sums(one: Tried, first: int, second: int, tries: int) -> Numbers:
    """Return the sums that a correlation is made of: both together, guess, truth, and the noise of the truth."""
    truth = centred(one.truth.mean(0))
    noise = centred(one.truth).var(0).sum() / WORLDS
    both = one.guessed[:, :, [first, second]].mean(-1)
    parts = [centred(both[at : at + tries].mean(0)) for at in range(0, WORLDS, tries)]
    together = np.mean([(part * truth).sum() for part in parts])
    return np.array([together, np.mean([(part**2).sum() for part in parts]), (truth**2).sum(), noise])


def correlation(of_each: Numbers) -> float:
    """Return the correlation over positions, a row of `sums` each."""
    together, guess, truth, noise = of_each.sum(0)
    return float(together / np.sqrt(guess * (truth - noise)))


def tell(found: list[Tried], first: int, second: int) -> None:
    """Print how well a guess goes with the truth, or the mean of two."""
    rng = np.random.default_rng(1)
    columns = [np.array([sums(one, first, second, tries) for one in found]) for tries in TRIES]
    drawn = [correlation(columns[-1][rng.integers(0, len(found), len(found))]) for _ in range(DRAWN)]
    name = f"after {TURNS[first]}" + (f" and {TURNS[second]}" if second != first else "")
    print(f"{name:16}", *(f"{correlation(column):.3f}" for column in columns), f"± {1.96 * np.std(drawn):.3f}")


def main() -> None:
    """Read the options, try, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--positions", type=int, default=100)
    options.add_argument("--weights", type=Path, default=WHERE)
    asked = options.parse_args()
    found = positions(asked.positions, network(asked.weights))
    print(f"{'turns':16}", *(f"{tries:5d}" for tries in TRIES), "worlds")
    for at in range(len(TURNS)):
        tell(found, at, at)
    for first, second in combinations(range(2, len(TURNS)), 2):
        tell(found, first, second)


if __name__ == "__main__":
    main()
