"""Find the weights of the cheap player: `python benchmarks/tune_policy.py [--minutes 3] [--seed 1]`.

Imagined games are played on by a player that costs a microsecond or two a turn (`kernel/policy.py`). An evolution
strategy over the logarithms of its weights, with a step size for each: every generation tries some variations on the
same deals and moves to the mean of the better half. A candidate's worth is half its victories and half a smooth
function of its margins, over as many games against the planner as against the present mean. How much chance it adds
stays as it is: games must differ. The weights are printed as they are to stand in `kernel/habits.py`.
"""

import argparse
from collections.abc import Mapping
from time import monotonic
from typing import Any

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from codex_naturalis.bots.weights import AT_TABLE
from codex_naturalis.kernel.chance import seed
from codex_naturalis.kernel.codes import act
from codex_naturalis.kernel.habits import TUNED, habits_of
from codex_naturalis.kernel.jit import njit
from codex_naturalis.kernel.layout import GAME, OVER, PLACE, Array, Game, Games
from codex_naturalis.kernel.mind import mind_of
from codex_naturalis.kernel.planner import awaited, choose
from codex_naturalis.kernel.playout import deal
from codex_naturalis.kernel.policy import play_draw, play_placement

Vector = NDArray[np.float64]

POPULATION = 20
SPREAD = 0.25
"""How far the first variations go, as a factor's logarithm."""

KEPT = ("noise", "draw_noise")
"""Weights that stay as they are."""

NAMES = tuple(TUNED)


@njit
def match(games: Games, habits: Array, minds: Array, planner: int, start: int, scratch: Array, margins: Array) -> None:
    """Play each deal from both seats, habits 0 against habits 1 or against the planner; write how far 0 was ahead."""
    g = games[0]
    for n in range(len(margins)):
        seed(g, start + n // 2)
        deal(g, 2, 0, scratch)
        while g.phase != OVER:
            take_action(g, habits, minds, planner, n)
        margins[n] = g.totals[n % 2] - g.totals[1 - n % 2]


@njit
def take_action(g: Game, habits: Array, minds: Array, planner: int, n: int) -> None:
    """Do what is to be done next; setup is the planner's for both."""
    seat = awaited(g)
    other = (seat + n) % 2
    if g.phase < PLACE or (other and planner):
        act(g, choose(g, minds[0], seat))
    elif g.phase == PLACE:
        play_placement(g, habits[other])
    else:
        play_draw(g, habits[other])


class Judge:
    """Plays a candidate's games."""

    def __init__(self, games: int) -> None:
        """Prepare for so many games for each candidate."""
        self.games = games
        self.room: tuple[Any, Any] = (np.zeros(1, GAME), np.zeros(16, np.int16))
        self.minds = mind_of(asdict(AT_TABLE))

    def margins(self, own: Mapping[str, float], other: Mapping[str, float] | None, start: int, number: int) -> Vector:
        """Return what `own` was ahead of `other`, or of the planner, in each of so many games."""
        margins = np.zeros(number)
        habits = np.concatenate([habits_of(own), habits_of(other or own)])
        match(self.room[0], habits, self.minds, other is None, start, self.room[1], margins)
        return margins

    def worth(self, own: Mapping[str, float], mean: Mapping[str, float], start: int) -> float:
        """Return how good `own` is, on the deals from `start` on."""
        half = self.games // 2
        margins = np.concatenate([self.margins(own, None, start, half), self.margins(own, mean, start + half, half)])
        return float(((margins > 0) / 2 + 0.5 / (1 + np.exp(-margins / 6))).mean())


def weights_of(vector: Vector) -> dict[str, float]:
    """Return the weights whose logarithms are in `vector`."""
    return dict(zip(NAMES, np.exp(vector).tolist(), strict=True))


def tune(minutes: float, seed_: int, judge: Judge) -> dict[str, float]:
    """Return better weights than those in the package."""
    rng = np.random.default_rng(seed_)
    mean = np.log(np.array(list(TUNED.values())))
    steps = np.array([0.0 if name in KEPT else SPREAD for name in NAMES])
    elite = POPULATION // 2
    shares = np.log(elite + 0.5) - np.log(np.arange(1, elite + 1))
    shares /= shares.sum()
    end, generation = monotonic() + 60 * minutes, 0
    while monotonic() < end:
        generation += 1
        half = rng.standard_normal((POPULATION // 2, len(mean)))
        noise = np.concatenate([half, -half])
        start = 1_000_000 * seed_ + 1000 * generation
        worth = [judge.worth(weights_of(mean + steps * z), weights_of(mean), start) for z in noise]
        best = noise[np.argsort(worth)[::-1][:elite]]
        mean += steps * (shares @ best)
        steps *= np.exp(0.08 * (shares @ (best**2 - 1))).clip(0.8, 1.2)
        print(f"{generation:4d} worth {np.mean(worth):.4f}", flush=True)
    return weights_of(mean)


def main() -> None:
    """Read the command line, tune, print the weights found and how they do against the planner."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=480, help="for each candidate")
    asked = parser.parse_args()
    judge = Judge(asked.games)
    found = tune(asked.minutes, asked.seed, judge)
    for name, value in found.items():
        print(f'    "{name}": {value:.4g},')
    for text, weights in (("package", TUNED), ("found", found)):
        margins = judge.margins(weights, None, 900_000_000, 2000)
        print(f"{text}: beats the planner in {(margins > 0).mean():.1%}, margin {margins.mean():.2f}")


if __name__ == "__main__":
    main()
