"""Fit how much players of unknown strength do to a margin: `python benchmarks/fit_strength.py [--games 60]`.

The teacher lets planners play on. Other players do worse, or one does worse than the other, and the teacher cannot
know: chances told from planners' games alone are too bold. So a margin is taken to be certain up to a logistic
distribution whose scale is `STRENGTH` points for each round to come (`analysis/worlds.py`). Positions of games of all
kinds of players (`kinds.py`) are played on by planners; said is, for each scale, the cross-entropy of what came, in
hundredths of a bit, and the slope of what came on what was told. The least cross-entropy is the best. Use another seed
than `teacher_calibration.py` does. Three minutes of one core.
"""

import argparse
from random import Random
from typing import Final

import numpy as np
from kinds import KINDS, Numbers, came, games_of

from codex_naturalis.analysis import worlds
from codex_naturalis.rules import Draw, Phase

EACH: Final = 5
WORLDS: Final = 120
LATER: Final = (2, 6)
"""Rounds to come by which positions are told apart."""

SCALES: Final = (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0)


def main() -> None:
    """Read the options, measure, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=60, help="of each kind")
    options.add_argument("--seed", default="strength")
    asked = options.parse_args()
    rows = np.array([row for kind in KINDS for row in measured(kind, asked.games, asked.seed)])
    won, left = rows[:, 0], rows[:, 1]
    print(f"{len(rows)} positions")
    where = np.searchsorted(LATER, left)
    for scale, told in zip(SCALES, rows[:, 2:].T, strict=True):
        parts = " ".join(f"{slope(told[where == n], won[where == n]):.2f}" for n in range(len(LATER) + 1))
        print(
            f"{scale:.2f}: {100 * entropy(told, won):.2f}, slope {slope(told, won):.2f}; 0-2, 3-6, more rounds {parts}"
        )


def measured(kind, games: int, seed: str):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Yield for positions of one kind of game: what came, the rounds to come, and what is told with each scale."""
    for number, game in enumerate(games_of(kind, games, seed)):
        rng = Random(f"{seed}/{number}")
        places = [n for n, (state, _, _) in enumerate(game.steps) if state.phase is Phase.PLACE]
        for at in rng.sample(places, min(EACH, len(places))):
            state, seat, action = game.steps[at]
            follows = game.steps[at + 1][2] if at + 1 < len(game.steps) else None
            turn = (action, follows) if isinstance(follows, Draw) else (action,)
            if kind.twins:
                won = came(state, turn, game.bots, kind.careless, f"{at}")[seat, 1]
            else:
                won = (seat in game.end.result.winners) / len(game.end.result.winners)
            (end,) = worlds.open_worlds(state, rng, WORLDS).played(seat, [turn], 0, WORLDS)
            yield [won, game.end.round - state.round, *(worlds.chances(end, scale)[:, seat].mean() for scale in SCALES)]


def entropy(told: Numbers, won: Numbers) -> float:
    """Return the mean cross-entropy, in bits."""
    sure = told.clip(0.01, 0.99)
    return float(-(won * np.log2(sure) + (1 - won) * np.log2(1 - sure)).mean())


def slope(told: Numbers, won: Numbers) -> float:
    """Return by how much more came where more was told."""
    apart = told - told.mean()
    return float((apart * won).sum() / (apart * apart).sum())


if __name__ == "__main__":
    main()
