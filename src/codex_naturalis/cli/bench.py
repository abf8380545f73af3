"""Command `codex-naturalis bench`: benchmarks of this machine."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time
from typing import Final

import click
from msgspec.json import encode

from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel import is_installed
from codex_naturalis.rules import GameOptions, SeededShuffler, apply, awaited, deal, pick_legal

__all__ = ["bench", "play_randomly", "rules_games_per_second"]

_STRETCHES: Final = 24

_EXACT: Final = 100
"""Limit below which numbers are shown with a decimal."""


def play_randomly(options: GameOptions, seed: int) -> int:
    """Play one game of uniformly random legal actions, without events, and return their number."""
    rng = Random(seed).random

    def pick(choices: int) -> int:
        return int(rng() * choices)

    state = deal(catalogue(), options, SeededShuffler(str(seed)))
    actions = 0
    while seats := awaited(state):
        state = apply(state, seats[0], pick_legal(state, seats[0], pick), events=False).state
        actions += 1
    return actions


def rules_games_per_second(seconds: float) -> float:
    """Return the number of random two-player games that the rules play per second on one core, without events.

    Seconds are CPU seconds of this process, and the best of two dozen stretches counts: other work on the machine can
    only slow it down.
    """
    options = GameOptions(seats=2)
    play_randomly(options, 0)
    return max(_rate(lambda seed: play_randomly(options, seed), seconds / _STRETCHES) for _ in range(_STRETCHES))


def _rate(play: Callable[[int], object], seconds: float) -> float:
    games = 0
    begun = process_time()
    while (passed := process_time() - begun) < seconds:
        games += 1
        play(games)
    return games / passed


def _of_bots(name: str) -> Callable[[float], float]:
    """Return a measure of the bots that is imported when called, because it imports the compiler."""

    def measure(seconds: float) -> float:
        number: float = getattr(import_module("codex_naturalis.cli.benchmarks"), name)(seconds)
        return number

    return measure


MEASURES: Final[dict[str, tuple[str, Callable[[float], float]]]] = {
    "rules_games_per_second": (
        "random two-player games per second through the rules, on one core",
        rules_games_per_second,
    ),
    "kernel_games_per_second": (
        "random two-player games per second through the compiled kernel, on one thread",
        _of_bots("kernel_games_per_second"),
    ),
    "playouts_per_second": (
        "random games per second from their middle to the end, on one thread",
        _of_bots("playouts_per_second"),
    ),
    "search_iterations_per_second": (
        "imagined games per second in a search, on one thread",
        _of_bots("search_iterations_per_second"),
    ),
    "search_turn_milliseconds": (
        "milliseconds that `search:1000` thinks for a turn, in the mean of a game of two, on one thread",
        _of_bots("search_turn_milliseconds"),
    ),
    "two_threads_times": (
        "times as many random games on two threads as on one, by the clock on the wall",
        _of_bots("two_threads_times"),
    ),
    "game_bytes": ("bytes that a game takes in the kernel", _of_bots("game_bytes")),
    "copy_nanoseconds": ("nanoseconds that copying it takes", _of_bots("copy_nanoseconds")),
    "compile_seconds": ("seconds that this machine took to compile the kernel", _of_bots("compile_seconds")),
    "load_seconds": ("seconds until a new process can search", _of_bots("load_seconds")),
}
"""Measures by key: what to print, and a function that measures for the given number of seconds."""


@click.command(short_help="Measure the speed of this machine.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=6.0,
    show_default=True,
    help="Time for each measurement, in seconds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(seconds: float, *, as_json: bool) -> None:
    """Measure the speed of this machine; without the extra `fast`, of the rules only."""
    here = {
        key: measure for key, (_, measure) in MEASURES.items() if is_installed() or measure is rules_games_per_second
    }
    measured = {key: round(measure(seconds), 1) for key, measure in here.items()}
    if as_json:
        click.echo(encode(measured))
        return
    for key, number in measured.items():
        click.echo(f"{number:>12,.{0 if number >= _EXACT else 1}f}  {MEASURES[key][0]}")
