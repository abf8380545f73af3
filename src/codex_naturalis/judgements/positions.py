"""Changes of a position that is set up by hand, one after the other (`analysis.change_position`)."""

from typing import Annotated

from msgspec import Meta, Struct

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.rules import Cell, Source

__all__ = [
    "ChangeHand",
    "ChangeMarket",
    "ChangeObjectives",
    "ChangeStarter",
    "LayCard",
    "LiftCard",
    "PositionChange",
    "TakeCard",
]

Index = Annotated[int, Meta(ge=0, le=3)]


class ChangeHand(Struct, frozen=True, tag="hand", forbid_unknown_fields=True):
    """Replace the player's hand."""

    cards: Annotated[tuple[CardId, ...], Meta(max_length=3)]


class ChangeMarket(Struct, frozen=True, tag="market", forbid_unknown_fields=True):
    """Replace the market: two resource cards, two gold cards; None is an empty slot."""

    cards: Annotated[tuple[CardId | None, ...], Meta(min_length=4, max_length=4)]


class ChangeObjectives(Struct, frozen=True, tag="objectives", forbid_unknown_fields=True):
    """Replace the common objectives, and the player's own one."""

    common: Annotated[tuple[CardId, ...], Meta(min_length=2, max_length=2)]
    own: CardId


class ChangeStarter(Struct, frozen=True, tag="starter", forbid_unknown_fields=True):
    """Replace the starter card of a seat, which then has no other card."""

    seat: Index
    card: CardId
    side: Side


class LayCard(Struct, frozen=True, tag="lay", forbid_unknown_fields=True):
    """Lay a card for a seat, as the rules allow it."""

    seat: Index
    card: CardId
    side: Side
    cell: Cell


class LiftCard(Struct, frozen=True, tag="lift", forbid_unknown_fields=True):
    """Take back the card that a seat laid last."""

    seat: Index


class TakeCard(Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    """Take a card from the market into the hand of a seat; what lies on top of a deck is not known."""

    seat: Index
    source: Source


PositionChange = ChangeHand | ChangeMarket | ChangeObjectives | ChangeStarter | LayCard | LiftCard | TakeCard
