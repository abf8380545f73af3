"""Rates of ours, in a second of CPU time: `python -m benchmarks.rates NAME` answers each number of seconds it reads."""

import sys
from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Final

from codex_naturalis.cli.bench import MEASURES, play_randomly
from codex_naturalis.rules import GameOptions

TWO: Final = GameOptions(seats=2)


def rules(seconds: float) -> float:
    """Return random two-player games through the rules."""
    return _count(lambda seed: (play_randomly(TWO, seed), 1)[1], seconds)


def rules_actions(seconds: float) -> float:
    """Return actions in random two-player games through the rules."""
    return _count(lambda seed: play_randomly(TWO, seed), seconds)


def _count(play: Callable[[int], int], seconds: float) -> float:
    number = games = 0
    begun = process_time()
    while (passed := process_time() - begun) < seconds:
        games += 1
        number += play(games)
    return number / passed


def kernel(seconds: float) -> float:
    """Return random two-player games through the compiled kernel."""
    return MEASURES["kernel_games_per_second"][1](seconds)


def _cycle(engine: str) -> Callable[[float], float]:
    """Return a measure of the agent-environment cycle, imported when called."""

    def measure(seconds: float) -> float:
        number: float = import_module("benchmarks.environments").cycle(engine, seconds)
        return number

    return measure


RATES: Final[dict[str, Callable[[float], float]]] = {
    "rules": rules,
    "rules-actions": rules_actions,
    "kernel": kernel,
    "cycle-rules": _cycle("rules"),
    "cycle-kernel": _cycle("kernel"),
}


if __name__ == "__main__":
    for line in sys.stdin:
        print(RATES[sys.argv[1]](float(line)), flush=True)
