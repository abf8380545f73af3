"""Learn to read others' objectives: `python benchmarks/learn_reading.py [--games 1000] [--seed 1]`.

`search:200` plays against itself. In every second round is written, for each objective that a player may think the
other one has, what it looks like on the other's codex (`bots.reading.signs`). What each sign counts is found by maximum
likelihood (a conditional logit: D. McFadden, *Conditional logit analysis of qualitative choice behavior*, 1974).
Printed are the weights, to be copied into `bots/reading.py`, and for games that were not learned from, by round, how
likely the true objective is held to be, and how often it is the likeliest one. It takes about three minutes of a core.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.reading import SIGNS, signs
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.ready import compile_kernel
from codex_naturalis.rules import GameOptions, Phase, SeededShuffler, apply, awaited, deal
from codex_naturalis.views import view_of

Numbers = NDArray[np.float64]

HELD_OUT = 5
"""One game of so many, the last ones, is not learned from."""

STEPS = 800
RATE = 0.03
DECAY = 1e-4


class Seen(NamedTuple):
    """What one player may read at one moment."""

    round: int
    signs: Numbers
    """By objective and sign."""

    true: int
    """Which of the objectives it is."""


def main() -> None:
    """Play, learn, and print."""
    options = argparse.ArgumentParser()
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    compile_kernel()
    games = [list(moments(f"{asked.seed}/{number}")) for number in range(asked.games)]
    held = asked.games // HELD_OUT
    weights = learned([seen for game in games[:-held] for seen in game])
    print(np.array2string(weights, precision=2, separator=", ", suppress_small=True))
    told([seen for game in games[-held:] for seen in game], weights)


def moments(seed: str) -> Iterator[Seen]:
    """Yield what is to be read in every second round of a game."""
    state, rng, bot = deal(catalogue(), GameOptions(2), SeededShuffler(seed)), Random(seed), bot_named("search:200")
    room = new_games(1)
    while seats := awaited(state):
        seat = seats[0]
        view = view_of(state, seat)
        if state.phase is Phase.PLACE and state.round % 2 == 0:
            known = (*view.common_objectives, *view.offered)
            objectives = [card for card in catalogue().objective if card not in known]
            load(room, 0, state)
            other = 1 - seat
            true = state.seats[other].objective
            yield Seen(state.round, signs(room, other, objectives), [*objectives].index(true or 0))
        state = apply(state, seat, bot.choose(view, rng)).state


def learned(moments: list[Seen]) -> Numbers:
    """Return the weights that make what was true likeliest (Adam, all moments at a time)."""
    x = np.stack([seen.signs for seen in moments])
    true = np.array([seen.true for seen in moments])
    weights, mean, square = (np.zeros(SIGNS) for _ in range(3))
    for step in range(1, STEPS + 1):
        off = likelihoods(x, weights)
        off[np.arange(len(x)), true] -= 1
        slope = np.einsum("no,nos->s", off, x) / len(x) + DECAY * weights
        mean += 0.1 * (slope - mean)
        square += 0.01 * (slope * slope - square)
        weights -= RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def likelihoods(x: Numbers, weights: Numbers) -> Numbers:
    """Return how likely each objective is at each moment."""
    likely = np.exp(x @ weights)
    return np.asarray(likely / likely.sum(-1, keepdims=True))


def told(moments: list[Seen], weights: Numbers) -> None:
    """Print how well the weights read, by round."""
    print("round  moments  true one  likeliest")
    for number in sorted({seen.round for seen in moments}):
        likely = [(likelihoods(seen.signs, weights), seen.true) for seen in moments if seen.round == number]
        mean = np.mean([one[true] for one, true in likely])
        first = np.mean([one.argmax() == true for one, true in likely])
        print(f"{number:5d}  {len(likely):7d}  {100 * mean:6.1f} %  {100 * first:7.1f} %")


if __name__ == "__main__":
    main()
