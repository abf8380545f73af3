"""Deals by a seed."""

from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import Deal, GameOptions, SeededShuffler, draw_deal

__all__ = ["seeded_deal"]


def seeded_deal(options: GameOptions, seed: str) -> Deal:
    """Return the deal that `seed` gives, the same everywhere and for ever."""
    return draw_deal(catalogue(), options, SeededShuffler(seed))
