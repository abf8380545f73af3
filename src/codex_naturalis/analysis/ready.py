"""Warm-up of the analysis: once per machine the kernel is compiled, which takes a while."""

from collections.abc import Callable
from random import Random

from codex_naturalis.catalogue import catalogue
from codex_naturalis.extras import require
from codex_naturalis.kernel import is_compiled
from codex_naturalis.rules import GameOptions, SeededShuffler, deal

__all__ = ["is_ready", "prepare"]


def is_ready() -> bool:
    """Return whether this machine has compiled the kernel; a single file lookup."""
    return is_compiled()


def prepare(tell: Callable[[float], None] = lambda _: None) -> None:
    """Compile, or load, all that judging calls; `tell` is called with the progress, 0 to 1.

    Raises `MissingExtraError` without the extra `fast`.
    """
    require("fast")
    from codex_naturalis.kernel.warm_up import compile_kernel  # noqa: PLC0415 - brings the compiler, as judging does

    from .worlds import open_worlds  # noqa: PLC0415 - likewise

    if not is_compiled():
        compile_kernel(lambda part: tell(0.9 * part))
    open_worlds(deal(catalogue(), GameOptions(2), SeededShuffler("")), Random(0), 1).as_they_are()
    tell(1.0)
