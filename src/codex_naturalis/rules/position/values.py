"""Values of a position code: cards in their places, as far as they are known."""

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from codex_naturalis.catalogue import Back, CardId, Side, catalogue

from ..codex import Codex, begin_codex, lay

if TYPE_CHECKING:
    from ..actions import Cell, Phase, Seat
    from ..deal import Deal
    from ..options import GameOptions, RulesVersion


__all__ = ["HeldCard", "Laid", "Position", "PositionSeat", "PositionTybor", "codex_of", "stand_in"]

_CARD_OF: Final = {catalogue().back(card): card for card in (*catalogue().resource, *catalogue().gold)}


class HeldCard(Struct, frozen=True):
    """A resource or gold card, of which perhaps only the back is known."""

    back: Back
    card: CardId | None
    seen: bool = False
    """Whether it once lay face up in the market; only where all is known."""


class Laid(Struct, frozen=True):
    """A card in a codex, except the starter."""

    held: HeldCard
    side: Side
    cell: "Cell"


class PositionSeat(Struct, frozen=True):
    """A seat."""

    starter: CardId
    side: Side | None
    chosen: bool
    """Whether it has made the choice that setup asks for now, even if that is unknown."""

    offered: tuple[CardId, ...]
    """The two objectives it was offered, where they are known."""

    kept: CardId | None
    hand: tuple[HeldCard, ...]
    laid: tuple[Laid, ...]


class PositionTybor(Struct, frozen=True):
    """Tybor's side of the table."""

    score: int
    row: tuple[HeldCard, ...]
    scored: tuple[CardId, ...]


class Position(Struct, frozen=True):
    """Content of a code."""

    eyes: "Seat | str"
    options: "GameOptions"
    rules: "RulesVersion"
    phase: "Phase"
    turn: "Seat"
    round: int
    last_round: int | None
    market: tuple[CardId | None, ...]
    """Two resource cards and two gold cards."""

    common: tuple[CardId, ...]
    decks: tuple[tuple[int, Back | None], tuple[int, Back | None]]
    """Number of cards and back on top, of the resource deck and of the gold deck."""

    objectives: int
    """Number of cards in the deck of objectives."""

    seats: tuple[PositionSeat, ...]
    tybor: PositionTybor | None
    deal: "Deal | None" = None
    objective_deck: tuple[CardId, ...] = ()
    """The deck of objectives as it lies, if all is known."""


def stand_in(held: HeldCard) -> CardId:
    """Return the card or, if it lies face down and is unknown, any with its back: it shows the same."""
    return held.card or _CARD_OF[held.back]


def codex_of(said: PositionSeat) -> tuple[Codex, int]:
    """Return the codex of a seat that has laid its starter, and the points its placements scored."""
    assert said.side is not None
    codex, score = begin_codex(said.starter, said.side), 0
    for laid in said.laid:
        laying = lay(codex, stand_in(laid.held), laid.side, laid.cell)
        codex, score = laying.codex, score + (laying.score.points if laying.score else 0)
    return codex, score
