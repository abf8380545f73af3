"""Who may know what: the only place that hides anything."""

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
    "BlockedCell",
    "DeckView",
    "DecksView",
    "Ending",
    "HandCard",
    "LaidCard",
    "Preview",
    "SeatView",
    "TyborView",
    "UnpaidFace",
    "View",
    "Viewer",
    "redact",
    "sample_world",
    "unseen_cards",
    "view_of",
]
