# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Opponents inside the kernel: bots that choose a code for the seat to act, by the chance in the game.

`GREEDY` is `bots.GreedyBot`: the most points now, then the most symbols, the fewest corners covered, the fewest hidden.
`PLANNER` is `bots.PlannerBot` (`planned`). All look only at what their seat may know.
"""

from typing import Final

from codex_naturalis.kernel.chance import below
from codex_naturalis.kernel.codex import count_of, face_of, first_open, neighbour, payable
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import CELLS, DRAW, NONE, OPEN, PLACE, SIDE, VOID, Array, Game
from codex_naturalis.kernel.tables import (
    BRINGS,
    CORNERS,
    COUNTED,
    FLAT,
    HIDES,
    ONE,
    PER_CORNER,
    POINTS,
    STARTER_FACES,
)
from codex_naturalis.kernel.turns import DRAWS, OBJECTIVES, SIDES

from .planner import plan
from .trace import Trace

__all__ = ["GREEDY", "NAMES", "PLANNER", "RANDOM", "choose_code", "cover", "points_for"]

RANDOM: Final = 0
GREEDY: Final = 1
PLANNER: Final = 2

NAMES: Final = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER}
"""Opponents that play inside the kernel, by the names of the bots they are."""

_SYMBOLS: Final = 7
_UNKNOWN: Final = 32
"""Value of a card off a deck, as `_rank` counts: half a point."""


@njit
def choose_code(g: Game, t: Trace, m: Array, seat: int, who: int) -> int:
    """Return the code of the action that opponent `who` chooses for `seat`; `m` is the evaluation of a planner."""
    if who == PLANNER:
        return plan(g, t, m, seat)
    if g.phase == PLACE:
        return _greedy_placement(g, seat) if who == GREEDY else _random_placement(g, seat)
    if g.phase == DRAW:
        return _draw(g, seat, who)
    if g.phase == SIDE:
        return SIDES + 2 * seat + (_greedy_side(g, seat) if who == GREEDY else below(g, 2))
    return OBJECTIVES + 2 * seat + below(g, 2)


@njit
def _random_placement(g: Game, seat: int) -> int:
    faces = 0
    for slot in range(g.held[seat]):
        faces += 2 if payable(g.symbols[seat], face_of(g.hand[seat, slot], 0)) else 1
    pick = below(g, faces)
    cell = g.open_cells[first_open(g, seat) + below(g, g.open[seat])] + 0
    slot = 0
    while True:
        own = 2 if payable(g.symbols[seat], face_of(g.hand[seat, slot], 0)) else 1
        if pick < own:
            side = pick if own == 2 else 1  # noqa: PLR2004  # both sides
            return (2 * slot + side) * CELLS + cell
        pick -= own
        slot += 1


@njit
def cover(g: Game, cell: int) -> tuple[int, int]:
    """Return how many corners a card on `cell` covers, and the symbols on them, packed."""
    covered = 0
    lost = 0
    for corner in range(4):
        there = g.cells[neighbour(g, cell, corner)]
        if VOID < there < OPEN:
            covered += 1
            lost += ONE[CORNERS[there - 1, 3 - corner] + 2]
    return covered, lost


@njit
def points_for(symbols: int, face: int, covered: int, lost: int) -> int:
    """Return the points of a face that covers corners with the symbols `lost`."""
    counted = COUNTED[face]
    if counted == FLAT:
        return POINTS[face] + 0
    if counted == PER_CORNER:
        return POINTS[face] * covered
    return POINTS[face] * (count_of(symbols, counted) + count_of(BRINGS[face], counted) - count_of(lost, counted))


@njit
def _total(packed: int) -> int:
    total = 0
    for symbol in range(_SYMBOLS):
        total += count_of(packed, symbol)
    return total


@njit
def _hide(face: int) -> int:
    hidden = 0
    for corner in range(4):
        hidden += CORNERS[face, corner] == HIDES
    return hidden


@njit
def _greedy_placement(g: Game, seat: int) -> int:
    best, equals, chosen = -1, 0, -1
    start = first_open(g, seat)
    for n in range(start, start + g.open[seat]):
        cell = g.open_cells[n] + 0
        covered, lost = cover(g, cell)
        for slot in range(g.held[seat]):
            for side in range(2):
                face = face_of(g.hand[seat, slot], side)
                if side == 0 and not payable(g.symbols[seat], face):
                    continue
                points = points_for(g.symbols[seat], face, covered, lost)
                symbols = _total(BRINGS[face]) - _total(lost)
                rank = ((points * 64 + symbols + 32) * 8 + 4 - covered) * 8 + 4 - _hide(face)
                if rank > best:
                    best, equals = rank, 0
                if rank == best:
                    equals += 1
                    if below(g, equals) == 0:
                        chosen = (2 * slot + side) * CELLS + cell
    return chosen


@njit
def _greedy_side(g: Game, seat: int) -> int:
    ranks = 0
    for side in range(2):
        face = STARTER_FACES + 6 * side + g.starter[seat] - 81
        rank = 8 * _total(BRINGS[face]) - _hide(face)
        ranks += rank if side == 0 else -rank
    if ranks == 0:
        return below(g, 2)
    return 0 if ranks > 0 else 1


@njit
def _draw(g: Game, seat: int, who: int) -> int:
    best, equals, chosen = -1, 0, -1
    for source in range(6):
        if source < 4:  # noqa: PLR2004  # slots, then decks
            if g.market[source] == NONE:
                continue
            rank = _card_rank(g, seat, g.market[source] - 1)
        else:
            if g.decks[source - 4] == 0:
                continue
            rank = _UNKNOWN
        rank = rank if who == GREEDY else 0
        if rank > best:
            best, equals = rank, 0
        if rank == best:
            equals += 1
            if below(g, equals) == 0:
                chosen = DRAWS + source
    return chosen


@njit
def _card_rank(g: Game, seat: int, face: int) -> int:
    """Return the most points a front could score now, then its symbols; 0 if it cannot be laid."""
    if g.open[seat] == 0 or not payable(g.symbols[seat], face):
        return 0
    most = 0
    start = first_open(g, seat)
    for n in range(start, start + g.open[seat]):
        covered, lost = cover(g, g.open_cells[n])
        most = max(most, points_for(g.symbols[seat], face, covered, lost))
    return most * 64 + _total(BRINGS[face])
