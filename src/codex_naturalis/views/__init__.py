"""Views: what each player may know of a game. The only package that hides anything.

The values of a view are loaded at once; what makes views, worlds and replays is loaded on first use, so that a client,
which receives its views, never loads it.
"""

from typing import TYPE_CHECKING, Final

from codex_naturalis.lazy_names import load_lazily as _load_lazily

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

if TYPE_CHECKING:
    from .code_reader import from_code
    from .projection import view_of
    from .redaction import redact
    from .replay import OPEN, GameNotOverError, Moment, ReplayViewer, look_back
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

_HOMES: Final = {
    "from_code": "code_reader",
    "view_of": "projection",
    "redact": "redaction",
    **dict.fromkeys(("OPEN", "GameNotOverError", "Moment", "ReplayViewer", "look_back"), "replay"),
    "ViewCache": "view_cache",
    **dict.fromkeys(("sample_world", "sample_worlds", "unseen_cards"), "worlds"),
}
"""The module of each name that is not one of `values`."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = _load_lazily(__name__, _HOMES)
