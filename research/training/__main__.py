"""Train the value networks: `python -m research.training [table] [solo] [--to FILE] [--rows N] [--check]`.

The compiled planner plays games, at tables of two to four and against Tybor at all levels, in each with some share of
erratic turns, so that it gets into positions that it would avoid. A network learns from each seat of half the positions
how many points were still to come, from N million rows in all. `table` and `solo` name the networks to train, both if
neither is named. The file written, `build/value_network.npz` if none is named, holds both: one that was not trained
is that of the package. The error on games it has not learned from is printed on the way, and written to
`--curve FILE`, a line of JSON each. With `--check` the digest must be that of the package's networks.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from codex_naturalis.bots.search.value_network import WHERE

from .training_loop import OUTPUTS, Milestone, train_network
from .weights_file import digest_of, read_weights, write_weights

ROWS: Final = {"table": 10.0, "solo": 3.0}
"""Rows that each learns from, in millions: those of the package's networks."""

_AFTERWARDS: Final = "python -m tests.kernel.thoughts and python -m tools.puzzles grade"
"""What is kept of how the searches play, to renew with a new network."""


def main(words: list[str] | None = None) -> int:
    """Read the command line, play, learn, write; return 1 if the package was to have these networks and has not."""
    asked = _parse_args(words)
    written, points = read_weights(WHERE), list[Milestone]()
    for name in asked.networks or OUTPUTS:
        net = train_network(name, asked.rows or ROWS[name], asked.seed, lambda point: _report(point, points))
        written |= {f"{name}_{part}": values for part, values in net.items()}
    write_weights(asked.to, written)
    if asked.curve:
        asked.curve.write_text("".join(json.dumps(point._asdict()) + "\n" for point in points), "utf-8")
    print(f"written to {asked.to}, digest {digest_of(written)}")
    if asked.check and digest_of(written) != digest_of(read_weights(WHERE)):
        print(f"the package's networks have digest {digest_of(read_weights(WHERE))}")
        print(f"to ship these: copy {asked.to} to {WHERE}, then {_AFTERWARDS}")
        return 1
    return 0


def _parse_args(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m research.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("networks", nargs="*", help="table, solo or both")
    parser.add_argument("--to", type=Path, default=Path("build/value_network.npz"), help="the file to write")
    parser.add_argument("--rows", type=float, help="millions of rows, if not as many as for the package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="a file for the errors on the way")
    parser.add_argument("--check", action="store_true", help="fail if the package has other networks")
    asked = parser.parse_args(words)
    if not set(asked.networks) <= OUTPUTS.keys():
        parser.error(f"the networks are {' and '.join(OUTPUTS)}")
    return asked


def _report(point: Milestone, points: list[Milestone]) -> None:
    points.append(point)
    errors = " and ".join(f"{error:.3f}" for error in point.errors)
    print(f"{point.name}: {point.rows / 1e6:4.1f} million rows, {point.seconds:4.0f} s, error {errors}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
