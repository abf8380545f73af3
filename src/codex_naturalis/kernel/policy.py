# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""The cheap, erratic player that imagined games are played on with.

It looks at some open cells and at every face it could lay there: what scores now, symbols brought and covered, cells
opened and closed, patterns finished or begun, sets of symbols; and it takes cards that score, that it can pay, and that
its objectives ask for. What it finds goes into no more than a sum, to which chance is added: never twice the same.
"""

from typing import Final

import numpy as np

from .chance import below, unit
from .codex import cell_at, count_of, first_open, payable
from .jit import njit
from .layout import DRAW, NOBODY, NONE, OPEN, OVER, PLACE, VOID, Array, Game, Games
from .planner import awaited
from .tables import (
    BACK_FACES,
    BRINGS,
    CORNERS,
    COST,
    COUNTED,
    FLAT,
    HIDES,
    KINGDOM,
    KINGDOM_ON,
    PATTERN,
    PER_CORNER,
    POINTS,
    REWARD,
    SET,
)
from .turns import choose_objective, choose_side, draw, place_at

__all__ = ["play_at", "play_draw", "play_placement", "play_some"]

_LOOKS: Final = 8
"""How many cells are looked at."""

_END_POINTS: Final = 20
_CALM: Final = 0.3
"""The part of the chance that stays in the very last turn."""

_NEVER: Final = -1e9

_SYMBOLS: Final = np.array([[count >> 8 * symbol & 255 for symbol in range(7)] for count in BRINGS.tolist()], np.int64)
_BROUGHT: Final = _SYMBOLS.sum(axis=1)
"""How many symbols a face brings."""

_PART: Final = (_SYMBOLS @ (SET > 0).T / np.maximum(1, SET.sum(axis=1))).T * REWARD[:, None]
"""By objective and face: which part of a set of symbols it brings, in points."""

_PART_OF_ONE: Final = ((SET > 0) / np.maximum(1, SET.sum(axis=1))[:, None]) * REWARD[:, None]
"""By objective and symbol, likewise."""

_HIDDEN: Final = (CORNERS == HIDES).astype(np.int64) @ np.array([1, 2, 4, 8])
"""A bit for each corner that a face hides."""

_BITS: Final = np.array([bits.bit_count() for bits in range(16)], np.int64)
_NEAR: Final = np.array([[0, -1], [1, 0], [-1, 0], [0, 1]], np.int64)
"""The steps along u and v from a cell to the four around it, in the order of its corners."""

_ROLES: Final = np.array(
    [[(row[:3] == kingdom).sum() * (row[0] >= 0) for kingdom in range(4)] for row in PATTERN], np.int64
)
"""How many cards of a kingdom a pattern has."""


def _seen_from(row: list[int], role: int) -> list[tuple[int, int, int]]:
    at = [(row[3], row[4]), (0, 0), (row[5], row[6])]
    u, v = at[role]
    return [(row[other], at[other][0] - u, at[other][1] - v) for other in range(3) if other != role]


_OTHERS: Final = np.array([[_seen_from(row, role) for role in range(3)] for row in PATTERN.tolist()], np.int64)
"""By objective and part of its pattern: kingdom, du and dv of the two other cards."""


@njit
def _goal(g: Game, seat: int, n: int) -> int:
    return g.common[n] + 0 if n < 2 else g.objective[seat] + 0  # noqa: PLR2004  # two common ones


@njit
def _prepare(g: Game, h: Array, seat: int) -> None:
    """Write how much what pays later counts, and what covering each symbol costs."""
    if g.last_round != NOBODY:
        h.growing = h.late if g.round < g.last_round else 0.0
    else:
        leader = 0
        for other in range(g.seats):
            leader = max(leader, g.score[other])
        h.growing = min(1.0, h.late + (_END_POINTS - leader) / h.near)
    h.loss[0] = 0.0
    h.loss[1] = 0.0
    for symbol in range(7):
        h.loss[2 + symbol] = h.growing * h.cover
    for n in range(3):
        objective = _goal(g, seat, n)
        if PATTERN[objective, 0] < 0:
            for symbol in range(7):
                h.loss[2 + symbol] += h.set * _PART_OF_ONE[objective, symbol]


@njit
def _points(symbols: int, face: int, covered: float) -> float:
    """Return the points of a front that covers so many corners; what it hides of what it counts is left out."""
    counted = COUNTED[face]
    if counted == FLAT:
        return POINTS[face] * 1.0
    if counted == PER_CORNER:
        return POINTS[face] * covered
    return POINTS[face] * 1.0 * (count_of(symbols, counted) + count_of(BRINGS[face], counted))


@njit
def _judge_faces(g: Game, h: Array, seat: int, noise: float) -> None:
    """Write what each face in the hand gives wherever it is laid."""
    symbols = g.symbols[seat]
    for slot in range(g.held[seat]):
        face = g.hand[seat, slot] - 1
        back = BACK_FACES + KINGDOM[face]
        front_value = _NEVER
        if payable(symbols, face):
            front_value = h.points * _points(symbols, face, 0.0) + h.growing * h.bring * _BROUGHT[face]
            front_value += noise * unit(g)
        back_value = h.growing * (h.bring - h.spill * POINTS[face]) + noise * unit(g)
        for n in range(3):
            objective = _goal(g, seat, n)
            front_value += h.set * _PART[objective, face]
            back_value += h.set * _PART[objective, back]
        h.worth[2 * slot] = front_value
        h.worth[2 * slot + 1] = back_value


@njit
def _look_around(g: Game, h: Array, cell: int) -> tuple[int, int, int, float]:
    """Return a bit for each corner of `cell` over void and over open cells, how many it covers, what that costs."""
    void = 0
    still_open = 0
    covered = 0
    cost = 0.0
    for corner in range(4):
        there = g.cells[cell_at(g, cell, _NEAR[corner, 0], _NEAR[corner, 1])]
        if there == VOID:
            void |= 1 << corner
        elif there == OPEN:
            still_open |= 1 << corner
        elif there < OPEN:
            covered += 1
            cost += h.loss[CORNERS[there - 1, 3 - corner] + 2]
    return void, still_open, covered, cost


@njit
def _promise(g: Game, h: Array, seat: int, cell: int, kingdom: int) -> float:
    """Return how much of patterns a card of `kingdom` on `cell` would make."""
    value = 0.0
    for n in range(3):
        objective = _goal(g, seat, n)
        if _ROLES[objective, kingdom]:
            most = 0
            for role in range(3):
                if PATTERN[objective, role] == kingdom:
                    most = max(most, _right(g, cell, objective, role))
            if most:
                value += REWARD[objective] * (h.done if most > 1 else h.begun)
    return value


@njit
def _right(g: Game, cell: int, objective: int, role: int) -> int:
    """Return how many of the two other cards of a pattern lie right, or less than 1 if something else lies there."""
    right = 0
    for n in range(2):
        there = g.cells[cell_at(g, cell, _OTHERS[objective, role, n, 1], _OTHERS[objective, role, n, 2])]
        if there not in (VOID, OPEN):
            right += 1 if KINGDOM_ON[there] == _OTHERS[objective, role, n, 0] else -2
    return right


@njit
def _best_on(g: Game, h: Array, seat: int, cell: int, noise: float) -> tuple[float, int]:
    """Return what the best face on `cell` is worth, and which it is: 2 * slot + side."""
    void, still_open, covered, cost = _look_around(g, h, cell)
    most = 10 * _NEVER
    best = 1
    for slot in range(g.held[seat]):
        face = g.hand[seat, slot] - 1
        both = _promise(g, h, seat, cell, KINGDOM[face]) - cost + noise * unit(g)
        if h.worth[2 * slot] > _NEVER / 2:
            hidden = _HIDDEN[face]
            value = both + h.worth[2 * slot]
            value += h.growing * (h.void * _BITS[void & ~hidden] - h.open * _BITS[still_open & hidden])
            if COUNTED[face] == PER_CORNER:
                value += h.points * POINTS[face] * covered
            if value > most:
                most = value
                best = 2 * slot
        value = both + h.worth[2 * slot + 1] + h.growing * h.void * _BITS[void]
        if value > most:
            most = value
            best = 2 * slot + 1
    return most, best


@njit
def play_placement(g: Game, h: Array) -> None:
    """Lay some card somewhere."""
    seat = g.turn
    _prepare(g, h, seat)
    noise = h.noise * (_CALM + (1.0 - _CALM) * h.growing)
    _judge_faces(g, h, seat, noise)
    start = first_open(g, seat)
    number = g.open[seat]
    first = below(g, number) if number > _LOOKS else 0
    most = 100 * _NEVER
    pick = 1
    where = start
    for n in range(first, first + min(_LOOKS, number)):
        at = start + (n if n < number else n - number)
        value, face = _best_on(g, h, seat, g.open_cells[at], noise)
        if value > most:
            most = value
            pick = face
            where = at
    place_at(g, pick >> 1, pick & 1, where)


@njit
def play_draw(g: Game, h: Array) -> None:
    """Take some card."""
    seat = g.turn
    best = -1
    most = _NEVER
    for source in range(6):
        value = h.draw_noise * unit(g)
        if source < 4:  # noqa: PLR2004  # the market's slots
            if g.market[source] == NONE:
                continue
            value += _want(g, h, seat, g.market[source] - 1)
        else:
            if g.decks[source - 4] == 0:
                continue
            top = g.deck[source - 4, g.decks[source - 4] - 1]
            value += h.deck + _want_kingdom(g, h, seat, KINGDOM[top - 1])
        if value > most:
            most = value
            best = source
    draw(g, best)


@njit
def _want(g: Game, h: Array, seat: int, face: int) -> float:
    """Return what a face-up card is worth to `seat`."""
    symbols = g.symbols[seat]
    value = h.wanted_points * _points(symbols, face, h.wide)
    cost = COST[face]
    if not cost:
        value += h.resource
    elif not payable(symbols, face):
        for symbol in range(4):
            for _ in range(count_of(symbols, symbol), count_of(cost, symbol)):
                value *= h.missing
    for n in range(3):
        value += h.wanted_set * _PART[_goal(g, seat, n), face]
    return value + _want_kingdom(g, h, seat, KINGDOM[face])


@njit
def _want_kingdom(g: Game, h: Array, seat: int, kingdom: int) -> float:
    value = 0.0
    for n in range(3):
        objective = _goal(g, seat, n)
        value += REWARD[objective] * _ROLES[objective, kingdom]
    return h.kingdom * value


@njit
def play_some(g: Game, turns: int, h: Array) -> None:
    """Finish the turn that has begun and play so many more, or to the end."""
    while g.phase != OVER:
        if g.phase == PLACE:
            if turns == 0:
                return
            turns -= 1
            play_placement(g, h)
        elif g.phase == DRAW:
            play_draw(g, h)
        elif g.phase == 0:
            choose_side(g, awaited(g), below(g, 2))
        else:
            choose_objective(g, awaited(g), below(g, 2))


@njit
def play_at(games: Games, at: int, turns: int, habits: Array) -> None:
    """Do `play_some` in record `at`: the way in from Python."""
    play_some(games[at], turns, habits[0])
