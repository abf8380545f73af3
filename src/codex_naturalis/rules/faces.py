"""Card faces prepared for counting: corners and costs as indices into `Counts`."""

from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import (
    KINGDOMS,
    SYMBOLS,
    CardId,
    Corner,
    Counts,
    Face,
    GoldCard,
    PointsPer,
    Side,
    catalogue,
)

__all__ = ["BARE", "FACES", "FREE", "HIDDEN", "KINGDOM_OF", "PreparedFace"]

BARE: Final = -1
"""Corner value: visible, without a symbol."""

HIDDEN: Final = -2
"""Corner value: not there, cannot be covered."""

FREE: Final[Counts] = (0, 0, 0, 0, 0, 0, 0)
"""The cost of everything but gold fronts."""


class PreparedFace(Struct, frozen=True, gc=False):
    """One side of a card, ready for arithmetic."""

    corners: tuple[int, int, int, int]
    """Symbol index, `BARE` or `HIDDEN`; top-left, top-right, bottom-left, bottom-right."""

    counts: Counts
    """Symbols this face brings."""

    cost: Counts = FREE
    points: int = 0
    per: PointsPer | None = None
    counted: int | None = None
    """The index of the object that `points` are multiplied by, if any."""

    needs: tuple[tuple[int, int], ...] = ()
    """`cost` as pairs of symbol index and number, without zeros."""

    shown: tuple[int, ...] = ()
    """`counts` as symbol indices, each as often as the face brings it."""

    def payable(self, symbols: Counts) -> bool:
        """Return whether `symbols` meet the cost."""
        for index, need in self.needs:  # noqa: SIM110  # all() costs five times as much here, where time is spent
            if symbols[index] < need:
                return False
        return True


def _corner(corner: Corner) -> int:
    if corner is Corner.HIDDEN:
        return HIDDEN
    return BARE if corner.symbol is None else SYMBOLS.index(corner.symbol)


def _prepare(face: Face, *, cost: Counts = FREE, points: int = 0, per: PointsPer | None = None) -> PreparedFace:
    top_left, top_right, bottom_left, bottom_right = (_corner(corner) for corner in face.corners)
    counts: Counts = tuple(face.symbols.count(symbol) for symbol in SYMBOLS)  # type: ignore[assignment]  # seven of them
    counted = None if per is None or per is PointsPer.CORNER else [s.value for s in SYMBOLS].index(per.value)
    needs = tuple((index, need) for index, need in enumerate(cost) if need)
    shown = tuple(SYMBOLS.index(symbol) for symbol in face.symbols)
    corners = (top_left, top_right, bottom_left, bottom_right)
    return PreparedFace(corners, counts, cost, points, per, counted, needs, shown)


def _front(card: CardId) -> PreparedFace:
    box = catalogue()
    if card in box.starter:
        return _prepare(box.starter[card].front)
    playable = box.playable(card)
    if isinstance(playable, GoldCard):
        return _prepare(playable.front, cost=playable.cost, points=playable.points, per=playable.per)
    return _prepare(playable.front, points=playable.points)


_CARDS: Final = (*catalogue().resource, *catalogue().gold, *catalogue().starter)

FACES: Final[dict[Side, dict[CardId, PreparedFace]]] = {
    Side.FRONT: {card: _front(card) for card in _CARDS},
    Side.BACK: {card: _prepare(catalogue().playable_card(card).back) for card in _CARDS},
}
"""Every face that can lie in a codex."""

KINGDOM_OF: Final[dict[CardId, int]] = {
    card: KINGDOMS.index(catalogue().playable(card).kingdom) for card in (*catalogue().resource, *catalogue().gold)
}
"""The index of a playable card's kingdom; starters have none (ruling R22)."""
