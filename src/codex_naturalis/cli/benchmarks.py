"""Benchmarks of the kernel and the search on this machine, for `codex-naturalis bench`."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Barrier
from time import perf_counter, process_time
from typing import Final

import numpy as np

from codex_naturalis.bots.registry import bot_named
from codex_naturalis.bots.search.determinization import determinize
from codex_naturalis.bots.search.tree_search import think
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import new_games
from codex_naturalis.kernel.compiler.cache import compiled_in
from codex_naturalis.kernel.layout import GAME, Games
from codex_naturalis.kernel.playout import copy_games, play_games, play_outs
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import GameOptions, GameState, Phase, SeededShuffler, apply, awaited, deal, legal_actions
from codex_naturalis.views import view_of

__all__ = [
    "compile_seconds",
    "copy_nanoseconds",
    "game_bytes",
    "kernel_games_per_second",
    "load_seconds",
    "playouts_per_second",
    "search_iterations_per_second",
    "search_turn_milliseconds",
    "two_threads_times",
]

_CHUNK: Final = 2000
_SHORT: Final = 250
"""Games in one stretch, few enough to fit between two interruptions by other work."""

_MIDDLE: Final = 8
"""Round in which a game is half over."""

_LOAD: Final = "from codex_naturalis.kernel.warm_up import compile_kernel; compile_kernel()"


def kernel_games_per_second(seconds: float) -> float:
    """Return the number of random two-player games that the kernel plays per second, on one thread."""
    compile_kernel()
    games, scratch = new_games(1), np.zeros(16, np.int16)
    play_games(games, 0, 2, 0, 1, 0, scratch)
    done, begun = 0, process_time()
    while (passed := process_time() - begun) < seconds:
        play_games(games, 0, 2, 0, _CHUNK, done, scratch)
        done += _CHUNK
    return done / passed


def playouts_per_second(seconds: float) -> float:
    """Return the number of random playouts from mid-game per second, including the copying of the game."""
    compile_kernel()
    games, _, _ = determinize(view_of(_middle(), 0), Random(1))
    play_outs(games, 1)
    done, begun = 0, process_time()
    while (passed := process_time() - begun) < seconds:
        play_outs(games, _CHUNK)
        done += _CHUNK
    return done / passed


def two_threads_times(seconds: float) -> float:
    """Return the speed-up of two threads over one, in random games by wall-clock time.

    Both begin together. The fastest stretch of each counts: other work on the machine can only slow them.
    """
    compile_kernel()
    rooms = [(new_games(1), np.zeros(16, np.int16)) for _ in range(2)]
    play_games(rooms[0][0], 0, 2, 0, 1, 0, rooms[0][1])
    fastest = [float("inf")] * 2
    until = perf_counter() + seconds
    with ThreadPoolExecutor(2) as pool:
        while perf_counter() < until or float("inf") in fastest:
            for threads in (1, 2):
                together = Barrier(threads)
                times = list(pool.map(partial(_stretch, together.wait), rooms[:threads]))
                passed = max(end for _, end in times) - min(begun for begun, _ in times)
                fastest[threads - 1] = min(fastest[threads - 1], passed)
    return 2 * fastest[0] / fastest[1]


def _stretch(wait: Callable[[], object], room: tuple[Games, Games]) -> tuple[float, float]:
    """Begin and end of a stretch of games, played once the other threads are ready."""
    games, scratch = room
    wait()
    begun = perf_counter()
    play_games(games, 0, 2, 0, _SHORT, 0, scratch)
    return begun, perf_counter()


def game_bytes(_: float) -> float:
    """Return the size of a game record in the kernel, in bytes."""
    return GAME.itemsize


def copy_nanoseconds(seconds: float) -> float:
    """Return the time to copy a game record, in nanoseconds: the fastest of many stretches."""
    games = new_games(5)
    games["rng"] = 1
    copy_games(games, 1)
    fastest, until = float("inf"), process_time() + seconds
    while process_time() < until:
        begun = process_time()
        copy_games(games, _CHUNK)
        fastest = min(fastest, process_time() - begun)
    return 1e9 * fastest / _CHUNK


def search_turn_milliseconds(seconds: float) -> float:
    """Return the mean thinking time of `search:1000` for a turn, placement and draw, in milliseconds.

    It repeats the same game of two with itself, planners choosing the setup; the fastest time of each turn counts.
    """
    compile_kernel()
    until = process_time() + seconds
    fastest = _times_of_turns()
    while True:
        fastest = [min(times) for times in zip(fastest, _times_of_turns(), strict=True)]
        if process_time() >= until:
            return 1000 * sum(fastest) / len(fastest)


def search_iterations_per_second(seconds: float) -> float:
    """Return the number of search iterations per second, in mid-game with two seats."""
    compile_kernel()
    view = view_of(_middle(), 0)
    think(view, Random(1), iterations=1)
    done, passed, number = 0, 0.0, 0
    while passed < seconds:
        number += 1
        begun = process_time()
        done += think(view, Random(number), iterations=1000).iterations
        passed += process_time() - begun
    return done / passed


def compile_seconds(_: float) -> float:
    """Return the time this machine took to compile the kernel, in seconds; compile it now if it has not yet."""
    compile_kernel()
    return compiled_in()


def load_seconds(_: float) -> float:
    """Return the time until a new process can search, in seconds, including Python's own start."""
    compile_kernel()
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", _LOAD], check=True)  # noqa: S603  # ourselves
    return perf_counter() - begun


def _middle() -> GameState:
    """Return a random game after some rounds, seat 0 to place."""
    state, rng = deal(catalogue(), GameOptions(2), SeededShuffler("middle")), Random(1)
    while state.round < _MIDDLE or state.turn != 0 or state.phase is not Phase.PLACE:
        seat = awaited(state)[0]
        state = apply(state, seat, rng.choice(legal_actions(state, seat)), events=False).state
    return state


def _times_of_turns() -> list[float]:
    """Return the time of each turn in seconds, in a game of `search:1000` with itself that is always the same."""
    state, rng = deal(catalogue(), GameOptions(2), SeededShuffler("turns")), Random(1)
    bots, planner = (bot_named("search:1000"), bot_named("search:1000")), bot_named("planner")
    times: list[float] = []
    while seats := awaited(state):
        seat = seats[0]
        view, begun = view_of(state, seat), process_time()
        action = (bots[seat] if state.phase in (Phase.PLACE, Phase.DRAW) else planner).choose(view, rng)
        passed = process_time() - begun
        if state.phase is Phase.PLACE:
            times.append(passed)
        elif state.phase is Phase.DRAW:
            times[-1] += passed
        state = apply(state, seat, action, events=False).state
    return times
