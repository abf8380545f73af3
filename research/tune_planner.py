"""Find the planner's weights: `python -m research.tune_planner table|solo [--minutes 10] [--seed 1] [--from FILE]`.

An evolution strategy (`evolution.py`) over the logarithms of all weights: every generation tries its variations on the
same deals. A candidate's worth is half its victories and half a smooth function of its margins. At the table it plays
the present mean, the weights it began with, and a player that only takes points; alone it plays Tybor at all levels.
Games are played by the compiled planner, thousands a second; the best weights are printed as they are to stand in
`bots/planner/weights.py`.
"""

import argparse
from pathlib import Path
from time import monotonic

import msgspec
import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from codex_naturalis.bots.planner.weights import AGAINST_TYBOR, AT_TABLE, Weights
from codex_naturalis.kernel.layout import GAME
from codex_naturalis.kernel.planner.choice import match
from codex_naturalis.kernel.planner.weights import WEIGHTS, planner_weights_of

from .evolution import Evolution

Vector = NDArray[np.float64]

SPREAD = 0.25
"""How far the first variations go, as a factor's logarithm."""

FRACTIONS = {"gold_missing", "kingdom_fade", "object_fade", "cell_fade"}
"""Weights that must stay below 1."""

GREEDY = Weights(**dict.fromkeys(WEIGHTS, 1e-6))
"""Cares for nothing but points."""


def vector_of(weights: Weights) -> Vector:
    """Return `weights` as logarithms; fractions as those of their odds."""
    values = asdict(weights)
    return np.array([np.log(v / (1 - v)) if n in FRACTIONS else np.log(v) for n, v in values.items()])


def weights_of(vector: Vector) -> Weights:
    """Return the weights whose logarithms are in `vector`."""
    names = Weights.__struct_fields__
    pairs = zip(names, vector, strict=True)
    return Weights(**{n: float(1 / (1 + np.exp(-v)) if n in FRACTIONS else np.exp(v)) for n, v in pairs})


class Judge:
    """Plays a candidate's games."""

    def __init__(self, kind: str, games: int, base: Weights) -> None:
        """Prepare for the table or for the solo game."""
        self.kind, self.games, self.base = kind, games, base
        self.room = (np.zeros(1, GAME), np.zeros(16, np.int16))

    def margins(self, players: list[Weights], solo: int, number: int, start: int) -> Vector:
        """Return what the first of `players` was ahead in each game."""
        record, scratch = self.room
        margins = np.zeros(number)
        planners = np.concatenate([planner_weights_of(asdict(player)) for player in players])
        match(record, planners, solo, number, start, scratch, margins)
        return margins

    def worth(self, own: Weights, mean: Weights, start: int) -> float:
        """Return how good `own` is, on the deals from `start` on."""
        if self.kind == "solo":
            rounds = [self.margins([own], level, self.games // 3, start) for level in (1, 2, 3)]
        else:
            shares = ((mean, 2), (self.base, 1), (GREEDY, 1))
            rounds = [self.margins([own, other], 0, self.games * n // 4, start) for other, n in shares]
        margins = np.concatenate(rounds)
        return float(((margins > 0) / 2 + 0.5 / (1 + np.exp(-margins / 5))).mean())


def tune(kind: str, minutes: float, seed: int, games: int, base: Weights) -> Weights:
    """Return better weights than `base`."""
    judge, evolution = Judge(kind, games, base), Evolution(vector_of(base), SPREAD, seed)
    end = monotonic() + 60 * minutes
    generation = 0
    while monotonic() < end:
        generation += 1
        mean, start = weights_of(evolution.mean), 1_000_000 * seed + 10_000 * generation
        worth = [judge.worth(weights_of(each), mean, start) for each in evolution.varied()]
        evolution.move(worth)
        own = judge.worth(weights_of(evolution.mean), base, start + 5000)
        step = evolution.steps.mean()
        print(f"{generation:4d} worth {np.mean(worth):.4f} mean {own:.4f} step {step:.3f}", flush=True)
    return weights_of(evolution.mean)


def main() -> None:
    """Read the command line and print the weights found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["table", "solo"])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=600, help="for each candidate")
    parser.add_argument("--from", dest="file", type=Path, help="weights to begin with, as JSON")
    asked = parser.parse_args()
    base = AT_TABLE if asked.kind == "table" else AGAINST_TYBOR
    if asked.file:
        base = msgspec.json.decode(asked.file.read_bytes(), type=Weights)
    found = tune(asked.kind, asked.minutes, asked.seed, asked.games, base)
    for name, value in asdict(found).items():
        print(f"    {name}={value:.3g},")
    Path(f"{asked.kind}.json").write_bytes(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
