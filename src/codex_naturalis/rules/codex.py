"""Codex of a seat: open cells, symbol counts, and what one more card would change."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import SYMBOLS, CardId, Counts, PointsPer, Side, Symbol

from .actions import Cell
from .errors import Fact, Reason, Refusal
from .faces import FACES, FREE, HIDDEN, PreparedFace

__all__ = [
    "EMPTY_CODEX",
    "Codex",
    "Covered",
    "Effect",
    "Laying",
    "PlacedCard",
    "Score",
    "begin_codex",
    "codex_after",
    "effect_of",
    "lay",
    "neighbours",
    "refusal_of",
]


_FACING: Final = (3, 2, 1, 0)
"""Corner of a neighbour that meets each corner of a card."""


class PlacedCard(Struct, frozen=True, gc=False):
    """Card in a codex, and the side it shows."""

    card: CardId
    side: Side


class Codex(Struct, frozen=True, gc=False):
    """Cards one seat has laid. Its mappings are never changed in place."""

    cards: dict[Cell, PlacedCard]
    """In the order laid: later cards lie on top."""

    symbols: Counts
    """Visible symbols, corners and centres."""

    open: dict[Cell, None]
    """Open cells, where a card may be laid (ruling R8), in the order they opened: a set with an order."""

    blocked: frozenset[Cell]
    """Empty cells that a hidden corner points to: closed for good."""

    def __hash__(self) -> int:
        """Return a hash of the cards, which determine the rest; equality ignores the order in which they were laid."""
        return hash(frozenset(self.cards.items()))


EMPTY_CODEX: Final = Codex({}, FREE, {}, frozenset())
"""A codex before its starter is laid."""


class Covered(Struct, frozen=True, gc=False):
    """A corner that a new card covers, named by the card it belongs to."""

    cell: Cell
    symbol: Symbol | None
    """The symbol that is lost, if the corner carried one."""


class Score(Struct, frozen=True, gc=False):
    """Why a placement scores: `points` = `each` times `times`."""

    points: int
    each: int
    times: int
    per: PointsPer | None
    """What was counted; None for flat points."""


class Effect(Struct, frozen=True, gc=False):
    """Effect of laying one card."""

    symbols: Counts
    """Symbols visible afterwards."""

    covered: tuple[Covered, ...]
    opened: tuple[Cell, ...]
    closed: tuple[Cell, ...]
    """Cells that were open and no longer are, apart from the card's own."""

    hidden: tuple[Cell, ...]
    """Empty cells that its hidden corners point to."""

    score: Score | None


class Laying(Struct, frozen=True, gc=False):
    """A codex with one more card, and the effect of laying it."""

    codex: Codex
    covered: tuple[Covered, ...]
    opened: tuple[Cell, ...]
    closed: tuple[Cell, ...]
    score: Score | None


def begin_codex(starter: CardId, side: Side) -> Codex:
    """Return the codex of a seat that has just laid its starter card on (0, 0)."""
    return lay(EMPTY_CODEX, starter, side, (0, 0)).codex


def lay(codex: Codex, card: CardId, side: Side, cell: Cell) -> Laying:
    """Return the result of laying `card` on `cell`; the caller checks legality (`refusal_of`)."""
    effect = effect_of(codex, card, side, cell)
    after = codex_after(codex, card, side, cell, effect)
    return Laying(after, effect.covered, effect.opened, effect.closed, effect.score)


def codex_after(codex: Codex, card: CardId, side: Side, cell: Cell, effect: Effect) -> Codex:
    """Return `codex` with one more card, whose effect is known."""
    cards, open_cells = codex.cards.copy(), codex.open.copy()
    cards[cell] = PlacedCard(card, side)
    open_cells.pop(cell, None)
    for other in effect.closed:
        del open_cells[other]
    for other in effect.opened:
        open_cells[other] = None
    blocked = codex.blocked.union(effect.hidden) if effect.hidden else codex.blocked
    return Codex(cards, effect.symbols, open_cells, blocked)


def effect_of(codex: Codex, card: CardId, side: Side, cell: Cell) -> Effect:
    """Return what `lay` would do, without a new codex, which is cheaper for many placements."""
    face = FACES[side][card]
    cards, open_cells, symbols = codex.cards, codex.open, list(codex.symbols)
    for symbol in face.shown:
        symbols[symbol] += 1
    covered: tuple[Covered, ...] = ()
    opened: tuple[Cell, ...] = ()
    closed: tuple[Cell, ...] = ()
    hidden: tuple[Cell, ...] = ()
    for corner, other in enumerate(neighbours(cell)):
        if other in cards:
            below = cards[other]
            symbol = FACES[below.side][below.card].corners[_FACING[corner]]
            if symbol >= 0:
                symbols[symbol] -= 1
                covered += (Covered(other, SYMBOLS[symbol]),)
            else:
                covered += (Covered(other, None),)
        elif face.corners[corner] == HIDDEN:
            hidden += (other,)
            if other in open_cells:
                closed += (other,)
        elif other not in open_cells and other not in codex.blocked:
            opened += (other,)
    score = _score_card(face, len(covered), symbols) if face.points else None
    after: Counts = tuple(symbols)  # type: ignore[assignment]  # as many as before
    return Effect(after, covered, opened, closed, hidden, score)


@cache
def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells that the corners of a card on `cell` reach into, in the order of its corners.

    Cached, because equal cells that are the same object are found faster.
    """
    x, y = cell
    return (x - 1, y + 1), (x + 1, y + 1), (x - 1, y - 1), (x + 1, y - 1)


def _score_card(face: PreparedFace, corners: int, symbols: Sequence[int]) -> Score:
    """Points per object count after the placement (R10); per corner, every corner it covers (R11)."""
    if face.per is None:
        times = 1
    elif face.counted is None:
        times = corners
    else:
        times = symbols[face.counted]
    return Score(face.points * times, face.points, times, face.per)


def refusal_of(codex: Codex, card: CardId, side: Side, cell: Cell) -> Refusal | None:
    """Return why `card` cannot be laid on `cell` with `side` up, or None if it can."""
    if cell not in codex.open:
        return _refuse_closed(codex, cell)
    face = FACES[side][card]
    return _refuse_unpaid(codex, face) if face.needs else None


def _refuse_closed(codex: Codex, cell: Cell) -> Refusal:
    if cell in codex.cards:
        return Refusal(Reason.CELL_TAKEN, {"cell": cell})
    for corner, other in enumerate(neighbours(cell)):
        placed = codex.cards.get(other)
        if placed and FACES[placed.side][placed.card].corners[_FACING[corner]] == HIDDEN:
            return Refusal(Reason.HIDDEN_CORNER, {"cell": cell, "of": other})
    return Refusal(Reason.NOT_ADJACENT, {"cell": cell})


def _refuse_unpaid(codex: Codex, face: PreparedFace) -> Refusal | None:
    for index, need in face.needs:
        have = codex.symbols[index]
        if have < need:
            facts: dict[str, Fact] = {"symbol": SYMBOLS[index].value, "need": need, "have": have}
            return Refusal(Reason.COST_NOT_MET, facts)
    return None
