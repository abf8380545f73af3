"""Parts of the first data set: who plays what, and how many games."""

from typing import Final

from msgspec import Struct

from codex_naturalis.rules import GameOptions, SoloLevel, options_of

__all__ = ["PARTS", "SetPart", "part_named"]


class SetPart(Struct, frozen=True):
    """Games between bots of one kind."""

    name: str
    bot: str
    """Bot in every seat: a name as for the arena."""

    options: GameOptions
    games: int
    shard: int = 10_000
    """Games of a shard."""

    @property
    def searches(self) -> bool:
        """Whether its bot searches imagined games."""
        return self.bot == "level:4" or self.bot.startswith("search:")

    def seed(self, number: int) -> str:
        """Return the seed of a game, counted from 0: independent of all others."""
        return f"{self.name} {number}"


def _solo(level: SoloLevel) -> SetPart:
    return SetPart(f"solo-{level.value}", "planner", options_of(1, solo=level), 50_000)


PARTS: Final = (
    SetPart("planner-2", "planner", options_of(2), 500_000),
    SetPart("planner-3", "planner", options_of(3), 250_000),
    SetPart("planner-4", "planner", options_of(4), 250_000),
    *(_solo(level) for level in SoloLevel if level is not SoloLevel.FIRST),  # which came after the set
    SetPart("novice-2", "level:1", options_of(2), 100_000),
    SetPart("goldsmith-2", "level:2", options_of(2), 100_000),
    SetPart("reader-2", "level:4", options_of(2), 50_000, shard=250),
    SetPart("champion-2", "search:1000", options_of(2), 10_000, shard=250),
)
"""A million games of planners, 200,000 against Tybor, 60,000 of searches, and as many as help to compare the levels.

The champion's search has a budget in iterations here: with time limits, its games could not be reproduced.
"""


def part_named(name: str) -> SetPart:
    """Return a part by its name."""
    return next(part for part in PARTS if part.name == name)
