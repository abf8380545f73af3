"""Placement arithmetic on a codex: what one more card would cover, gain, open and close."""

from typing import Final

from codex_naturalis.catalogue import SYMBOLS, CardId, Deck, PointsPer, Side
from codex_naturalis.rules import FACES, HIDDEN, KINGDOM_OF, Cell, Market, PreparedFace, Source
from codex_naturalis.views import LaidCard, SeatView

__all__ = ["CORNERS", "NO_KINGDOM", "Placement", "card_shown", "placement_of", "starter_placement"]

NO_KINGDOM: Final = -1
"""Kingdom of a starter, which has none (ruling R22)."""

CORNERS: Final[tuple[Cell, Cell, Cell, Cell]] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
"""Offsets of the four cells that the corners of a card point to, in the order of its face."""

_Corners = tuple[int, int, int, int]
_ANY_BACK: Final = FACES[Side.BACK][1].corners
"""Backs of resource and gold cards: all have the same four empty corners."""


class Placement:
    """Codex of one seat. Cards laid face down are as good as known: the back shows all that counts."""

    __slots__ = ("blocked", "corners", "kingdoms", "open", "symbols", "under")

    def __init__(
        self,
        corners: dict[Cell, _Corners],
        kingdoms: dict[Cell, int],
        symbols: tuple[int, ...],
        open_cells: tuple[Cell, ...],
        blocked: set[Cell],
    ) -> None:
        """Take the cards laid, the symbols visible, the open cells, and the empty cells closed for good."""
        self.corners: dict[Cell, _Corners] = corners
        self.kingdoms: dict[Cell, int] = kingdoms
        self.symbols: tuple[int, ...] = symbols
        self.open: tuple[Cell, ...] = open_cells
        self.blocked: set[Cell] = blocked
        self.under: dict[Cell, tuple[int, tuple[int, ...]]] = {cell: self._under(cell) for cell in open_cells}
        """For each open cell, how many corners a card there covers, and the symbols lost."""

    def _under(self, cell: Cell) -> tuple[int, tuple[int, ...]]:
        x, y = cell
        covered, lost = 0, []
        for corner, (dx, dy) in enumerate(CORNERS):
            below = self.corners.get((x + dx, y + dy))
            if below is not None:
                covered += 1
                if below[3 - corner] >= 0:
                    lost.append(below[3 - corner])
        return covered, tuple(lost)

    def symbols_after(self, face: PreparedFace, cell: Cell) -> list[int]:
        """Return the visible symbols after laying `face` on `cell`."""
        symbols = [have + new for have, new in zip(self.symbols, face.counts, strict=True)]
        for symbol in self.under[cell][1]:
            symbols[symbol] -= 1
        return symbols

    def points(self, face: PreparedFace, cell: Cell) -> int:
        """Return the points that `face` scores on `cell` (rulings R10, R11)."""
        if face.per is None or not face.points:
            return face.points
        covered, lost = self.under[cell]
        if face.per is PointsPer.CORNER:
            return face.points * covered
        assert face.counted is not None
        return face.points * (self.symbols[face.counted] + face.counts[face.counted] - lost.count(face.counted))

    def missing(self, face: PreparedFace) -> int:
        """Return the number of symbols missing to pay for `face`."""
        return sum(need - have for need, have in zip(face.cost, self.symbols, strict=True) if need > have)

    def changes(self, face: PreparedFace, cell: Cell) -> tuple[int, list[Cell]]:
        """Return the change in the number of open cells if `face` is laid on `cell`, and the cells it blocks."""
        x, y = cell
        change, blocked = -1, []
        for (dx, dy), corner in zip(CORNERS, face.corners, strict=True):
            other = (x + dx, y + dy)
            if other in self.corners or other in self.blocked:
                continue
            if corner == HIDDEN:
                blocked.append(other)
                change -= other in self.under
            elif other not in self.under:
                change += 1
        return change, blocked

    def after(self, face: PreparedFace, kingdom: int, cell: Cell) -> "Placement":
        """Copy of the codex with one more card."""
        blocked = {*self.blocked, *self.changes(face, cell)[1]}
        corners = {**self.corners, cell: face.corners}
        x, y = cell
        reached = {(x + dx, y + dy): None for dx, dy in CORNERS}
        still_open = dict.fromkeys((*self.open, *reached))
        free = tuple(other for other in still_open if other not in corners and other not in blocked)
        kingdoms = {**self.kingdoms, cell: kingdom}
        return Placement(corners, kingdoms, tuple(self.symbols_after(face, cell)), free, blocked)


def placement_of(seat: SeatView) -> Placement:
    """Return the codex of `seat` as its viewer sees it."""
    corners = {laid.cell: _corners(laid) for laid in seat.laid}
    kingdoms = {laid.cell: _kingdom(laid) for laid in seat.laid}
    blocked = set()
    for (x, y), own in corners.items():
        for (dx, dy), corner in zip(CORNERS, own, strict=True):
            if corner == HIDDEN and (x + dx, y + dy) not in corners:
                blocked.add((x + dx, y + dy))
    return Placement(corners, kingdoms, seat.symbols, seat.open, blocked)


def _corners(laid: LaidCard) -> _Corners:
    return _ANY_BACK if laid.card is None else FACES[laid.side][laid.card].corners


def _kingdom(laid: LaidCard) -> int:
    if laid.card is not None:
        return KINGDOM_OF.get(laid.card, NO_KINGDOM)
    assert laid.back is not None
    return SYMBOLS.index(laid.back.kingdom)


def card_shown(market: Market, source: Source) -> CardId | None:
    """Return the face-up card at `source`, or None for a deck."""
    if source.slot is None:
        return None
    return (market.resource if source.deck is Deck.RESOURCE else market.gold)[source.slot]


def starter_placement(starter: CardId, side: Side) -> Placement:
    """Return the codex that begins with `side` of `starter` up."""
    face = FACES[side][starter]
    return Placement({}, {}, (0,) * len(SYMBOLS), ((0, 0),), set()).after(face, NO_KINGDOM, (0, 0))
