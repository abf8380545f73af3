"""Events: what happened in a game, as facts without prose."""

from enum import StrEnum

from msgspec import Struct

from codex_naturalis.catalogue import Back, CardId, Counts, Deck, Side

from .actions import Cell, Seat, Source
from .codex import Covered, Score
from .options import TieBreak

__all__ = [
    "CardDrawn",
    "CardPlaced",
    "CardTaken",
    "Column",
    "CommonObjectivesRevealed",
    "Copy",
    "DrawSkipped",
    "EndCause",
    "EndTriggered",
    "Event",
    "EventLog",
    "GameEnded",
    "HandDealt",
    "MarketRefilled",
    "ObjectiveKept",
    "ObjectiveScore",
    "ObjectivesOffered",
    "ObjectivesScored",
    "Result",
    "SeatStuck",
    "SideChosen",
    "SkipCause",
    "StarterLaid",
    "TurnBegan",
    "TurnSkipped",
    "TyborActed",
    "TyborOutcome",
]


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class _Event(Struct, frozen=True, gc=False, tag_field="type", tag=_snake):
    """Base of all events; `type` on the wire is the class name in snake case."""


class SideChosen(_Event, frozen=True, gc=False):
    """A seat has chosen the side of its starter; others learn which when all have chosen."""

    seat: Seat
    side: Side | None
    """Side chosen; None for the other players."""


class StarterLaid(_Event, frozen=True, gc=False):
    """All seats have chosen, and this starter is turned up."""

    seat: Seat
    card: CardId
    side: Side
    symbols: Counts


class HandDealt(_Event, frozen=True, gc=False):
    """A seat got its first three cards."""

    seat: Seat
    cards: tuple[CardId, ...] | None
    """Cards of the hand; None for the other players."""

    backs: tuple[Back, ...]


class CommonObjectivesRevealed(_Event, frozen=True, gc=False):
    """The objectives that all players may score."""

    cards: tuple[CardId, ...]


class ObjectivesOffered(_Event, frozen=True, gc=False):
    """A seat got two objectives to keep one of."""

    seat: Seat
    cards: tuple[CardId, ...] | None
    """Objectives offered; None for the other players."""


class ObjectiveKept(_Event, frozen=True, gc=False):
    """A seat kept one objective; the other went to the bottom of its deck."""

    seat: Seat
    card: CardId | None
    """Objective kept; None for the other players."""


class TurnBegan(_Event, frozen=True, gc=False):
    """It is this seat's turn."""

    seat: Seat
    round: int
    last: bool
    """True if it is this seat's very last turn: in games of several seats it ends with its placement (ruling R4)."""


class TurnSkipped(_Event, frozen=True, gc=False):
    """A stuck seat's turn passes, without a draw (ruling R13)."""

    seat: Seat


class CardPlaced(_Event, frozen=True, gc=False):
    """A seat laid a card, and what that changed."""

    seat: Seat
    card: CardId | None
    """Card laid; None for those who see only the back."""

    back: Back
    side: Side
    cell: Cell
    known: bool
    """True if the card is public: laid face up, or seen in the market before (ruling R17)."""

    covered: tuple[Covered, ...]
    opened: tuple[Cell, ...]
    closed: tuple[Cell, ...]
    symbols: Counts
    """What is visible afterwards."""

    points: Score | None
    score: int
    """Track points of the seat afterwards."""


class SeatStuck(_Event, frozen=True, gc=False):
    """A seat has no open cell left and lays no more cards (ruling R13)."""

    seat: Seat


class CardTaken(_Event, frozen=True, gc=False):
    """A seat took a face-up card, which is public."""

    seat: Seat
    source: Source
    card: CardId


class CardDrawn(_Event, frozen=True, gc=False):
    """A seat took the top card of a deck; its back is public."""

    seat: Seat
    source: Source
    card: CardId | None
    """Card drawn; None for the other players."""

    back: Back
    next_back: Back | None
    """The back now on top of the deck; None when it is empty."""


class MarketRefilled(_Event, frozen=True, gc=False):
    """An empty market slot was filled from a deck, or stayed empty (ruling R12)."""

    slot: Source
    deck: Deck | None
    """None when nothing was left to fill it with."""

    card: CardId | None
    next_back: Back | None
    """The back now on top of `deck`; None when it is empty."""


class SkipCause(StrEnum):
    """Reason why nothing was drawn."""

    LAST_TURN = "last_turn"
    NOTHING_LEFT = "nothing_left"


class DrawSkipped(_Event, frozen=True, gc=False):
    """A turn ended without a draw (rulings R4 and R14)."""

    seat: Seat
    cause: SkipCause


class EndCause(StrEnum):
    """Trigger of the end (rulings R1 and R2)."""

    POINTS = "points"
    EXHAUSTION = "exhaustion"


class EndTriggered(_Event, frozen=True, gc=False):
    """The round will be finished, and after it every seat has one more turn (ruling R3)."""

    cause: EndCause
    seat: Seat | None
    """Whose turn it was; None for Tybor's."""

    last_round: int


class Column(StrEnum):
    """Tybor's two market columns."""

    LEFT = "left"
    RIGHT = "right"


class TyborOutcome(StrEnum):
    """What Tybor's questions led to (rulings S5-S11)."""

    SCORED_GOLD = "scored_gold"
    KEPT_GOLD = "kept_gold"
    KEPT_RESOURCE = "kept_resource"
    NOTHING = "nothing"


class TyborActed(_Event, frozen=True, gc=False):
    """Tybor resolved one column: each question of his procedure, its answer, and what followed."""

    column: Column
    gold: CardId | None
    resource: CardId | None
    resources: tuple[int, int, int, int]
    """His resources when he asked, by kingdom."""

    affordable: bool | None
    """Step 1: does he have the resources for the gold card? None without one (ruling S10)."""

    worth_five: bool | None
    """Step 2: is it worth 5 points? None if the question did not come up."""

    corresponds_to: tuple[CardId, ...]
    """Step 2: the common objectives it corresponds to (ruling S8)."""

    outcome: TyborOutcome
    points: int
    score: int
    """His points afterwards."""


class Copy(Struct, frozen=True, gc=False):
    """Copy of an objective: the cells of its cards. During the game a set of symbols names none."""

    cells: tuple[Cell, ...]


class ObjectiveScore(Struct, frozen=True, gc=False):
    """How often a seat fulfilled one objective."""

    id: CardId
    copies: int
    points: int
    found: tuple[Copy, ...]
    """For a pattern, the cards of each copy, from top to bottom as drawn; for a set, once the game is over, the cards
    that show its symbols, in the order laid."""


class ObjectivesScored(_Event, frozen=True, gc=False):
    """A seat's objectives are counted: the common ones as dealt, then the secret one."""

    seat: Seat
    objectives: tuple[ObjectiveScore, ...]
    total: int


class Result(Struct, frozen=True, gc=False):
    """How a game ended."""

    objectives: tuple[tuple[ObjectiveScore, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
    """Several when the victory is shared; none when Tybor won."""

    tie_break: TieBreak | None
    """What separated seats with equal totals, if anything did."""


class GameEnded(_Event, frozen=True, gc=False):
    """The game is over."""

    result: Result


Event = (
    SideChosen
    | StarterLaid
    | HandDealt
    | CommonObjectivesRevealed
    | ObjectivesOffered
    | ObjectiveKept
    | TurnBegan
    | TurnSkipped
    | CardPlaced
    | SeatStuck
    | CardTaken
    | CardDrawn
    | MarketRefilled
    | DrawSkipped
    | EndTriggered
    | TyborActed
    | ObjectivesScored
    | GameEnded
)

EventLog = list[Event] | None
"""Events of a step so far; None where nobody reads them, so that none is made."""
