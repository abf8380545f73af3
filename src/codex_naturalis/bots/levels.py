"""Five opponents for people, from a first game to a champion: `level:1` to `level:5`.

Each is a character rather than a strong player who blunders at random: what a weaker one overlooks, it always
overlooks, so that a person can find out what it is and beat it there.
"""

from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.rules import Action
from codex_naturalis.views import View

from .planner import PlannerBot
from .player import Bot
from .search import LONGEST, SearchBot
from .weights import AGAINST_TYBOR, AT_TABLE, Weights

__all__ = ["LEVELS", "Level", "make"]


class Level(Struct, frozen=True):
    """One of the five levels."""

    key: str
    """Key of its name and its description among the texts."""

    bot: str
    """Name of its bot, as used wherever a bot is named."""

    seconds: float
    """Upper bound of its thinking time for a decision, in seconds on an idle machine."""


LEVELS: Final = (
    Level("novice", "level:1", 0.1),
    Level("goldsmith", "level:2", 0.1),
    Level("planner", "level:3", 0.1),
    Level("reader", "level:4", 0.1),
    Level("master", "level:5", LONGEST),
)
"""Five levels in increasing strength.

The novice takes the points it sees now and keeps room to lay cards, nothing more. The goldsmith collects what its gold
cards need, never sees a pattern before its last card, and does not look at what others have. The planner weighs
everything, once, and does not ask what others will do. The reader imagines two hundred times how the game may go on;
the master does so for two seconds, and at a table of two lets small searches play on what it likes best.
"""

_NOTHING: Final = 1e-6
"""Weight of what a character ignores."""


def _novice(weights: Weights) -> Weights:
    kept = ("cell", "cell_fade", "cell_turns", "turns_base", "turns_per_point")
    return Weights(**{name: getattr(weights, name) if name in kept else _NOTHING for name in Weights.__struct_fields__})


def _goldsmith(weights: Weights) -> Weights:
    return replace(
        weights,
        pattern_one=_NOTHING,
        pattern_two=_NOTHING,
        hand_pattern=_NOTHING,
        rival=_NOTHING,
        lock=_NOTHING,
    )


class _Character:
    """Planner with weights of its own, which differ between the table and the solo game."""

    def __init__(self, at_table: Weights, against_tybor: Weights) -> None:
        self._at_table = PlannerBot(at_table)
        self._against_tybor = PlannerBot(against_tybor)

    def choose(self, view: View, rng: Random) -> Action:
        """Return the action that leads to the position it likes best."""
        return (self._at_table if view.tybor is None else self._against_tybor).choose(view, rng)


def make(budget: str | None) -> Bot:
    """Return the bot of the level that `budget` names, 1 to 5; raise `ValueError` for anything else."""
    match budget:
        case "1":
            return _Character(_novice(AT_TABLE), _novice(AGAINST_TYBOR))
        case "2":
            return _Character(_goldsmith(AT_TABLE), _goldsmith(AGAINST_TYBOR))
        case "3":
            return PlannerBot()
        case "4":
            return SearchBot(iterations=200)
        case "5":
            return SearchBot(seconds=LONGEST)
        case _:
            raise ValueError(f"the levels are 1 to {len(LEVELS)}")
