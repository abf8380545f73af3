"""Get ready to judge: once per machine the kernel is compiled, which takes a while."""

from collections.abc import Callable

import numpy as np

from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.cache import is_compiled
from codex_naturalis.kernel.ready import compile_kernel
from codex_naturalis.rules import GameOptions, SeededShuffler, deal

from .playing_on import play_on_from
from .worlds import Worlds

__all__ = ["is_ready", "prepare"]


def is_ready() -> bool:
    """Return whether this machine has compiled what takes long; asking costs nothing."""
    return is_compiled()


def prepare(tell: Callable[[float], None] = lambda _: None) -> None:
    """Compile, or load, all that judging calls; `tell` is called with the part that is done, 0 to 1."""
    if not is_compiled():
        compile_kernel(lambda part: tell(0.9 * part))
    worlds = Worlds([deal(catalogue(), GameOptions(2), SeededShuffler(""))])
    nothing = np.zeros((0, 2), np.int64)
    play_on_from(worlds.games, 0, 0, worlds.minds, nothing, np.zeros((0, 1, 4, 2)))
    tell(1.0)
