# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Playout policy: the fast, noisy player of the games beyond the search tree (default policy, rollout policy).

It samples some open cells and takes every face it could lay there: what scores now, symbols brought and covered, those
that gold cards in the hand need above all, cells opened and closed, patterns finished or begun, sets of symbols; and it
draws cards that score, that it can pay, and that its objectives ask for. All of it is one linear sum of features
(`playout_weights`) plus noise, so choices vary.
"""

from typing import Final

from ..chance import below, next_state, unit_in
from ..codex import count_of, first_open, neighbour, payable, points_of
from ..compiler.jit import njit
from ..layout import DRAW, NONE, OVER, PLACE, Array, Game, Games
from ..planner.choice import seat_to_act
from ..planner.lookup_tables import AROUND, BITS, COVERED, FITS, PART, ROLES, SHOWN, STILL_OPEN, UNDER, WITH
from ..planner.tybor_lookahead import draws_for_tybor, left_to_tybor
from ..tables import BACK_FACES, BRINGS, COUNTED, KINGDOM, PER_CORNER, POINTS, REWARD
from ..turns import choose_objective, choose_side, draw, place_at
from .policy_features import find_sets, goal, prepare, want, want_kingdom

__all__ = ["play_at", "play_draw", "play_placement", "play_some"]

_LOOKS: Final = 8
"""Sample size: open cells that are considered for a placement."""

_CALM: Final = 0.3
"""Part of the noise that stays in the very last turn, 0 to 1."""

_NEVER: Final = -1e9


@njit
def _judge_faces(g: Game, h: Array, seat: int, noise: float) -> None:
    """Write the value of each face in the hand that does not depend on its cell."""
    symbols = g.symbols[seat]
    growing, each, sets = h.growing + 0.0, h.set + 0.0, h.sets + 0
    chance = g.rng
    for slot in range(g.held[seat]):
        face = g.hand[seat, slot] - 1
        back = BACK_FACES + KINGDOM[face]
        front_value = _NEVER
        if payable(symbols, face):
            front_value = h.points * points_of(symbols, face, 0.0) + _gain(h, slot, face)
            chance = next_state(chance)
            front_value += noise * unit_in(chance)
        chance = next_state(chance)
        kingdom = KINGDOM[face]
        back_value = h.gain[kingdom] - h.need[slot, kingdom]  # as `_gain`: a back brings one symbol
        back_value = back_value - growing * h.spill * POINTS[face] + noise * unit_in(chance)
        for n in range(sets):
            front_value += each * PART[h.set_goals[n], face]
            back_value += each * PART[h.set_goals[n], back]
        h.worth[2 * slot] = front_value
        h.worth[2 * slot + 1] = back_value
        h.corner[slot] = h.points * POINTS[face] if COUNTED[face] == PER_CORNER else 0.0
    g.rng = chance


@njit
def _gain(h: Array, slot: int, face: int) -> float:
    """Return the value of the symbols on `face`; the card's own cost no longer counts once it is laid."""
    value = 0.0
    for symbol in range(7):
        value += h.gain[symbol] * count_of(BRINGS[face], symbol)
    for symbol in range(4):
        value -= h.need[slot, symbol] * count_of(BRINGS[face], symbol)
    return value


@njit
def _plan(g: Game, h: Array, seat: int) -> None:
    """Write where to look for the patterns that cards in the hand may be part of: each kingdom once."""
    number = 0
    planned = 0  # kingdoms, and where in the bits of `_promise` they are: a byte each
    for n in range(3):
        objective = goal(g, seat, n)
        h.hope[n, 1] = REWARD[objective] * h.begun
        h.hope[n, 2] = h.hope[n, 3] = REWARD[objective] * h.done
    for slot in range(g.held[seat]):
        kingdom = KINGDOM[g.hand[seat, slot] - 1]
        if not planned >> 8 * kingdom & 1:
            planned |= (1 + 2 * 8 * slot) << 8 * kingdom
            number = _plan_kingdom(g, h, seat, kingdom, 8 * slot, number)
        h.share[slot] = planned >> (8 * kingdom + 1) & 31
    h.plans = number


@njit
def _plan_kingdom(g: Game, h: Array, seat: int, kingdom: int, shift: int, number: int) -> int:
    for n in range(3):
        objective = goal(g, seat, n)
        for r in range(ROLES[objective, kingdom]):
            plan = h.plan[number]
            plan[0] = WITH[objective, kingdom, r, 0] + g.stride * WITH[objective, kingdom, r, 1]
            plan[1] = WITH[objective, kingdom, r, 2]
            plan[2] = WITH[objective, kingdom, r, 3] + g.stride * WITH[objective, kingdom, r, 4]
            plan[3] = WITH[objective, kingdom, r, 5]
            plan[4] = shift + 2 * n
            number += 1
    return number


@njit
def _promise(g: Game, h: Array, cell: int, plans: int) -> int:
    """Return two bits for each kingdom in the hand and objective: set if one or both others are in place."""
    own = cell & ~g.mask
    mask = g.mask + 0
    bits = 0
    for n in range(plans):
        first = FITS[g.cells[own | ((cell + h.plan[n, 0]) & mask)], h.plan[n, 1]]
        last = FITS[g.cells[own | ((cell + h.plan[n, 2]) & mask)], h.plan[n, 3]]
        bits |= max(0, first + last) << h.plan[n, 4]
    return bits


@njit
def _look_around(g: Game, h: Array, cell: int) -> tuple[int, float]:
    """Return a bit mask of the corners of `cell` over void, over open cells, and over cards, and what these cost."""
    bits = 0
    cost = 0.0
    for corner in range(4):
        there = g.cells[neighbour(g, cell, corner)]
        bits |= AROUND[there] << corner
        cost += h.loss[UNDER[there, corner]]
    return bits, cost


@njit
def play_placement(g: Game, h: Array) -> None:
    """Lay a card by the policy."""
    seat = g.turn + 0
    prepare(g, h, seat)
    growing = h.growing + 0.0
    noise = h.noise * (_CALM + (1.0 - _CALM) * growing)
    _judge_faces(g, h, seat, noise)
    _plan(g, h, seat)
    start = first_open(g, seat)
    number = g.open[seat] + 0
    held, plans = g.held[seat] + 0, h.plans + 0
    first = below(g, number) if number > _LOOKS else 0
    most = 100 * _NEVER
    pick = 1
    where = start
    chance = g.rng
    for n in range(first, first + min(_LOOKS, number)):
        at = start + (n if n < number else n - number)
        cell = g.open_cells[at] + 0
        around, cost = _look_around(g, h, cell)
        promised = _promise(g, h, cell, plans)
        void, still_open = around & 15, around >> STILL_OPEN & 15
        covered = BITS[around >> COVERED]
        room = growing * h.void * BITS[void]
        for slot in range(held):
            bits = promised >> h.share[slot]
            chance = next_state(chance)
            both = h.hope[0, bits & 3] + h.hope[1, bits >> 2 & 3] + h.hope[2, bits >> 4 & 3]
            both = both - cost + noise * unit_in(chance)
            shown = SHOWN[g.hand[seat, slot] - 1]
            value = both + h.worth[2 * slot]
            value += growing * (h.void * BITS[void & shown] - h.open * BITS[still_open & ~shown])
            value += h.corner[slot] * covered
            where, pick, most = (at, 2 * slot, value) if value > most else (where, pick, most)
            value = both + h.worth[2 * slot + 1] + room
            where, pick, most = (at, 2 * slot + 1, value) if value > most else (where, pick, most)
    g.rng = chance
    place_at(g, pick >> 1, pick & 1, where)


@njit
def play_draw(g: Game, h: Array) -> None:
    """Take a card by the policy."""
    seat = g.turn + 0
    find_sets(g, h, seat)
    sparing = draws_for_tybor(g, seat)
    best = -1
    most = _NEVER
    chance = g.rng
    for source in range(6):
        chance = next_state(chance)
        value = h.draw_noise * unit_in(chance)
        if source < 4:  # noqa: PLR2004  # the market's slots
            if g.market[source] == NONE:
                continue
            value += want(g, h, seat, g.market[source] - 1)
        else:
            if g.decks[source - 4] == 0:
                continue
            top = g.deck[source - 4, g.decks[source - 4] - 1]
            value += h.deck if source == 4 else h.deck_gold  # noqa: PLR2004  # the first deck
            value += want_kingdom(g, h, seat, KINGDOM[top - 1])
        if sparing:
            value = -left_to_tybor(g, source)
        if value > most:
            most = value
            best = source
    g.rng = chance
    draw(g, best)


@njit
def play_some(g: Game, turns: int, h: Array) -> None:
    """Finish the current turn and play `turns` more, or to the end (truncated playout)."""
    while g.phase != OVER:
        if g.phase == PLACE:
            if turns == 0:
                return
            turns -= 1
            play_placement(g, h)
        elif g.phase == DRAW:
            play_draw(g, h)
        elif g.phase == 0:
            choose_side(g, seat_to_act(g), below(g, 2))
        else:
            choose_objective(g, seat_to_act(g), below(g, 2))


@njit
def play_at(games: Games, at: int, turns: int, playout_weights: Array) -> None:
    """Do `play_some` in record `at`: the Python entry point."""
    play_some(games[at], turns, playout_weights[0])
