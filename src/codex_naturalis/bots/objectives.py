"""Objectives as the planner sees them: copies there, copies in the making, and what one more card would change."""

from collections.abc import Sequence
from typing import Final

from codex_naturalis.catalogue import SYMBOLS, CardId, PatternObjective, catalogue
from codex_naturalis.rules import Cell

from .ground import Ground
from .weights import Weights

__all__ = ["Patterns", "sets_of", "value_of_sets"]

_Part = tuple[int, int, int]
"""Kingdom, dx, dy."""

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

_Sets = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


def sets_of(objectives: Sequence[CardId]) -> _Sets:
    """Return points and needs of those among `objectives` that ask for symbols."""
    return tuple(_SETS[card] for card in objectives if card in _SETS)


def value_of_sets(sets: _Sets, symbols: Sequence[int], part: float) -> float:
    """Return the points of all complete sets, and `part` of those that have begun."""
    value = 0.0
    for points, needs in sets:
        copies = min(symbols[index] // need for index, need in needs)
        begun = sum(min(symbols[index] - copies * need, need) for index, need in needs)
        value += points * (copies + part * begun / sum(need for _, need in needs))
    return value


class Patterns:
    """The pattern objectives of one seat on its codex."""

    def __init__(self, objectives: Sequence[CardId], ground: Ground, weights: Weights, scale: float) -> None:
        """Look at `ground`; copies in the making count by `weights` times `scale`."""
        self._goals = tuple(_PATTERNS[card] for card in objectives if card in _PATTERNS)
        self._ground = ground
        self._parts = (0.0, weights.pattern_one * scale, weights.pattern_two * scale, 0.0)
        packed = [_pack(parts, ground.kingdoms) for _, parts in self._goals]
        self._copies = [copies for copies, _ in packed]
        self._used = [used for _, used in packed]
        self._known: dict[tuple[Cell, int], float] = {}

    def points(self) -> int:
        """Return the points of all copies there are."""
        return sum(points * copies for (points, _), copies in zip(self._goals, self._copies, strict=True))

    def gain(self, cell: Cell, kingdom: int) -> float:
        """Return what a card of `kingdom` on `cell` adds, in points: copies and copies in the making."""
        key = (cell, kingdom)
        if key not in self._known:
            self._known[key] = sum(self._gain(goal, cell, kingdom) for goal in range(len(self._goals)))
        return self._known[key]

    def loss(self, cells: Sequence[Cell]) -> float:
        """Return what is lost when nothing can ever be laid on `cells`."""
        return sum(self._hopes(goal, cell, None) for goal in range(len(self._goals)) for cell in cells)

    def _gain(self, goal: int, cell: Cell, kingdom: int) -> float:
        points, parts = self._goals[goal]
        if kingdom >= 0 and self._closes(goal, cell, kingdom):
            copies, _ = _pack(parts, {**self._ground.kingdoms, cell: kingdom})
            if copies > self._copies[goal]:
                return float(points * (copies - self._copies[goal]))
        return self._hopes(goal, cell, kingdom) - self._hopes(goal, cell, None)

    def _closes(self, goal: int, cell: Cell, kingdom: int) -> bool:
        """Return whether some three cards would lie right, be they used already or not."""
        kingdoms = self._ground.kingdoms
        x, y = cell
        parts = self._goals[goal][1]
        return any(
            own == kingdom
            and all(kingdoms.get((x + ax - dx, y + ay - dy)) == k for k, ax, ay in parts if (ax, ay) != (dx, dy))
            for own, dx, dy in parts
        )

    def _hopes(self, goal: int, cell: Cell, kingdom: int | None) -> float:
        """Return what the copies in the making through `cell` are worth, with `kingdom` there, or the cell free."""
        points, parts = self._goals[goal]
        x, y = cell
        value = 0.0
        for own, dx, dy in parts:
            if kingdom is None or own == kingdom:
                value += self._hope(goal, (x - dx, y - dy), cell, 0 if kingdom is None else 1)
        return points * value

    def _hope(self, goal: int, anchor: Cell, skip: Cell, there: int) -> float:
        ground, used = self._ground, self._used[goal]
        x, y = anchor
        for kingdom, dx, dy in self._goals[goal][1]:
            cell = (x + dx, y + dy)
            if cell == skip:
                continue
            laid = ground.kingdoms.get(cell)
            if laid is None:
                if cell in ground.blocked:
                    return 0.0
            elif laid == kingdom and cell not in used:
                there += 1
            else:
                return 0.0
        return self._parts[there]


def _pack(parts: tuple[_Part, ...], kingdoms: dict[Cell, int]) -> tuple[int, set[Cell]]:
    """Return the largest number of copies that share no card, and the cells they take (ruling R6)."""
    used: set[Cell] = set()
    first = parts[1][0]
    for x, y in sorted((cell for cell, kingdom in kingdoms.items() if kingdom == first), key=lambda cell: cell[1]):
        cells = [(x + dx, y + dy) for _, dx, dy in parts]
        fits = all(kingdoms.get(cell) == part[0] and cell not in used for cell, part in zip(cells, parts, strict=True))
        if fits:
            used.update(cells)
    return len(used) // 3, used
