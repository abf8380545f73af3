# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Masks and steps by index, compiled: an index is checked before use, so none reads out of bounds."""

from codex_naturalis.kernel.codex import face_of, first_cell, first_open, payable
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import CELLS, DRAW, NOBODY, NONE, OBJECTIVE, OPEN, PLACE, SIDE, Array, Game, Games
from codex_naturalis.kernel.turns import DRAWS, OBJECTIVES, SIDES

from . import actions
from .grid import INDEX_OF, NUMBER_OF, OUTSIDE
from .trace import Trace, do, is_many

__all__ = ["act_index", "act_index_at", "code_at", "write_mask", "write_mask_at"]

_GRID = actions.CELLS
_DRAWS = actions.DRAWS
_SIDES = actions.SIDES
_OBJECTIVES = actions.OBJECTIVES
_ACTIONS = actions.ACTIONS


@njit
def code_at(g: Game, seat: int, index: int) -> int:
    """Return the kernel's code of a legal action of `seat`, -1 for any other number."""
    if index < 0 or index >= _ACTIONS:
        return -1
    if index < _DRAWS:
        return _placement(g, seat, index)
    if index < _SIDES:
        return DRAWS + index - _DRAWS if g.phase == DRAW and g.turn == seat and _there(g, index - _DRAWS) else -1
    if index < _OBJECTIVES:
        return SIDES + 2 * seat + index - _SIDES if g.phase == SIDE and g.side[seat] == NOBODY else -1
    if g.phase == OBJECTIVE and g.objective[seat] == NONE:
        return OBJECTIVES + 2 * seat + index - _OBJECTIVES
    return -1


@njit
def _placement(g: Game, seat: int, index: int) -> int:
    face = index // _GRID
    slot = face >> 1
    if g.phase != PLACE or g.turn != seat or slot >= g.held[seat]:
        return -1
    if face & 1 == 0 and not payable(g.symbols[seat], face_of(g.hand[seat, slot], 0)):
        return -1
    cell = first_cell(g, seat) + NUMBER_OF[is_many(g), index - face * _GRID]
    return face * CELLS + cell if g.cells[cell] == OPEN else -1


@njit
def _there(g: Game, source: int) -> bool:
    return g.market[source] != NONE if source < 4 else g.decks[source - 4] > 0  # noqa: PLR2004  # slots, then decks


@njit
def act_index(g: Game, t: Trace, seat: int, index: int) -> bool:
    """Do an action of `seat` by index and return True; if it is not legal, change nothing and return False."""
    code = code_at(g, seat, index)
    if code < 0:
        return False
    do(g, t, seat, code)
    return True


@njit
def act_index_at(games: Games, traces: Array, at: int, seat: int, index: int) -> bool:
    """Do `act_index` in record `at`: the Python entry point."""
    return act_index(games[at], traces[at], seat, index)


@njit
def write_mask(g: Game, seat: int, mask: Array, row: int, value: int) -> int:
    """Write `value` for each legal action of `seat` into a row; return how many are beyond the grid.

    Writing 1 into a row of zeros makes its mask; writing 0 into that mask clears it, which costs less than clearing a
    row of thousands.
    """
    if g.phase == PLACE and g.turn == seat:
        return _mask_placements(g, seat, mask, row, value)
    if g.phase == DRAW and g.turn == seat:
        for source in range(6):
            mask[row, _DRAWS + source] = value if _there(g, source) else 0
    elif g.phase == SIDE and g.side[seat] == NOBODY:
        mask[row, _SIDES] = mask[row, _SIDES + 1] = value
    elif g.phase == OBJECTIVE and g.objective[seat] == NONE:
        mask[row, _OBJECTIVES] = mask[row, _OBJECTIVES + 1] = value
    return 0


@njit
def _mask_placements(g: Game, seat: int, mask: Array, row: int, value: int) -> int:
    beyond = 0
    many = is_many(g)
    start = first_open(g, seat)
    for slot in range(g.held[seat]):
        first = 0 if payable(g.symbols[seat], face_of(g.hand[seat, slot], 0)) else 1
        for n in range(start, start + g.open[seat]):
            at = INDEX_OF[many, g.open_cells[n] & g.mask]
            if at == OUTSIDE:
                beyond += 2 - first
                continue
            for side in range(first, 2):
                mask[row, (2 * slot + side) * _GRID + at] = value
    return beyond


@njit
def write_mask_at(games: Games, at: int, seat: int, mask: Array, row: int) -> int:
    """Clear a row and do `write_mask` for record `at`: the Python entry point."""
    for n in range(_ACTIONS):
        mask[row, n] = 0
    return write_mask(games[at], seat, mask, row, 1)
