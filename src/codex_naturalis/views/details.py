"""What a person wants laid out: previews of placements, reasons, and objectives so far."""

from codex_naturalis.catalogue import CardId, Counts, Side
from codex_naturalis.rules import (
    FACES,
    Action,
    Codex,
    ObjectiveScore,
    Place,
    SeatState,
    count_objective,
    lay,
    refusal_of,
)

from .values import BlockedCell, Preview, UnpaidFace

__all__ = ["blocked_cells", "previews", "progress", "unpaid_faces"]


def previews(own: SeatState, legal: tuple[Action, ...]) -> tuple[Preview, ...]:
    """Return what each placement among `legal` would do to the codex and to the rest of the hand."""
    return tuple(_preview(own, action) for action in legal if isinstance(action, Place))


def _preview(own: SeatState, action: Place) -> Preview:
    laying = lay(own.codex, action.card, action.side, action.cell)
    before, after = own.codex.symbols, laying.codex.symbols
    rest = [card for card in own.hand if card != action.card]
    return Preview(
        action.card,
        action.side,
        action.cell,
        laying.score,
        laying.covered,
        FACES[action.side][action.card].counts,
        after,
        laying.opened,
        laying.closed,
        tuple(card for card in rest if _payable(card, after) and not _payable(card, before)),
        tuple(card for card in rest if _payable(card, before) and not _payable(card, after)),
    )


def _payable(card: CardId, symbols: Counts) -> bool:
    return FACES[Side.FRONT][card].payable(symbols)


def blocked_cells(own: SeatState) -> tuple[BlockedCell, ...]:
    """Return the closed cells beside the codex, each with the hidden corner that closes it."""
    found = []
    for cell in sorted(own.codex.blocked):
        refusal = refusal_of(own.codex, own.starter, Side.BACK, cell)
        assert refusal is not None
        found.append(BlockedCell(cell, refusal))
    return tuple(found)


def unpaid_faces(own: SeatState) -> tuple[UnpaidFace, ...]:
    """Return the fronts in the hand whose cost is not met, with what is missing."""
    somewhere = next(iter(own.codex.open), None)
    if somewhere is None:
        return ()
    refusals = ((card, refusal_of(own.codex, card, Side.FRONT, somewhere)) for card in own.hand)
    return tuple(UnpaidFace(card, Side.FRONT, refusal) for card, refusal in refusals if refusal)


def progress(codex: Codex, objectives: tuple[CardId, ...]) -> tuple[ObjectiveScore, ...]:
    """Return what each objective would score now."""
    return tuple(count_objective(codex, card) for card in objectives)
