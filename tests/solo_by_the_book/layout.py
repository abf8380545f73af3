"""What lies before the player, worked out from nothing but the cards laid, in order, each time it is asked for."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from tests.solo_by_the_book.cards import CARDS, CORNERS, OBJECTIVES, SYMBOLS, kingdom_of, printed

__all__ = ["Cell", "Laid", "copies_of", "fronts_paid", "most_apart", "open_cells", "points_for", "symbols_of"]

Cell = tuple[int, int]
Laid = Sequence[tuple[int, str, Cell]]
"""Card, side and cell, in the order of laying."""


def _beside(cell: Cell, corner: tuple[int, int]) -> Cell:
    return cell[0] + corner[0], cell[1] + corner[1]


def symbols_of(laid: Laid) -> str:
    """Return the letters of all visible symbols: centres always, corners that no later card covers."""
    seen = ""
    for number, (card, side, cell) in enumerate(laid):
        corners, centre = printed(card, side)
        later = [other for _, _, other in laid[number + 1 :]]
        seen += centre
        seen += "".join(
            letter
            for letter, corner in zip(corners, CORNERS, strict=True)
            if letter in SYMBOLS and _beside(cell, corner) not in later
        )
    return seen


def open_cells(laid: Laid) -> list[Cell]:
    """Return the empty cells that cover at least one visible corner, and no hidden one (R8)."""
    cells = [cell for _, _, cell in laid]
    around = {_beside(cell, corner) for cell in cells for corner in CORNERS}
    return sorted(cell for cell in around if cell not in cells and "-" not in _corners_below(laid, cell))


def _corners_below(laid: Laid, new: Cell) -> str:
    """Return the corners that a card on `new` would lie on."""
    return "".join(
        printed(card, side)[0][index]
        for card, side, cell in laid
        for index, corner in enumerate(CORNERS)
        if _beside(cell, corner) == new
    )


def fronts_paid(laid: Laid, hand: Sequence[int]) -> list[int]:
    """Return the cards of `hand` whose front may be laid: those without a cost, and those that the symbols pay for."""
    seen = symbols_of(laid)
    return [card for card in hand if _pays(seen, CARDS["gold"].get(card, {}).get("cost", ""))]


def _pays(seen: str, cost: str) -> bool:
    return all(seen.count(letter) >= cost.count(letter) for letter in cost)


def points_for(laid: Laid) -> int:
    """Return what the last card laid has scored: as printed, by object shown (R10), or by corner covered (R11)."""
    card, side, cell = laid[-1]
    fact = CARDS["resource"].get(card) or CARDS["gold"][card]
    points: int = fact.get("points", 0)
    if side == "back":
        return 0
    match fact.get("per"):
        case None:
            return points
        case "corner":
            return points * len(_corners_below(laid[:-1], cell))
        case what:
            letter = {"quill": "Q", "inkwell": "K", "manuscript": "M"}[what]
            return points * symbols_of(laid).count(letter)


def copies_of(laid: Laid, objective: int) -> int:
    """Return how often `objective` is fulfilled (R6, R22-R24)."""
    fact = OBJECTIVES[objective]
    if "symbols" in fact:
        return _sets(symbols_of(laid), fact["symbols"])
    return most_apart(list(_patterns(laid, fact["pattern"])))


def _sets(seen: str, wanted: str) -> int:
    """Take sets away until one is incomplete."""
    for letter in wanted:
        if letter not in seen:
            return 0
        seen = seen.replace(letter, "", 1)
    return 1 + _sets(seen, wanted)


def _patterns(laid: Laid, pattern: Sequence[str]) -> Iterator[frozenset[Cell]]:
    """Yield the cells of every copy there is, whether or not it shares cards with others."""
    kingdoms = {cell: kingdom_of(card) for card, _, cell in laid}
    for middle in kingdoms:
        cells = {_beside(middle, _offset(part)): part[0] for part in pattern}
        if all(kingdoms.get(cell) == letter for cell, letter in cells.items()):
            yield frozenset(cells)


def _offset(part: str) -> tuple[int, int]:
    """Read `F 1,-1`."""
    dx, _, dy = part[2:].partition(",")
    return int(dx), int(dy)


def most_apart(copies: list[frozenset[Cell]]) -> int:
    """Return how many of `copies` can be chosen so that none shares a card with another: by trying all choices.

    Copies that share cards, directly or by way of others, make a heap; heaps do not touch, so each is tried alone.
    """
    return sum(_most_in(heap) for heap in _heaps(copies))


def _heaps(copies: list[frozenset[Cell]]) -> list[list[frozenset[Cell]]]:
    heaps: list[list[frozenset[Cell]]] = []
    for copy in copies:
        touched = [heap for heap in heaps if any(copy & other for other in heap)]
        heaps = [heap for heap in heaps if heap not in touched]
        heaps.append([copy, *(other for heap in touched for other in heap)])
    return heaps


def _most_in(heap: list[frozenset[Cell]]) -> int:
    """Try the largest choices first: a copy takes three cards."""
    for number in range(len(frozenset().union(*heap)) // 3, 0, -1):
        for chosen in combinations(heap, number):
            if not any(one & other for one, other in combinations(chosen, 2)):
                return number
    return 0
