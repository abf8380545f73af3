"""Exact evaluation of a codex and its placements: points on the track and points of objectives."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import SYMBOLS, CardId, PatternObjective, Side, catalogue
from codex_naturalis.rules import FACES, KINGDOM_OF, Cell, Codex, Laying, Place, lay, pattern_copies, set_copies

__all__ = ["PuzzlePosition", "objective_points"]

_OBJECTIVES: Final = catalogue().objective
_PATTERNS: Final = {
    card: tuple((SYMBOLS.index(part.kingdom), part.dx, part.dy) for part in objective.pattern)
    for card, objective in _OBJECTIVES.items()
    if isinstance(objective, PatternObjective)
}
"""Cards of each pattern: kingdom index, dx and dy."""


def copies_of(codex: Codex, objective: CardId) -> int:
    """Return the number of copies of `objective` that `codex` fulfils."""
    return len(pattern_copies(codex, objective)) if objective in _PATTERNS else set_copies(codex.symbols, objective)


def objective_points(codex: Codex, objectives: Iterable[CardId]) -> int:
    """Return the points that the objectives give for `codex`."""
    return sum(copies_of(codex, card) * _OBJECTIVES[card].points for card in objectives)


class PuzzlePosition(Struct, frozen=True):
    """Codex with the points its seat has on the track, and the objectives that count for it."""

    codex: Codex
    score: int
    objectives: tuple[CardId, ...]
    patterns: dict[CardId, int]
    """Points that each pattern gives now."""

    @classmethod
    def of(cls, codex: Codex, score: int, objectives: tuple[CardId, ...]) -> "PuzzlePosition":
        """Return the position, its patterns counted."""
        patterns = {card: objective_points(codex, (card,)) for card in objectives if card in _PATTERNS}
        return cls(codex, score, objectives, patterns)

    @property
    def total(self) -> int:
        """Return the points on the track and of the objectives."""
        return self.score + objective_points(self.codex, self.objectives)

    def places(self, cards: Iterable[CardId]) -> Iterator[Place]:
        """Yield every placement of one of `cards` that the rules allow."""
        for card in cards:
            for side in Side:
                if FACES[side][card].payable(self.codex.symbols):
                    yield from (Place(card, side, cell) for cell in self.codex.open)

    def lay(self, place: Place) -> tuple[Laying, int]:
        """Return the effect of a placement, and the points on the track that it gives."""
        laying = lay(self.codex, place.card, place.side, place.cell)
        return laying, laying.score.points if laying.score else 0

    def after(self, place: Place) -> "PuzzlePosition":
        """Return the position after a placement."""
        laying, points = self.lay(place)
        return PuzzlePosition(laying.codex, self.score + points, self.objectives, self._patterns(laying.codex, place))

    def total_after(self, place: Place) -> int:
        """Return the `total` after a placement."""
        laying, points = self.lay(place)
        patterns = sum(self._patterns(laying.codex, place).values())
        sets = sum(
            set_copies(laying.codex.symbols, card) * _OBJECTIVES[card].points
            for card in self.objectives
            if card not in _PATTERNS
        )
        return self.score + points + patterns + sets

    def best_with(self, cards: Iterable[CardId]) -> tuple[int, Place | None]:
        """Return the highest total that laying one of `cards` can give, and how; the present one if none fits."""
        best: tuple[int, Place | None] = (self.total, None)
        for place in self.places(cards):
            total = self.total_after(place)
            if best[1] is None or total > best[0]:
                best = total, place
        return best

    def _patterns(self, codex: Codex, place: Place) -> dict[CardId, int]:
        return {
            card: objective_points(codex, (card,)) if _fits(codex, place, card) else points
            for card, points in self.patterns.items()
        }


def _fits(codex: Codex, place: Place, pattern: CardId) -> bool:
    """Return whether the card just laid is part of a copy of the pattern, other copies aside: else it adds none."""
    x, y = place.cell
    parts = _PATTERNS[pattern]
    return any(
        kingdom == KINGDOM_OF[place.card]
        and all(_kingdom_at(codex, (x + dx - own_x, y + dy - own_y)) == other for other, dx, dy in parts)
        for kingdom, own_x, own_y in parts
    )


def _kingdom_at(codex: Codex, cell: Cell) -> int | None:
    placed = codex.cards.get(cell)
    return KINGDOM_OF.get(placed.card) if placed else None
