"""Rates that Explore shows: tallies of groups of players, those of the first data set in the package."""

from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct
from msgspec.json import decode

from .tally import GameTally

__all__ = ["EXPLORED", "Explored", "TallyGroup", "load_packaged"]

EXPLORED: Final = "explored.json"
"""File of the packaged rates."""


class TallyGroup(Struct, frozen=True):
    """Games of players of one kind."""

    key: str
    """Part of the first data set, as `planner-2`; `people-2` for people."""

    bot: str | None
    """Bot in every seat; None for people."""

    seats: int
    solo: str | None
    """Level of the solo game."""

    digest: str | None
    """SHA-256 of the ids of its games, a line each; None for people."""

    tally: GameTally


class Explored(Struct, frozen=True):
    """All groups."""

    groups: tuple[TallyGroup, ...]


@cache
def load_packaged() -> Explored:
    """Return the rates of the first data set."""
    return decode((files(__package__) / EXPLORED).read_bytes(), type=Explored)
