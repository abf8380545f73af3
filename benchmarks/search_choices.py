"""How much better a way to search chooses than another: `python benchmarks/search_choices.py games=1000 games=5000`.

Both choose in the same positions, placements or with `--draws` draws, taken as in `search_truth.py`; a way says what
differs from the usual search of 1,000 games, as in `search_regret.py`. Where they choose the same nothing is to be
gained; where they do not, both choices are done in 256 worlds, or `--worlds`, and `search:300` plays on for both seats
to the end. Said is how often they chose otherwise, and what the second way gained by it over all positions, with half
its 95 % interval: in hundredths of a victory, and of what searches go by, half the victory and half how clear it is.
Games between the two would take some three times as long to say as much, as all turns count in them in which both do
the same. A position in which they differ takes half a minute of one core.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from search_games import ended
from search_regret import manner_of, told
from search_truth import positions, worth

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.search.tree_search import think
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import Action, Phase, apply
from codex_naturalis.views import View, sample_world

PLAYER = "search:300"
"""Who plays on. It is no way that is compared, and good enough to know what an action is good for."""


class Compared(NamedTuple):
    """What the second way gained in one position, as `worth` reckons it."""

    differ: bool
    gained: NDArray[np.float64]


def main() -> None:
    """Read the options, let both ways choose, play on, and print what was gained."""
    options = argparse.ArgumentParser()
    options.add_argument("first")
    options.add_argument("second")
    options.add_argument("--positions", type=int, default=60)
    options.add_argument("--worlds", type=int, default=256)
    options.add_argument("--draws", action="store_true")
    options.add_argument("--seed", default="choices")
    asked = options.parse_args()
    compile_kernel()
    views = list(positions(asked.positions, Phase.DRAW if asked.draws else Phase.PLACE, asked.seed))
    seeds = [f"{asked.seed}/{number}" for number in range(len(views))]
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(partial(compared, asked.first, asked.second, asked.worlds), views, seeds))
    print(f"{asked.first} and {asked.second} differ in {sum(one.differ for one in found)} of {len(found)} positions")
    for name, gained in zip(
        ("by half and half", "in victories"), zip(*(one.gained for one in found), strict=True), strict=True
    ):
        print(f"{name:16} the second gained {told(gained)} of a hundredth a position")


def compared(first: str, second: str, worlds: int, view: View, seed: str) -> Compared:
    """Return what the second way gained in `view`."""
    one, other = chosen(first, view, seed), chosen(second, view, seed)
    if one == other:
        return Compared(differ=False, gained=np.zeros(2))
    gained = [np.subtract(played(view, other, f"{seed}/{n}"), played(view, one, f"{seed}/{n}")) for n in range(worlds)]
    return Compared(differ=True, gained=np.mean(gained, axis=0))


def chosen(way: str, view: View, seed: str) -> Action:
    """Return what is chosen by this way to search."""
    manner, games = manner_of(way)
    return think(view, Random(seed), iterations=games, manner=manner).considered[0].action


def played(view: View, action: Action, seed: str) -> tuple[float, float]:
    """Return what `action` came to in one world: the same one, with the same chance, for the same seed."""
    rng, seat = Random(seed), view.awaited[0]
    world = sample_world(view, rng)
    return worth(ended(apply(world, seat, action).state, [bot_named(PLAYER) for _ in view.seats], rng), seat)


if __name__ == "__main__":
    main()
