"""Game analysis by imagined games: hints for the player to act, and reviews of games that are over.

The compiler is loaded when something is judged for the first time.
"""

from codex_naturalis.judgements.positions import (
    ChangeHand,
    ChangeMarket,
    ChangeObjectives,
    ChangeStarter,
    LayCard,
    LiftCard,
    PositionChange,
    TakeCard,
)
from codex_naturalis.judgements.teacher import (
    HINT,
    REVIEW,
    Advice,
    Budget,
    Cause,
    Compared,
    Gold,
    Hint,
    Nearer,
    Player,
    Point,
    Review,
    Reviewed,
    Turn,
    Verdict,
    Why,
    Worth,
)

from .hints import hint, planner_hint
from .position_setup import change_position, first_position
from .positions import view_of_code
from .ready import is_ready, prepare
from .reasons import why
from .review import EDITION, UnfinishedError, compare, review

__all__ = [
    "EDITION",
    "HINT",
    "REVIEW",
    "Advice",
    "Budget",
    "Cause",
    "ChangeHand",
    "ChangeMarket",
    "ChangeObjectives",
    "ChangeStarter",
    "Compared",
    "Gold",
    "Hint",
    "LayCard",
    "LiftCard",
    "Nearer",
    "Player",
    "Point",
    "PositionChange",
    "Review",
    "Reviewed",
    "TakeCard",
    "Turn",
    "UnfinishedError",
    "Verdict",
    "Why",
    "Worth",
    "change_position",
    "compare",
    "first_position",
    "hint",
    "is_ready",
    "planner_hint",
    "prepare",
    "review",
    "view_of_code",
    "why",
]
