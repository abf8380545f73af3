"""Who may know what: the only place that hides anything."""

from .looking_back import OPEN, Eyes, GameNotOver, Moment, look_back
from .showing import view_of
from .telling import redact
from .values import (
    BlockedCell,
    DecksView,
    DeckView,
    Ending,
    HandCard,
    LaidCard,
    Preview,
    SeatView,
    TyborView,
    UnpaidFace,
    View,
    Viewer,
)
from .worlds import sample_world, unseen_cards

__all__ = [
    "OPEN",
    "BlockedCell",
    "DeckView",
    "DecksView",
    "Ending",
    "Eyes",
    "GameNotOver",
    "HandCard",
    "LaidCard",
    "Moment",
    "Preview",
    "SeatView",
    "TyborView",
    "UnpaidFace",
    "View",
    "Viewer",
    "look_back",
    "redact",
    "sample_world",
    "unseen_cards",
    "view_of",
]
