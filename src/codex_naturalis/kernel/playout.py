# mypy: disable-error-code=no-any-return
# Compiled functions read records, whose fields have no static types.
"""Uniformly random deals and games, for benchmarks and tests of the kernel."""

from typing import Final

import numpy as np

from .chance import below, seed
from .codex import first_open, payable
from .compiler.jit import njit
from .layout import DRAW, NOBODY, NONE, OBJECTIVE, OVER, PLACE, SIDE, Array, Game, Games
from .tables import KINGDOM
from .turns import choose_objective, choose_side, draw, place_at

__all__ = ["copy_games", "deal", "play_games", "play_on", "play_outs", "step"]


_SLOTS: Final = np.array([[s for s in range(3) if bits >> s & 1] + [0] * (3 - bits.bit_count()) for bits in range(8)])
"""Slots that are set in a bit mask of four, in order."""

_NUMBER: Final = np.array([bits.bit_count() for bits in range(8)])
"""Number of bits set in that mask."""

_FIRST_ROW: Final = np.array([0, 2, 4, 4, 0, 0])
"""Tybor's first cards at each level, counted as in the field `solo` of `Game`."""


@njit
def clear(g: Game, seats: int) -> None:
    """Reset the record for `seats` seats: only what the last game used needs wiping."""
    cells = 1 << 12 if seats <= 2 else 1 << 11  # noqa: PLR2004  # see `layout`
    g.cells[:] = 0
    g.mask = cells - 1
    g.stride = 90 if seats <= 2 else 63  # noqa: PLR2004
    g.seats = seats
    g.phase = SIDE
    g.turn = 0
    g.round = 0
    g.last_round = NOBODY
    g.end_cause = NOBODY
    g.end_seat = NOBODY
    g.winners = 0
    for seat in range(4):
        g.symbols[seat] = 0
        g.score[seat] = 0
        g.totals[seat] = 0
        g.open[seat] = 0
        g.logged[seat] = 0
        g.held[seat] = 0
        g.side[seat] = NOBODY
        g.objective[seat] = NONE
        for n in range(3):
            g.hand[seat, n] = NONE


@njit
def _shuffle(g: Game, cards: Array, number: int) -> None:
    for last in range(number - 1, 0, -1):
        other = below(g, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@njit
def _take(g: Game, deck: int) -> int:
    g.decks[deck] -= 1
    return g.deck[deck, g.decks[deck]] + 0


@njit
def deal(g: Game, seats: int, solo: int, scratch: Array) -> None:
    """Deal a new game by the chance in `g`; `scratch` is room for 16 numbers (rulings R16, S1-S3)."""
    clear(g, seats)
    g.solo = solo
    g.goes_on = solo > 0
    for deck in range(2):
        g.decks[deck] = 40
        for n in range(40):
            g.deck[deck, n] = 40 * deck + n + 1
        _shuffle(g, g.deck[deck], 40)
    for slot in range(4):
        g.market[slot] = _take(g, slot // 2)
    g.tybor = 4 if solo == 3 else 0  # noqa: PLR2004  # hard
    g.tybor_resources = 0
    if solo > 0:
        _deal_row(g, scratch)
    _deal_hands(g, scratch)
    for n in range(16):
        scratch[n] = 87 + n
    _shuffle(g, scratch, 16)
    for n in range(2):
        g.common[n] = scratch[n]
        for seat in range(seats):
            g.offered[seat, n] = scratch[2 + 2 * seat + n]


@njit
def _deal_hands(g: Game, scratch: Array) -> None:
    for n in range(6):
        scratch[n] = 81 + n
    _shuffle(g, scratch, 6)
    for seat in range(g.seats):
        g.starter[seat] = scratch[seat]
        for n in range(3):
            g.hand[seat, n] = _take(g, n // 2)
        g.held[seat] = 3


@njit
def _deal_row(g: Game, scratch: Array) -> None:
    """Take Tybor's first cards out of the resource deck: one of each kingdom, on easy of two, on our own none."""
    for kingdom in range(4):
        scratch[kingdom] = kingdom
    _shuffle(g, scratch, 4)
    for n in range(_FIRST_ROW[g.solo]):
        kingdom = scratch[n]
        at = g.decks[0] - 1
        while KINGDOM[g.deck[0, at] - 1] != kingdom:
            at -= 1
        g.decks[0] -= 1
        g.deck[0, at] = g.deck[0, g.decks[0]]
        g.tybor_resources += 1 << (8 * kingdom)
    _shuffle(g, g.deck[0], g.decks[0])


@njit
def step(g: Game) -> None:
    """Do a uniformly random legal action: each placement and each draw is as likely as the others."""
    if g.phase == PLACE:
        _place_anything(g)
    elif g.phase == DRAW:
        _draw_anything(g)
    else:
        _choose_anything(g)


@njit
def _choose_anything(g: Game) -> None:
    for seat in range(g.seats):
        if g.phase == SIDE and g.side[seat] == NOBODY:
            choose_side(g, seat, below(g, 2))
            return
        if g.phase == OBJECTIVE and g.objective[seat] == NONE:
            choose_objective(g, seat, below(g, 2))
            return


@njit
def _draw_anything(g: Game) -> None:
    if g.decks[0] > 0 and g.decks[1] > 0:  # then no slot of the market is empty
        draw(g, below(g, 6))
        return
    number = 0
    for source in range(6):
        number += _there(g, source)
    skip = below(g, number)
    source = 0
    while not (_there(g, source) and skip == 0):
        skip -= _there(g, source)
        source += 1
    draw(g, source)


@njit
def _there(g: Game, source: int) -> bool:
    return g.market[source] != NONE if source < 4 else g.decks[source - 4] > 0  # noqa: PLR2004  # slots, then decks


@njit
def _place_anything(g: Game) -> None:
    seat = g.turn
    held = g.held[seat]
    fronts = 0
    for slot in range(held):
        fronts |= payable(g.symbols[seat], g.hand[seat, slot] - 1) << slot
    face = below(g, held + _NUMBER[fronts])
    at = first_open(g, seat) + below(g, g.open[seat])
    if face < held:
        place_at(g, face, 1, at)
    else:
        place_at(g, _SLOTS[fronts, face - held], 0, at)


@njit
def play_on(g: Game) -> int:
    """Play at random to the end and return the number of actions."""
    actions = 0
    while g.phase != OVER:
        step(g)
        actions += 1
    return actions


@njit
def play_games(games: Games, at: int, seats: int, solo: int, number: int, first: int, scratch: Array) -> int:
    """Play random games in record `at` and return the number of actions."""
    g = games[at]
    actions = 0
    for n in range(number):
        seed(g, first + n)
        deal(g, seats, solo, scratch)
        actions += play_on(g)
    return actions


@njit
def play_outs(games: Games, number: int) -> None:
    """Play record 0 at random to the end, repeatedly, in record 1."""
    g = games[1]
    for _ in range(number):
        chance = g.rng
        games[1] = games[0]
        g.rng = chance
        play_on(g)


@njit
def copy_games(games: Games, number: int) -> None:
    """Copy record 0 into a random one of the next four repeatedly, to measure copying."""
    for _ in range(number):
        games[1 + below(games[0], 4)] = games[0]
