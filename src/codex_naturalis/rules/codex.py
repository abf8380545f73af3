"""The cards a seat has laid: open cells, symbol counts, and what one more card would change."""

from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import SYMBOLS, CardId, Counts, PointsPer, Side, Symbol

from .actions import Cell
from .errors import Fact, Reason, Refusal
from .faces import FACES, FREE, HIDDEN, PreparedFace

__all__ = [
    "EMPTY_CODEX",
    "NEIGHBOURS",
    "Codex",
    "Covered",
    "Laying",
    "PlacedCard",
    "Score",
    "begin_codex",
    "lay",
    "refusal_of",
]

NEIGHBOURS: Final[tuple[Cell, Cell, Cell, Cell]] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
"""Where the four corners of a card point: top-left, top-right, bottom-left, bottom-right."""


class PlacedCard(Struct, frozen=True, gc=False):
    """A card in a codex, and the side it shows."""

    card: CardId
    side: Side


class Codex(Struct, frozen=True):
    """The cards one seat has laid. Its mappings are never changed in place."""

    cards: dict[Cell, PlacedCard]
    """In the order laid: later cards lie on top."""

    symbols: Counts
    """What is visible, corners and centres."""

    open: tuple[Cell, ...]
    """Where a card may be laid (ruling R8), in the order the cells opened."""

    blocked: frozenset[Cell]
    """Empty cells that a hidden corner points to: closed for good."""


EMPTY_CODEX: Final = Codex({}, FREE, (), frozenset())
"""A codex before its starter is laid."""


class Covered(Struct, frozen=True):
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


class Laying(Struct, frozen=True):
    """What laying one card does to a codex."""

    codex: Codex
    covered: tuple[Covered, ...]
    opened: tuple[Cell, ...]
    closed: tuple[Cell, ...]
    """Cells that were open and are so no longer, apart from the one the card lies on."""

    score: Score | None


def begin_codex(starter: CardId, side: Side) -> Codex:
    """Return the codex of a seat that has just laid its starter card on (0, 0)."""
    return lay(EMPTY_CODEX, starter, side, (0, 0)).codex


def lay(codex: Codex, card: CardId, side: Side, cell: Cell) -> Laying:
    """Return what laying `card` on `cell` leads to; legality is the caller's business (`refusal_of`)."""
    face = FACES[side][card]
    symbols = [have + new for have, new in zip(codex.symbols, face.counts, strict=True)]
    covered = _cover(codex, cell, symbols)
    still_open = [other for other in codex.open if other != cell]
    opened, closed, blocked = _reach(codex, cell, face)
    if closed:
        still_open = [other for other in still_open if other not in closed]
    after = Codex(
        {**codex.cards, cell: PlacedCard(card, side)},
        tuple(symbols),  # type: ignore[arg-type]  # seven, as before
        (*still_open, *opened),
        codex.blocked.union(blocked) if blocked else codex.blocked,
    )
    return Laying(after, covered, opened, closed, _score(face, len(covered), after.symbols))


def _cover(codex: Codex, cell: Cell, symbols: list[int]) -> tuple[Covered, ...]:
    """Return the corners under a card on `cell`, taking their symbols out of `symbols`."""
    x, y = cell
    covered = []
    for corner, (dx, dy) in enumerate(NEIGHBOURS):
        below = codex.cards.get((x + dx, y + dy))
        if below is None:
            continue
        symbol = FACES[below.side][below.card].corners[3 - corner]
        if symbol >= 0:
            symbols[symbol] -= 1
        covered.append(Covered((x + dx, y + dy), SYMBOLS[symbol] if symbol >= 0 else None))
    return tuple(covered)


def _reach(codex: Codex, cell: Cell, face: PreparedFace) -> tuple[tuple[Cell, ...], tuple[Cell, ...], list[Cell]]:
    """Return the cells around `cell` that `face` opens, closes, and blocks for good."""
    x, y = cell
    opened, closed, blocked = [], [], []
    for corner, (dx, dy) in enumerate(NEIGHBOURS):
        other = (x + dx, y + dy)
        if other in codex.cards or other in codex.blocked:
            continue
        if face.corners[corner] == HIDDEN:
            blocked.append(other)
            if other in codex.open:
                closed.append(other)
        elif other not in codex.open:
            opened.append(other)
    return tuple(opened), tuple(closed), blocked


def _score(face: PreparedFace, corners: int, symbols: Counts) -> Score | None:
    """Points per object count after the placement (R10); per corner, every corner it covers (R11)."""
    if not face.points:
        return None
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
        return _closed(codex, cell)
    return _unpaid(codex, FACES[side][card].cost)


def _closed(codex: Codex, cell: Cell) -> Refusal:
    x, y = cell
    if cell in codex.cards:
        return Refusal(Reason.CELL_TAKEN, {"cell": cell})
    for corner, (dx, dy) in enumerate(NEIGHBOURS):
        other = (x + dx, y + dy)
        placed = codex.cards.get(other)
        if placed and FACES[placed.side][placed.card].corners[3 - corner] == HIDDEN:
            return Refusal(Reason.HIDDEN_CORNER, {"cell": cell, "of": other})
    return Refusal(Reason.NOT_ADJACENT, {"cell": cell})


def _unpaid(codex: Codex, cost: Counts) -> Refusal | None:
    for index, need in enumerate(cost):
        have = codex.symbols[index]
        if have < need:
            facts: dict[str, Fact] = {"symbol": SYMBOLS[index].value, "need": need, "have": have}
            return Refusal(Reason.COST_NOT_MET, facts)
    return None
