# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Let the value network learn on from games of the search: `python benchmarks/second_round.py SET [--games 20000]`.

A second round of learning, as AlphaZero goes on from the games of what it learned in the first (Silver et al.,
*Mastering Chess and Shogi by Self-Play with a General Reinforcement Learning Algorithm*, 2017). SET is a folder of
`codex-naturalis dataset`; from its part `reader-2`, games of a search of 200 against itself, come rows as
`codex_naturalis.training` makes them of planners' games. The network of the package learns on from them, at a fifth of
the first rate and falling. Printed is its error on the last of these games, which it never learned from, before and
after each pass, and its bias: points told too many. `--to FILE` gets the networks, that for solo games unchanged;
`search_earlier.py` lets them play where the file takes the place of the package's.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from network_explains import network
from pyarrow import parquet

from codex_naturalis.bots.search.value_network import WHERE
from codex_naturalis.data import record_from
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import Array
from codex_naturalis.kernel.value_network import FORESIGHT, PARTS
from codex_naturalis.record import Record, replay
from codex_naturalis.rules import Phase
from codex_naturalis.training.games import KEPT, ROW, Rows, note
from codex_naturalis.training.learning import Learner, guessed
from codex_naturalis.training.storing import opened, packed, write

PART: Final = "reader-2"
FIRST: Final = 0.8
"""Part of all learning that counts as done when it begins: a fifth of the rate is left."""

HELD: Final = 1_000
"""Games at the end to measure with."""


def main() -> None:
    """Read the games, learn, print, write."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("set", type=Path)
    options.add_argument("--games", type=int, default=20_000, help="games to learn from")
    options.add_argument("--passes", type=int, default=2, help="how often each row is used")
    options.add_argument("--to", type=Path, help="file for the networks")
    asked = options.parse_args()
    games = list(records(asked.set, asked.games + HELD))
    rows, held = (np.concatenate([rows_of(game) for game in some]) for some in (games[:-HELD], games[-HELD:]))
    learner, rng = Learner(1, 1), np.random.default_rng(1)
    shipped = network(WHERE)
    for part in PARTS:
        learner.nets[0][part] = shipped[part][0]
    print(f"{len(games) - HELD} games, {len(rows)} rows; {HELD} games, {len(held)} rows held out")
    tell("before", learner, held)
    for number in range(asked.passes):
        learner.learn(rows, rng.permutation(len(rows)), FIRST + (1 - FIRST) * number / asked.passes)
        tell(f"after {number + 1}", learner, held)
    if asked.to:
        table = packed(learner.nets[0], guessed(learner.nets, held), held)
        write(asked.to, opened(WHERE) | {f"table_{part}": values for part, values in table.items()})


def records(folder: Path, most: int) -> Iterator[Record]:
    """Yield the first games of the part, as far as they were made."""
    left = most
    for file in sorted((folder / PART).glob("[0-9]*/games.parquet")):
        if file.parent.suffix:  # a shard half made
            continue
        for row in parquet.read_table(file).to_pylist()[:left]:
            yield record_from(row)
            left -= 1


def rows_of(record: Record) -> Rows:
    """Return how each seat stood before some of the placements, and the points that were still to come."""
    chance, games, nets, at = Random(record.seed), new_games(1), np.zeros(1, FORESIGHT), 0
    rows, steps = np.zeros(200, ROW), list(replay(record))
    for step in steps:
        state = step.state
        if state.phase is Phase.PLACE and chance.random() < KEPT:
            load(games, 0, state)
            at = note_first(games, nets, rows, at)
    result: Any = steps[-1].state.result
    rows["to_come"][:at, 0] = np.array(result.totals)[rows["seat"][:at]] - rows["has"][:at]
    return rows[:at]


@njit
def note_first(games: Array, nets: Array, rows: Array, at: int) -> int:
    """Write how the seats of the first game stand; compiled code alone can hand a record on."""
    return note(games[0], nets[0], rows, at)


def tell(when: str, learner: Learner, held: Rows) -> None:
    """Print the error and the bias on rows held out, in points."""
    off = guessed(learner.nets, held)[:, 0].clip(0) - held["to_come"][:, 0]
    print(f"{when}: error {np.sqrt((off**2).mean()):.3f}, bias {off.mean():+.3f} points", flush=True)


if __name__ == "__main__":
    main()
