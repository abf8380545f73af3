"""Views: what each player may know of a game. The only package that hides anything."""

from .from_code import from_code
from .projection import view_of
from .redaction import redact
from .replay import OPEN, GameNotOverError, Moment, ReplayViewer, look_back
from .values import (
    BlockedCell,
    Completion,
    DecksView,
    DeckView,
    Ending,
    HandCard,
    LaidCard,
    ObjectiveChange,
    Outlook,
    Preview,
    SeatView,
    TyborView,
    UnpaidFace,
    Unseen,
    View,
    Viewer,
)
from .view_cache import ViewCache
from .worlds import sample_world, sample_worlds, unseen_cards

__all__ = [
    "OPEN",
    "BlockedCell",
    "Completion",
    "DeckView",
    "DecksView",
    "Ending",
    "GameNotOverError",
    "HandCard",
    "LaidCard",
    "Moment",
    "ObjectiveChange",
    "Outlook",
    "Preview",
    "ReplayViewer",
    "SeatView",
    "TyborView",
    "UnpaidFace",
    "Unseen",
    "View",
    "ViewCache",
    "Viewer",
    "from_code",
    "look_back",
    "redact",
    "sample_world",
    "sample_worlds",
    "unseen_cards",
    "view_of",
]
