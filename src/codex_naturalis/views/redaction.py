"""Redaction of events: what happened, without what only other viewers may know (ruling R17)."""

from typing import Final, assert_never

from msgspec.structs import replace

from codex_naturalis.rules import (
    CardDrawn,
    CardPlaced,
    CardTaken,
    CommonObjectivesRevealed,
    DrawSkipped,
    EndTriggered,
    Event,
    GameEnded,
    HandDealt,
    MarketRefilled,
    ObjectiveKept,
    ObjectivesOffered,
    ObjectivesScored,
    SeatStuck,
    SideChosen,
    StarterLaid,
    TurnBegan,
    TurnSkipped,
    TyborActed,
)

from .values import Viewer

__all__ = ["redact"]

_OPEN: Final = frozenset({TurnBegan, CardTaken, MarketRefilled})
"""Event types that hide nothing, for the common case."""


def redact(event: Event, viewer: Viewer) -> Event:
    """Return `event` as `viewer` may see it. Hiding depends on whose card it is, never on the phase."""
    if type(event) in _OPEN:
        return event
    return _hide(event, viewer)


def _hide(event: Event, viewer: Viewer) -> Event:
    match event:
        case SideChosen():
            return event if event.seat == viewer else replace(event, side=None)
        case HandDealt() | ObjectivesOffered():
            return event if event.seat == viewer else replace(event, cards=None)
        case ObjectiveKept() | CardDrawn():
            return event if event.seat == viewer else replace(event, card=None)
        case CardPlaced():
            return event if event.known or event.seat == viewer else replace(event, card=None)
        case (
            StarterLaid()
            | CommonObjectivesRevealed()
            | TurnBegan()
            | TurnSkipped()
            | SeatStuck()
            | CardTaken()
            | MarketRefilled()
            | DrawSkipped()
            | EndTriggered()
            | TyborActed()
            | ObjectivesScored()
            | GameEnded()
        ):
            return event
        case _:
            assert_never(event)
