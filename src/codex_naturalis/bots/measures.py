"""What the kernel and the search do on this machine, as numbers for `codex-naturalis bench`."""

import subprocess
import sys
from random import Random
from time import perf_counter, process_time
from typing import Final

import numpy as np

from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import new_games
from codex_naturalis.kernel.cache import compiled_in
from codex_naturalis.kernel.playout import play_games, play_outs
from codex_naturalis.kernel.ready import compile_kernel
from codex_naturalis.rules import GameOptions, GameState, Phase, SeededShuffler, apply, awaited, deal, legal_actions
from codex_naturalis.views import view_of

from .imagining import imagined
from .thinking import think

__all__ = [
    "compile_seconds",
    "kernel_games_per_second",
    "load_seconds",
    "playouts_per_second",
    "search_iterations_per_second",
]

_CHUNK: Final = 2000
_MIDDLE: Final = 8
"""The round in which a game is half over."""

_LOAD: Final = "from codex_naturalis.kernel.ready import compile_kernel; compile_kernel()"


def kernel_games_per_second(seconds: float) -> float:
    """Return how many random two-player games the kernel plays in a second, on one thread."""
    compile_kernel()
    games, scratch = new_games(1), np.zeros(16, np.int16)
    play_games(games, 0, 2, 0, 1, 0, scratch)
    done, begun = 0, process_time()
    while (passed := process_time() - begun) < seconds:
        play_games(games, 0, 2, 0, _CHUNK, done, scratch)
        done += _CHUNK
    return done / passed


def playouts_per_second(seconds: float) -> float:
    """Return how many games the kernel plays to their end from their middle, at random, copying included."""
    compile_kernel()
    games, _, _ = imagined(view_of(_middle(), 0), Random(1))
    play_outs(games, 1)
    done, begun = 0, process_time()
    while (passed := process_time() - begun) < seconds:
        play_outs(games, _CHUNK)
        done += _CHUNK
    return done / passed


def search_iterations_per_second(seconds: float) -> float:
    """Return how many imagined games the search goes through in a second, in mid-game with two seats."""
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
    """Return how long this machine took to compile the kernel, which it does now if it has not yet."""
    compile_kernel()
    return compiled_in()


def load_seconds(_: float) -> float:
    """Return how long a new process takes until it can search, Python's own start included."""
    compile_kernel()
    begun = perf_counter()
    subprocess.run([sys.executable, "-c", _LOAD], check=True)  # noqa: S603  # ourselves
    return perf_counter() - begun


def _middle() -> GameState:
    """Return a random game after some rounds, seat 0 to place."""
    state, rng = deal(catalogue(), GameOptions(2), SeededShuffler("middle")), Random(1)
    while state.round < _MIDDLE or state.turn != 0 or state.phase is not Phase.PLACE:
        seat = awaited(state)[0]
        state = apply(state, seat, rng.choice(legal_actions(state, seat))).state
    return state
