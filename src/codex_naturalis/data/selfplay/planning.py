# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Games of planners against themselves, compiled; each seat judges by what it may know, as `bots.PlannerBot` does.

The value of a deck comes from the cards that the seat has not seen (`arrays.planner`), and what a last draw leaves to
Tybor is judged in a determinized world.
"""

from typing import Final

from codex_naturalis.arrays.planner import best_of, value_decks
from codex_naturalis.kernel.codex import first_cell, neighbour
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import CELLS, DRAW, OPEN, OVER, VOID, Array, Game, Games
from codex_naturalis.kernel.mcts.worlds import hide, resample
from codex_naturalis.kernel.planner.choice import judge, judge_draws, seat_to_act
from codex_naturalis.kernel.planner.tybor_lookahead import draws_for_tybor
from codex_naturalis.kernel.turns import DRAWS, OBJECTIVES, SIDES, act

__all__ = ["play_many"]

_SLOTS: Final = 4


@njit
def play_many(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games, planners: Array, hidden: Array, seen: Array, where: Array, acts: Array, numbers: Array, count: int
) -> None:
    """Play the first `count` games, which have been dealt and seeded, to their end by the first of `planners`.

    `acts` and `numbers` get the actions, as `kernel_replay.ACT` has them. One record more than `count`, one of
    `hidden`, `seen` (a row of cards for each seat) and `where` (u and v of each cell) are working space.
    """
    for n in range(count):
        g = games[n]
        numbers[n] = 0
        _begin(g, seen)
        for seat in range(g.seats):
            where[first_cell(g, seat), 0] = where[first_cell(g, seat), 1] = 0
        while g.phase != OVER:
            seat = seat_to_act(g)
            code = _choose(games, n, count, planners[0], hidden, seen, seat)
            _note(g, seat, code, where, acts[n, numbers[n]])
            numbers[n] += 1
            _do(g, seat, code, seen)


@njit
def _begin(g: Game, seen: Array) -> None:
    seen[:, :] = 0
    for seat in range(g.seats):
        for slot in range(g.held[seat]):
            seen[seat, g.hand[seat, slot]] = 1
    _show_market(g, seen)


@njit
def _show_market(g: Game, seen: Array) -> None:
    for slot in range(_SLOTS):
        seen[:, g.market[slot]] = 1


@njit
def _do(g: Game, seat: int, code: int, seen: Array) -> None:
    """Do an action, and mark what becomes known by it: a card laid face up, one drawn, those in the market."""
    before = g.phase + 0
    if code < DRAWS and (code // CELLS) & 1 == 0:
        seen[:, g.hand[seat, code // CELLS >> 1]] = 1
    resource, gold = g.decks[0] + 0, g.decks[1] + 0
    act(g, code)
    if before == DRAW:
        source = code - DRAWS
        _see_drawn(g, seat, 0, resource, source == _SLOTS, seen)
        _see_drawn(g, seat, 1, gold, source == _SLOTS + 1, seen)


@njit
def _see_drawn(g: Game, seat: int, deck: int, before: int, hidden: bool, seen: Array) -> None:  # noqa: FBT001  # compiled
    """Mark the cards that have left a deck: all came into the market, except the first of them if it was drawn."""
    for n in range(g.decks[deck], before):
        if hidden and n == before - 1:
            seen[seat, g.deck[deck, n]] = 1
        else:
            seen[:, g.deck[deck, n]] = 1


@njit
def _choose(  # arrays the caller owns
    games: Games, at: int, spare: int, m: Array, hidden: Array, seen: Array, seat: int
) -> int:
    g = games[at]
    if g.phase != DRAW:
        return best_of(g, m, judge(g, m, seat))
    if draws_for_tybor(g, seat):
        games[spare] = games[at]
        world = games[spare]
        hide(world, seat, hidden[0])
        resample(world, hidden[0], seat)
        number = judge_draws(world, m, seat)
        g.rng = world.rng
        return best_of(g, m, number)
    number = judge_draws(g, m, seat)
    value_decks(g, m, seen, seat, number)
    return best_of(g, m, number)


@njit
def _note(g: Game, seat: int, code: int, where: Array, row: Array) -> None:
    """Write an action that is about to be done."""
    row[0], row[1], row[3], row[4], row[5] = seat, g.phase, 0, 0, 0
    if code < DRAWS:
        face = code // CELLS
        cell = code - face * CELLS
        _locate(g, cell, where)
        row[2], row[3], row[4], row[5] = g.hand[seat, face >> 1], face & 1, where[cell, 0], where[cell, 1]
    elif code < SIDES:
        row[2] = code - DRAWS
    elif code < OBJECTIVES:
        row[2] = (code - SIDES) & 1
    else:
        row[2] = g.offered[seat, (code - OBJECTIVES) & 1]


@njit
def _locate(g: Game, cell: int, where: Array) -> None:
    """Note where an open cell lies: one step from a card that lies beside it."""
    for corner in range(4):
        other = neighbour(g, cell, corner)
        if VOID < g.cells[other] < OPEN:
            step = 1 if corner & 1 else -1
            where[cell, 0], where[cell, 1] = where[other, 0], where[other, 1]
            where[cell, 0 if corner in (1, 2) else 1] -= step
