"""Training loop of one network: play new games all the time, learn from rows of the latest ones, measure the error."""

from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time
from typing import Final, NamedTuple

import numpy as np

from .games import Rows, generate_batches
from .gradient_descent import Trainer, predict
from .weights_file import Weights, pack_weights

__all__ = ["OUTPUTS", "Milestone", "train_network"]

OUTPUTS: Final = {"table": 1, "solo": 2}
"""The networks, and how many numbers each predicts: points of a seat, and of Tybor."""

HELD_OUT_FROM: Final = 900_000_000
HELD_OUT_BATCHES: Final = 32
"""Games to measure the error with, by their first seed and in batches: never learned from."""

BUFFER: Final = 600_000
"""Rows to draw from: those of one game then lie far apart in the order of learning."""

AT_ONCE: Final = 100_000
AGAIN: Final = 1.5
"""Rows that are new in a round, and how often each is used on the average."""

REPORT_EVERY: Final = 4
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


def train_network(name: str, millions: float, seed: int, report: Callable[[Milestone], None]) -> Weights:
    """Return the weights of a network that has learned from `millions` of rows; `report` gets its progress."""
    held_out = np.concatenate(list(islice(generate_batches(name, HELD_OUT_FROM), HELD_OUT_BATCHES)))
    trainer, rng = Trainer(OUTPUTS[name], seed), np.random.default_rng(seed)
    batches, known = generate_batches(name, 100_000_000 * seed), held_out[:0]
    most = int(1e6 * millions)
    at_once = min(AT_ONCE, most)
    done, number = 0, 0
    while done < most:
        known = np.concatenate([known[-(BUFFER - at_once) :], *_enough(batches, at_once)])
        order = rng.integers(0, len(known), int(at_once * AGAIN))
        trainer.train(known, order, done / most)
        done, number = done + len(order), number + 1
        if number % REPORT_EVERY == 0 or done >= most:
            report(Milestone(name, done, process_time(), _errors(trainer, held_out)))
    return pack_weights(trainer.nets[0], predict(trainer.nets, held_out), held_out)


def _enough(batches: Iterator[Rows], number: int) -> Iterator[Rows]:
    """Yield batches until they have at least `number` rows."""
    while number > 0:
        batch = next(batches)
        number -= len(batch)
        yield batch


def _errors(trainer: Trainer, held_out: Rows) -> tuple[float, ...]:
    off = predict(trainer.nets, held_out)[:, : trainer.outputs].clip(0) - held_out["to_come"][:, : trainer.outputs]
    return tuple(float(error) for error in np.sqrt((off**2).mean(0)))
