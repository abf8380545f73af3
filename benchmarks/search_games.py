"""Let ways to search play against the usual one: `python benchmarks/search_games.py games=250 horizon=1000`.

A way says what differs from `search:1000`: `games`, or a part of `Manner` as in `search_regret.py`; `horizon=1000`
never asks the network, `later=0` asks it once. Every deal is played from both seats by each way, one way after
the other, so that all meet the same deals, and Ctrl-C ends it early with what is known by then; `--against planner`
lets them meet that bot instead of the usual search. Said are the part of
the games that were won, the points a way was ahead, each with half its 95 % interval, and the CPU time of a turn of
both.
"""

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time

import numpy as np
from search_regret import manner_of, told

from codex_naturalis.bots import Bot, bot_named
from codex_naturalis.bots.search import games_for
from codex_naturalis.bots.tree_search import Manner, Trail, think
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.ready import compile_kernel
from codex_naturalis.rules import Action, GameOptions, GameState, Phase, Result, SeededShuffler, apply, awaited, deal
from codex_naturalis.views import View, view_of

USUAL = "games=1000"


class Timed:
    """A bot, and how much time it took."""

    def __init__(self, bot: Bot) -> None:
        """Let it play."""
        self.bot = bot
        self.turns = 0
        self.spent = 0.0

    def choose(self, view: View, rng: Random) -> Action:
        """Return what it does."""
        self.turns += view.phase is Phase.PLACE
        begun = process_time()
        action = self.bot.choose(view, rng)
        self.spent += process_time() - begun
        return action


class Searcher:
    """A bot that searches in some way."""

    def __init__(self, way: str) -> None:
        """Search in this way."""
        self.manner: Manner
        self.manner, self.games = manner_of(way)
        self.trail = Trail()

    def choose(self, view: View, rng: Random) -> Action:
        """Return what came out best."""
        if len(view.legal) == 1:
            return view.legal[0]
        games = games_for(view, self.games)
        return think(view, rng, iterations=games, manner=self.manner, trail=self.trail).considered[0].action


def play(way: Timed, rival: Timed, number: int, seed: str) -> tuple[float, float]:
    """Play a game, every second one on the same deal from the other seat; return the victory and the points ahead."""
    state, rng = deal(catalogue(), GameOptions(2), SeededShuffler(f"{seed}/{number // 2}")), Random(f"{seed}/{number}")
    own = number % 2
    result = ended(state, (rival, way) if own else (way, rival), rng)
    return (own in result.winners) / len(result.winners), result.totals[own] - result.totals[1 - own]


def ended(state: GameState, bots: Sequence[Bot], rng: Random) -> Result:
    """Let `bots`, one for each seat, play on to the end, and return how it came out."""
    while seats := awaited(state):
        seat = seats[0]
        state = apply(state, seat, bots[seat].choose(view_of(state, seat), rng)).state
    if state.result is None:
        raise RuntimeError("nobody is awaited, and nothing has ended")
    return state.result


def main() -> None:
    """Read the options, let all play, and print how each way did."""
    compile_kernel()
    options = argparse.ArgumentParser()
    options.add_argument("ways", nargs="+", help="what differs from the usual, as games=250 or horizon=1000")
    options.add_argument("--games", type=int, default=60, help="of each way")
    options.add_argument("--seed", default="ways")
    options.add_argument("--against", help="another rival, as planner")
    asked = options.parse_args()
    ways = {text: Timed(Searcher(text)) for text in asked.ways}
    rivals = {text: Timed(bot_named(asked.against) if asked.against else Searcher(USUAL)) for text in ways}
    results: dict[str, list[tuple[float, float]]] = {text: [] for text in ways}
    try:
        for number in range(asked.games):
            for text, way in ways.items():
                results[text].append(play(way, rivals[text], number, asked.seed))
    except KeyboardInterrupt:
        print("ended early")
    for text, way in ways.items():
        won, ahead = np.array(results[text]).T
        times = " and ".join(f"{1000 * one.spent / one.turns:.1f}" for one in (way, rivals[text]))
        print(f"{text:32} {len(won)} games: {told(won)} % won, {told(ahead / 100)} points ahead; {times} ms a turn")


if __name__ == "__main__":
    main()
