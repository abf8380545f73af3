# mypy: disable-error-code="no-any-return,return-value"
# Compiled functions read records, whose fields have no static types.
"""Extraction: the facts that hold for one seat before a placement, of its codex cell by cell, hand, and table."""

from ..codex import count_of, first_cell, first_open, lacking, neighbour, points_of
from ..compiler.jit import njit
from ..layout import NOBODY, NONE, OPEN, VOID, Array, Game, Games
from ..objectives import copies_of
from ..planner.lookup_tables import FITS, OTHERS, ROLES
from ..tables import BRINGS, CORNERS, KINGDOM, KINGDOM_ON, PATTERN, REWARD, SET
from .features import (
    ADVANCES,
    AWAITS,
    CARDS_LEFT,
    CELL,
    COMPLETES,
    GOAL,
    GOAL_HAND,
    GOAL_PAIR,
    HAND,
    HAND_FOR_GOAL,
    HAND_WORTH,
    HAS,
    LAID,
    LAST_ROUND,
    LEADER,
    LEVEL,
    MARKET,
    MOST_FACTS,
    OPEN_CELLS_OF,
    RIVAL_HAND,
    RIVAL_HAS,
    RIVAL_OPEN,
    RIVAL_SYMBOLS,
    ROUND,
    SCORE,
    SEATS,
    SYMBOL,
    TOP,
    TYBOR,
)

__all__ = ["look", "see", "see_at"]

_FIRST_GOAL = 87
_WIDE = 2.0
"""Number of corners that a card is expected to cover."""

_SEEN_CELLS = 12
"""Maximum number of open cells described."""

_BOTH = 2
_GOALS = 16
_REST = 36
"""Facts that always have room: all that are not about patterns in the making."""


@njit
def _add_fact(n: Array, fact: int) -> None:
    """Add a fact to those that hold."""
    n.facts[n.number] = fact
    n.number += 1


@njit
def goal_of(g: Game, seat: int, goal: int) -> int:
    """Return objective number `goal` of `seat`: two common ones, then its own."""
    return g.common[goal] + 0 if goal < 2 else g.objective[seat] + 0  # noqa: PLR2004


@njit
def look(g: Game, n: Array) -> None:
    """Count each seat's copies of objectives and the points it has already: once for all seats, before `see`."""
    for seat in range(g.seats):
        total = g.score[seat] + 0
        for goal in range(3):
            objective = goal_of(g, seat, goal)
            copies = copies_of(g, seat, objective) if objective != NONE else 0
            n.copies[seat, goal] = copies
            total += copies * REWARD[objective]
        n.has[seat] = total


@njit
def see(g: Game, n: Array, seat: int) -> None:
    """Write the facts that hold for `seat`; after `look`."""
    n.number = 0
    _see_time(g, n, seat)
    _see_own(g, n, seat)
    kings = _see_hand(g, n, seat)
    _see_market(g, n, seat)
    for goal in range(3):
        if n.goals[goal] != NONE:
            _see_goal(g, n, seat, goal, kings)
    _see_cells(g, n, seat)
    _see_laid(g, n, seat)
    if g.seats > 1:
        _see_rival(g, n, _rival_of(g, n, seat))
    if g.solo > 0:
        for kingdom in range(4):
            _add_fact(n, TYBOR + 8 * kingdom + min(7, count_of(g.tybor_resources, kingdom)))
        _add_fact(n, LEVEL + g.solo - 1)


@njit
def _see_time(g: Game, n: Array, seat: int) -> None:
    first = seat >= g.turn
    last = 0
    if g.last_round != NOBODY:
        last = 1 if g.last_round - g.round + first <= 1 else 2
    _add_fact(n, LAST_ROUND + 2 * last + first)
    _add_fact(n, AWAITS + (seat - g.turn + g.seats) % g.seats)
    _add_fact(n, CARDS_LEFT + (g.decks[0] + g.decks[1] + 3) // 4)
    _add_fact(n, ROUND + min(24, g.round))
    if g.seats > 1:
        _add_fact(n, SEATS + g.seats - 2)
    leader = g.tybor + 0 if g.solo > 0 else 0
    for other in range(g.seats):
        if other != seat:
            leader = max(leader, g.score[other])
    _add_fact(n, LEADER + min(29, leader))


@njit
def _see_own(g: Game, n: Array, seat: int) -> None:
    _add_fact(n, SCORE + min(29, g.score[seat]))
    _add_fact(n, HAS + min(39, n.has[seat]))
    for symbol in range(7):
        _add_fact(n, SYMBOL + 16 * symbol + min(15, count_of(g.symbols[seat], symbol)))
    _add_fact(n, OPEN_CELLS_OF + min(15, g.open[seat]))
    for goal in range(3):
        n.goals[goal] = goal_of(g, seat, goal)
    for goal in range(3):
        for other in range(goal):
            one, two = n.goals[goal], n.goals[other]
            if NONE not in (one, two):
                _add_fact(n, GOAL_PAIR + _GOALS * (min(one, two) - _FIRST_GOAL) + max(one, two) - _FIRST_GOAL)


@njit
def _see_hand(g: Game, n: Array, seat: int) -> int:
    """Write the facts of the hand, and return the number of cards of each kingdom in it, four bits each."""
    kings = 0
    symbols = g.symbols[seat]
    for slot in range(g.held[seat]):
        face = g.hand[seat, slot] - 1
        missing = min(3, lacking(symbols, face))
        points = int(points_of(symbols, face, _WIDE))
        _add_fact(n, HAND + 4 * face + missing)
        _add_fact(n, HAND_WORTH + 4 * min(11, points) + missing)
        for goal in range(3):
            if n.goals[goal] != NONE:
                _add_fact(n, HAND_FOR_GOAL + _GOALS * face + n.goals[goal] - _FIRST_GOAL)
        kings += 1 << 4 * KINGDOM[face]
    return kings


@njit
def _see_market(g: Game, n: Array, seat: int) -> None:
    for slot in range(4):
        if g.market[slot] != NONE:
            face = g.market[slot] - 1
            _add_fact(n, MARKET + 4 * face + min(3, lacking(g.symbols[seat], face)))
    for deck in range(2):
        top = KINGDOM[g.deck[deck, g.decks[deck] - 1] - 1] if g.decks[deck] > 0 else 4
        _add_fact(n, TOP + 5 * deck + top)


@njit
def _see_goal(g: Game, n: Array, seat: int, goal: int, kings: int) -> None:
    """Write how far an objective is, and what the hand can do for it."""
    objective = n.goals[goal]
    copies = min(3, n.copies[seat, goal])
    if PATTERN[objective, 0] < 0:
        missing = _missing(g, seat, objective, n.copies[seat, goal])
        state = min(4, missing) - 1
        hand = min(7, _count_in_hand(g, seat, objective, n.copies[seat, goal]))
    else:
        state, now = _see_pattern(g, n, seat, objective, kings)
        matching = 0
        for kingdom in range(4):
            matching += min(kings >> 4 * kingdom & 15, ROLES[objective, kingdom])
        hand = 2 * min(3, matching) + now
    _add_fact(n, GOAL + 16 * (objective - _FIRST_GOAL) + 4 * copies + state)
    _add_fact(n, GOAL_HAND + 8 * (objective - _FIRST_GOAL) + hand)


@njit
def _missing(g: Game, seat: int, objective: int, copies: int) -> int:
    """Return the number of symbols missing for the next set."""
    missing = 0
    for symbol in range(7):
        need = SET[objective, symbol]
        if need:
            missing += max(0, (copies + 1) * need - count_of(g.symbols[seat], symbol))
    return missing


@njit
def _count_in_hand(g: Game, seat: int, objective: int, copies: int) -> int:
    """Return the number of symbols that the fronts in the hand bring of those missing for the next set."""
    brought = 0
    for symbol in range(7):
        need = SET[objective, symbol]
        if need:
            missing = max(0, (copies + 1) * need - count_of(g.symbols[seat], symbol))
            for slot in range(g.held[seat]):
                brought += min(missing, count_of(BRINGS[g.hand[seat, slot] - 1], symbol))
    return brought


@njit
def _see_pattern(g: Game, n: Array, seat: int, objective: int, kings: int) -> tuple[int, int]:
    """Write what open cells are good for; return how many complete a copy, up to 3, and if a card in the hand does."""
    for role in range(3):
        for which in range(2):
            n.steps[2 * role + which] = (
                OTHERS[objective, role, 3 * which] + g.stride * OTHERS[objective, role, 3 * which + 1]
            )
    own, mask = first_cell(g, seat), g.mask + 0
    start = first_open(g, seat)
    number, now = 0, 0
    more = 2 * (REWARD[objective] - 2)
    for at in range(start, start + g.open[seat]):
        cell = g.open_cells[at]
        hit = 0
        for role in range(3):
            first = FITS[g.cells[own | ((cell + n.steps[2 * role]) & mask)], OTHERS[objective, role, 2]]
            last = FITS[g.cells[own | ((cell + n.steps[2 * role + 1]) & mask)], OTHERS[objective, role, 5]]
            right = first + last
            if right > 0 and n.number < MOST_FACTS - _REST:
                kingdom = PATTERN[objective, role]
                have = min(1, kings >> 4 * kingdom & 15)
                if right == _BOTH:
                    hit = 1
                    now |= have
                    _add_fact(n, COMPLETES + 4 * kingdom + more + have)
                else:
                    _add_fact(n, ADVANCES + 4 * kingdom + more + have)
        number += hit
    return min(3, number), now


@njit
def _see_cells(g: Game, n: Array, seat: int) -> None:
    """Write for each open cell the corners that a card there covers, and the symbols on them."""
    start = first_open(g, seat)
    for at in range(start, start + min(_SEEN_CELLS, g.open[seat])):
        covered, lost = 0, 0
        for corner in range(4):
            there = g.cells[neighbour(g, g.open_cells[at], corner)]
            if VOID < there < OPEN:
                covered += 1
                lost += CORNERS[there - 1, 3 - corner] >= 0
        _add_fact(n, CELL + 5 * covered + lost)


@njit
def _see_laid(g: Game, n: Array, seat: int) -> None:
    laid = 0
    for at in range(g.logged[seat]):
        kingdom = KINGDOM_ON[g.cells[g.log[seat, at]]]
        if kingdom >= 0:
            laid += 1 << 8 * kingdom
    for kingdom in range(4):
        _add_fact(n, LAID + 12 * kingdom + min(11, laid >> 8 * kingdom & 255))


@njit
def _rival_of(g: Game, n: Array, seat: int) -> int:
    """Return the rival with the most points."""
    best = -1
    for other in range(g.seats):
        if other != seat and (best < 0 or n.has[other] > n.has[best]):
            best = other
    return best


@njit
def _see_rival(g: Game, n: Array, rival: int) -> None:
    symbols = g.symbols[rival]
    best = 0.0
    for slot in range(g.held[rival]):
        face = g.hand[rival, slot] - 1
        if lacking(symbols, face) == 0:
            best = max(best, points_of(symbols, face, _WIDE))
    total = 0
    for symbol in range(7):
        total += count_of(symbols, symbol)
    _add_fact(n, RIVAL_HAS + min(39, n.has[rival]))
    _add_fact(n, RIVAL_HAND + min(11, int(best)))
    _add_fact(n, RIVAL_SYMBOLS + min(15, total // 2))
    _add_fact(n, RIVAL_OPEN + min(11, g.open[rival]))


@njit
def see_at(games: Games, at: int, nets: Array, seat: int) -> int:
    """Write the facts of record `at` for `seat`, as `see`; return what it has already: the Python entry point."""
    look(games[at], nets[0])
    see(games[at], nets[0], seat)
    return nets[0].has[seat]
