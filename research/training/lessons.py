"""Lessons of one network: new games all the time, rows drawn from the latest ones, and how far it has come."""

from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time
from typing import Final, NamedTuple

import numpy as np

from .games import Rows, played
from .learning import Learner, guessed
from .storing import Weights, packed

__all__ = ["OUTS", "Milestone", "lessons"]

OUTS: Final = {"table": 1, "solo": 2}
"""The networks, and how many numbers each guesses: points of a seat, and of Tybor."""

HELD_FROM: Final = 900_000_000
HELD_BATCHES: Final = 32
"""Games to measure the error with, by their first seed and in batches: never learned from."""

BUFFER: Final = 600_000
"""Rows to draw from: those of one game then lie far apart in the order of learning."""

AT_ONCE: Final = 100_000
AGAIN: Final = 1.5
"""Rows that are new in a round, and how often each is used on the average."""

TOLD: Final = 4
"""Rounds between two measurements."""


class Milestone(NamedTuple):
    """How far a network has come."""

    name: str
    rows: int
    """Rows it has learned from."""

    seconds: float
    """CPU time of the process."""

    errors: tuple[float, ...]
    """Root mean square error of each output on games held out, in points."""


def lessons(name: str, millions: float, seed: int, tell: Callable[[Milestone], None]) -> Weights:
    """Return the weights of a network that has learned from `millions` of rows; `tell` hears of its progress."""
    held = np.concatenate(list(islice(played(name, HELD_FROM), HELD_BATCHES)))
    learner, rng = Learner(OUTS[name], seed), np.random.default_rng(seed)
    batches, known = played(name, 100_000_000 * seed), held[:0]
    most = int(1e6 * millions)
    at_once = min(AT_ONCE, most)
    done, number = 0, 0
    while done < most:
        known = np.concatenate([known[-(BUFFER - at_once) :], *_enough(batches, at_once)])
        order = rng.integers(0, len(known), int(at_once * AGAIN))
        learner.learn(known, order, done / most)
        done, number = done + len(order), number + 1
        if number % TOLD == 0 or done >= most:
            tell(Milestone(name, done, process_time(), _errors(learner, held)))
    return packed(learner.nets[0], guessed(learner.nets, held), held)


def _enough(batches: Iterator[Rows], number: int) -> Iterator[Rows]:
    """Yield batches until they have at least `number` rows."""
    while number > 0:
        batch = next(batches)
        number -= len(batch)
        yield batch


def _errors(learner: Learner, held: Rows) -> tuple[float, ...]:
    off = guessed(learner.nets, held)[:, : learner.outs].clip(0) - held["to_come"][:, : learner.outs]
    return tuple(float(error) for error in np.sqrt((off**2).mean(0)))
