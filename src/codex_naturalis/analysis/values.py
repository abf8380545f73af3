"""What the teacher says, as values: hints, reviews, and what they are made of."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import CardId
from codex_naturalis.rules import Action, Seat

__all__ = [
    "HINT",
    "REVIEW",
    "Advice",
    "Budget",
    "Compared",
    "Gold",
    "Hint",
    "Nearer",
    "Player",
    "Point",
    "Review",
    "Reviewed",
    "Turn",
    "Verdict",
    "Why",
    "Worth",
]

Turn = tuple[Action, ...]
"""What somebody does before others act: a placement and a draw, or one action."""


class Budget(Struct, frozen=True):
    """How much is imagined for one decision. With a budget and a seed, a judgement is always the same."""

    searched: int
    """Games of the search that proposes placements; 0 leaves that to the planner alone."""

    placements: int
    """So many are tried, each with the draw that a planner likes."""

    sieve: int
    """Worlds for that."""

    kept: int
    """So many of them are tried with every draw."""

    draws: int
    """Worlds for that."""

    final: int
    """Fresh worlds in which the best turns are compared."""

    curve: int = 0
    """Worlds for each point of a review's curve."""


HINT: Final = Budget(searched=600, placements=10, sieve=20, kept=4, draws=24, final=100)
"""For somebody who waits: about a second."""

REVIEW: Final = Budget(searched=400, placements=8, sieve=20, kept=3, draws=24, final=120, curve=200)
"""For every turn of a game: a quarter of a minute for two players."""


class Worth(Struct, frozen=True):
    """What came of a turn in imagined games, for whoever takes it."""

    margin: float
    """Points ahead of the best of the others at the end, on average."""

    win: float
    """Part of the games won."""

    merit: float
    """Half the victory and half how clear it is, on average: turns are compared by it."""


# Reasons


class Nearer(Struct, frozen=True):
    """What the placement does for one objective."""

    objective: CardId
    points: int
    """What the objective gives more than before; less, if a symbol that it counts is covered."""

    closer: bool
    """Whether less is missing for its next copy: fewer symbols, or a place where one card completes it."""


class Gold(Struct, frozen=True):
    """A gold card that is in the hand after the turn, and the symbols missing for its front."""

    card: CardId
    before: int
    after: int


class Why(Struct, frozen=True):
    """What speaks for a turn."""

    points: int
    objectives: tuple[Nearer, ...]
    """Those for which it does something."""

    golds: tuple[Gold, ...]
    """Those for which it brings or costs symbols, and one that is drawn."""

    opened: int
    closed: int
    """Cells that become open, and open cells that become closed."""


# Hints


class Advice(Struct, frozen=True):
    """One turn that may be taken."""

    turn: Turn
    worth: Worth
    behind: float
    """How many points of the margin it is expected to lack of the first one."""

    why: Why | None
    """None for choices of setup and for a draw alone."""


class Hint(Struct, frozen=True):
    """Advice for whoever is to act, the best first."""

    turns: tuple[Advice, ...]


# Reviews


class Verdict(StrEnum):
    """What is said of a turn."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"
    """There was nothing else to do."""


class Compared(Struct, frozen=True):
    """A turn beside the best ones that were found, with what its player could know."""

    worth: Worth
    verdict: Verdict
    loss: float
    """Merit it lacks of the best turn."""

    points: float
    """The same in points of the margin."""

    gained: float
    """Points of the margin that it brings more than the turn of a planner: less than zero if it brings less."""

    better: tuple[Advice, ...]
    """The best turns that were found, the one compared with first."""


class Point(Struct, frozen=True):
    """How everybody stood, for somebody who sees all hands but not into the decks."""

    version: int
    margins: tuple[float, ...]
    """Points each seat is expected to be ahead of the best of the others."""

    wins: tuple[float, ...]
    """Each seat's chance to win; in a solo game the rest is Tybor's."""


class Reviewed(Struct, frozen=True):
    """One turn, or one choice of setup."""

    version: int
    """Before it."""

    after: int
    """The version that it made."""

    turn: int
    """Counted over all seats; 0 for choices of setup."""

    seat: Seat
    played: Turn
    compared: Compared
    chance: float
    """Points of the margin that came to its player by what nobody could choose while this turn was played."""


class Player(Struct, frozen=True):
    """The game of one seat in figures."""

    seat: Seat
    accuracy: float
    """0 to 100: the mean over all turns of what remained of their merit."""

    verdicts: dict[str, int]
    start: float
    """Points ahead that could be expected when play began."""

    choices: float
    """What the seat's own turns brought more than those of a planner would have."""

    others: float
    """What the other seat's turns took by the same measure; 0 at larger tables, where that is part of the luck."""

    luck: float
    """What chance gave or took: the draws, and whatever nobody could know."""

    end: float
    """Points ahead in the end: the four before added up."""


class Review(Struct, frozen=True):
    """A whole game."""

    edition: int
    seed: str
    budget: Budget
    curve: tuple[Point, ...]
    turns: tuple[Reviewed, ...]
    players: tuple[Player, ...]
    turning: tuple[int, ...]
    """Versions before the turns that changed most, in their order."""
