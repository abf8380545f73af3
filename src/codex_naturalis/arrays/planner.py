# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Planner in real games, compiled: it judges by what its seat may know, as `bots.PlannerBot` does.

The kernel's own planner estimates what a draw off a deck is worth by a few cards of that deck, which is right in
imagined games. In real ones a deck is worth the mean of all cards that the seat has not seen and that have the back on
top.
"""

from typing import Final

from codex_naturalis.kernel.chance import below
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import DRAW, Array, Game
from codex_naturalis.kernel.planner.choice import judge, judge_draws
from codex_naturalis.kernel.planner.evaluation import value_with
from codex_naturalis.kernel.turns import DRAWS

from .grid import BACK_OF
from .trace import Trace

__all__ = ["best_of", "plan", "value_decks"]

_CARDS: Final = 80
_SLOTS: Final = 4


@njit
def plan(g: Game, t: Trace, m: Array, seat: int) -> int:
    """Return the code of the action that a planner with the evaluation `m` chooses for `seat`, in a game of several."""
    for card in range(1, _CARDS + 1):
        t.seen[seat, card] |= t.public[card]
    for slot in range(g.held[seat]):
        t.seen[seat, g.hand[seat, slot]] = 1
    if g.phase != DRAW:
        return best_of(g, m, judge(g, m, seat))
    number = judge_draws(g, m, seat)
    value_decks(g, m, t.seen, seat, number)
    return best_of(g, m, number)


@njit
def value_decks(g: Game, m: Array, seen: Array, seat: int, number: int) -> None:
    """Re-evaluate the draws off decks among `number` draws: `seen` has a row of cards for each seat."""
    for n in range(number):
        deck = m.codes[n] - DRAWS - _SLOTS
        if deck >= 0:
            m.values[n] = _deck_value(g, m, seen, seat, deck)


@njit
def _deck_value(g: Game, m: Array, seen: Array, seat: int, deck: int) -> float:
    """Return the mean value of the cards that may lie on a deck; after `judge_draws`."""
    back = BACK_OF[g.deck[deck, g.decks[deck] - 1]]
    total, cards = 0.0, 0
    for card in range(1, _CARDS + 1):
        if seen[seat, card] == 0 and BACK_OF[card] == back:
            total += value_with(m, g.symbols[seat], card)
            cards += 1
    return total / cards


@njit
def best_of(g: Game, m: Array, number: int) -> int:
    """Return the action with the highest evaluation; ties are broken by the chance in the game."""
    best, equals = 0, 1
    for n in range(1, number):
        if m.values[n] > m.values[best]:
            best, equals = n, 1
        elif m.values[n] == m.values[best]:
            equals += 1
            if below(g, equals) == 0:
                best = n
    return m.codes[best] + 0
