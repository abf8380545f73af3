"""Nine opponents for people on seven steps, from a true beginner to a champion: `level:pupil`, `level:1` and so on.

Each is a character rather than a strong player who blunders at random: what a weaker one overlooks, it always
overlooks, so that a person can find out what it is and beat it there. On the sixth step stand three who are about
equally strong and differ in what they like.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from random import Random
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.rules import Action, Draw, Source
from codex_naturalis.views import View

from .planner.bot import PlannerBot
from .planner.weights import AGAINST_TYBOR, AT_TABLE, Weights
from .player import Bot
from .search.bot import LONGEST, SearchBot
from .search.characters import PreferenceBot
from .search.preferences import NOTHING, denial, gold, only, patterns

__all__ = ["LEVELS", "Level", "Strength", "make", "weights_of"]


class Strength(Struct, frozen=True):
    """Measured strength on the Elo scale, on which Anselm (`level:3`) has 0."""

    elo: int
    error: int
    """Half the width of the 95 % interval."""


class Level(Struct, frozen=True):
    """Opponent made for people."""

    key: str
    """Key of its character among the texts."""

    bot: str
    """Name of its bot, as used wherever a bot is named. It stays the same, as records and tables hold it."""

    step: int
    """Step of strength, 1 to 7."""

    seconds: float
    """Upper bound of its thinking time for a decision, in seconds on an idle machine."""

    @property
    def strength(self) -> Strength:
        """Return its Elo against the other levels at a table of two, as measured."""
        return _strengths()[self.bot]


@cache
def _strengths() -> dict[str, Strength]:
    """Return the strengths that `research/ladder.py` measured, by bot."""
    text = files(__package__).joinpath("strengths.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Strength])


LEVELS: Final = (
    Level("pupil", "level:pupil", 1, 0.1),
    Level("novice", "level:1", 2, 0.1),
    Level("goldsmith", "level:2", 3, 0.1),
    Level("planner", "level:3", 4, 0.1),
    Level("reader", "level:4", 5, 0.1),
    Level("hunter", "level:hunter", 6, 0.3),
    Level("weaver", "level:weaver", 6, 0.3),
    Level("watcher", "level:watcher", 6, 0.3),
    Level("master", "level:5", 7, LONGEST),
)
"""Opponents in increasing strength.

The pupil likes every card that scores and thinks no further. The novice takes the points it sees now and keeps room to
lay cards, nothing more. The goldsmith collects what its gold cards need, never sees a pattern before its last card, and
does not look at what others have. The planner weighs everything, once, and does not ask what others will do. The reader
imagines two hundred times how the game may go on. Three more do so for a tenth of a second, and among turns that are
about as good the hunter takes the one for gold cards, the weaver the one for patterns, the watcher the card that the
next player could use best. The master thinks for two seconds, and at a table of two lets small searches play on what it
likes best.
"""

_A_TENTH: Final = 6_000
"""Iterations for a placement, half of them for a draw: a turn of a tenth of a second on an idle core."""


def _novice(weights: Weights) -> Weights:
    return only(weights, "cell", "cell_fade", "cell_turns")


def _goldsmith(weights: Weights) -> Weights:
    return replace(
        weights,
        pattern_one=NOTHING,
        pattern_two=NOTHING,
        hand_pattern=NOTHING,
        rival=NOTHING,
        lock=NOTHING,
    )


def weights_of(name: str, *, solo: bool) -> Weights:
    """Return the evaluation weights of a bot that is a planner: `planner`, `level:1` to `level:3`."""
    weights = AGAINST_TYBOR if solo else AT_TABLE
    match name:
        case "level:1":
            return _novice(weights)
        case "level:2":
            return _goldsmith(weights)
        case "planner" | "level:3":
            return weights
        case _:
            raise ValueError(f"{name} is no planner")


class _Character:
    """Planner with weights of its own, which differ between the table and the solo game."""

    def __init__(self, at_table: Weights, against_tybor: Weights) -> None:
        self._at_table = PlannerBot(at_table)
        self._against_tybor = PlannerBot(against_tybor)

    def choose(self, view: View, rng: Random) -> Action:
        """Return the action that leads to the position it likes best."""
        return (self._at_table if view.tybor is None else self._against_tybor).choose(view, rng)


class _Pupil(_Character):
    """Character that takes its cards from the decks, as their backs please it, and never looks at the market."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return a blind draw, else the action that leads to the position it likes best."""
        blind = [draw for source in (Source.RESOURCE_DECK, Source.GOLD_DECK) if (draw := Draw(source)) in view.legal]
        return rng.choice(blind) if blind else super().choose(view, rng)


_MAKERS: Final[dict[str, Callable[[], Bot]]] = {
    "pupil": lambda: _Pupil(_novice(AT_TABLE), _novice(AGAINST_TYBOR)),
    "1": lambda: _Character(_novice(AT_TABLE), _novice(AGAINST_TYBOR)),
    "2": lambda: _Character(_goldsmith(AT_TABLE), _goldsmith(AGAINST_TYBOR)),
    "3": PlannerBot,
    "4": lambda: SearchBot(iterations=200),
    "hunter": lambda: PreferenceBot(gold, _A_TENTH),
    "weaver": lambda: PreferenceBot(patterns, _A_TENTH),
    "watcher": lambda: PreferenceBot(denial, _A_TENTH),
    "5": lambda: SearchBot(seconds=LONGEST),
}


def make(budget: str | None) -> Bot:
    """Return the bot of the level that `budget` names, as `1` or `hunter`; raise `ValueError` for anything else."""
    maker = _MAKERS.get(budget or "")
    if maker is None:
        raise ValueError(f"the levels are {', '.join(level.bot for level in LEVELS)}")
    return maker()
