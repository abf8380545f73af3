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
    "view_of",
]
