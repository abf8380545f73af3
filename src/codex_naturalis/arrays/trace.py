# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Trace of a game: what observations need and the kernel's record does not keep, updated where an action changes it.

The kernel does not keep which cards all have seen (ruling R17) and which lie where face down; a trace does, keeps
codices as observations show them, and logs the codes of all actions, from which a record can be made.
"""

from typing import Final

import numpy as np

from codex_naturalis.kernel.codex import first_cell, neighbour
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import BLOCKED, CELLS, NONE, OBJECTIVE, OPEN, SIDE, Array, Game, Games
from codex_naturalis.kernel.turns import DRAWS, act

from . import actions
from .grid import BACK_OF, INDEX_OF, OUTSIDE

__all__ = [
    "LOG_SIZE",
    "TRACE",
    "Trace",
    "begin_trace",
    "begin_trace_at",
    "do",
    "is_many",
    "new_traces",
]

LOG_SIZE: Final = 180
"""Capacity of the log of actions: 8 in setup, 80 cards laid, 80 drawn."""

_GRID: Final = actions.CELLS
_BACKS: Final = 8
_EACH: Final = 10
"""Number of cards with each back."""


Trace = Array
"""Trace record inside compiled functions."""

TRACE: Final = np.dtype(
    [
        ("actions", np.int16),  # how many were done
        ("log", np.int32, LOG_SIZE),  # their codes
        ("actors", np.int8, LOG_SIZE),
        ("public", np.uint8, 81),  # cards that everybody has seen
        ("seen", np.uint8, (4, 81)),  # cards that a planner in the seat has seen (`planned`)
        ("in_deck", np.int16, _BACKS),  # cards of each back that have not left their decks
        ("down", np.int16, (4, _BACKS)),  # cards that a seat has laid face down, unseen by the others
        ("row", np.int16, 4),  # Tybor's first cards, by kingdom
        ("before", np.int16, 2),  # size of the decks before the action
        ("codex", np.uint8, (4, _GRID)),
        ("covered", np.uint8, (4, _GRID)),
    ],
    align=True,
)
"""Data type of a trace. Seats are those of the table."""


def new_traces(number: int) -> Array:
    """Return an array of `number` empty traces."""
    return np.zeros(number, TRACE)


@njit
def is_many(g: Game) -> int:
    """Return 1 if the seats have the smaller share of cells, else 0: the first index of the grid's tables."""
    return 1 if g.seats > 2 else 0  # noqa: PLR2004  # see `kernel.layout`


@njit
def begin_trace(g: Game, t: Trace) -> None:
    """Begin the trace of a game that has just been dealt."""
    t.actions = 0
    t.public[:] = 0
    t.seen[:] = 0
    t.codex[:] = 0
    t.covered[:] = 0
    t.down[:] = 0
    t.in_deck[:] = _EACH
    for slot in range(4):
        t.in_deck[BACK_OF[g.market[slot]]] -= 1
    for seat in range(g.seats):
        for slot in range(g.held[seat]):
            t.in_deck[BACK_OF[g.hand[seat, slot]]] -= 1
    for kingdom in range(4):
        t.row[kingdom] = (g.tybor_resources >> (8 * kingdom)) & 255
        t.in_deck[kingdom] -= t.row[kingdom]
    _publish(g, t)


@njit
def begin_trace_at(games: Games, traces: Array, at: int) -> None:
    """Begin the trace of record `at`: the Python entry point."""
    begin_trace(games[at], traces[at])


@njit
def _publish(g: Game, t: Trace) -> None:
    for slot in range(4):
        t.public[g.market[slot]] = 1


@njit
def do(g: Game, t: Trace, seat: int, code: int) -> None:
    """Do an action of `seat`, which must be legal, and keep the trace."""
    if t.actions < LOG_SIZE:
        t.log[t.actions] = code
        t.actors[t.actions] = seat
    t.actions += 1
    t.before[0], t.before[1] = g.decks[0], g.decks[1]
    phase = g.phase + 0
    if code < DRAWS:
        _note_card(g, t, seat, code)
    act(g, code)
    if code < DRAWS:
        face = code // CELLS
        _draw_cell(g, t, seat, code - face * CELLS)
    elif phase == SIDE and g.phase == OBJECTIVE:
        for other in range(g.seats):
            _draw_cell(g, t, other, first_cell(g, other))
    for deck in range(2):
        for n in range(g.decks[deck], t.before[deck]):
            t.in_deck[BACK_OF[g.deck[deck, n]]] -= 1
    _publish(g, t)


@njit
def _note_card(g: Game, t: Trace, seat: int, code: int) -> None:
    """Note a card that is about to be laid: all see a front, but not what a back hides."""
    face = code // CELLS
    card = g.hand[seat, face >> 1]
    if face & 1 == 0:
        t.public[card] = 1
    elif t.public[card] == 0:
        t.down[seat, BACK_OF[card]] += 1


@njit
def _draw_cell(g: Game, t: Trace, seat: int, cell: int) -> None:
    """Update the codex around a card just laid: five cells."""
    many = is_many(g)
    at = INDEX_OF[many, cell & g.mask]
    if at != OUTSIDE:
        t.codex[seat, at] = g.cells[cell]
    for corner in range(4):
        other = neighbour(g, cell, corner)
        beside = INDEX_OF[many, other & g.mask]
        if beside == OUTSIDE:
            continue
        there = g.cells[other]
        if there < OPEN and there > NONE:
            t.covered[seat, beside] |= 1 << (3 - corner)
        elif there in (OPEN, BLOCKED):
            t.codex[seat, beside] = there
