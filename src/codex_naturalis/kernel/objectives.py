# mypy: disable-error-code=no-any-return
# Compiled functions read records, whose fields have no static types.
"""Objective counting (rulings R6, R22, R23, R24).

Copies of a pattern compete for cards only along one line: a diagonal for three in a row, a column for the others, whose
two equal cards stand one above the other. A place is anywhere a copy could lie; places next to each other on that line
share a card, and in a run of them every second one can count, for three in a row every third.
"""

from typing import Final

from codex_naturalis.catalogue import SYMBOLS
from codex_naturalis.rules import Sets

from .codex import cell_at, count_of, neighbour
from .compiler.jit import njit
from .layout import Game, Games
from .tables import BRINGS, CORNERS, KINGDOM_ON, PATTERN, REWARD, SET, SET_SYMBOL, SETS_IN

__all__ = ["copies_of", "count_copies", "fits", "objective_points", "points_at"]

_KINDS: Final = len(SYMBOLS)
_BY_CARD: Final = Sets.CARDS.number


@njit
def fits(g: Game, cell: int, objective: int) -> bool:
    """Return whether a pattern's three cards are in place, the middle one on `cell`."""
    if KINGDOM_ON[g.cells[cell]] != PATTERN[objective, 1]:
        return False
    first = cell_at(g, cell, PATTERN[objective, 3], PATTERN[objective, 4])
    if KINGDOM_ON[g.cells[first]] != PATTERN[objective, 0]:
        return False
    last = cell_at(g, cell, PATTERN[objective, 5], PATTERN[objective, 6])
    return KINGDOM_ON[g.cells[last]] == PATTERN[objective, 2]


@njit
def _pattern_copies(g: Game, seat: int, objective: int) -> int:
    du, dv = PATTERN[objective, 7], PATTERN[objective, 8]
    straight = PATTERN[objective, 0] == PATTERN[objective, 2]
    sharing = 3 if straight else 2
    copies = 0
    for n in range(g.logged[seat]):
        cell = g.log[seat, n]
        if not fits(g, cell, objective):
            continue
        if fits(g, cell_at(g, cell, -du, -dv), objective):
            continue
        run = 1
        cell = cell_at(g, cell, du, dv)
        while fits(g, cell, objective):
            run += 1
            cell = cell_at(g, cell, du, dv)
        copies += (run + sharing - 1) // sharing
    return copies


@njit
def copies_of(g: Game, seat: int, objective: int) -> int:
    """Return the number of copies of `objective` that `seat` has, sets by symbols, as in estimates."""
    if PATTERN[objective, 0] >= 0:
        return _pattern_copies(g, seat, objective)
    copies = 255
    for symbol in range(7):
        need = SET[objective, symbol]
        if need:
            copies = min(copies, count_of(g.symbols[seat], symbol) * SETS_IN[objective, symbol] >> 16)
    return copies


@njit
def _count_shown(g: Game, seat: int, n: int, symbol: int) -> int:
    """Return how often the card laid as number `n` shows `symbol`, without corners that later cards cover."""
    face = g.cells[g.log[seat, n]] - 1
    shown = count_of(BRINGS[face], symbol)
    for corner in range(4):
        if CORNERS[face, corner] == symbol:
            other = neighbour(g, g.log[seat, n], corner)
            for later in range(n + 1, g.logged[seat]):
                shown -= g.log[seat, later] == other
    return shown


@njit
def _sets_by_card(g: Game, seat: int, symbol: int) -> int:
    """Count the sets of three with each card in at most one; the starter, laid first, may be in more."""
    double, single = 0, _count_shown(g, seat, 0, symbol)
    for n in range(1, g.logged[seat]):
        shown = _count_shown(g, seat, n, symbol)
        double += shown == 2  # noqa: PLR2004  # no card shows more
        single += shown == 1
    both = min(double, single)
    return both + (double - both) // 2 + (single - both) // 3


@njit
def count_copies(g: Game, seat: int, objective: int) -> int:
    """Return the number of copies that count at the end, by the table's rule for sets (R24)."""
    symbol = SET_SYMBOL[objective]
    if g.rule_sets == _BY_CARD and 0 <= symbol < _KINDS and SET[objective, symbol] == 3:  # noqa: PLR2004
        return _sets_by_card(g, seat, symbol)
    return copies_of(g, seat, objective)


@njit
def objective_points(g: Game, seat: int, objective: int) -> int:
    """Return the points of `objective` for `seat` as its codex lies."""
    return count_copies(g, seat, objective) * REWARD[objective]


@njit
def points_at(games: Games, at: int, seat: int, objective: int) -> int:
    """Return the points of an objective in record `at`, as `objective_points`: the Python entry point."""
    return objective_points(games[at], seat, objective)
