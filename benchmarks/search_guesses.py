"""How much to believe what imagined games tell: `python benchmarks/search_guesses.py [--positions 200] [--draws]`.

How a game will end is guessed twice, after some turns and after some more. In placements (or draws) from games between
a small search and the planner every action is tried in a thousand worlds. The second half of them says what actions
are worth in truth, by the second guess. Said are the standard deviation of that truth among the actions of a position
and of the noise in one game, how well the guesses and the planner's judgement go with the truth, and by how much the
choice falls short of the best if the actions are halved by the first half of the worlds, for several values of `doubt`
and `liking` (`Manner`), in hundredths of a victory.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from search_regret import placements

from codex_naturalis.bots.search.search_state import Manner, new_room, root_edges
from codex_naturalis.kernel.mcts.search import narrow, search
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import Phase
from codex_naturalis.views import View

Numbers = NDArray[np.float64]

WORLDS = 1000
"""In which each action is tried; by half of them it is chosen."""

WIDEST = 40
EACH = 4
"""Positions from each game."""

DOUBTS = (0.0, 20.0, 40.0, 80.0, 160.0)
LIKINGS = (0.0, 0.12, 0.24, 0.5, 0.8, 1.2)


class Tried(NamedTuple):
    """What was found out about the actions of one position."""

    judged: Numbers
    """What the planner thinks of each, as a logarithm."""

    guesses: Numbers
    """By world, action and guess."""


def tried(view: View, rng: Random) -> Tried:
    """Try every action in all worlds."""
    room = new_room(view, rng, Manner(), WIDEST * WORLDS)
    room.trees["chance"] = rng.getrandbits(60)
    search(*room.arrays, 0)
    actions = narrow(room.nodes, room.edges, room.trees, WIDEST)
    edges = [at for at in root_edges(room) if room.edges["prior"][at] >= 0]
    guesses = np.zeros((WORLDS, actions, 2))
    before = room.edges["visits"][edges].copy()
    for _ in range(WORLDS * actions):
        search(*room.arrays, 1)
        (which,) = np.flatnonzero(room.edges["visits"][edges] != before)
        world, before[which] = before[which], before[which] + 1
        viewer = room.trees["viewer"][0]
        guesses[world, which] = room.trees["guessed"][0, viewer], room.nets["rewards"][0, viewer]
    return Tried(np.log(room.edges["prior"][edges]), guesses)


def views(number: int, *, draws: bool) -> Iterator[View]:
    """Yield the views before a number of placements, or draws."""
    phase = Phase.DRAW if draws else Phase.PLACE
    for game in range(-(-number // EACH)):
        names = ("search:150", "planner")[:: 1 if game % 2 else -1]
        found = list(placements(f"guesses/{game}", names, phase))
        yield from Random(game).sample(found, min(EACH, len(found)))


def centred(values: Numbers) -> Numbers:
    """Return by how much each action is better than the mean of all."""
    return np.subtract(values, values.mean(axis=-1, keepdims=True))


def chosen(one: Tried, games: int, doubt: float, liking: float) -> int:
    """Return the action that sequential halving chooses with the given total of iterations."""
    left, number, done = np.arange(len(one.judged)), 0, 0
    while True:
        rounds = max(1, int(len(left) - 1).bit_length())
        more = max(1, min((games - done) // rounds // len(left), WORLDS // 2 - number))
        number, done = number + more, done + more * len(left)
        early, late = one.guesses[:number, left].mean(axis=0).T
        value = early + number / (number + doubt) * (late - early) + liking * one.judged[left] / number
        order = left[np.argsort(-value)]
        if rounds == 1:
            return int(order[0])
        left = order[: (len(left) + 1) // 2]


def told(found: list[Tried]) -> None:
    """Print how right and how noisy guesses are."""
    truth = [centred(one.guesses[WORLDS // 2 :, :, 1].mean(axis=0)) for one in found]
    first = [centred(one.guesses[: WORLDS // 2].mean(axis=0).T) for one in found]
    spread = np.mean([(own[1] * true).mean() for own, true in zip(first, truth, strict=True)]) ** 0.5
    print(f"truth {100 * spread:.2f}")
    noise = np.mean([centred(one.guesses.transpose(2, 0, 1)).var(axis=1).mean(axis=1) for one in found], axis=0) ** 0.5
    told_by = [np.stack([*own, centred(one.judged)]) for own, one in zip(first, found, strict=True)]
    sizes = np.mean([(own**2).mean(axis=1) for own in told_by], axis=0) ** 0.5
    along_with = np.mean([(own * true).mean(axis=1) for own, true in zip(told_by, truth, strict=True)], axis=0)
    for name, one, fits in zip(("first", "second", "judged"), (*noise, 0.0), along_with / sizes / spread, strict=True):
        print(f"{name:8} noise {100 * one:5.1f}, correlation {fits:.2f}")


def main() -> None:
    """Read the options, try all actions in all positions, and print what there is to see."""
    compile_kernel()
    options = argparse.ArgumentParser()
    options.add_argument("--positions", type=int, default=200)
    options.add_argument("--draws", action="store_true")
    options.add_argument("--games", type=int, default=0, help="for a choice; usually 1,000, and 500 for a draw")
    asked = options.parse_args()
    games = asked.games or (500 if asked.draws else 1000)
    found = [tried(view, Random(n)) for n, view in enumerate(views(asked.positions, draws=asked.draws))]
    told(found)
    truths = [one.guesses[WORLDS // 2 :, :, 1].mean(axis=0) for one in found]
    for doubt in DOUBTS:
        for liking in LIKINGS:
            picks = [chosen(one, games, doubt, liking) for one in found]
            short = [true.max() - true[pick] for true, pick in zip(truths, picks, strict=True)]
            print(f"doubt {doubt:4.0f} liking {liking:4.2f}: {100 * np.mean(short):.2f}")


if __name__ == "__main__":
    main()
