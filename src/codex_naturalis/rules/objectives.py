"""Objective scoring, once at the end (rulings R6, R22, R23, R24)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import structs

from codex_naturalis.catalogue import KINGDOMS, SYMBOLS, CardId, Counts, PatternObjective, catalogue

from .actions import Cell
from .codex import Codex, neighbours
from .events import Copy, ObjectiveScore
from .faces import FACES, KINGDOM_OF
from .options import Sets

__all__ = [
    "KingdomCells",
    "copies_on",
    "count_objective",
    "count_sets",
    "kingdom_cells",
    "missing_symbols",
    "pattern_copies",
    "set_copies",
    "settle_objective",
    "symbol_cells",
]

KingdomCells = tuple[frozenset[Cell], ...]
"""Cells of each kingdom's cards: all that patterns depend on."""

_Pattern = tuple[tuple[int, int, int], ...]
"""Cards of a pattern: kingdom index, dx, dy of each, from top to bottom; the middle one is at 0, 0."""

_PATTERNS: Final[dict[CardId, _Pattern]] = {
    card: tuple((SYMBOLS.index(part.kingdom), part.dx, part.dy) for part in objective.pattern)
    for card, objective in catalogue().objective.items()
    if isinstance(objective, PatternObjective)
}
_NEEDS: Final = {
    card: tuple((index, need) for index, need in enumerate(objective.symbols) if need)
    for card, objective in catalogue().objective.items()
    if not isinstance(objective, PatternObjective)
}
"""Needs of a set: pairs of symbol index and number, without zeros."""

_START: Final = (0, 0)
"""Cell of the starter."""

_TWO, _THREE = 2, 3


def count_objective(
    codex: Codex, card: CardId, kingdoms: KingdomCells | None = None, sets: Sets = Sets.SYMBOLS
) -> ObjectiveScore:
    """Return how often `codex` fulfils the objective `card`, and where; `kingdoms` may be given if known."""
    if card in _PATTERNS:
        found = copies_on(kingdom_cells(codex) if kingdoms is None else kingdoms, card)
    else:
        found = (Copy(()),) * count_sets(codex, card, sets)
    return ObjectiveScore(card, len(found), len(found) * catalogue().objective[card].points, found)


def settle_objective(
    codex: Codex, card: CardId, sets: Sets = Sets.SYMBOLS, kingdoms: KingdomCells | None = None
) -> ObjectiveScore:
    """Return the score of `card` at the end of a game: as `count_objective`, with the cells of sets.

    The cells of sets matter only at the end, and bots count sets often, so only final scoring finds them.
    """
    score = count_objective(codex, card, kingdoms, sets)
    if card in _PATTERNS or not score.copies:
        return score
    ages = _ages(codex)
    if _is_by_card(card, sets):
        cells = _sets_of_cards(*_cells_by_card(codex, card, ages))
    else:
        cells = _sets_of_symbols(codex, card, score.copies, ages)
    return structs.replace(score, found=tuple([Copy(tuple(sorted(set(each), key=ages.__getitem__))) for each in cells]))


def _sets_of_symbols(codex: Codex, card: CardId, copies: int, ages: Mapping[Cell, int]) -> list[list[Cell]]:
    """Return the cells of each set: symbols count once, a card perhaps for several sets (R24)."""
    shown = [(need, _cells_showing(codex, index, ages)) for index, need in _NEEDS[card]]
    return [[cell for need, cells in shown for cell in cells[n * need : (n + 1) * need]] for n in range(copies)]


def count_sets(codex: Codex, card: CardId, sets: Sets = Sets.SYMBOLS) -> int:
    """Return how many complete sets `codex` has for the set objective `card`, as the table counts `sets` (R24)."""
    if not _is_by_card(card, sets):
        return set_copies(codex.symbols, card)
    return len(_sets_of_cards(*_cells_by_card(codex, card, _ages(codex))))


def missing_symbols(codex: Codex, card: CardId, sets: Sets = Sets.SYMBOLS) -> Counts:
    """Return the least number of each symbol missing for one more set of the set objective `card`."""
    missing = [0] * len(SYMBOLS)
    if _is_by_card(card, sets):
        double, single = _cells_by_card(codex, card, _ages(codex))
        copies = len(_sets_of_cards(double, single))
        enough = (n for n in (1, 2, 3) if len(_sets_of_cards(double, [*single, *[_START] * n])) > copies)
        missing[_NEEDS[card][0][0]] = next(enough)
    else:
        copies = set_copies(codex.symbols, card) + 1
        for index, need in _NEEDS[card]:
            missing[index] = max(0, need * copies - codex.symbols[index])
    return tuple(missing)  # type: ignore[return-value]  # as many as there are symbols


def _is_by_card(card: CardId, sets: Sets) -> bool:
    """Return whether cards are counted instead of symbols: no card shows an object twice, so only threes differ."""
    return sets is Sets.CARDS and _NEEDS[card][0][1] == _THREE


def _cells_by_card(codex: Codex, card: CardId, ages: Mapping[Cell, int]) -> tuple[list[Cell], list[Cell]]:
    """Return the cells of cards that show a set's symbol twice, and those that show it once, each oldest first.

    The starter is neither resource nor gold card, and gives each of its symbols singly (R24).
    """
    shown = Counter(_cells_showing(codex, _NEEDS[card][0][0], ages))
    double = [cell for cell, count in shown.items() if count == _TWO and cell != _START]
    single = [cell for cell, count in shown.items() if count == 1 or cell == _START for _ in range(count)]
    return double, single


def _sets_of_cards(double: Sequence[Cell], single: Sequence[Cell]) -> list[list[Cell]]:
    """Return the cells of each set: a card with two beside one with one, then two with two, then three with one."""
    both = min(len(double), len(single))
    twos, ones = double[both:], single[both:]
    return [
        *([two, one] for two, one in zip(double, single, strict=False)),
        *([*twos[n : n + 2]] for n in range(0, len(twos) - 1, 2)),
        *([*ones[n : n + 3]] for n in range(0, len(ones) - 2, 3)),
    ]


def symbol_cells(codex: Codex) -> tuple[tuple[Cell, ...], ...]:
    """Return for each symbol the cells that show it, oldest first, each as often as its card shows the symbol."""
    ages = _ages(codex)
    return tuple([tuple(_cells_showing(codex, index, ages)) for index in range(len(SYMBOLS))])


def _ages(codex: Codex) -> dict[Cell, int]:
    """Return when each card was laid: a later one lies on top."""
    return {cell: age for age, cell in enumerate(codex.cards)}


def _cells_showing(codex: Codex, symbol: int, ages: Mapping[Cell, int]) -> list[Cell]:
    """Return the cells that show a symbol, oldest first, each as often as its card shows it."""
    found: list[Cell] = []
    for cell, placed in codex.cards.items():
        face = FACES[placed.side][placed.card]
        count = face.counts[symbol]
        if count and symbol in face.corners:
            for corner, other in enumerate(neighbours(cell)):
                if face.corners[corner] == symbol and ages.get(other, -1) > ages[cell]:
                    count -= 1
        found += [cell] * count
    return found


def set_copies(symbols: Sequence[int], card: CardId) -> int:
    """Return how many complete sets there are among visible `symbols` for the set objective `card`."""
    return min([symbols[index] // need for index, need in _NEEDS[card]])


def pattern_copies(codex: Codex, card: CardId) -> tuple[Copy, ...]:
    """Return the largest set of copies of the pattern `card` that share no card."""
    return copies_on(kingdom_cells(codex), card)


def kingdom_cells(codex: Codex) -> KingdomCells:
    """Return where the cards of each kingdom lie; starters have none (R22)."""
    kingdoms: tuple[list[Cell], ...] = tuple([] for _ in KINGDOMS)
    for cell, placed in codex.cards.items():
        kingdom = KINGDOM_OF.get(placed.card)
        if kingdom is not None:
            kingdoms[kingdom].append(cell)
    return tuple(map(frozenset, kingdoms))


def copies_on(kingdoms: KingdomCells, card: CardId) -> tuple[Copy, ...]:
    """Return the largest set of copies of the pattern `card` that share no card, by where cards lie.

    Interval scheduling: copies compete along a diagonal or a column only, as intervals on a line do, so closing each
    copy as early as possible is exact (a test compares it with brute force).
    """
    (above, above_x, above_y), (middle, _, _), (below, below_x, below_y) = _PATTERNS[card]
    uppers, lowers = kingdoms[above], kingdoms[below]
    there = [
        (y, x)
        for x, y in kingdoms[middle]
        if (x + above_x, y + above_y) in uppers and (x + below_x, y + below_y) in lowers
    ]
    used: set[Cell] = set()
    found = []
    for y, x in sorted(there):
        cells = ((x + above_x, y + above_y), (x, y), (x + below_x, y + below_y))
        if used.isdisjoint(cells):
            used.update(cells)
            found.append(Copy(cells))
    return tuple(found)
