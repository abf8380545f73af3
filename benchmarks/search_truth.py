"""What imagined games are wrong about: `python benchmarks/search_truth.py "planned=8" "games=3000" [--positions 100]`.

Positions are taken from games that `search:500` plays against itself, placements or with `--draws` draws. The eight
actions that come out best in 4,000 imagined games are done in 64 worlds each, and `search:100` plays on for both to the
end: the means of that are taken for the truth. Then each way (as in `search_regret.py`) tries the same actions, 1,000
times each or `games`. Said is how what comes out goes with the truth, as a correlation of actions within positions,
with the noise of so few worlds and without it, and how much more than the mean of the eight the action is worth that
comes out best, in hundredths of a victory. A position takes six to eight seconds, and another three for a way.
"""

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from search_regret import manner_of

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.rooms import Room, new_room, root_edges
from codex_naturalis.bots.thinking import Manner, think
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import action_of
from codex_naturalis.kernel.foresight import CLEAR
from codex_naturalis.kernel.ready import compile_kernel
from codex_naturalis.kernel.search import root_code, search
from codex_naturalis.rules import Action, GameOptions, GameState, Phase, Seat, SeededShuffler, apply, awaited, deal
from codex_naturalis.views import View, sample_world, view_of

Numbers = NDArray[np.float64]

CHOICES = 8
WORLDS = 64
FEWEST = 3
"""With so few things to do there is little to judge."""

EACH = 2
"""Positions from each game."""


class Tried(NamedTuple):
    """A position, and what its best actions are worth in truth."""

    view: View
    actions: tuple[Action, ...]
    truth: Numbers
    noise: float
    """The variance that so few worlds leave in it."""


def main() -> None:
    """Read the options, find the truth of positions, and print how each way does."""
    options = argparse.ArgumentParser()
    options.add_argument("ways", nargs="*", help="what differs from the usual, as planned=8 or games=3000")
    options.add_argument("--positions", type=int, default=100)
    options.add_argument("--draws", action="store_true")
    options.add_argument("--seed", default="truth")
    asked = options.parse_args()
    compile_kernel()
    phase = Phase.DRAW if asked.draws else Phase.PLACE
    known = [tried(view, Random(asked.seed)) for view in positions(asked.positions, phase, asked.seed)]
    variance = np.mean([one.truth.var() for one in known])
    reliable = 1 - np.mean([one.noise for one in known]) / variance
    print(
        f"{len(known)} positions; actions differ by {100 * variance**0.5:.1f}, {100 * (1 - reliable):.0f} % of it noise"
    )
    for way in ("games=1000", *asked.ways):
        said = [estimates(one, *manner_of(way), Random(asked.seed)) for one in known]
        alike = np.corrcoef(np.concatenate(said), np.concatenate([one.truth for one in known]))[0, 1]
        chosen = np.mean([one.truth[guess.argmax()] for one, guess in zip(known, said, strict=True)])
        print(f"{way:40} {alike:.3f}, without noise {alike / reliable**0.5:.3f}; chosen {100 * chosen:.2f}", flush=True)


def positions(number: int, phase: Phase, seed: str) -> Iterator[View]:
    """Yield so many views of who has something to choose."""
    bot = bot_named("search:500")
    for game in range(-(-number // EACH)):
        state, rng = deal(catalogue(), GameOptions(2), SeededShuffler(f"{seed}/{game}")), Random(f"{seed}/{game}")
        views = []
        while seats := awaited(state):
            view = view_of(state, seats[0])
            if state.phase is phase and len(view.legal) > FEWEST:
                views.append(view)
            state = apply(state, seats[0], bot.choose(view, rng)).state
        yield from rng.sample(views, min(EACH, number - EACH * game))


def tried(view: View, rng: Random) -> Tried:
    """Find out what the best actions in `view` are worth."""
    actions = tuple(one.action for one in think(view, rng, iterations=4000).considered[:CHOICES])
    seat = view.awaited[0]
    found = np.zeros((WORLDS, len(actions)))
    for row in found:
        world = sample_world(view, rng)
        row[:] = [worth(finished(apply(world, seat, action).state, rng), seat) for action in actions]
    apart = found - found.mean(1, keepdims=True)
    return Tried(view, actions, apart.mean(0), float(apart.var(0).mean() / WORLDS))


def finished(state: GameState, rng: Random) -> GameState:
    """Let searchers play on to the end."""
    bots = [bot_named("search:100") for _ in state.seats]
    while seats := awaited(state):
        state = apply(state, seats[0], bots[seats[0]].choose(view_of(state, seats[0]), rng)).state
    return state


def worth(state: GameState, seat: Seat) -> float:
    """Return half the victory and half how clear it is, as a search reckons."""
    if state.result is None:
        raise RuntimeError("nobody is awaited, and nothing has ended")
    won, totals = state.result.winners, state.result.totals
    clear = 1 / (1 + np.exp((totals[1 - seat] - totals[seat]) / CLEAR))
    return float(0.5 * (seat in won) / len(won) + 0.5 * clear)


def estimates(position: Tried, manner: Manner, games: int, rng: Random) -> Numbers:
    """Return what comes out when each action is tried so many times, compared with their mean."""
    room = new_room(position.view, rng, manner, games * CHOICES)
    room.trees["chance"] = rng.getrandbits(60)
    search(*room.arrays, 0)
    where = _edges_of(room, position.actions)
    room.edges["prior"][[at for at in root_edges(room) if at not in where.values()]] = -1  # given up
    search(*room.arrays, games * len(where))
    edges = room.edges[[where[action] for action in position.actions if action in where]]
    early = edges["early"] / edges["visits"]
    said = early + games / (games + manner.doubt) * 2 * (edges["sum"] / edges["visits"] - early)
    found = dict(zip((action for action in position.actions if action in where), said, strict=True))
    return _apart([found.get(action, min(found.values())) for action in position.actions])


def _edges_of(room: Room, actions: Sequence[Action]) -> dict[Action, int]:
    viewer = int(room.trees["viewer"][0])
    edges = {
        action_of(room.world, viewer, root_code(room.games, 0, viewer, int(room.edges["key"][at]))): at
        for at in root_edges(room)
    }
    return {action: edges[action] for action in actions if action in edges}


def _apart(values: Sequence[float]) -> Numbers:
    return np.array(values) - np.mean(values)


if __name__ == "__main__":
    main()
