"""Details of a view for a person: previews of placements, reasons, and objectives so far and to come."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from codex_naturalis.catalogue import (
    SYMBOLS,
    CardId,
    Counts,
    PatternObjective,
    Side,
    Symbol,
    catalogue,
)
from codex_naturalis.rules import (
    FACES,
    KINGDOM_OF,
    Action,
    Cell,
    Codex,
    Column,
    Decks,
    KingdomCells,
    Market,
    Place,
    SeatState,
    Sets,
    Tybor,
    TyborActed,
    copies_on,
    effect_of,
    kingdom_cells,
    lay,
    play_tybor,
    refusal_of,
    set_copies,
)
from codex_naturalis.rules.objectives import count_sets, missing_symbols

from .values import BlockedCell, Completion, ObjectiveChange, Outlook, Preview, UnpaidFace

__all__ = ["blocked_cells", "foresee", "outlook", "previews", "unpaid_faces"]

_NOTHING: Final[Counts] = (0,) * len(SYMBOLS)  # type: ignore[assignment]  # as many as there are symbols
_NO_DECKS: Final = Decks((), (), ())
_ANY_CARD: Final = next(iter(KINGDOM_OF))
"""Stand-in card for questions about cells, where the card does not matter."""

_Others = tuple[tuple[int, int, int], tuple[int, int, int]]
"""Offsets of the two other cards of a pattern, seen from one of them, and the index of the kingdom."""


def _parts(objective: PatternObjective) -> tuple[tuple[int, tuple[_Others, ...]], ...]:
    """Return a pattern by its kingdoms, each with what must lie around such a card, in any of its places."""
    found: dict[int, list[Any]] = {}
    for part in objective.pattern:
        others = [
            (other.dx - part.dx, other.dy - part.dy, SYMBOLS.index(other.kingdom))
            for other in objective.pattern
            if other is not part
        ]
        found.setdefault(SYMBOLS.index(part.kingdom), []).append(tuple(others))
    return tuple((kingdom, tuple(found[kingdom])) for kingdom in sorted(found))


_PARTS: Final = {
    card: _parts(objective)
    for card, objective in catalogue().objective.items()
    if isinstance(objective, PatternObjective)
}


class _Goal(NamedTuple):
    """Objective as it stands before a placement."""

    card: CardId
    points: int
    completions: frozenset[tuple[Cell, Symbol]] | None
    """Cells and kingdoms of a card that brings a copy of a pattern; None for symbols."""

    copies: int
    sets: Sets
    """How the table counts sets of symbols."""


def previews(
    own: SeatState, actions: tuple[Action, ...], ahead: tuple[Outlook, ...], sets: Sets
) -> tuple[Preview, ...]:
    """Return the preview of each placement among `actions`, on codex, hand and objectives, whose outlook is `ahead`."""
    paid = {card: _payable(card, own.codex.symbols) for card in own.hand if FACES[Side.FRONT][card].needs}
    goals = [_goal(own.codex, each, sets) for each in ahead]
    return tuple([_preview(own, action, paid, goals) for action in actions if isinstance(action, Place)])


def _preview(own: SeatState, action: Place, paid: Mapping[CardId, bool], goals: Sequence[_Goal]) -> Preview:
    effect = effect_of(own.codex, action.card, action.side, action.cell)
    after = effect.symbols
    turned = [card for card, now in paid.items() if card != action.card and _payable(card, after) is not now]
    return Preview(
        action.card,
        action.side,
        action.cell,
        effect.score,
        effect.covered,
        FACES[action.side][action.card].counts,
        after,
        effect.opened,
        effect.closed,
        tuple([card for card in turned if not paid[card]]),
        tuple([card for card in turned if paid[card]]),
        _changes(own.codex, after, action, goals),
    )


def _goal(codex: Codex, ahead: Outlook, sets: Sets) -> _Goal:
    objective = catalogue().objective[ahead.objective]
    if isinstance(objective, PatternObjective):
        wanted = frozenset([(one.cell, one.kingdom) for one in ahead.completions])
        return _Goal(ahead.objective, objective.points, wanted, 0, sets)
    return _Goal(ahead.objective, objective.points, None, count_sets(codex, ahead.objective, sets), sets)


def _changes(codex: Codex, after: Counts, action: Place, goals: Sequence[_Goal]) -> tuple[ObjectiveChange, ...]:
    """Return which objectives a placement changes: one card is part of one copy, so a pattern gains one or none."""
    changes = []
    for card, points, completions, before, sets in goals:
        if completions is None and sets is Sets.SYMBOLS:
            copies = set_copies(after, card) - before
        elif completions is None:
            copies = count_sets(lay(codex, action.card, action.side, action.cell).codex, card, sets) - before
        else:
            copies = int(bool(completions) and (action.cell, SYMBOLS[KINGDOM_OF[action.card]]) in completions)
        if copies:
            changes.append(ObjectiveChange(card, copies, copies * points))
    return tuple(changes)


def _payable(card: CardId, symbols: Counts) -> bool:
    return FACES[Side.FRONT][card].payable(symbols)


def blocked_cells(codex: Codex) -> tuple[BlockedCell, ...]:
    """Return the closed cells beside the codex, each with the hidden corner that closes it.

    Only a card that itself closes cells can come beside a closed cell and change that: then there are more.
    """
    found = []
    for cell in sorted(codex.blocked):
        refusal = refusal_of(codex, _ANY_CARD, Side.BACK, cell)
        assert refusal is not None
        found.append(BlockedCell(cell, refusal))
    return tuple(found)


def unpaid_faces(own: SeatState) -> tuple[UnpaidFace, ...]:
    """Return the fronts in the hand whose cost is not met, with what is missing."""
    somewhere = next(iter(own.codex.open), None)
    if somewhere is None:
        return ()
    refusals = [(card, refusal_of(own.codex, card, Side.FRONT, somewhere)) for card in own.hand]
    return tuple([UnpaidFace(card, Side.FRONT, refusal) for card, refusal in refusals if refusal])


def outlook(codex: Codex, card: CardId, kingdoms: KingdomCells | None = None, sets: Sets = Sets.SYMBOLS) -> Outlook:
    """Return what would fulfil an objective once more; `kingdoms` of the codex may be given if known."""
    objective = catalogue().objective[card]
    if isinstance(objective, PatternObjective):
        return Outlook(
            card, _completions(codex, card, kingdom_cells(codex) if kingdoms is None else kingdoms), _NOTHING
        )
    return Outlook(card, (), missing_symbols(codex, card, sets))


def _completions(codex: Codex, card: CardId, kingdoms: KingdomCells) -> tuple[Completion, ...]:
    """Return where one more card would complete another copy, even one sharing cards with other copies."""
    candidates = [
        (cell, kingdom) for cell in codex.open for kingdom, pairs in _PARTS[card] if _fits(kingdoms, cell, pairs)
    ]
    if not candidates:
        return ()
    now = len(copies_on(kingdoms, card))
    return tuple(
        [
            Completion(cell, SYMBOLS[kingdom])
            for cell, kingdom in candidates
            if len(copies_on(_grow(kingdoms, kingdom, cell), card)) > now
        ]
    )


def _grow(kingdoms: KingdomCells, kingdom: int, cell: Cell) -> KingdomCells:
    """Return the kingdoms with one more card."""
    return (*kingdoms[:kingdom], kingdoms[kingdom] | {cell}, *kingdoms[kingdom + 1 :])


def _fits(kingdoms: KingdomCells, cell: Cell, pairs: tuple[_Others, ...]) -> bool:
    """Return whether both other cards of a pattern lie around `cell`, in any of these ways."""
    x, y = cell
    for (x1, y1, one), (x2, y2, other) in pairs:  # no any() and all(): most of the time of a view went there
        if (x + x1, y + y1) in kingdoms[one] and (x + x2, y + y2) in kingdoms[other]:
            return True
    return False


def foresee(
    tybor: Tybor, market: Market, common: tuple[CardId, ...], columns: tuple[Column, ...]
) -> tuple[TyborActed, ...]:
    """Return what Tybor would do with these columns as they lie: with no deck to refill from, none is revealed.

    A refill of the left column does not affect the right one, so he will do this as long as no column changes.
    """
    return tuple(
        event for event in play_tybor(tybor, market, _NO_DECKS, common, columns).events if isinstance(event, TyborActed)
    )
