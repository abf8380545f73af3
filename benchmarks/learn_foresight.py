"""Train the foresight: `python benchmarks/learn_foresight.py [table] [solo] [--to FILE] [--games 40000] [--epochs 12]`.

The compiled planner plays games, at tables of two to four and against Tybor at all levels, in each with some share of
erratic turns, so that it gets into positions that it would avoid. Before some turns is written what the network looks
at, and after the game how many points were still to come. A small network learns to say so by stochastic gradient
descent (Adam, falling steps); the error on games it has not seen is printed after each epoch. `table` and `solo` name
the networks to train, both if neither is named. The file written, `build/foresight.npz` if none is named, holds both:
one that was not trained is that of the package. It takes about a minute of one core, compilation included; nothing but
NumPy and the kernel is needed.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from codex_naturalis.bots.foreseeing import WHERE
from codex_naturalis.bots.weights import AGAINST_TYBOR, AT_TABLE
from codex_naturalis.kernel.chance import seed, unit
from codex_naturalis.kernel.codes import act
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import GAME, NOBODY, OVER, PLACE, Array, Game, Games
from codex_naturalis.kernel.mcts.foresight import FEATURES, FORESIGHT, HIDDEN_UNITS, sketch
from codex_naturalis.kernel.mcts.policy import play_draw, play_placement
from codex_naturalis.kernel.planner import awaited, choose
from codex_naturalis.kernel.playout import deal
from codex_naturalis.kernel.weights import habits_of, mind_of

Matrix = NDArray[np.float32]
Layers = list[Matrix]

KEPT = 0.5
"""Share of turns that are remembered."""

WILD = 0.3
"""The largest share of erratic turns in a game; each game has its own."""

BATCH = 1024
OUTS = {"table": 1, "solo": 2}
"""The networks, and how many points each guesses: those of a seat, and Tybor's."""

HELD_OUT = 20
"""Validation split: one row in this many, the last ones, is held out."""


@njit
def play(games: Games, minds: Array, habits: Array, nets: Array, scratch: Array, table: Array, rows: Array) -> int:
    """Play games of `table` (seats, solo, number, first) and write rows; return how many there are."""
    g, at = games[0], 0
    seats, solo, number, first = table
    for n in range(first, first + number):
        seed(g, n)
        deal(g, seats, solo, scratch)
        wild, begun = WILD * unit(g), at + 0
        while g.phase != OVER:
            if g.phase == PLACE and unit(g) < KEPT:
                at = note(g, nets[0], rows, at)
            if g.phase >= PLACE and unit(g) < wild:
                if g.phase == PLACE:
                    play_placement(g, habits[0])
                else:
                    play_draw(g, habits[0])
            else:
                act(g, choose(g, minds[0], awaited(g)))
        for row in range(begun, at):
            rows[row].to_come[0] = g.totals[rows[row].seat] - rows[row].base
            rows[row].to_come[1] = g.tybor - rows[row].tybor
    return at


@njit
def note(g: Game, net: Array, rows: Array, at: int) -> int:
    """Write how each seat stands that has a turn to come, unless there is no room left."""
    for seat in range(g.seats):
        if at < len(rows) and (g.last_round == NOBODY or g.last_round - g.round + (seat >= g.turn) > 0):
            rows[at].base = sketch(g, net, seat)
            for n in range(FEATURES):
                rows[at].x[n] = net.x[n]
            rows[at].seat = seat
            rows[at].tybor = g.tybor
            at += 1
    return at


ROW = np.dtype(
    [
        ("x", np.float32, FEATURES),
        ("to_come", np.float32, 2),
        ("base", np.float32),
        ("seat", np.int16),
        ("tybor", np.int16),
    ],
    align=True,
)


def played(seats: int, solo: int, number: int, first: int) -> NDArray[Any]:
    """Return the training rows of `number` games."""
    rows = np.zeros(30 * seats * number, ROW)
    minds = mind_of(asdict(AGAINST_TYBOR if solo else AT_TABLE))
    room = (np.zeros(1, GAME), minds, habits_of(), np.zeros(1, FORESIGHT), np.zeros(16, np.int16))
    return rows[: play(*room, np.array([seats, solo, number, first]), rows)]


def guessed(layers: Layers, x: Matrix) -> Matrix:
    """Return what the network says, in tens of points."""
    first, bias, second, bias_2 = layers
    return np.maximum(x @ first + bias, 0) @ second + bias_2


def learn(x: Matrix, y: Matrix, epochs: int, seed_: int) -> Iterator[Layers]:
    """Learn, and show the network after each epoch."""
    rng = np.random.default_rng(seed_)
    outs, steps, step = y.shape[1], epochs * (len(x) // BATCH), 0
    layers = [
        (rng.standard_normal((FEATURES, HIDDEN_UNITS)) * np.sqrt(2 / FEATURES)).astype(np.float32),
        np.zeros(HIDDEN_UNITS, np.float32),
        (rng.standard_normal((HIDDEN_UNITS, outs)) * np.sqrt(1 / HIDDEN_UNITS)).astype(np.float32),
        y.mean(0),
    ]
    means, squares = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    for _ in range(epochs):
        order = rng.permutation(len(x))
        for start in range(0, len(x) - BATCH + 1, BATCH):
            batch, step = order[start : start + BATCH], step + 1
            rate = 3e-3 * (0.5 + 0.5 * np.cos(np.pi * step / steps)) * min(1.0, step / 100) + 1e-5
            for n, slope in enumerate(slopes(layers, x[batch], y[batch])):
                means[n] += 0.1 * (slope - means[n])
                squares[n] += 0.001 * (slope * slope - squares[n])
                mean, square = means[n] / (1 - 0.9**step), squares[n] / (1 - 0.999**step)
                layers[n] -= np.float32(rate) * mean / (np.sqrt(square) + 1e-8)
        yield layers


def slopes(layers: Layers, x: Matrix, y: Matrix) -> Layers:
    """Return how the mean squared error grows with each weight."""
    first, bias, second, bias_2 = layers
    inside = x @ first + bias
    active = np.maximum(inside, 0)
    off = (active @ second + bias_2 - y) / len(x)
    back = off @ second.T * (inside > 0)
    return [x.T @ back, back.sum(0), active.T @ off, off.sum(0)]


def trained(rows: NDArray[Any], outs: int, epochs: int, seed_: int) -> dict[str, Matrix]:
    """Return a network for the rows of one kind of game."""
    rows = rows.copy()
    held = len(rows) // HELD_OUT
    x, y = rows["x"], rows["to_come"][:, :outs] / np.float32(10)
    order = np.random.default_rng(seed_).permutation(len(x) - held)
    layers: Layers = []
    begun = process_time()
    for epoch, layers in enumerate(learn(x[:-held][order], y[:-held][order], epochs, seed_), 1):
        off = 10 * (guessed(layers, x[-held:]) - y[-held:])
        error = " ".join(f"{np.sqrt((off[:, n] ** 2).mean()):.3f}" for n in range(outs))
        print(f"epoch {epoch:3d}  error {error} points  {process_time() - begun:.0f} s", flush=True)
    second, bias = np.zeros((HIDDEN_UNITS, 2), np.float32), np.zeros(2, np.float32)
    second[:, :outs], bias[:outs] = layers[2], layers[3]
    return {
        "first": layers[0],
        "first_bias": layers[1],
        "second": second,
        "second_bias": bias,
        "unsure": unsure(rows, 10 * guessed(layers, x).clip(0)),
    }


def unsure(rows: NDArray[Any], guess: Matrix) -> Matrix:
    """Return the variance of margins: at once, and for each point still to come."""
    if guess.shape[1] == 1:  # rows of the two seats follow each other
        pairs = np.flatnonzero((rows["seat"][:-1] == 0) & (rows["seat"][1:] == 1))
        off = (guess[:, 0] - rows["to_come"][:, 0])[:, None]
        wrong, left = off[pairs, 0] - off[pairs + 1, 0], guess[pairs, 0] + guess[pairs + 1, 0]
    else:
        wrong = guess[:, 0] - guess[:, 1] - rows["to_come"][:, 0] + rows["to_come"][:, 1]
        left = guess.sum(1)
    fitted = np.linalg.lstsq(np.stack([np.ones(len(left)), left], 1), wrong**2, rcond=None)[0]
    return np.maximum(fitted, 0.05).astype(np.float32)


def gathered(name: str, games: int, seed_: int) -> NDArray[Any]:
    """Play the games that one network learns from, and return their rows."""
    tables = [(4, 0, games // 16), (3, 0, games // 16), (2, 0, games)]
    alone = [(1, level, games // 3) for level in (1, 2, 3)]
    kinds = tables if name == "table" else alone
    rows = np.concatenate([played(*kind, seed_ * 100_000_000 + 10_000_000 * n) for n, kind in enumerate(kinds)])
    return rows if name == "table" else rows[np.random.default_rng(seed_).permutation(len(rows))]


def main() -> None:
    """Read the command line, play, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", help="table, solo or both")
    parser.add_argument("--to", type=Path, default=Path("build/foresight.npz"), help="the file to write")
    parser.add_argument("--games", type=int, default=40_000, help="for two seats; as many against Tybor")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if not set(asked.networks) <= OUTS.keys():
        parser.error(f"the networks are {' and '.join(OUTS)}")
    with np.load(WHERE) as learned:
        written = dict(learned)
    for name in asked.networks or OUTS:
        rows = gathered(name, asked.games, asked.seed)
        print(f"{name}: {len(rows)} rows")
        net = trained(rows, OUTS[name], asked.epochs, asked.seed)
        written |= {f"{name}_{part}": values for part, values in net.items()}
    asked.to.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(asked.to, **written)
    print(f"written to {asked.to}")


if __name__ == "__main__":
    main()
