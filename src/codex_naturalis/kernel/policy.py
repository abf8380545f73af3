# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""The cheap, erratic player that imagined games are played out with.

It prefers cards that score now, cells that cover nothing of value, placements that finish or continue a pattern, and
face-up cards it could pay. It looks at a few cells only, so that it costs next to nothing, and never twice the same.
"""

from .chance import below, unit
from .codex import cell_at, count_of, face_of, first_open, payable
from .jit import njit
from .layout import DRAW, NONE, OPEN, OVER, PLACE, VOID, Game
from .planner import awaited
from .tables import (
    CORNERS,
    COUNTED,
    FLAT,
    HIDES,
    KINGDOM,
    KINGDOM_ON,
    ONE,
    PATTERN,
    PER_CORNER,
    POINTS,
    REWARD,
)
from .turns import choose_objective, choose_side, draw, place

__all__ = ["play_draw", "play_placement", "play_some"]

_LOOKS = 5
"""How many cells are looked at."""

_WIDE = 2.2
"""How many corners a card is expected to cover."""


@njit
def _worth_front(symbols: int, face: int) -> float:
    """Return the points a payable front gives, more or less."""
    counted = COUNTED[face]
    if counted == FLAT:
        return POINTS[face] * 1.0
    if counted == PER_CORNER:
        return POINTS[face] * _WIDE
    return POINTS[face] * (count_of(symbols, counted) + 1.0)


@njit
def _pick_face(g: Game, seat: int) -> int:
    """Return 2 * slot + side of the card to lay."""
    best = 0
    most = -1e9
    symbols = g.symbols[seat]
    for slot in range(g.held[seat]):
        face = g.hand[seat, slot] - 1
        if payable(symbols, face):
            value = 1.5 * _worth_front(symbols, face) + unit(g)
            if face < 40:  # noqa: PLR2004  # a resource card
                value += 0.6
            side = 0
        else:
            value = 0.8 * unit(g) - 0.3
            side = 1
        if value > most:
            most = value
            best = 2 * slot + side
    if best & 1 == 0 and most < 2.0 and unit(g) < 0.15:  # noqa: PLR2004  # nothing to gain: sometimes face down
        best += 1
    return best


@njit
def play_placement(g: Game) -> None:
    """Lay some card somewhere."""
    seat = g.turn
    pick = _pick_face(g, seat)
    face = face_of(g.hand[seat, pick >> 1], pick & 1)
    start = first_open(g, seat)
    number = g.open[seat]
    best = g.open_cells[start] + 0
    most = -1e9
    for n in range(min(_LOOKS, number)):
        cell = g.open_cells[start + (n if number <= _LOOKS else below(g, number))]
        value = _worth_cell(g, seat, face, cell) + unit(g)
        if value > most:
            most = value
            best = cell + 0
    place(g, pick >> 1, pick & 1, best)


@njit
def _worth_cell(g: Game, seat: int, face: int, cell: int) -> float:
    value = 0.0
    counted = COUNTED[face]
    for corner in range(4):
        along = 1 if corner & 1 else -1
        other = cell_at(g, cell, along, 0) if corner in (1, 2) else cell_at(g, cell, 0, along)
        there = g.cells[other]
        hidden = CORNERS[face, corner] == HIDES
        if there == VOID:
            value += 0.0 if hidden else 0.35
        elif there == OPEN:
            value -= 0.5 if hidden else 0.0
        elif there < OPEN:
            if ONE[CORNERS[there - 1, 3 - corner] + 2]:
                value -= 0.7
            if counted == PER_CORNER:
                value += 2.0
    kingdom = KINGDOM[face]
    for n in range(3):
        objective = g.common[n] if n < 2 else g.objective[seat]  # noqa: PLR2004  # two common ones
        if PATTERN[objective, 0] >= 0:
            value += REWARD[objective] * _promise(g, cell, kingdom, objective)
    return value


@njit
def _promise(g: Game, cell: int, kingdom: int, objective: int) -> float:
    """Return how much of a pattern a card of `kingdom` on `cell` would make."""
    best = 0.0
    for role in range(3):
        if PATTERN[objective, role] != kingdom:
            continue
        u, v = _offset(objective, role)
        right = 0
        for other in range(3):
            if other != role:
                du, dv = _offset(objective, other)
                held = g.cells[cell_at(g, cell, du - u, dv - v)]
                if KINGDOM_ON[held] == PATTERN[objective, other]:
                    right += 1
                elif held not in (VOID, OPEN):
                    right -= 2
        best = max(best, 1.0 if right == 2 else 0.35 if right == 1 else 0.0)  # noqa: PLR2004
    return best


@njit
def _offset(objective: int, role: int) -> tuple[int, int]:
    if role == 1:
        return 0, 0
    at = 3 if role == 0 else 5
    return PATTERN[objective, at] + 0, PATTERN[objective, at + 1] + 0


@njit
def play_draw(g: Game) -> None:
    """Take some card."""
    symbols = g.symbols[g.turn]
    best = -1
    most = -1e9
    for slot in range(4):
        card = g.market[slot]
        if card == NONE:
            continue
        value = _worth_front(symbols, card - 1) + 0.5 if payable(symbols, card - 1) else 0.2
        value += 1.2 * unit(g)
        if value > most:
            most = value
            best = slot
    for deck in range(2):
        if g.decks[deck] > 0:
            value = 0.6 - 0.1 * deck + 1.2 * unit(g)
            if value > most:
                most = value
                best = 4 + deck
    draw(g, best)


@njit
def play_some(g: Game, turns: int) -> None:
    """Finish the turn that has begun and play so many more, or to the end."""
    while g.phase != OVER:
        if g.phase == PLACE:
            if turns == 0:
                return
            turns -= 1
            play_placement(g)
        elif g.phase == DRAW:
            play_draw(g)
        elif g.phase == 0:
            choose_side(g, awaited(g), below(g, 2))
        else:
            choose_objective(g, awaited(g), below(g, 2))
