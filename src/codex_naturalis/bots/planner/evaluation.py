"""Heuristic evaluation for the planner: what a position is worth, in points expected at the end of the game."""

from collections.abc import Iterable, Sequence
from typing import Final

from codex_naturalis.catalogue import CardId, PointsPer, Side
from codex_naturalis.rules import FACES, KINGDOM_OF, Cell, PreparedFace

from .addition import add_up
from .objectives import Patterns, sets_of, value_of_sets
from .placement import Placement
from .weights import Weights

__all__ = ["Evaluator"]

_MANY: Final = 60
"""Length of the value tables; counts beyond it are worth as much as the last entry."""

_FRONTS: Final = FACES[Side.FRONT]
_BACKS: Final = FACES[Side.BACK]
_LAST: Final = 2
"""Threshold in own turns: with fewer left than this, only one more card will be laid."""

_SYMBOLS_A_TURN: Final = 2
"""Estimate of how many missing symbols one more turn may bring."""


class Evaluator:
    """Evaluation function for one codex and hand, given the own turns left after the placement in question."""

    def __init__(self, weights: Weights, placement: Placement, objectives: Sequence[CardId], turns: float) -> None:
        """Precompute everything that does not depend on the placement."""
        self.placement = placement
        self.turns = turns
        self._weights = weights
        growing = min(1.0, turns / weights.resource_turns)
        kingdom = _series(weights.kingdom * growing, weights.kingdom_fade)
        thing = _series(weights.object * growing, weights.object_fade)
        self._tables = (kingdom,) * 4 + (thing,) * 3
        self._cells = _series(weights.cell * min(1.0, turns / weights.cell_turns), weights.cell_fade)
        self._sets = sets_of(objectives)
        self._known: dict[tuple[int, ...], float] = {}
        self._set_part = weights.set_part * min(1.0, turns / weights.set_turns)
        self.patterns: Patterns = Patterns(objectives, placement, weights, min(1.0, turns / weights.pattern_turns))
        self._best_gain = self._best_gains()
        self._widest = max((covered for covered, _ in placement.under.values()), default=1)

    def _best_gains(self) -> tuple[float, ...]:
        """Return the upper bound for each kingdom: the points that one more card of it could add in patterns."""
        gain = self.patterns.gain
        return tuple(max((gain(cell, kingdom) for cell in self.placement.open), default=0.0) for kingdom in range(4))

    def position(self) -> float:
        """Return the value of the codex as it lies, besides its track points."""
        return (
            self.patterns.points()
            + self.symbols(self.placement.symbols)
            + self._cells[min(_MANY, len(self.placement.open))]
        )

    def value_after(self, card: CardId, side: Side, cell: Cell, rest: Iterable[CardId]) -> float:
        """Return the value of laying `card`: its changes and their consequences, with `rest` still in the hand."""
        face, placement = FACES[side][card], self.placement
        symbols = placement.symbols_after(face, cell)
        change, blocked = placement.changes(face, cell)
        value = (
            placement.points(face, cell) + self.symbols(symbols) + self._cells[min(_MANY, len(placement.open) + change)]
        )
        value += self.patterns.gain(cell, KINGDOM_OF[card])
        if blocked:
            value -= self.patterns.loss(blocked)
        return value + self.hand(rest, symbols)

    def symbols(self, symbols: Sequence[int]) -> float:
        """Return the value of the visible symbols, sets of objectives included."""
        key = tuple(symbols)
        if key not in self._known:
            self._known[key] = self._symbols(key)
        return self._known[key]

    def _symbols(self, symbols: tuple[int, ...]) -> float:
        value = value_of_sets(self._sets, symbols, self._set_part) if self._sets else 0.0
        for table, number in zip(self._tables, symbols, strict=True):
            value += table[min(_MANY, number)]
        return value

    def hand(self, cards: Iterable[CardId], symbols: Sequence[int]) -> float:
        """Return the value of `cards` in the hand, given the visible symbols."""
        if self.turns < 1:
            return 0.0
        base = self.symbols(symbols)
        values = [self._card(card, symbols, base) for card in cards]
        best = max(values, default=0.0)
        if self.turns < _LAST:
            return best
        return add_up(values) + self._weights.hand_best * best

    def _card(self, card: CardId, symbols: Sequence[int], base: float) -> float:
        weights = self._weights
        front = _FRONTS[card]
        missing = sum(need - symbols[index] for index, need in front.needs if need > symbols[index])
        if self.turns < _LAST:
            points = 0.0 if missing else self._estimate(front, symbols, 0.0)
            return points + max(0.0, self._best_gain[KINGDOM_OF[card]])
        laid_down = self._brings(_BACKS[card], symbols, base)
        pattern = weights.hand_pattern * self._best_gain[KINGDOM_OF[card]]
        if missing > _SYMBOLS_A_TURN * (self.turns - 1):
            return laid_down + pattern
        points = self._estimate(front, symbols, weights.corner_estimate) * (
            weights.gold if front.needs else weights.resource_points
        )
        laid_up = (points + self._brings(front, symbols, base)) * weights.gold_missing**missing
        return max(laid_up, laid_down) + pattern

    def _brings(self, face: PreparedFace, symbols: Sequence[int], base: float) -> float:
        together = [have + new for have, new in zip(symbols, face.counts, strict=True)]
        return self._weights.hand_symbols * (self.symbols(together) - base)

    def _estimate(self, face: PreparedFace, symbols: Sequence[int], wider: float) -> float:
        """Return the expected points of a front when it is laid."""
        if face.per is None:
            return face.points
        if face.per is PointsPer.CORNER:
            return face.points * (self._widest + wider)
        assert face.counted is not None
        return face.points * (symbols[face.counted] + face.counts[face.counted])


def _series(first: float, fade: float) -> list[float]:
    """Return a table of the value of 0, 1, 2 … of something: a geometric series with ratio `fade`."""
    table, step = [0.0], first
    for _ in range(_MANY):
        table.append(table[-1] + step)
        step *= fade
    return table
