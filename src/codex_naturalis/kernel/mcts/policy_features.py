# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Features of the playout policy: what symbols, objectives and cards to draw are worth to a seat this turn."""

from typing import Final

from codex_naturalis.rules import END_POINTS

from ..codex import count_of, lacking, points_of
from ..compiler.jit import njit
from ..layout import NOBODY, Array, Game
from ..planner.lookup_tables import PART, PART_OF_ONE, PULL
from ..tables import COST, COUNTED, KINGDOM, PATTERN, PER_CORNER, POINTS

__all__ = ["find_sets", "goal", "prepare", "want", "want_kingdom"]

_KINGDOMS: Final = 4
_ALL: Final = 7
"""Number of kingdoms among the symbols, which come first, and number of symbols."""


@njit
def goal(g: Game, seat: int, n: int) -> int:
    """Return objective number `n` of `seat`: two common ones, then its own."""
    return g.common[n] + 0 if n < 2 else g.objective[seat] + 0  # noqa: PLR2004


@njit
def prepare(g: Game, h: Array, seat: int) -> None:
    """Write the discount of what pays later, the objectives that are sets, and the value of each symbol."""
    h.growing = _growing(g, h)
    find_sets(g, h, seat)
    for symbol in range(_ALL):
        h.gain[symbol] = h.growing * (h.bring if symbol < _KINGDOMS else h.bring_object)
        h.loss[2 + symbol] = h.growing * (h.cover if symbol < _KINGDOMS else h.cover_object)
    for n in range(h.sets):
        objective = h.set_goals[n]
        for symbol in range(_ALL):
            h.loss[2 + symbol] += h.set * PART_OF_ONE[objective, symbol]
    _find_needs(g, h, seat)


@njit
def _growing(g: Game, h: Array) -> float:
    if g.last_round != NOBODY:
        return h.late + 0.0 if g.round < g.last_round else 0.0
    leader = 0
    for other in range(g.seats):
        leader = max(leader, g.score[other])
    return min(1.0, h.late + (END_POINTS - leader) / h.near)


@njit
def find_sets(g: Game, h: Array, seat: int) -> None:
    """Write the objectives of `seat` that are sets of symbols."""
    number = 0
    for n in range(3):
        objective = goal(g, seat, n)
        if PATTERN[objective, 0] < 0:
            h.set_goals[number] = objective
            number += 1
    h.sets = number


@njit
def _find_needs(g: Game, h: Array, seat: int) -> None:
    """Add the needs of the gold cards in the hand: each missing symbol counts, and losing needed ones costs."""
    symbols = g.symbols[seat]
    for slot in range(g.held[seat]):
        face = g.hand[seat, slot] - 1
        cost = COST[face]
        if cost == 0:
            h.need[slot, :] = 0.0
            continue
        points = h.growing * POINTS[face] * (h.wide if COUNTED[face] == PER_CORNER else 1.0)
        missing = lacking(symbols, face)
        for symbol in range(_KINGDOMS):
            more = count_of(cost, symbol) - count_of(symbols, symbol)
            h.need[slot, symbol] = h.lacks * points / missing if more > 0 else 0.0
            h.gain[symbol] += h.need[slot, symbol]
            h.loss[2 + symbol] += h.keeps * points if more >= 0 and count_of(cost, symbol) else 0.0


@njit
def want(g: Game, h: Array, seat: int, face: int) -> float:
    """Return the value of a face-up card to `seat`."""
    symbols = g.symbols[seat]
    value = h.wanted_points * points_of(symbols, face, h.wide)
    if not COST[face]:
        value += h.resource
    for _ in range(lacking(symbols, face)):
        value *= h.missing
    for n in range(h.sets):
        value += h.wanted_set * PART[h.set_goals[n], face]
    return value + want_kingdom(g, h, seat, KINGDOM[face])


@njit
def want_kingdom(g: Game, h: Array, seat: int, kingdom: int) -> float:
    """Return the value of a card of `kingdom` for the patterns of `seat`."""
    return h.kingdom * (PULL[g.common[0], kingdom] + PULL[g.common[1], kingdom] + PULL[g.objective[seat], kingdom])
