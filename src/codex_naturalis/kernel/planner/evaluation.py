# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Evaluation function of the planner, compiled: codex, copies in the making and hand, in points at the end.

`codex_naturalis.bots.planner.evaluation` says the same in plain Python, and explains it; a test compares the two.
"""

from ..codex import cell_at, count_of, lacking, points_of
from ..compiler.jit import njit
from ..layout import Array, Game
from ..objectives import fits
from ..tables import BACK_FACES, BRINGS, COST, KINGDOM, PATTERN, REWARD, SET, SET_SYMBOL, SETS_IN
from .lookup_tables import OTHERS
from .weights import SERIES

__all__ = [
    "forget",
    "hand_value",
    "look_at_backs",
    "look_at_hand",
    "outlook",
    "position",
    "prepare",
    "symbols_value",
    "value_with",
]

PlannerState = Array

_SYMBOLS_A_TURN = 2
_KINGDOMS = 4
_SEVERAL = 7
_LAST = 2.0
"""Threshold in own turns: with fewer left than this, only one more card will be laid."""


@njit
def prepare(g: Game, m: PlannerState, seat: int, turns: float, secret: int) -> None:
    """Survey the codex of `seat`, given the own turns to come, the common objectives and its secret one."""
    m.turns = turns
    m.growing = min(1.0, turns / m.resource_turns)
    m.cells = min(1.0, turns / m.cell_turns)
    m.part = m.set_part * min(1.0, turns / m.set_turns)
    scale = min(1.0, turns / m.pattern_turns)
    m.one = m.pattern_one * scale
    m.two = m.pattern_two * scale
    m.goals[0] = g.common[0]
    m.goals[1] = g.common[1]
    m.goals[2] = secret
    m.decision += 1
    for goal in range(3):
        objective = m.goals[goal]
        m.copies[goal] = 0
        if PATTERN[objective, 0] >= 0:
            m.copies[goal] = _pack(g, m, seat, goal, objective)
            _find_steps(g, m, goal, objective)


@njit
def forget(g: Game, m: PlannerState) -> None:
    """Clear the marks that `prepare` left."""
    for seat in range(g.seats):
        for n in range(g.logged[seat]):
            m.used[g.log[seat, n]] = 0


@njit
def _find_steps(g: Game, m: PlannerState, goal: int, objective: int) -> None:
    """Write the steps from a cell to the two others of a pattern, for each of its cards."""
    for role in range(3):
        m.steps[goal, role, 0] = OTHERS[objective, role, 0] + g.stride * OTHERS[objective, role, 1]
        m.steps[goal, role, 1] = OTHERS[objective, role, 3] + g.stride * OTHERS[objective, role, 4]


@njit
def _pack(g: Game, m: PlannerState, seat: int, goal: int, objective: int) -> int:
    """Return the number of copies, greedily packed along each line from the lowest on, and mark their cards."""
    du, dv = PATTERN[objective, 7], PATTERN[objective, 8]
    sharing = 3 if PATTERN[objective, 0] == PATTERN[objective, 2] else 2
    copies = 0
    for n in range(g.logged[seat]):
        cell = g.log[seat, n]
        if not fits(g, cell, objective):
            continue
        if fits(g, cell_at(g, cell, -du, -dv), objective):
            continue
        run = 0
        while fits(g, cell, objective):
            if run % sharing == 0:
                copies += 1
                for role in range(3):
                    m.used[_card_of(g, cell, objective, role)] |= 1 << goal
            run += 1
            cell = cell_at(g, cell, du, dv)
    return copies


@njit
def _card_of(g: Game, anchor: int, objective: int, role: int) -> int:
    """Return the cell of one of a pattern's three cards, the middle one lying on `anchor`."""
    if role == 1:
        return anchor
    at = 3 if role == 0 else 5
    return cell_at(g, anchor, PATTERN[objective, at], PATTERN[objective, at + 1])


@njit
def position(g: Game, m: PlannerState, seat: int) -> float:
    """Return the value of the codex as it lies, besides its track points; after `prepare`."""
    value = symbols_value(m, g.symbols[seat]) + m.cells * m.cell[min(g.open[seat], SERIES - 1)]
    for goal in range(3):
        value += REWARD[m.goals[goal]] * m.copies[goal]
    return value


@njit
def symbols_value(m: PlannerState, symbols: int) -> float:
    """Return the value of the visible symbols, sets of objectives included."""
    value = 0.0
    for symbol in range(4):
        value += m.kingdom[min(count_of(symbols, symbol), SERIES - 1)]
    for symbol in range(4, 7):
        value += m.object[min(count_of(symbols, symbol), SERIES - 1)]
    value *= m.growing
    for goal in range(3):
        objective = m.goals[goal]
        kind = SET_SYMBOL[objective]
        if kind == _SEVERAL:
            value += REWARD[objective] * _sets_of_several(m, symbols, objective)
        elif kind >= 0:
            value += _sets_value(m, goal, kind, count_of(symbols, kind))
    return value


@njit
def _sets_value(m: PlannerState, goal: int, kind: int, have: int) -> float:
    """Return the points of the sets of one kind of symbol that a goal asks for; memoized after `prepare`."""
    if m.sets_in[goal, have] != m.decision:
        objective = m.goals[goal]
        need = SET[objective, kind]
        copies = have * SETS_IN[objective, kind] >> 16
        m.sets[goal, have] = REWARD[objective] * (copies + m.part * (have - copies * need) / need)
        m.sets_in[goal, have] = m.decision
    return m.sets[goal, have] + 0.0


@njit
def _sets_of_several(m: PlannerState, symbols: int, objective: int) -> float:
    """Return the number of complete sets of several kinds of symbols, plus `m.part` of the one that has begun."""
    copies = 255
    size = 0
    for symbol in range(7):
        need = SET[objective, symbol]
        if need:
            size += need
            copies = min(copies, count_of(symbols, symbol) * SETS_IN[objective, symbol] >> 16)
    begun = 0
    for symbol in range(7):
        need = SET[objective, symbol]
        if need:
            begun += min(count_of(symbols, symbol) - copies * need, need)
    return copies + m.part * begun / size


@njit
def hand_value(g: Game, m: PlannerState, seat: int, symbols: int, without: int) -> float:
    """Return the value of the hand without the card in one slot (-1: all of it)."""
    if m.turns < 1:
        return 0.0
    look_at_hand(g, m, seat, symbols, without)
    return _hand(m, m.all_cards, m.best_card)


@njit
def outlook(g: Game, m: PlannerState, seat: int, symbols: int, without: int) -> float:
    """Return the value of `symbols` together with the hand without the card in one slot."""
    if m.turns < 1:
        return symbols_value(m, symbols)
    look_at_hand(g, m, seat, symbols, without)
    return m.base + _hand(m, m.all_cards, m.best_card)


@njit
def look_at_hand(g: Game, m: PlannerState, seat: int, symbols: int, without: int) -> None:
    """Evaluate the cards in the hand, each by itself."""
    m.base = symbols_value(m, symbols)
    m.all_cards = 0.0
    m.best_card = 0.0
    for slot in range(g.held[seat]):
        if slot != without:
            face = g.hand[seat, slot] - 1
            back = 0.0 if m.turns < _LAST else _brings(m, BACK_FACES + KINGDOM[face], symbols, m.base)
            value = _card_value(m, face, symbols, back)
            m.all_cards += value
            m.best_card = max(m.best_card, value)


@njit
def look_at_backs(m: PlannerState, symbols: int) -> None:
    """Evaluate the back of each kingdom: all cards of one have the same; after `look_at_hand`."""
    for kingdom in range(_KINGDOMS):
        m.backs[kingdom] = _brings(m, BACK_FACES + kingdom, symbols, m.base)


@njit
def value_with(m: PlannerState, symbols: int, card: int) -> float:
    """Return the value of the hand with one card more; after `look_at_hand` and `look_at_backs`."""
    if m.turns < 1:
        return 0.0
    value = _card_value(m, card - 1, symbols, m.backs[KINGDOM[card - 1]])
    return _hand(m, m.all_cards + value, max(m.best_card, value))


@njit
def _hand(m: PlannerState, total: float, best: float) -> float:
    return best if m.turns < _LAST else total + m.hand_best * best


@njit
def _card_value(m: PlannerState, face: int, symbols: int, back: float) -> float:
    """Return the value of a card in the hand, whose back is worth `back`."""
    missing = lacking(symbols, face)
    if m.turns < _LAST:
        return _last_value(m, face, missing, symbols)
    pattern = m.hand_pattern * m.best[KINGDOM[face]]
    value = back
    if missing <= _SYMBOLS_A_TURN * (m.turns - 1):
        points = points_of(symbols, face, m.widest + m.corner_estimate)
        points *= m.gold if COST[face] else m.resource_points
        value = max(value, (points + _brings(m, face, symbols, m.base)) * m.missing[missing])
    return value + pattern


@njit
def _last_value(m: PlannerState, face: int, missing: int, symbols: int) -> float:
    """Return the value of a card in the very last turn: its points, and what it does for patterns."""
    points = points_of(symbols, face, m.widest) if missing == 0 else 0.0
    return points + max(0.0, m.best[KINGDOM[face]])


@njit
def _brings(m: PlannerState, face: int, symbols: int, base: float) -> float:
    return m.hand_symbols * (symbols_value(m, symbols + BRINGS[face]) - base)
