# mypy: disable-error-code=no-any-return
# Compiled functions read records, whose fields have no static types.
"""Incremental codex: laying a card updates cells, symbols and points; nothing is ever scanned."""

from .compiler.jit import njit
from .layout import OPEN, VOID, Game
from .tables import (
    BACK_FACES,
    BESIDE,
    BRINGS,
    CORNERS,
    COST,
    COUNTED,
    FLAT,
    HIDES,
    HIGH_BITS,
    KINGDOM,
    PER_CORNER,
    POINTS,
    STARTER_FACES,
    TAKES,
)

__all__ = [
    "begin_codex",
    "cell_at",
    "count_of",
    "face_of",
    "first_cell",
    "first_open",
    "lacking",
    "lay_at",
    "neighbour",
    "payable",
    "points_of",
]

_SIXTEENTH = 4
"""Shift for the capacity of open cells, a sixteenth of all cells; a shift is faster than a division."""


@njit
def first_cell(g: Game, seat: int) -> int:
    """Return the index of the first cell of `seat`; its starter lies there."""
    return seat * (g.mask + 1)


@njit
def first_open(g: Game, seat: int) -> int:
    """Return the index where the list of open cells of `seat` begins."""
    return (seat * (g.mask + 1)) >> _SIXTEENTH


@njit
def cell_at(g: Game, cell: int, du: int, dv: int) -> int:
    """Return the cell `du` and `dv` steps from `cell`, in the same codex."""
    return (cell & ~g.mask) | ((cell + du + g.stride * dv) & g.mask)


@njit
def neighbour(g: Game, cell: int, corner: int) -> int:
    """Return the cell that `corner` of `cell` points to: top-left, top-right, bottom-left, bottom-right."""
    along = 1 if corner & 1 else -1
    step = along if corner in (1, 2) else along * g.stride
    return (cell & ~g.mask) | ((cell + step) & g.mask)


@njit
def count_of(packed: int, symbol: int) -> int:
    """Count of `symbol` in a packed count."""
    return (packed >> (8 * symbol)) & 0xFF


@njit
def payable(symbols: int, face: int) -> bool:
    """Return whether `symbols` meet the cost of `face`, all compared at once."""
    return ((symbols | HIGH_BITS) - COST[face]) & HIGH_BITS == HIGH_BITS


@njit
def lacking(symbols: int, face: int) -> int:
    """Return the number of symbols missing until `symbols` meet the cost of `face`."""
    missing = 0
    cost = COST[face]
    if cost:
        for symbol in range(4):
            missing += max(0, count_of(cost, symbol) - count_of(symbols, symbol))
    return missing


@njit
def points_of(symbols: int, face: int, covered: float) -> float:
    """Return the points of a front that covers `covered` corners; objects that it hides are not counted."""
    counted = COUNTED[face]
    if counted == FLAT:
        return POINTS[face] * 1.0
    if counted == PER_CORNER:
        return POINTS[face] * covered
    return POINTS[face] * 1.0 * (count_of(symbols, counted) + count_of(BRINGS[face], counted))


@njit
def face_of(card: int, side: int) -> int:
    """Return the face that `side` of a resource or gold card shows."""
    return card - 1 if side == 0 else BACK_FACES + KINGDOM[card - 1]


@njit
def _close(g: Game, seat: int, cell: int) -> None:
    """Remove `cell` from the list of open cells."""
    at = first_open(g, seat)
    while g.open_cells[at] != cell:
        at += 1
    _take_off(g, seat, at)


@njit
def _take_off(g: Game, seat: int, at: int) -> None:
    """Remove an entry of the list of open cells, by index (swap with the last one)."""
    g.open[seat] -= 1
    g.open_cells[at] = g.open_cells[first_open(g, seat) + g.open[seat]]


@njit
def lay_at(g: Game, seat: int, face: int, at: int) -> int:
    """Lay `face` on an open cell, named by its place in the list, and return the points (rulings R8, R10, R11)."""
    cell = g.open_cells[at] + 0
    _take_off(g, seat, at)
    g.cells[cell] = face + 1
    g.log[seat, g.logged[seat]] = cell
    g.logged[seat] += 1
    symbols = g.symbols[seat] + BRINGS[face]
    covered = 0
    for corner in range(4):  # with one branch only, as none of the others could be foretold
        other = neighbour(g, cell, corner)
        there = g.cells[other]
        hides = int(CORNERS[face, corner] == HIDES)
        g.cells[other] = BESIDE[there, hides]
        symbols -= TAKES[there, corner]
        covered += int((there != VOID) & (there < OPEN))
        g.open_cells[first_open(g, seat) + g.open[seat]] = other
        g.open[seat] += int((there == VOID) & (hides == 0))
        if there == OPEN and hides:
            _close(g, seat, other)
    g.symbols[seat] = symbols
    counted = COUNTED[face]
    if counted == FLAT:
        return POINTS[face] + 0
    if counted == PER_CORNER:
        return POINTS[face] * covered
    return POINTS[face] * count_of(symbols, counted)


@njit
def begin_codex(g: Game, seat: int) -> None:
    """Lay the starter of `seat` on the side it has chosen."""
    cell = first_cell(g, seat)
    g.cells[cell] = OPEN
    g.open_cells[first_open(g, seat)] = cell
    g.open[seat] = 1
    lay_at(g, seat, STARTER_FACES + 6 * g.side[seat] + g.starter[seat] - 81, first_open(g, seat))
