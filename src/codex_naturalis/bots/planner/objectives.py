"""Objectives for the planner: finished copies, copies in the making, and what one more card would change."""

from collections.abc import Sequence
from typing import Final

from codex_naturalis.catalogue import SYMBOLS, CardId, PatternObjective, catalogue
from codex_naturalis.rules import Cell

from .addition import add_up
from .placement import Placement
from .weights import Weights

__all__ = ["Patterns", "sets_of", "value_of_sets"]

_Part = tuple[int, int, int]
"""One card of a pattern: kingdom, dx, dy."""


def _seen_from(parts: tuple[_Part, ...], x: int, y: int) -> tuple[_Part, _Part]:
    first, second = ((kingdom, dx - x, dy - y) for kingdom, dx, dy in parts if (dx, dy) != (x, y))
    return first, second


_PATTERNS: Final[dict[CardId, tuple[int, tuple[_Part, ...]]]] = {
    card: (goal.points, tuple((SYMBOLS.index(part.kingdom), part.dx, part.dy) for part in goal.pattern))
    for card, goal in catalogue().objective.items()
    if isinstance(goal, PatternObjective)
}
_SETS: Final[dict[CardId, tuple[int, tuple[tuple[int, int], ...]]]] = {
    card: (goal.points, tuple((index, need) for index, need in enumerate(goal.symbols) if need))
    for card, goal in catalogue().objective.items()
    if not isinstance(goal, PatternObjective)
}

_OTHERS: Final[dict[CardId, tuple[tuple[int, tuple[_Part, _Part]], ...]]] = {
    card: tuple((own, _seen_from(parts, dx, dy)) for own, dx, dy in parts) for card, (_, parts) in _PATTERNS.items()
}
"""For each card of a pattern its kingdom, and the two others as seen from it."""

_Sets = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


def sets_of(objectives: Sequence[CardId]) -> _Sets:
    """Return the points and needs of those among `objectives` that ask for symbols."""
    return tuple(_SETS[card] for card in objectives if card in _SETS)


def value_of_sets(sets: _Sets, symbols: Sequence[int], part: float) -> float:
    """Return the points of all complete sets, and `part` of those that have begun."""
    value = 0.0
    for points, needs in sets:
        if len(needs) == 1:
            index, need = needs[0]
            copies, rest = divmod(symbols[index], need)
            value += points * (copies + part * rest / need)
            continue
        copies = min(symbols[index] // need for index, need in needs)
        begun = sum(min(symbols[index] - copies * need, need) for index, need in needs)
        value += points * (copies + part * begun / sum(need for _, need in needs))
    return value


class Patterns:
    """Pattern objectives of one seat on its codex."""

    def __init__(self, objectives: Sequence[CardId], placement: Placement, weights: Weights, scale: float) -> None:
        """Survey `placement`; copies in the making count by `weights` times `scale`."""
        self._goals = tuple(_PATTERNS[card] for card in objectives if card in _PATTERNS)
        self._others = tuple(_OTHERS[card] for card in objectives if card in _PATTERNS)
        self._placement = placement
        self._parts = (0.0, weights.pattern_one * scale, weights.pattern_two * scale, 0.0)
        packed = [_pack(parts, placement.kingdoms) for _, parts in self._goals]
        self._copies = [copies for copies, _ in packed]
        self._used = [used for _, used in packed]
        self._known: dict[tuple[Cell, int], float] = {}
        self._free: dict[tuple[int, Cell], float] = {}

    def points(self) -> int:
        """Return the points of all finished copies."""
        return sum(points * copies for (points, _), copies in zip(self._goals, self._copies, strict=True))

    def gain(self, cell: Cell, kingdom: int) -> float:
        """Return the points that a card of `kingdom` on `cell` adds: finished copies and copies in the making."""
        key = (cell, kingdom)
        if key not in self._known:
            self._known[key] = add_up([self._gain(goal, cell, kingdom) for goal in range(len(self._goals))])
        return self._known[key]

    def loss(self, cells: Sequence[Cell]) -> float:
        """Return the points lost if nothing can ever be laid on `cells`."""
        return add_up([self._while_free(goal, cell) for goal in range(len(self._goals)) for cell in cells])

    def _while_free(self, goal: int, cell: Cell) -> float:
        key = (goal, cell)
        if key not in self._free:
            self._free[key] = self._hopes(goal, cell, None)
        return self._free[key]

    def _gain(self, goal: int, cell: Cell, kingdom: int) -> float:
        points, parts = self._goals[goal]
        if kingdom >= 0 and self._closes(goal, cell, kingdom):
            copies, _ = _pack(parts, {**self._placement.kingdoms, cell: kingdom})
            if copies > self._copies[goal]:
                return float(points * (copies - self._copies[goal]))
        return self._hopes(goal, cell, kingdom) - self._while_free(goal, cell)

    def _closes(self, goal: int, cell: Cell, kingdom: int) -> bool:
        """Return whether any three cards would form the pattern, used already or not."""
        kingdoms = self._placement.kingdoms
        x, y = cell
        for own, ((first, ax, ay), (second, bx, by)) in self._others[goal]:
            if own == kingdom and kingdoms.get((x + ax, y + ay)) == first and kingdoms.get((x + bx, y + by)) == second:
                return True
        return False

    def _hopes(self, goal: int, cell: Cell, kingdom: int | None) -> float:
        """Return the value of the copies in the making through `cell`, with `kingdom` there, or the cell free."""
        value = 0.0
        for own, others in self._others[goal]:
            if kingdom is None or own == kingdom:
                value += self._hope(goal, cell, others, 0 if kingdom is None else 1)
        return self._goals[goal][0] * value

    def _hope(self, goal: int, cell: Cell, others: tuple[_Part, _Part], there: int) -> float:
        kingdoms, used = self._placement.kingdoms, self._used[goal]
        x, y = cell
        for kingdom, dx, dy in others:
            other = (x + dx, y + dy)
            laid = kingdoms.get(other)
            if laid is None:
                if other in self._placement.blocked:
                    return 0.0
            elif laid == kingdom and other not in used:
                there += 1
            else:
                return 0.0
        return self._parts[there]


def _pack(parts: tuple[_Part, ...], kingdoms: dict[Cell, int]) -> tuple[int, set[Cell]]:
    """Return the maximum packing: the most copies that share no card, and the cells they take (ruling R6)."""
    used: set[Cell] = set()
    first = parts[1][0]
    for x, y in sorted((cell for cell, kingdom in kingdoms.items() if kingdom == first), key=lambda cell: cell[1]):
        cells = [(x + dx, y + dy) for _, dx, dy in parts]
        fits = all(kingdoms.get(cell) == part[0] and cell not in used for cell, part in zip(cells, parts, strict=True))
        if fits:
            used.update(cells)
    return len(used) // 3, used
