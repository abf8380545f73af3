"""Actions that a seat may take, and in which phase."""

from enum import StrEnum

from msgspec import Struct

from codex_naturalis.catalogue import CardId, Deck, Side

__all__ = ["Action", "Cell", "ChooseObjective", "ChooseSide", "Draw", "Phase", "Place", "Seat", "Source"]

Seat = int
"""Seat number, counted from 0, the first player."""

Cell = tuple[int, int]
"""Lattice position (x right, y up); the starter lies on (0, 0) and corners touch diagonally."""


class Phase(StrEnum):
    """Phase of a game: what is being decided."""

    SIDE = "side"
    OBJECTIVE = "objective"
    PLACE = "place"
    DRAW = "draw"
    OVER = "over"


class Source(StrEnum):
    """Source of a drawn card: four market slots and two decks."""

    RESOURCE_1 = "resource-1"
    RESOURCE_2 = "resource-2"
    GOLD_1 = "gold-1"
    GOLD_2 = "gold-2"
    RESOURCE_DECK = "resource-deck"
    GOLD_DECK = "gold-deck"

    def __init__(self, value: str) -> None:
        """Parse the name: the deck this is or is refilled from, and the index of the slot; None for a deck."""
        deck, position = value.split("-")
        self.deck: Deck = Deck(deck)
        self.slot: int | None = None if position == "deck" else int(position) - 1


class ChooseSide(Struct, frozen=True, gc=False, tag_field="type", tag="side", forbid_unknown_fields=True):
    """Choose the side of the own starter card, unseen until all seats have chosen (ruling R16)."""

    side: Side

    def __str__(self) -> str:
        """Return the short form, `side back`."""
        return f"side {self.side}"


class ChooseObjective(Struct, frozen=True, gc=False, tag_field="type", tag="objective", forbid_unknown_fields=True):
    """Keep one of the two objectives offered, secretly."""

    card: CardId

    def __str__(self) -> str:
        """Return the short form, `objective 101`."""
        return f"objective {self.card}"


class Place(Struct, frozen=True, gc=False, tag_field="type", tag="place", forbid_unknown_fields=True):
    """Lay a card from the hand, covering at least one visible corner."""

    card: CardId
    side: Side
    cell: Cell

    def __str__(self) -> str:
        """Return the short form, `place 3 front 1,1`."""
        return f"place {self.card} {self.side} {self.cell[0]},{self.cell[1]}"


class Draw(Struct, frozen=True, gc=False, tag_field="type", tag="draw", forbid_unknown_fields=True):
    """Take one card into the hand."""

    source: Source

    def __str__(self) -> str:
        """Return the short form, `draw gold-2`."""
        return f"draw {self.source}"


Action = ChooseSide | ChooseObjective | Place | Draw
