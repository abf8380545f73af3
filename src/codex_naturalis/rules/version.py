"""Versions of the rules: which reading of the rulebooks a game is played by, never a choice."""

from enum import IntEnum
from typing import Final

__all__ = ["LATEST", "RulesVersion"]


class RulesVersion(IntEnum):
    """Version of the rules, and of the record format; a game begun under one ends under it.

    They differ in the solo game only: the seeds, the deals and the games of several seats are the same in both.
    """

    FIRST = 1
    """The player's last turn has no draw, a stuck player ends the game at once, and `other_deck` is allowed."""

    BY_THE_BOOK = 2
    """Tybor plays after every turn of the player, the last one with its draw and those skipped too (R4, R13, S13)."""


LATEST: Final = RulesVersion.BY_THE_BOOK
"""Version that new games are played by."""
