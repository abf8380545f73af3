"""Counting objectives, once at the end (rulings R6, R22, R23)."""

from typing import Final

from codex_naturalis.catalogue import SYMBOLS, CardId, Objective, PatternObjective, catalogue

from .actions import Cell
from .codex import Codex
from .events import Copy, ObjectiveScore
from .faces import KINGDOM_OF

__all__ = ["count_objective", "pattern_copies", "set_copies"]

_Pattern = tuple[tuple[int, int, int], ...]
"""Kingdom index, dx, dy of each card, from top to bottom; the middle one is at 0, 0."""

_PATTERNS: Final[dict[CardId, _Pattern]] = {
    card: tuple((SYMBOLS.index(part.kingdom), part.dx, part.dy) for part in objective.pattern)
    for card, objective in catalogue().objective.items()
    if isinstance(objective, PatternObjective)
}


def count_objective(codex: Codex, card: CardId) -> ObjectiveScore:
    """Return how often `codex` fulfils the objective `card`, and where."""
    objective: Objective = catalogue().objective[card]
    if isinstance(objective, PatternObjective):
        found = pattern_copies(codex, card)
    else:
        found = (Copy(()),) * set_copies(codex, card)
    return ObjectiveScore(card, len(found), len(found) * objective.points, found)


def set_copies(codex: Codex, card: CardId) -> int:
    """Return how many complete sets of visible symbols there are for the set objective `card`."""
    objective = catalogue().objective[card]
    assert not isinstance(objective, PatternObjective)
    return min(have // need for have, need in zip(codex.symbols, objective.symbols, strict=True) if need)


def pattern_copies(codex: Codex, card: CardId) -> tuple[Copy, ...]:
    """Return the largest set of copies of the pattern `card` that share no card.

    Copies compete along a diagonal or a column only, as intervals on a line do, so closing each copy as early as
    possible is exact (a test compares it with brute force). Starters have no kingdom (R22).
    """
    (above, above_x, above_y), (middle, _, _), (below, below_x, below_y) = _PATTERNS[card]
    used: set[Cell] = set()
    found = []
    for y, x in sorted((y, x) for (x, y), placed in codex.cards.items() if KINGDOM_OF.get(placed.card) == middle):
        upper, lower = (x + above_x, y + above_y), (x + below_x, y + below_y)
        if _kingdom_at(codex, upper) == above and _kingdom_at(codex, lower) == below:
            cells = (upper, (x, y), lower)
            if used.isdisjoint(cells):
                used.update(cells)
                found.append(Copy(cells))
    return tuple(found)


def _kingdom_at(codex: Codex, cell: Cell) -> int | None:
    placed = codex.cards.get(cell)
    return KINGDOM_OF.get(placed.card) if placed else None
