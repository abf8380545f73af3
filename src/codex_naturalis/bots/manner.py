"""How to search: what `search:N` does, and what the master does besides."""

from typing import Final

from msgspec import Struct

__all__ = ["MASTERLY", "Manner"]


class Manner(Struct, frozen=True):
    """How to search."""

    push: float = 1.2
    """How much what was tried seldom is preferred."""

    heat: float = 1.0
    """How many points less make an action e times less likable at first sight."""

    patience: int = 2
    """How often a position is met before its own actions are looked at."""

    horizon: int = 8
    """How many turns are played beyond the tree before the outcome is guessed, at a table of two; with more seats as
    many rounds."""

    later: int = 8
    """How many more are played before it is guessed again, likewise."""

    planned: int = 0
    """How many of the former are played by planners, in half of the games, likewise: dearer, and wrong elsewhere.
    Against Tybor none are."""

    reading: bool = False
    """Whether others are taken to have the objectives that they seem to be after, or any as likely as another."""

    doubt: float = 28.0
    """How many games it takes until the second guess counts as much as the first, more wrong and less noisy one."""

    liking: float = 0.24
    """How much the planner's judgement of a placement counts, which stands for one game."""

    wanting: float = 0.8
    """And of a draw."""


MASTERLY: Final = Manner(planned=8, reading=True)
"""It takes more than three times as long for each game, which pays where there is time for tens of thousands."""
