"""Fit what players of unknown strength do to a margin: `python -m research.fit_strength [--games 40]`.

The teacher lets planners play on. Other players do worse, or one does worse than the other, and the teacher cannot
know: chances told from planners' games alone are too bold. So a margin is taken to be certain up to a mixture of two
logistic distributions, one for players who are equals and one for unequal ones, whose scales are points for each
round to come (`analysis.worlds.Uncertainty`). Positions of games of all kinds of players (`kinds.py`) are played on
by planners, before and after the turn that was played, in the worlds of a review. Said are the mixtures
with the least cross-entropy of what came, in hundredths of a bit, and for each the calibration errors of the turn
played and of the curve in the same positions; and the same for the best with one distribution alone. Use another seed
than `teacher_calibration.py` does. Two minutes of one core.
"""

import argparse
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final, NamedTuple

import numpy as np

from codex_naturalis.analysis import worlds
from codex_naturalis.analysis.worlds import Uncertainty

from .kinds import KINDS, Kind, Numbers, came, games_of
from .teacher_calibration import calibration_error

EACH: Final = 5
WORLDS: Final = 128
NAMED: Final = 8

EVEN: Final = (0.05, 0.08, 0.12, 0.16, 0.2, 0.3, 0.4)
UNEVEN: Final = (2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
SHARES: Final = (0.2, 0.25, 0.3, 0.33, 0.36, 0.4, 0.45)
ALONE: Final = tuple(Uncertainty(scale, scale, 0.0) for scale in (0.4, 0.6, 0.8, 1.0, 1.2, 1.6))


class Position(NamedTuple):
    """What came to the player to act, and how planners' games ended: world by world margin, victory, rounds."""

    won: float
    played: Numbers
    curve: Numbers


def main() -> None:
    """Read the options, measure, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=40, help="of each kind")
    options.add_argument("--seed", default="strength")
    asked = options.parse_args()
    found = [one for kind in KINDS for one in measured(kind, asked.games, asked.seed)]
    won = np.array([one.won for one in found])
    ends = [np.array([one.played for one in found]), np.array([one.curve for one in found])]
    print(f"{len(found)} positions")
    mixtures = [Uncertainty(*numbers) for numbers in product(EVEN, UNEVEN, SHARES)]
    for some, number in ((mixtures, NAMED), (ALONE, 1)):
        chances = {strength: [_chances(end, strength) for end in ends] for strength in some}
        order = sorted(some, key=lambda strength: sum(entropy(one, won) for one in chances[strength]))
        for strength in order[:number]:
            least = " and ".join(f"{100 * entropy(one, won):.2f}" for one in chances[strength])
            off = " and ".join(f"{100 * calibration_error(one, won):.1f}" for one in chances[strength])
            print(f"{strength}: {least}, calibration errors {off}")


def _chances(ends: Numbers, strength: Uncertainty) -> Numbers:
    chances: Numbers = worlds.chances(ends.reshape(-1, 2, 3), strength)[:, 0].reshape(len(ends), -1).mean(1)
    return chances


def measured(kind: Kind, games: int, seed: str) -> Iterator[Position]:
    """Yield positions of one kind of game."""
    for number, game in enumerate(games_of(kind, games, seed)):
        rng = Random(f"{seed}/{kind.name}/{number}")
        for at, state, seat, turn in rng.sample(game.turns, min(EACH, len(game.turns))):
            if kind.twins:
                won = float(came(state, turn, game.bots, kind.careless, f"{at}")[seat, 1])
            else:
                assert game.end.result is not None
                won = (seat in game.end.result.winners) / len(game.end.result.winners)
            open_worlds = worlds.open_worlds(state, Random(f"c{number}:{at}"), WORLDS)
            curve, played = open_worlds.play(seat, [(), turn], 0, WORLDS)
            seats = [seat, 1 - seat]
            yield Position(won, played[:, seats], curve[:, seats])


def entropy(chances: Numbers, won: Numbers) -> float:
    """Return the mean cross-entropy, in bits."""
    sure = chances.clip(0.01, 0.99)
    return float(-(won * np.log2(sure) + (1 - won) * np.log2(1 - sure)).mean())


if __name__ == "__main__":
    main()
