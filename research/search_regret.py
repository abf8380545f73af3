"""Compare manners to search: `python -m research.search_regret "horizon=16" "later=0" [--positions 80]`.

Placements are taken from games between a small search and the planner. In each, a search of 40,000 games, without
rollouts, says what every placement is worth; then each manner chooses with its 1,000 (or with `games=500` as many),
twice. How much less its choices are worth than the best is its regret: a far finer measure than games, as the same
positions serve all manners. It favours what judges as the large search does; games have the last word. `--seats 3` or 4
takes the placements from larger tables.
"""

import argparse
from collections.abc import Iterator
from random import Random
from time import process_time

import numpy as np
from msgspec.structs import replace

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.search.tree_search import Manner, think
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import Action, GameOptions, Phase, SeededShuffler, apply, awaited, deal
from codex_naturalis.views import View, view_of

REFERENCE = 40_000
SURE = 1_000
"""What was tried so often in the large search may be called the best."""

EACH = 5
"""Placements from each game."""

WORST = 0.2
"""The regret of a placement that the large search did not look at."""


def main() -> None:
    """Read the options, find positions, and print how each manner did."""
    compile_kernel()
    options = argparse.ArgumentParser()
    options.add_argument("manners", nargs="+", help="what differs from the usual, as horizon=16,later=0")
    options.add_argument("--positions", type=int, default=80)
    options.add_argument("--seed", default="regret")
    options.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    asked = options.parse_args()
    ways = {"the usual": (Manner(), 1000), **{text: manner_of(text) for text in asked.manners}}
    regrets: dict[str, list[float]] = {name: [] for name in ways}
    spent = dict.fromkeys(ways, 0.0)
    for number, view in enumerate(positions(asked.positions, asked.seed, asked.seats)):
        worth = reference(view, Random(f"{asked.seed}/{number}"))
        for name, (manner, games) in ways.items():
            begun = process_time()
            regrets[name].append(regret(view, worth, manner, games, f"{asked.seed}/{number}"))
            spent[name] += process_time() - begun
    usual = np.array(regrets["the usual"])
    for name, found in regrets.items():
        print(
            f"{name:32} {format_mean(found)}; {format_mean(np.array(found) - usual)} more; "
            f"{500 * spent[name] / len(found):.1f} ms"
        )


def manner_of(text: str) -> tuple[Manner, int]:
    """Return the manner, and the number of games, that `text` asks for."""
    pairs = dict(part.split("=") for part in text.split(","))
    games = int(pairs.pop("games", 1000))
    usual = Manner()
    return replace(usual, **{name: type(getattr(usual, name))(value) for name, value in pairs.items()}), games


def positions(number: int, seed: str, seats: int = 2) -> Iterator[View]:
    """Yield the views before a number of placements."""
    for game in range(-(-number // EACH)):
        names = ("search:150", "planner")[:: 1 if game % 2 else -1]
        views = list(placements(f"{seed}/{game}", (2 * names)[:seats]))
        yield from Random(f"{seed}/{game}").sample(views, min(EACH, number - EACH * game))


def placements(seed: str, names: tuple[str, ...], phase: Phase = Phase.PLACE) -> Iterator[View]:
    """Yield what is seen before each placement of a game, or each draw; planners choose the setup."""
    state, rng = deal(catalogue(), GameOptions(len(names)), SeededShuffler(seed)), Random(seed)
    bots, planner = [bot_named(name) for name in names], bot_named("planner")
    while seats := awaited(state):
        seat = seats[0]
        view = view_of(state, seat)
        if state.phase is phase and len(view.legal) > 1:
            yield view
        bot = bots[seat] if state.phase in (Phase.PLACE, Phase.DRAW) else planner
        state = apply(state, seat, bot.choose(view, rng)).state


def reference(view: View, rng: Random) -> dict[Action, float]:
    """Return what each placement is worth by the large search; how sure of the best it is decides which that is."""
    found = think(view, rng, iterations=REFERENCE, manner=Manner(ahead=0)).considered
    best = max(one.result for one in found if one.visits >= SURE)
    return {one.action: min(one.result, best) for one in found}


def regret(view: View, worth: dict[Action, float], manner: Manner, games: int, seed: str) -> float:
    """Return how much less than the best the choices of `manner` are worth, in the mean of two."""
    best = max(worth.values())
    chosen = [
        think(view, Random(f"{seed}/{n}"), iterations=games, manner=manner).considered[0].action for n in range(2)
    ]
    return float(np.mean([best - worth.get(action, best - WORST) for action in chosen]))


def format_mean(values: object) -> str:
    """Return the mean of `values` and half its 95 % interval, in hundredths of a victory."""
    found = 100 * np.asarray(values)
    return f"{found.mean():.2f} ± {1.96 * found.std() / len(found) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
