"""What is told of a finished game: one Struct is wire, documentation and TypeScript type."""

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
    """Who acted."""

    events: tuple[Event, ...]
    change: Any
    """What it changed in the `View`: an object of changes by field or index, a plain new value, or an array that begins
    with a word; the protocol's page says which there are."""


class Replay(Struct, frozen=True):
    """A finished game from the deal to its end, one step for each version."""

    eyes: Seat | Literal["all"] | None
    """A seat's, a spectator's, or with all cards open."""

    first: View
    """How the table lay after the deal."""

    steps: tuple[ReplayStep, ...]
