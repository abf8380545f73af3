# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Planner, compiled: a one-ply evaluation of every legal action, and games it plays against itself."""

from codex_naturalis.rules import END_POINTS

from ..chance import below, seed
from ..codex import count_of, face_of, first_open, neighbour, payable
from ..compiler.jit import njit
from ..layout import CELLS, DRAW, NOBODY, NONE, OBJECTIVE, OVER, PLACE, SIDE, Array, Game, Games
from ..playout import deal
from ..tables import BRINGS, CORNERS, COUNTED, FLAT, HIDES, KINGDOM, PER_CORNER, POINTS, STARTER_FACES
from ..turns import DRAWS, OBJECTIVES, SIDES, act
from .evaluation import (
    forget,
    hand_value,
    look_at_backs,
    look_at_hand,
    outlook,
    position,
    prepare,
    symbols_value,
    value_with,
)
from .lookup_tables import BITS, COVERED, SHOWN, STILL_OPEN
from .survey import group_cells, hopes, survey
from .tybor_lookahead import draws_for_tybor, left_to_tybor
from .weights import SERIES

__all__ = ["choose", "judge_draws", "judge_placements", "match", "play_by_planners", "play_match"]

PlannerState = Array

_SAMPLE = 3
"""Sample size: cards of a deck that are evaluated to estimate what a draw from it is worth."""

_NEVER = -1e9
_ALWAYS = 1 << 30


@njit
def turns_left(g: Game, m: PlannerState, seat: int, scored: int) -> float:
    """Return the expected number of own turns after the present placement, which scores `scored`."""
    if g.last_round != NOBODY:
        return g.last_round - g.round + 0.0
    own = g.score[seat] + scored
    if own >= END_POINTS:
        return 1.0
    leader = own
    for other in range(g.seats):
        leader = max(leader, g.score[other])
    per_round = g.seats
    if g.solo > 0:
        leader = max(leader, g.tybor)
        per_round = 3
    by_points = m.turns_base + m.turns_per_point * max(0, END_POINTS - leader)
    return min(by_points, 1 + (g.decks[0] + g.decks[1]) / per_round)


@njit
def judge_placements(g: Game, m: PlannerState, seat: int) -> int:
    """Write every legal placement of `seat` with its evaluation; return their number."""
    ahead = turns_left(g, m, seat, 0)
    prepare(g, m, seat, ahead, g.objective[seat])
    survey(g, m, seat)
    group_cells(m, g.open[seat])
    number = 0
    for slot in range(g.held[seat]):
        if m.skip >> slot & 1:
            continue
        for side in range(2):
            if side == 1 or payable(g.symbols[seat], g.hand[seat, slot] - 1):
                number = _judge_face(g, m, seat, slot, side, number)
    forget(g, m)
    for n in range(number):
        if m.values[n] == _NEVER:
            _judge_ending(g, m, seat, ahead, number)
            break
    return number


@njit
def _judge_face(g: Game, m: PlannerState, seat: int, slot: int, side: int, number: int) -> int:
    """Write the placements of one face after the first `number`, on every open cell; return how many there are then.

    Those that trigger the end are left for `_judge_ending`.
    """
    face = face_of(g.hand[seat, slot], side)
    symbols = g.symbols[seat] + BRINGS[face]
    for group in range(m.groups):
        m.outlook[group] = outlook(g, m, seat, symbols - m.covers[group], slot)
    start = first_open(g, seat)
    to_go = END_POINTS - g.score[seat] if g.last_round == NOBODY else _ALWAYS
    for n in range(g.open[seat]):
        m.codes[number] = (2 * slot + side) * CELLS + g.open_cells[start + n]
        scored = _points(g, m, seat, face, n)
        m.values[number] = placement(g, m, seat, face, n, scored) if scored < to_go else _NEVER
        number += 1
    return number


@njit
def _judge_ending(g: Game, m: PlannerState, seat: int, ahead: float, number: int) -> None:
    """Evaluate the placements that trigger the end: one turn more, and what that does to the others."""
    prepare(g, m, seat, 0.0, g.objective[seat])
    own = position(g, m, seat)
    forget(g, m)
    others, lost = _rivals(g, m, seat, ahead)
    prepare(g, m, seat, 1.0, g.objective[seat])
    survey(g, m, seat)
    for n in range(number):
        if m.values[n] != _NEVER:
            continue
        which = m.codes[n] // CELLS
        cell = m.codes[n] - which * CELLS
        face = face_of(g.hand[seat, which >> 1], which & 1)
        at = 0
        while g.open_cells[first_open(g, seat) + at] != cell:
            at += 1
        scored = _points(g, m, seat, face, at)
        symbols = g.symbols[seat] + BRINGS[face] - m.taken[at]
        m.outlook[m.group[at]] = outlook(g, m, seat, symbols, which >> 1)
        lead = g.score[seat] + scored + own - others
        m.values[n] = placement(g, m, seat, face, at, scored) + m.lock * lead + m.rival * lost
    forget(g, m)


@njit
def _rivals(g: Game, m: PlannerState, seat: int, ahead: float) -> tuple[float, float]:
    """Return the points of the best rival, objectives in sight included, and what the best may lose by an end now."""
    if g.solo > 0:
        return g.tybor + 0.0, ahead - 1.0
    points = 0.0
    lost = _NEVER
    for other in range(g.seats):
        if other != seat:
            points = max(points, g.score[other] + _position_at(g, m, other, 0.0))
            lost = max(lost, _position_at(g, m, other, ahead) - _position_at(g, m, other, 1.0))
    return points, lost


@njit
def _position_at(g: Game, m: PlannerState, seat: int, turns: float) -> float:
    prepare(g, m, seat, turns, NONE)
    value = position(g, m, seat)
    forget(g, m)
    return value


@njit
def _points(g: Game, m: PlannerState, seat: int, face: int, at: int) -> int:
    """Return the points that `face` scores on open cell number `at`; after `survey`."""
    counted = COUNTED[face]
    if counted == FLAT:
        return POINTS[face] + 0
    if counted == PER_CORNER:
        return POINTS[face] * int(BITS[m.around[at] >> COVERED])
    return POINTS[face] * count_of(g.symbols[seat] + BRINGS[face] - m.taken[at], counted)


@njit
def placement(g: Game, m: PlannerState, seat: int, face: int, at: int, scored: int) -> float:
    """Return the evaluation of laying `face` on open cell number `at`; after `survey`, the outlook being known."""
    around, hidden = m.around[at], 15 & ~SHOWN[face]
    void, still_open = around & 15, around >> STILL_OPEN & 15
    value = scored + m.gains[KINGDOM[face], at]
    for corner in range(4):
        if (void | still_open) & hidden & 1 << corner:
            value -= hopes(g, m, neighbour(g, g.open_cells[first_open(g, seat) + at], corner))
    cells = g.open[seat] - 1 + int(BITS[void & ~hidden] - BITS[still_open & hidden])
    return value + m.cells * m.cell[min(cells, SERIES - 1)] + m.outlook[m.group[at]]


@njit
def judge_draws(g: Game, m: PlannerState, seat: int) -> int:
    """Write every draw that `seat` may make with its evaluation; return their number.

    A deck is worth the mean over a sample of cards that have the back on top: the drawer does not know which it is. A
    last draw is worth the points it denies Tybor: the card taken no longer counts (R4, R13).
    """
    sparing = draws_for_tybor(g, seat)
    prepare(g, m, seat, turns_left(g, m, seat, 0), g.objective[seat])
    survey(g, m, seat)
    symbols = g.symbols[seat]
    look_at_hand(g, m, seat, symbols, -1)
    look_at_backs(m, symbols)
    number = 0
    for source in range(6):
        if m.skip >> source & 1:
            continue
        if (source < 4 and g.market[source] == NONE) or (source >= 4 and g.decks[source - 4] == 0):  # noqa: PLR2004
            continue
        m.codes[number] = DRAWS + source
        if sparing:
            m.values[number] = -left_to_tybor(g, source)
        elif source < 4:  # noqa: PLR2004  # the market's slots
            m.values[number] = value_with(m, symbols, g.market[source])
        else:
            m.values[number] = _deck_value(g, m, symbols, source - 4)
        number += 1
    forget(g, m)
    return number


@njit
def _deck_value(g: Game, m: PlannerState, symbols: int, deck: int) -> float:
    kingdom = KINGDOM[g.deck[deck, g.decks[deck] - 1] - 1]
    total = 0.0
    cards = 0
    n = 0
    while n < g.decks[deck] and cards < _SAMPLE:
        card = g.deck[deck, n]
        if KINGDOM[card - 1] == kingdom:
            total += value_with(m, symbols, card)
            cards += 1
        n += 1
    return total / cards


@njit
def _judge_setup(g: Game, m: PlannerState, seat: int) -> int:
    for which in range(2):
        if g.phase == SIDE:
            face = STARTER_FACES + 6 * which + g.starter[seat] - 81
            prepare(g, m, seat, turns_left(g, m, seat, 0), NONE)
            m.goals[:] = NONE
            corners = 0
            for corner in range(4):
                corners += CORNERS[face, corner] != HIDES
            m.codes[which] = SIDES + 2 * seat + which
            m.values[which] = symbols_value(m, BRINGS[face]) + m.cells * m.cell[corners]
        else:
            prepare(g, m, seat, turns_left(g, m, seat, 0), g.offered[seat, which])
            survey(g, m, seat)
            m.codes[which] = OBJECTIVES + 2 * seat + which
            m.values[which] = position(g, m, seat) + hand_value(g, m, seat, g.symbols[seat], -1)
            forget(g, m)
    return 2


@njit
def judge(g: Game, m: PlannerState, seat: int) -> int:
    """Write every legal action of `seat` with its evaluation, in points expected at the end; return their number."""
    if g.phase == PLACE:
        return judge_placements(g, m, seat)
    if g.phase == DRAW:
        return judge_draws(g, m, seat)
    return _judge_setup(g, m, seat)


@njit
def judge_at(games: Games, at: int, planners: Array, seat: int) -> int:
    """Evaluate the actions in record `at`, as `judge`: the Python entry point."""
    return judge(games[at], planners[0], seat)


@njit
def choose(g: Game, m: PlannerState, seat: int) -> int:
    """Return the action with the highest evaluation; ties are broken at random."""
    number = judge(g, m, seat)
    best = 0
    equals = 1
    for n in range(1, number):
        if m.values[n] > m.values[best]:
            best = n
            equals = 1
        elif m.values[n] == m.values[best]:
            equals += 1
            if below(g, equals) == 0:
                best = n
    return m.codes[best] + 0


@njit
def seat_to_act(g: Game) -> int:
    """Return the first seat that must act."""
    if g.phase == SIDE:
        for seat in range(g.seats):
            if g.side[seat] == NOBODY:
                return seat
    if g.phase == OBJECTIVE:
        for seat in range(g.seats):
            if g.objective[seat] == NONE:
                return seat
    return g.turn + 0


@njit
def play_match(games: Games, at: int, planners: Array, first: int) -> None:
    """Play record `at` to the end, as `play_by_planners`: the Python entry point."""
    play_by_planners(games[at], planners, first)


@njit
def play_by_planners(g: Game, planners: Array, first: int) -> None:
    """Play a game to the end, seat n by planner (n + first) modulo their number."""
    while g.phase != OVER:
        seat = seat_to_act(g)
        act(g, choose(g, planners[(seat + first) % len(planners)], seat))


@njit
def match(
    games: Games,
    planners: Array,
    solo: int,
    number: int,
    start: int,
    scratch: Array,
    margins: Array,
) -> None:
    """Play a match, each deal from every seat, and write planner 0's margins over the best of the others."""
    g = games[0]
    seats = 1 if solo else len(planners)
    for n in range(number):
        seed(g, start + n // seats)
        deal(g, seats, solo, scratch)
        play_by_planners(g, planners, n % seats)
        own = (seats - n % seats) % seats
        best = g.tybor + 0 if solo else -1
        for seat in range(seats):
            if seat != own:
                best = max(best, g.totals[seat])
        margins[n] = g.totals[own] - best
        if margins[n] == 0 and solo == 0 and g.winners == 1 << own:
            margins[n] = 0.25
        if margins[n] == 0 and solo == 0 and not g.winners >> own & 1:
            margins[n] = -0.25
