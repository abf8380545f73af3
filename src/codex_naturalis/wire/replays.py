"""Messages of the replay API."""

from typing import Any, Literal

from msgspec import Struct

from codex_naturalis.rules import Event, Seat
from codex_naturalis.views import View

__all__ = [
    "Replay",
    "ReplayStep",
]


class ReplayStep(Struct, frozen=True):
    """One version of a finished game."""

    seat: Seat
    """Seat that acted."""

    events: tuple[Event, ...]
    change: Any
    """Delta of the `View`: an object of changes by field or index, a plain new value, or an array that begins with an
    operator; `docs/reference/protocol.md` defines it."""


class Replay(Struct, frozen=True):
    """Finished game from the deal to its end, one step for each version."""

    eyes: Seat | Literal["all"] | None
    """Viewer: a seat, a spectator (None), or all cards open."""

    first: View
    """View after the deal."""

    steps: tuple[ReplayStep, ...]
