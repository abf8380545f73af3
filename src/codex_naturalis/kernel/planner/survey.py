# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Survey of a codex: what lies around each open cell, and what one more card there does for patterns.

All of it is the same for every face that may be laid, so it is found once for each decision.
"""

from ..codex import first_open, neighbour
from ..compiler.jit import njit
from ..layout import Array, Game
from ..objectives import copies_of
from ..tables import BACK_FACES, PATTERN, REWARD, TAKES
from .lookup_tables import AROUND, BITS, COVERED, FITS, OTHERS, ROLES

__all__ = ["group_cells", "hopes", "survey"]

PlannerState = Array

_KINGDOMS = 4
_ROLES = 3
_BOTH = 2
_USED = 8


@njit
def survey(g: Game, m: PlannerState, seat: int) -> None:
    """Look at each open cell, and find for each kingdom the most that one more card could do for patterns."""
    start, number = first_open(g, seat), g.open[seat] + 0
    m.widest = 0.0 if number else 1.0
    for n in range(number):
        _look_around(g, m, g.open_cells[start + n] + 0, n)
        m.widest = max(m.widest, BITS[m.around[n] >> COVERED])
        for kingdom in range(_KINGDOMS):
            m.gains[kingdom, n] = 0.0
    for goal in range(3):
        if PATTERN[m.goals[goal], 0] >= 0:
            _survey_pattern(g, m, seat, goal)
    for kingdom in range(_KINGDOMS):
        best = -1e9 if number else 0.0
        for n in range(number):
            best = max(best, m.gains[kingdom, n])
        m.best[kingdom] = best


@njit
def _look_around(g: Game, m: PlannerState, cell: int, n: int) -> None:
    """Write what lies at the corners of `cell`, as `AROUND` says it, and the symbols that a card there covers."""
    bits, taken = 0, 0
    for corner in range(4):
        there = g.cells[neighbour(g, cell, corner)]
        bits |= AROUND[there] << corner
        taken += TAKES[there, corner]
    m.around[n] = bits
    m.taken[n] = taken


@njit
def group_cells(m: PlannerState, number: int) -> None:
    """Group the open cells by the symbols that a card there covers, which are the same for many; after `survey`."""
    groups = 0
    for n in range(number):
        taken = m.taken[n] + 0
        group = 0
        while group < groups and m.covers[group] != taken:
            group += 1
        m.covers[group] = taken
        groups = max(groups, group + 1)
        m.group[n] = group
    m.groups = groups


@njit
def _survey_pattern(g: Game, m: PlannerState, seat: int, goal: int) -> None:
    """Add what a card of each kingdom on each open cell does for a pattern: copies, and copies in the making."""
    objective = m.goals[goal] + 0
    reward = REWARD[objective] + 0
    one, two = m.one + 0.0, m.two + 0.0
    start = first_open(g, seat)
    for n in range(g.open[seat]):
        cell = g.open_cells[start + n] + 0
        free = 0.0
        closes = 0
        for kingdom in range(_KINGDOMS):
            m.hoped[kingdom] = 0.0
        for role in range(_ROLES):
            there = _there(g, m, goal, objective, cell, role)
            kingdom = PATTERN[objective, role]
            if there & ~_USED == _BOTH:
                closes |= 1 << kingdom
            if there == 0:
                m.hoped[kingdom] += one
            elif there == 1:
                free += one
                m.hoped[kingdom] += two
            elif there == _BOTH:
                free += two
        free *= reward
        for kingdom in range(_KINGDOMS):
            value = -free
            if ROLES[objective, kingdom]:
                more = _copies_with(g, seat, cell, kingdom, objective) - m.copies[goal] if closes >> kingdom & 1 else 0
                value = float(reward * more) if more > 0 else reward * m.hoped[kingdom] - free
            m.gains[kingdom, n] += value


@njit
def _copies_with(g: Game, seat: int, cell: int, kingdom: int, objective: int) -> int:
    before = g.cells[cell]
    g.cells[cell] = BACK_FACES + kingdom + 1
    g.log[seat, g.logged[seat]] = cell
    g.logged[seat] += 1
    copies = copies_of(g, seat, objective)
    g.logged[seat] -= 1
    g.cells[cell] = before
    return copies


@njit
def hopes(g: Game, m: PlannerState, cell: int) -> float:
    """Return the value of the copies in the making through `cell`, while it is free; memoized after `prepare`."""
    at = cell & g.mask
    if m.hoped_in[at] != m.decision:
        value = 0.0
        for goal in range(3):
            if PATTERN[m.goals[goal], 0] >= 0:
                value += _hopes_of(g, m, goal, cell)
        m.hopes[at] = value
        m.hoped_in[at] = m.decision
    return m.hopes[at] + 0.0


@njit
def _hopes_of(g: Game, m: PlannerState, goal: int, cell: int) -> float:
    objective = m.goals[goal] + 0
    value = 0.0
    for role in range(_ROLES):
        there = _there(g, m, goal, objective, cell, role)
        if there == 1:
            value += m.one
        elif there == _BOTH:
            value += m.two
    return REWARD[objective] * value


@njit
def _there(g: Game, m: PlannerState, goal: int, objective: int, cell: int, role: int) -> int:
    """Return the number of other cards of a pattern already in place, if `cell` is to hold the one of this role.

    The number is negative if it can never be, and has `_USED` added if a card is part of another copy.
    """
    own, mask = cell & ~g.mask, g.mask + 0
    first = own | ((cell + m.steps[goal, role, 0]) & mask)
    last = own | ((cell + m.steps[goal, role, 1]) & mask)
    right = FITS[g.cells[first], OTHERS[objective, role, 2]] + FITS[g.cells[last], OTHERS[objective, role, 5]]
    if right > 0 and (m.used[first] | m.used[last]) >> goal & 1:
        return right + _USED
    return right
