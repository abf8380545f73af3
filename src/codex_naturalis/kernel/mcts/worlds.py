# mypy: disable-error-code="no-any-return,arg-type"
# Compiled functions read records, whose fields have no static types.
"""Determinization, compiled: draw the hidden cards again in every iteration, as `views.sample_world` does.

A record describes, once per decision, what a viewer does not know: which cards are unseen, and where cards lie of which
only the back is known. All arrangements are equally likely.
"""

from typing import Final

import numpy as np

from ..chance import below, below_in, next_state
from ..compiler.jit import njit
from ..layout import Array, Game, Games
from ..tables import KINGDOM

__all__ = ["HIDDEN", "hide", "hide_at", "resample", "resample_at"]

SLOTS: Final = 9
"""Capacity in hidden cards: the hands of three others."""

HIDDEN: Final = np.dtype(
    [
        ("unseen", np.uint8, (2, 4, 10)),  # by deck and kingdom
        ("number", np.int16, (2, 4)),
        ("apart", np.int16, (2, 4)),  # how many of them do not lie in their deck below its top
        ("slots", np.int16),  # cards in others' hands of which only the back is known
        ("seat", np.int16, SLOTS),
        ("slot", np.int16, SLOTS),
        ("deck", np.int16, SLOTS),
        ("kingdom", np.int16, SLOTS),
        ("top", np.int16, 2),  # kingdom on top of each deck, -1 if it is empty
        ("gone", np.int16, (2, 4)),  # numbers of cards face down that are never seen again
        ("objectives", np.int16, 16),  # those that may be other seats'
        ("goals", np.int16),
        ("pool", np.uint8, 40),  # room to work in
    ],
    align=True,
)
"""Record of what one viewer does not know."""


_FIRST_OBJECTIVE: Final = 87
_LAST_OBJECTIVE: Final = 102


@njit
def hide(g: Game, viewer: int, h: Array) -> None:
    """Write into `h` what `viewer` does not know in this imagined world, all but cards that lie face down for good.

    A record does not keep which those are. So a search from an imagined world takes them for known, which hardly
    matters: one fewer of their kinds may come.
    """
    h.number[:] = 0
    h.apart[:] = 0
    h.gone[:] = 0
    h.slots = 0
    for deck in range(2):
        h.top[deck] = -1
        for n in range(g.decks[deck]):
            h.top[deck] = _add_unseen(h, g.deck[deck, n])
        if g.decks[deck] > 0:
            h.apart[deck, h.top[deck]] += 1
    for seat in range(g.seats):
        for slot in range(g.held[seat]):
            if seat != viewer:
                _add_slot(h, seat, slot, g.hand[seat, slot])
    h.goals = 0
    for objective in range(_FIRST_OBJECTIVE, _LAST_OBJECTIVE + 1):
        if objective != g.common[0] and objective != g.common[1] and objective != g.objective[viewer]:
            h.objectives[h.goals] = objective
            h.goals += 1


@njit
def _add_slot(h: Array, seat: int, slot: int, card: int) -> None:
    at = h.slots
    h.seat[at], h.slot[at], h.deck[at] = seat, slot, _deck_of(card)
    h.kingdom[at] = _add_unseen(h, card)
    h.apart[h.deck[at], h.kingdom[at]] += 1
    h.slots += 1


@njit
def _add_unseen(h: Array, card: int) -> int:
    """Count `card` among those that are unseen, and return its kingdom."""
    deck, kingdom = _deck_of(card), KINGDOM[card - 1]
    h.unseen[deck, kingdom, h.number[deck, kingdom]] = card
    h.number[deck, kingdom] += 1
    return kingdom


@njit
def _deck_of(card: int) -> int:
    return (card - 1) // 40


@njit
def resample(g: Game, h: Array, viewer: int) -> None:
    """Resample everything hidden from `viewer`, uniformly, by the random stream in `g`."""
    for deck in range(2):
        for kingdom in range(4):
            _draw_first(g, h.unseen[deck, kingdom], h.number[deck, kingdom], h.apart[deck, kingdom])
    taken = np.int64(0)  # how many of each group are in use: a nibble each
    for n in range(h.slots):
        group = 4 * (4 * h.deck[n] + h.kingdom[n])
        g.hand[h.seat[n], h.slot[n]] = h.unseen[h.deck[n], h.kingdom[n], taken >> group & 15]
        taken += 1 << group
    for deck in range(2):
        if h.top[deck] >= 0:
            _fill_deck(g, h, deck, taken)
    _deal_objectives(g, h, viewer)


@njit
def _fill_deck(g: Game, h: Array, deck: int, taken: int) -> None:
    top = h.top[deck]
    left = 0
    for kingdom in range(4):
        first = (taken >> (4 * (4 * deck + kingdom)) & 15) + h.gone[deck, kingdom]
        if kingdom == top:
            g.deck[deck, g.decks[deck] - 1] = h.unseen[deck, kingdom, first]
            first += 1
        for n in range(first, h.number[deck, kingdom]):
            h.pool[left] = h.unseen[deck, kingdom, n]
            left += 1
    chance = g.rng
    for n in range(g.decks[deck] - 1):
        chance = next_state(chance)
        other = n + below_in(chance, left - n)
        g.deck[deck, n] = h.pool[other]
        h.pool[other] = h.pool[n]
    g.rng = chance


@njit
def _deal_objectives(g: Game, h: Array, viewer: int) -> None:
    n = 0
    for seat in range(g.seats):
        if seat != viewer:
            other = n + below(g, h.goals - n)
            objective = h.objectives[other] + 0
            h.objectives[other] = h.objectives[n]
            h.objectives[n] = objective
            g.objective[seat] = objective
            n += 1


@njit
def _draw_first(g: Game, cards: Array, number: int, wanted: int) -> None:
    """Shuffle partially (Fisher and Yates): put as many random entries first as needed."""
    chance = g.rng
    for first in range(wanted):
        chance = next_state(chance)
        other = first + below_in(chance, number - first)
        card = cards[first]
        cards[first] = cards[other]
        cards[other] = card
    g.rng = chance


@njit
def resample_at(games: Games, at: int, hidden: Array, viewer: int) -> None:
    """Resample record `at`, as `resample`: the Python entry point."""
    resample(games[at], hidden[0], viewer)


@njit
def hide_at(games: Games, at: int, viewer: int, hidden: Array) -> None:
    """Do `hide` for record `at`: the Python entry point."""
    hide(games[at], viewer, hidden[0])
