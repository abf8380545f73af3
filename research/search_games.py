"""Let ways to search play against the usual one: `python -m research.search_games games=250 horizon=1000`.

A way says what differs from `search:1000`: `games`, or a part of `Manner` as in `search_regret.py`; `horizon=1000`
never asks the network, `later=0` asks it once. Every deal is played from both seats by each way, one way after
the other, so that all meet the same deals, and Ctrl-C ends it early with what is known by then; `--against planner`
lets them meet that bot instead of the usual search. With `--seats 3` or 4 a way sits at each seat of a deal in turn,
and rivals at all others. Said are the part of the games that were won, with more than two seats also the part of the
rivals that a way left behind (half for a tie, so that equals make 50 %), the points it was ahead of the others' mean,
each with half its 95 % interval over deals, and the CPU time of a turn of both.
"""

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.bots import Bot, bot_named
from codex_naturalis.bots.search.bot import games_for
from codex_naturalis.bots.search.tree_search import Manner, ReusableTrees, think
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import Action, GameOptions, GameState, Phase, Result, SeededShuffler, apply, awaited, deal
from codex_naturalis.views import View, view_of

from .search_regret import format_mean, manner_of

USUAL = "games=1000"

LEAST = 2
"""Seats."""


class Clocked(Protocol):
    """What has taken turns, and so many seconds of CPU."""

    turns: int
    spent: float


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
        self.reusable = ReusableTrees()

    def choose(self, view: View, rng: Random) -> Action:
        """Return what came out best."""
        if len(view.legal) == 1:
            return view.legal[0]
        games = games_for(view, self.games)
        return think(view, rng, iterations=games, manner=self.manner, reusable=self.reusable).considered[0].action


def play(way: Timed, rival: Timed, number: int, seed: str, seats: int = 2) -> tuple[float, float, float]:
    """Play a game and return its `outcome`; games of one deal differ by the seat of `way`."""
    options, own = GameOptions(seats), number % seats
    state = deal(catalogue(), options, SeededShuffler(f"{seed}/{number // seats}"))
    rng = Random(f"{seed}/{number}")
    return outcome(ended(state, [way if seat == own else rival for seat in range(seats)], rng), own)


def outcome(result: Result, own: int) -> tuple[float, float, float]:
    """Return the part of the victory, the part of the others left behind, and the points ahead of their mean."""
    total, *others = result.totals[own], *(points for seat, points in enumerate(result.totals) if seat != own)
    behind = [(total > other) + 0.5 * (total == other) for other in others]
    won = (own in result.winners) / len(result.winners)
    return won, sum(behind) / len(others), total - sum(others) / len(others)


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
    options.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    asked = options.parse_args()
    seats: int = asked.seats
    ways = {text: Timed(Searcher(text)) for text in asked.ways}
    rivals = {text: Timed(bot_named(asked.against) if asked.against else Searcher(USUAL)) for text in ways}
    results: dict[str, list[tuple[float, float, float]]] = {text: [] for text in ways}
    try:
        for number in range(asked.games):
            for text, way in ways.items():
                results[text].append(play(way, rivals[text], number, asked.seed, seats))
    except KeyboardInterrupt:
        print("ended early")
    for text, way in ways.items():
        print(said(text, results[text], seats, way, rivals[text]))


def said(name: str, results: Sequence[tuple[float, float, float]], seats: int, way: Clocked, rival: Clocked) -> str:
    """Return a line on how a way did."""
    won, behind, ahead = by_deal(results, seats).T
    times = " and ".join(f"{1000 * one.spent / one.turns:.1f}" for one in (way, rival))
    duels = f", {format_mean(behind)} % of rivals left behind" if seats > LEAST else ""
    return (
        f"{name:32} {len(results)} games: {format_mean(won)} % won{duels}, "
        f"{format_mean(ahead / 100)} points ahead; {times} ms a turn"
    )


def by_deal(results: Sequence[tuple[float, float, float]], seats: int) -> NDArray[np.float64]:
    """Return the mean of each deal, whose games are played from every seat; one broken off does not count."""
    whole = len(results) // seats * seats or len(results)
    means: NDArray[np.float64] = np.array(results[:whole]).reshape(-1, min(seats, whole), 3).mean(axis=1)
    return means


if __name__ == "__main__":
    main()
