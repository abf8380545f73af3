# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Observations, compiled: the bytes of `encoding.encode`, from a game and its trace."""

from typing import Final

import numpy as np

from codex_naturalis.kernel.codex import count_of
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import DRAW, NOBODY, NONE, OBJECTIVE, OVER, PLACE, SIDE, Array, Game, Games
from codex_naturalis.kernel.planner.choice import seat_to_act

from . import actions
from .grid import BACK_OF
from .layout import NEVER, NO_SEAT, PARTS, observation_layout
from .trace import Trace

__all__ = ["acting_seat", "observe", "observe_at", "summarize"]

_GRID: Final = actions.CELLS
_NEVER: Final = NEVER
_NO_SEAT: Final = NO_SEAT
_MOST_SEATS: Final = 4
_OBJECTIVE_CARDS: Final = 16

_POSITIVE: Final = 0xFFFF
"""Mask that says to the compiler that an index cannot be negative, so that it copies whole rows at once."""

_STARTS: Final = np.zeros((_MOST_SEATS + 1, len(PARTS)), np.int64)
"""Where each part begins, by the number of seats."""

for _seats in range(1, _MOST_SEATS + 1):
    _STARTS[_seats] = [part.start for part in observation_layout(_seats).values()]

(
    _CODEX,
    _COVERED,
    _SYMBOLS,
    _SCORE,
    _OPEN,
    _TURNS_LEFT,
    _CHOSEN,
    _STARTER,
    _HAND,
    _BACKS,
    _MARKET,
    _DECKS,
    _TOPS,
    _OBJECTIVES,
    _MOMENT,
    _TYBOR,
    _UNSEEN,
) = range(len(PARTS))


@njit
def acting_seat(g: Game) -> int:
    """Return the first seat that must act, -1 after the end."""
    return -1 if g.phase == OVER else seat_to_act(g)


@njit
def observe(g: Game, t: Trace, viewer: int, out: Array, row: int) -> None:
    """Write what `viewer` knows into a row of bytes, all of it."""
    seats = g.seats + 0
    for place in range(seats):
        seat = viewer + place
        seat = seat - seats if seat >= seats else seat
        codex = (_STARTS[seats, _CODEX] + place * _GRID) & _POSITIVE
        covered = (_STARTS[seats, _COVERED] + place * _GRID) & _POSITIVE
        for n in range(_GRID):
            out[row, codex + n] = t.codex[seat, n]
        for n in range(_GRID):
            out[row, covered + n] = t.covered[seat, n]
        _observe_seat(g, t, viewer, place, seat, out, row)
    _observe_table(g, out, row)
    _observe_objectives(g, viewer, out, row)
    _observe_moment(g, viewer, out, row)
    _observe_unseen(g, t, viewer, out, row)


@njit
def _observe_seat(g: Game, t: Trace, viewer: int, place: int, seat: int, out: Array, row: int) -> None:
    seats = g.seats + 0
    for symbol in range(7):
        out[row, _STARTS[seats, _SYMBOLS] + 7 * place + symbol] = count_of(g.symbols[seat], symbol)
    out[row, _STARTS[seats, _SCORE] + place] = g.score[seat]
    out[row, _STARTS[seats, _OPEN] + place] = g.open[seat]
    out[row, _STARTS[seats, _TURNS_LEFT] + place] = _turns_left(g, seat)
    chosen = g.side[seat] != NOBODY if g.phase == SIDE else g.objective[seat] != NONE
    out[row, _STARTS[seats, _CHOSEN] + place] = 1 if chosen else 0
    out[row, _STARTS[seats, _STARTER] + place] = g.starter[seat]
    held = 0 if g.phase == SIDE else g.held[seat] + 0
    for slot in range(3):
        card = g.hand[seat, slot] + 0 if slot < held else 0
        known = seat == viewer or t.public[card] == 1
        out[row, _STARTS[seats, _HAND] + 3 * place + slot] = card if known else 0
        out[row, _STARTS[seats, _BACKS] + 3 * place + slot] = BACK_OF[card] + 1 if card else 0


@njit
def _turns_left(g: Game, seat: int) -> int:
    if g.last_round == NOBODY:
        return _NEVER
    if g.phase == OVER:
        return 0
    if g.open[seat] == 0:
        return 1 if g.phase == DRAW and seat == g.turn else 0
    return g.last_round - g.round + (1 if seat >= g.turn else 0)


@njit
def _observe_table(g: Game, out: Array, row: int) -> None:
    """Write the market and the decks; before the hands are dealt, they lie on top of the decks."""
    seats = g.seats + 0
    chosen = 0
    for seat in range(seats):
        chosen += g.objective[seat] != NONE
    for slot in range(4):
        out[row, _STARTS[seats, _MARKET] + slot] = g.market[slot]
    for deck in range(2):
        count = g.decks[deck] + 0
        top = g.deck[deck, count - 1] + 0 if count > 0 else 0
        if g.phase == SIDE:
            first = 0
            for n in range(3 * seats):
                card = g.hand[n // 3, n - n // 3 * 3] + 0
                if card and BACK_OF[card] >> 2 == deck:
                    count += 1
                    first = card if first == 0 else first
            top = first or top
        out[row, _STARTS[seats, _DECKS] + deck] = count
        out[row, _STARTS[seats, _TOPS] + deck] = BACK_OF[top] + 1 if top else 0
    objectives = _OBJECTIVE_CARDS if g.phase == SIDE else _OBJECTIVE_CARDS - 2 - 2 * seats + chosen
    out[row, _STARTS[seats, _DECKS] + 2] = objectives


@njit
def _observe_objectives(g: Game, viewer: int, out: Array, row: int) -> None:
    start = _STARTS[g.seats, _OBJECTIVES]
    for n in range(2):
        out[row, start + n] = 0 if g.phase == SIDE else g.common[n] + 0
        out[row, start + 2 + n] = 0 if g.phase == SIDE else g.offered[viewer, n] + 0
    out[row, start + 4] = g.objective[viewer]


@njit
def _observe_moment(g: Game, viewer: int, out: Array, row: int) -> None:
    start = _STARTS[g.seats, _MOMENT]
    acting = acting_seat(g)
    out[row, start] = g.phase
    out[row, start + 1] = g.round
    out[row, start + 2] = 0 if g.last_round == NOBODY else g.last_round + 0
    out[row, start + 3] = viewer
    out[row, start + 4] = _NO_SEAT if acting < 0 else (acting - viewer + g.seats) % g.seats
    tybor = _STARTS[g.seats, _TYBOR]
    out[row, tybor] = g.solo
    out[row, tybor + 1] = g.tybor if g.solo else 0
    for kingdom in range(4):
        out[row, tybor + 2 + kingdom] = count_of(g.tybor_resources, kingdom) if g.solo else 0


@njit
def _observe_unseen(g: Game, t: Trace, viewer: int, out: Array, row: int) -> None:
    """Write where the unseen cards of each back are; which backs lie where is public (R17)."""
    start = _STARTS[g.seats, _UNSEEN]
    for back in range(8):
        out[row, start + 3 * back] = t.in_deck[back]
        out[row, start + 3 * back + 1] = 0
        down = t.row[back] if back < 4 and g.solo else 0  # noqa: PLR2004  # resource cards
        for seat in range(g.seats):
            if seat != viewer:
                down += t.down[seat, back]
        out[row, start + 3 * back + 2] = down
    for seat in range(g.seats):
        for slot in range(g.held[seat]):
            card = g.hand[seat, slot] + 0
            if g.phase == SIDE:
                out[row, start + 3 * BACK_OF[card]] += 1
            elif seat != viewer and t.public[card] == 0:
                out[row, start + 3 * BACK_OF[card] + 1] += 1


@njit
def summarize(games: Games, at: int, out: Array) -> None:
    """Write for record `at`: the first seat to act, bits of waiting seats, bits of winners, Tybor, scores, totals."""
    g = games[at]
    out[0] = acting_seat(g)
    waiting = 0
    for seat in range(g.seats):
        if g.phase == SIDE:
            waiting |= (g.side[seat] == NOBODY) << seat
        elif g.phase == OBJECTIVE:
            waiting |= (g.objective[seat] == NONE) << seat
    out[1] = waiting if g.phase < PLACE or out[0] < 0 else 1 << out[0]
    out[2] = g.winners
    out[3] = g.tybor
    for seat in range(4):
        out[4 + seat] = g.score[seat]
        out[8 + seat] = g.totals[seat]


@njit
def observe_at(games: Games, traces: Array, at: int, viewer: int, out: Array, row: int) -> None:
    """Do `observe` for record `at`: the Python entry point."""
    observe(games[at], traces[at], viewer, out, row)
