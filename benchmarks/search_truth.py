"""What imagined games are wrong about: `python benchmarks/search_truth.py horizon=16 games=3000 [--positions 100]`.

Positions are taken from games that `search:500` plays against itself after setups by planners: placements, or draws
with `--draws`. The eight actions that come out best in 4,000 imagined games are done in 64 worlds each, and
`search:100` plays on for both to the end: the means of that are taken for the truth. Then each way (as in
`search_regret.py`) tries the same actions, 1,000 times each or `games`. Said is how what comes out goes with the
truth, as a correlation of actions within positions, with the noise of so few worlds and without it, and how much more
than the mean of the eight the action is worth that comes out best, in hundredths: all this for what a search goes by,
half the victory and half how clear it is, and for the victory alone. With `--rollouts 200` each action is also tried
in so many rollouts. A position takes four to eight seconds.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from search_games import ended
from search_guesses import centred
from search_regret import manner_of, placements

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.search.rollouts import small_searches
from codex_naturalis.bots.search.search_state import Room, new_room, root_actions, root_edges
from codex_naturalis.bots.search.tree_search import Manner, think
from codex_naturalis.kernel.mcts.rollouts import roll_out
from codex_naturalis.kernel.mcts.search import search
from codex_naturalis.kernel.value_network import CLEAR
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import Action, Phase, Result, Seat, apply
from codex_naturalis.views import View, sample_world

Numbers = NDArray[np.float64]

CHOICES = 8
WORLDS = 64
FEWEST = 3
"""With so few things to do there is little to judge."""

PLAYERS = ("search:500", "search:500")
EACH = 2
"""Positions from each game."""

MEASURES = ("half the victory and half how clear it is", "the victory")
"""What an action may be worth, as `worth` returns it."""


class Truth(NamedTuple):
    """What actions are worth by one measure, compared with their mean."""

    worth: Numbers
    noise: float
    """The variance that so few worlds leave in it."""


class Tried(NamedTuple):
    """A position, and what its best actions are worth in truth, by each measure."""

    view: View
    actions: tuple[Action, ...]
    truths: tuple[Truth, ...]


def main() -> None:
    """Read the options, find the truth of positions, and print how each way does."""
    options = argparse.ArgumentParser()
    options.add_argument("ways", nargs="*", help="what differs from the usual, as horizon=16 or games=3000")
    options.add_argument("--positions", type=int, default=100)
    options.add_argument("--draws", action="store_true")
    options.add_argument("--rollouts", type=int, default=0, help="of each action")
    options.add_argument("--seed", default="truth")
    asked = options.parse_args()
    compile_kernel()
    phase = Phase.DRAW if asked.draws else Phase.PLACE
    known = [tried(view, Random(asked.seed)) for view in positions(asked.positions, phase, asked.seed)]
    said: dict[str, list[Numbers]] = {}
    for way in ("games=1000", *asked.ways):
        said[way] = [estimates(one, *manner_of(way), Random(asked.seed)) for one in known]
    if asked.rollouts:
        said[f"{asked.rollouts} rollouts"] = [rolled(one, asked.rollouts, Random(asked.seed)) for one in known]
    for number, measure in enumerate(MEASURES):
        compare(measure, [one.truths[number] for one in known], said)


def compare(measure: str, truths: list[Truth], said: dict[str, list[Numbers]]) -> None:
    """Print how what each way says of all positions goes with what actions are worth by one measure."""
    variance = np.mean([truth.worth.var() for truth in truths])
    reliable = 1 - np.mean([truth.noise for truth in truths]) / variance
    apart, noise = 100 * variance**0.5, 100 * (1 - reliable)
    print(f"{measure}: in {len(truths)} positions actions differ by {apart:.1f}, {noise:.0f} % of it noise")
    for way, guesses in said.items():
        alike = np.corrcoef(np.concatenate(guesses), np.concatenate([truth.worth for truth in truths]))[0, 1]
        chosen = np.mean([truth.worth[guess.argmax()] for truth, guess in zip(truths, guesses, strict=True)])
        print(f"{way:40} {alike:.3f}, without noise {alike / reliable**0.5:.3f}; chosen {100 * chosen:.2f}")


def positions(number: int, phase: Phase, seed: str) -> Iterator[View]:
    """Yield a number of views in which there is a choice."""
    for game in range(-(-number // EACH)):
        views = [view for view in placements(f"{seed}/{game}", PLAYERS, phase) if len(view.legal) > FEWEST]
        yield from Random(f"{seed}/{game}").sample(views, min(EACH, number - EACH * game))


def tried(view: View, rng: Random) -> Tried:
    """Find out what the best actions in `view` are worth."""
    actions = tuple(one.action for one in think(view, rng, iterations=4000).considered[:CHOICES])
    seat = view.awaited[0]
    found, bots = np.zeros((WORLDS, len(actions), len(MEASURES))), [bot_named("search:100") for _ in view.seats]
    for row in found:
        world = sample_world(view, rng)
        row[:] = [worth(ended(apply(world, seat, action).state, bots, rng), seat) for action in actions]
    return Tried(view, actions, tuple(truth_of(found[..., number]) for number in range(len(MEASURES))))


def truth_of(found: Numbers) -> Truth:
    """Return what actions are worth that came to this, a row for each world."""
    apart = centred(found)
    return Truth(apart.mean(0), float(apart.var(0).mean() / WORLDS))


def worth(result: Result, seat: Seat) -> tuple[float, float]:
    """Return half the victory and half how clear it is, as a search reckons, and the victory alone."""
    won, totals = result.winners, result.totals
    victory = (seat in won) / len(won)
    clear = 1 / (1 + np.exp((totals[1 - seat] - totals[seat]) / CLEAR))
    return float(0.5 * victory + 0.5 * clear), victory


def estimates(position: Tried, manner: Manner, games: int, rng: Random) -> Numbers:
    """Return each action's mean value over a number of playouts, relative to the mean of all actions."""
    room, where = begun(position, manner, games * CHOICES, rng)
    search(*room.arrays, games * len(where))
    edges = room.edges[[*where.values()]]
    early = edges["early"] / edges["visits"]
    said = early + games / (games + manner.doubt) * 2 * (edges["sum"] / edges["visits"] - early)
    return compared(position, where, said)


def rolled(position: Tried, number: int, rng: Random) -> Numbers:
    """Return each action's mean value over a number of rollouts, relative to the mean of all actions."""
    room, where = begun(position, Manner(), 0, rng)
    room.trees["weight"] = 1
    small = small_searches(room)
    for world in range(number):
        roll_out(*room.arrays, *small, world)
    return compared(position, where, room.edges["sum"][[*where.values()]] / number)


def begun(position: Tried, manner: Manner, games: int, rng: Random) -> tuple[Room, dict[Action, int]]:
    """Return a search restricted to the given actions, with the given iterations, and the indices of their edges."""
    room = new_room(position.view, rng, manner, games)
    room.trees["chance"] = rng.getrandbits(60)
    search(*room.arrays, 0)
    where = {action: at for at, action in root_actions(room) if action in position.actions}
    room.edges["prior"][[at for at in root_edges(room) if at not in where.values()]] = -1  # given up
    return room, where


def compared(position: Tried, where: dict[Action, int], said: Numbers) -> Numbers:
    """Return for each action of `position` what is said of it, the least for those that were not found."""
    found = dict(zip(where, said, strict=True))
    return centred(np.array([found.get(action, said.min()) for action in position.actions]))


if __name__ == "__main__":
    main()
