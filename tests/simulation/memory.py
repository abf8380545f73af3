"""Whether memory returns to where it was after stories: when a server has ended, nothing of it is left."""

import gc
import sys
from collections import Counter
from collections.abc import Sequence
from functools import _lru_cache_wrapper
from multiprocessing import get_context
from typing import Final

import msgspec

from .story import calm_deeds, run_story
from .world import warm_up

__all__ = ["MOST_BLOCKS", "Growth", "find_growth"]

MOST_BLOCKS: Final = 250.0
"""Blocks of memory that a story may leave: the rules keep what they once found about a cell or a card."""

_PASSES: Final = 3


class Growth(msgspec.Struct, frozen=True):
    """What stories leave in memory."""

    blocks: float
    """Blocks of memory a story."""

    objects: dict[str, int]
    """Objects of our own classes, by class."""


def find_growth(seeds: Sequence[int]) -> Growth:
    """Live through stories without trouble in one process, three times; return what those of the last time leave.

    Each time all ids are others. What the first two leave are modules, compiled statements and the like. Caches that
    have a limit are emptied before anything is counted.
    """
    with get_context("fork").Pool(1) as pool:
        return pool.apply(_find_growth, (seeds,))


def _find_growth(seeds: Sequence[int]) -> Growth:
    gc.freeze()
    warm_up()
    for world in range(_PASSES - 1):
        _live(seeds, world)
    blocks, objects = _count()
    _live(seeds, _PASSES - 1)
    more_blocks, more_objects = _count()
    return Growth((more_blocks - blocks) / len(seeds), dict(more_objects - objects))


def _live(seeds: Sequence[int], world: int) -> None:
    for seed in seeds:
        ending = run_story(1_000_000 * world + seed, calm_deeds(seed))
        assert not ending.faults, (seed, ending.faults)


def _count() -> tuple[int, Counter[str]]:
    """Return how many blocks of memory are in use, and how many objects there are of each of our classes."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.cache_parameters()["maxsize"]:
            each.cache_clear()
    gc.collect()
    kinds = (type(each) for each in gc.get_objects())
    ours = (kind for kind in kinds if str(kind.__module__).startswith("codex_naturalis."))
    return sys.getallocatedblocks(), Counter(f"{kind.__module__}.{kind.__name__}" for kind in ours)
