"""What a game looks like to a strong player: hints for whoever is to act, and reviews of games that are over.

Importing this package brings the compiler along, so whoever only may need it imports it late.
"""

from .hints import Advice, Hint, hint
from .judging import HINT, REVIEW, Budget, Judged, Judgement, Worth, judge_turns
from .ready import is_ready, prepare
from .reasons import Gold, Nearer, Why, why
from .review import EDITION, Player, Point, Review, Reviewed, Unfinished, Verdict, review
from .worlds import Turn

__all__ = [
    "EDITION",
    "HINT",
    "REVIEW",
    "Advice",
    "Budget",
    "Gold",
    "Hint",
    "Judged",
    "Judgement",
    "Nearer",
    "Player",
    "Point",
    "Review",
    "Reviewed",
    "Turn",
    "Unfinished",
    "Verdict",
    "Why",
    "Worth",
    "hint",
    "is_ready",
    "judge_turns",
    "prepare",
    "review",
    "why",
]
