"""Values of the teacher: hints, reviews, and what they are made of."""

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
    "Cause",
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
"""Actions of one seat before others act: a placement and a draw, or one action."""


class Budget(Struct, frozen=True):
    """Budget of one judgement, in games and worlds. With a budget and a seed, a judgement is always the same."""

    searched: int
    """Iterations in which placements are compared."""

    drawn: int
    """Iterations in which the draws after a placement are compared, or the two choices of setup."""

    final: int
    """Worlds in which games are played on to the end, to say how likely victory is."""

    curve: int = 0
    """Worlds for each point of a review's curve."""


HINT: Final = Budget(searched=8_000, drawn=3_000, final=200)
"""Budget of a hint, for a person who waits: a quarter of a second of an idle core in the mean, and twice as long at
most (`benchmarks/teacher_speed.py`)."""

REVIEW: Final = Budget(searched=5_000, drawn=2_500, final=128, curve=128)
"""Budget of a review, for every turn of a game: some eight seconds at most for two players, less for short games."""


class Worth(Struct, frozen=True):
    """Mean result of a turn in imagined games, for its player."""

    margin: float
    """Points ahead of the best of the others at the end, on average."""

    win: float
    """Probability of victory, 0 to 1: the part of the games won."""

    merit: float
    """Reward, 0 to 1: half the probability of victory and half how clear it is; turns are ranked by it."""


# Reasons


class Nearer(Struct, frozen=True):
    """Progress of one objective by the placement."""

    objective: CardId
    points: int
    """Change in the objective's points; negative if a symbol that it counts is covered."""

    closer: bool
    """True if less is missing for its next copy: fewer symbols, or a place where one card completes it."""


class Gold(Struct, frozen=True):
    """Gold card that is in the hand after the turn, and the symbols missing for its front."""

    card: CardId
    before: int
    after: int


class Why(Struct, frozen=True):
    """Reasons for a turn."""

    points: int
    objectives: tuple[Nearer, ...]
    """Objectives for which it does something."""

    golds: tuple[Gold, ...]
    """Gold cards for which it brings or costs symbols, and one that is drawn."""

    opened: int
    closed: int
    """Cells that become open, and open cells that become closed."""


# Hints


class Advice(Struct, frozen=True):
    """Turn that may be taken."""

    turn: Turn
    worth: Worth | None
    """None where no games were imagined: for advice of the planner."""

    behind: float
    """Points of the margin it is expected to lack of the first one."""

    as_good: bool
    """Whether it is as good as the first one, as far as can be told."""

    why: Why | None
    """None for choices of setup and for a draw alone."""


class Hint(Struct, frozen=True):
    """Advice for the player to act, the best first."""

    turns: tuple[Advice, ...]


# Reviews


class Verdict(StrEnum):
    """Verdict on a turn."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"
    """No other legal turn."""


CLOSE: Final = 0.02
"""Merit up to which a turn that is behind is as good as the best one: with other chance either may come out ahead."""

BOUNDS: Final = (CLOSE, 0.05, 0.1, 0.15)
"""Merit that a turn must lack to be good, inaccurate, a mistake, a blunder. Even the nearest ones are some standard
errors of a comparison apart (`research/teacher_stability.py`), so that the verdict hardly depends on chance."""


class Cause(StrEnum):
    """What a turn that lost something should have done otherwise: the first that applies."""

    DRAW = "draw"
    """Taken another card: more than half of the loss."""

    CARD = "card"
    """Laid another card."""

    SIDE = "side"
    """Laid the same card the other way up."""

    CELL = "cell"
    """Laid it on another cell."""


class Compared(Struct, frozen=True):
    """Turn beside the best ones that were found, with what its player could know."""

    worth: Worth
    verdict: Verdict
    loss: float
    """Merit it lacks of the best turn, 0 to 1; 0 if it is as good, as far as can be told."""

    points: float
    """Points of the margin it lacks of the best turn."""

    drawn: float
    """Part of `loss` that is due to the card drawn, the placement aside."""

    gained: float
    """Points of the margin that it brings more than the turn of a planner: less than zero if it brings less."""

    better: tuple[Advice, ...]
    """Best turns that were found, the one compared with first."""

    cause: Cause | None = None
    """None if nothing was lost, and for choices of setup."""

    why: Why | None = None
    """What the turn itself does, to be held beside the reasons for the best one."""


class Point(Struct, frozen=True):
    """Point of the win curve: how all seats stood, for an observer of all hands but not of the decks."""

    version: int
    margins: tuple[float, ...]
    """Expected points of each seat ahead of the best of the others."""

    wins: tuple[float, ...]
    """Probability of victory of each seat, 0 to 1; in a solo game the rest is Tybor's."""


class Reviewed(Struct, frozen=True):
    """Turn, or choice of setup, as reviewed."""

    version: int
    """Version before it."""

    after: int
    """Version that it made."""

    turn: int
    """Number of the turn, counted over all seats; 0 for choices of setup."""

    seat: Seat
    played: Turn
    compared: Compared
    chance: float
    """Luck, in points of the margin, that came to its player without any choice while this turn was played."""


class Player(Struct, frozen=True):
    """Game of one seat in figures."""

    seat: Seat
    accuracy: float
    """Accuracy, 0 to 100: the mean over all turns of what remained of their merit."""

    like: str | None
    """Level that plays about as accurately, by its bot's name (`bots.LEVELS`); None with too few turns to tell."""

    verdicts: dict[str, int]
    causes: dict[Cause, int]
    """Numbers of turns that lost something, by what they should have done otherwise."""

    start: float
    """Points ahead that could be expected when play began."""

    choices: float
    """Points that the seat's own turns brought more than those of a planner would have."""

    others: float
    """Points that the other seat's turns took by the same measure; 0 at larger tables, where that is part of the luck.
    """

    luck: float
    """Points that chance gave or took: the draws, and whatever was hidden."""

    end: float
    """Points ahead in the end: the four before added up."""


class Review(Struct, frozen=True):
    """Review of a whole game."""

    edition: int
    seed: str
    budget: Budget
    curve: tuple[Point, ...]
    turns: tuple[Reviewed, ...]
    players: tuple[Player, ...]
    turning: tuple[int, ...]
    """Turning points: versions before the turns that changed most, in their order."""
