"""Codex Naturalis: an exact rules engine, a web table for 1-4 players and the solo game against Tybor.

The engine's front door: `deal` a game, ask for its `legal_actions`, `apply` one, and show a seat its `view_of` it.
Names are loaded when they are first asked for, so that the command line starts at once.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
        Step,
        apply,
        awaited,
        deal,
        legal_actions,
        options_of,
        why_not,
    )
    from .views import View, redact, view_of

__all__ = [
    "Action",
    "ChooseObjective",
    "ChooseSide",
    "Draw",
    "GameOptions",
    "GameState",
    "IllegalAction",
    "Place",
    "SeededShuffler",
    "SoloLevel",
    "Step",
    "View",
    "__version__",
    "apply",
    "awaited",
    "deal",
    "legal_actions",
    "options_of",
    "redact",
    "view_of",
    "why_not",
]

__version__ = "1.0.0"

_VIEWS = {"View", "redact", "view_of"}


def __getattr__(name: str) -> object:
    """Load a public name from the package that has it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(_home(name), name)
    globals()[name] = value
    return value


def _home(name: str) -> ModuleType:
    return import_module(".views" if name in _VIEWS else ".rules", __name__)
