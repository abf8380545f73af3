"""Codex Naturalis: an exact rules engine, a web table for 1-4 players and the solo game against Tybor.

Entry point of the engine, with the names for playing: `deal` a game, ask for its `legal_actions`, `apply` one, show a
seat its `view_of` it, write its `Record`. The packages `rules`, `views`, `record`, `catalogue` and `bots` have the
others. Names are loaded on first use, so that the command line starts at once.
"""

from typing import TYPE_CHECKING, Final

from .lazy_names import load_lazily as _load_lazily

if TYPE_CHECKING:
    from .bots import Bot, bot_named
    from .catalogue import Side
    from .record import Record, read_record, replay, write_record
    from .rules import (
        Action,
        ChooseObjective,
        ChooseSide,
        Draw,
        GameOptions,
        GameState,
        IllegalAction,
        Place,
        SeededShuffler,
        SoloLevel,
        Source,
        Step,
        apply,
        awaited,
        deal,
        legal_actions,
        options_of,
        why_not,
    )
    from .views import View, from_code, redact, sample_world, view_of

__all__ = [
    "Action",
    "Bot",
    "ChooseObjective",
    "ChooseSide",
    "Draw",
    "GameOptions",
    "GameState",
    "IllegalAction",
    "Place",
    "Record",
    "SeededShuffler",
    "Side",
    "SoloLevel",
    "Source",
    "Step",
    "View",
    "__version__",
    "apply",
    "awaited",
    "bot_named",
    "deal",
    "from_code",
    "legal_actions",
    "options_of",
    "read_record",
    "redact",
    "replay",
    "sample_world",
    "view_of",
    "why_not",
    "write_record",
]

__version__ = "1.0.0"

_HOMES: Final = {
    **dict.fromkeys(__all__, "rules"),
    **dict.fromkeys(("Bot", "bot_named"), "bots"),
    "Side": "catalogue",
    **dict.fromkeys(("Record", "read_record", "replay", "write_record"), "record"),
    **dict.fromkeys(("View", "from_code", "redact", "sample_world", "view_of"), "views"),
}
"""The package of each name."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = _load_lazily(__name__, _HOMES)
