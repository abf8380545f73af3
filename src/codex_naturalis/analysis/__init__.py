"""Game analysis by imagined games: hints for the player to act, and reviews of games that are over.

The compiler comes along when something is judged for the first time, not before.
"""

from .hints import hint
from .ready import is_ready, prepare
from .reasons import why
from .review import EDITION, UnfinishedError, compare, review
from .values import (
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

__all__ = [
    "EDITION",
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
    "UnfinishedError",
    "Verdict",
    "Why",
    "Worth",
    "compare",
    "hint",
    "is_ready",
    "prepare",
    "review",
    "why",
]
