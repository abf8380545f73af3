"""Fit what a codex tells of its secret objective: `python -m research.fit_beliefs [--games 120] [--seed beliefs]`.

Games of all kinds of players (`kinds.py`), searches and people who are learning alike, as many of each. Before some
placements are written the clues about every objective that the player to act has not seen, and which of them is the
other seat's. A conditional logit learns to tell; said are its weights, to be put into `analysis/beliefs.py`, and, for
games it has not seen, how likely the true objective is held and what it is believed to give in the end, by the cards
laid and by kind. Two minutes of one core.
"""

import argparse
from random import Random

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.analysis.beliefs import CLUES, clues, unseen_objectives
from codex_naturalis.bots.planner.placement import placement_of
from codex_naturalis.rules import Phase, count_objective
from codex_naturalis.views import view_of

from .kinds import KINDS, Numbers, Played, games_of

EACH = 4
"""Positions of each game."""

HELD_OUT = 4
"""One game in so many is not learned from."""

LATE = 10
"""Cards laid from which on kinds of players are compared."""

RIDGE = 1e-3
"""Penalty on the square of a weight, for each row."""


class Rows:
    """Positions: clues about each objective, what each gives now, and which is the true one."""

    def __init__(self) -> None:
        """Begin with none."""
        self.clues: list[Numbers] = []
        self.gives: list[Numbers] = []
        self.true: list[int] = []
        self.laid: list[int] = []
        self.kind: list[str] = []

    def add(self, game: Played, rng: Random) -> None:
        """Take some positions of a game."""
        steps = [step for step in game.steps if step[0].phase is Phase.PLACE]
        for state, seat, _ in rng.sample(steps, min(EACH, len(steps))):
            view, other = view_of(state, seat), state.seats[1 - seat]
            cards = unseen_objectives(view)
            ground = placement_of(view.seats[1 - seat])
            self.clues.append(np.array([clues(view.seats[1 - seat], ground, card) for card in cards]))
            self.gives.append(np.array([count_objective(other.codex, card).points for card in cards], float))
            self.true.append(cards.index(other.objective))
            self.laid.append(len(other.codex.cards) - 1)
            self.kind.append(game.kind.name)


def chances(x: Numbers, weights: Numbers) -> Numbers:
    """Return how likely each objective is, in each row."""
    scores = x @ weights
    odds = np.exp(scores - scores.max(1, keepdims=True))
    likely: Numbers = odds / odds.sum(1, keepdims=True)
    return likely


def fitted(x: Numbers, true: Numbers) -> Numbers:
    """Fit the weights by Newton's method."""
    weights = np.zeros(x.shape[2])
    for _ in range(30):
        odds = chances(x, weights)
        mean = np.einsum("ij,ijk->ik", odds, x)
        slope = (x[np.arange(len(x)), true] - mean).sum(0) - RIDGE * len(x) * weights
        spread = np.einsum("ij,ijk,ijl->kl", odds, x, x) - mean.T @ mean + RIDGE * len(x) * np.eye(len(weights))
        weights += np.linalg.solve(spread, slope)
    return weights


def say(rows: Rows, weights: Numbers, chosen: NDArray[np.bool_], what: str) -> None:
    """Print how well the beliefs do on some rows."""
    x, true = np.array(rows.clues)[chosen], np.array(rows.true)[chosen]
    gives, here = np.array(rows.gives)[chosen], np.arange(len(true))
    odds = chances(x, weights)
    print(
        f"{what:18} {len(true):5} positions: the true one likeliest in {(odds.argmax(1) == true).mean():4.0%}, "
        f"held likely by {odds[here, true].mean():4.0%}, log loss {-np.log(odds[here, true]).mean():.3f} "
        f"(uniform {np.log(odds.shape[1]):.3f}); gives {gives[here, true].mean():.2f}, believed "
        f"{(odds * gives).sum(1).mean():.2f}, uniform {gives.mean():.2f}"
    )


def main() -> None:
    """Read the options, play, fit, and say how it does."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=120, help="of each kind")
    options.add_argument("--seed", default="beliefs")
    asked = options.parse_args()
    learned, kept, rng = Rows(), Rows(), Random(asked.seed)
    for kind in KINDS:
        for number, game in enumerate(games_of(kind, asked.games, asked.seed)):
            (kept if number // 2 % HELD_OUT == 0 else learned).add(game, rng)
    weights = fitted(np.array(learned.clues), np.array(learned.true))
    for name, weight in zip(CLUES, weights, strict=True):
        print(f"    {weight:.3f},  # {name}")
    laid, kinds = np.array(kept.laid), np.array(kept.kind)
    for first, last in ((0, 3), (4, 6), (7, 9), (10, 12), (13, 99)):
        say(kept, weights, (laid >= first) & (laid <= last), f"{first}-{last} cards laid")
    for one in KINDS:
        say(kept, weights, (kinds == one.name) & (laid >= LATE), f"{one.name}, from {LATE}")


if __name__ == "__main__":
    main()
