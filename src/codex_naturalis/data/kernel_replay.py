# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Replay in the kernel: many games at once, with the tables' values for each, as arrays of numbers.

Missing values are -1. A game that the kernel cannot finish (an action that is not legal, a cell very far away, a game
that is not over) is marked, and left to the rules.
"""

from typing import Final

from codex_naturalis.arrays.actions import CELLS, DRAWS, OBJECTIVES, RADIUS, SIDES, WIDTH
from codex_naturalis.kernel.codex import face_of, first_cell, neighbour, payable
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import (
    BLOCKED,
    DRAW,
    NOBODY,
    NONE,
    OPEN,
    OVER,
    PLACE,
    SIDE,
    VOID,
    Array,
    Game,
    Games,
)
from codex_naturalis.kernel.objectives import objective_points
from codex_naturalis.kernel.tables import CORNERS, HIDES
from codex_naturalis.kernel.turns import choose_objective, choose_side, draw, place

from .schema import BEYOND

__all__ = ["ACT", "CARD", "GAME_FACTS", "SEAT", "TURN", "follow_many"]

ACT: Final = ("seat", "phase", "what", "side", "u", "v")
"""Numbers of an action: its seat, the kernel's phase it belongs to, the card or source or side, and the rest of it."""

GAME_FACTS: Final = ("over", "rounds", "end", "end_seat", "tybor", "tie_break_used", "actions", "turns", "winners")
SEAT: Final = (
    "side",
    "kept",
    "track",
    "points_common_1",
    "points_common_2",
    "points_kept",
    "total",
    "won",
    "placements",
    "face_down",
    "stuck",
)
TURN: Final = (
    "round",
    "seat",
    "card",
    "side",
    "u",
    "v",
    "points",
    "covered",
    "opened",
    "closed",
    "score",
    "source",
    "drawn",
)
CARD: Final = ("origin", "seat", "round_taken", "round_laid", "side", "points", "seat_won")

_FARTHEST: Final = 31
"""Diagonal steps from the starter within which no two cells share a number in the kernel."""

_DEALT, _MARKET, _DECK = 0, 1, 2
_SLOTS: Final = 4
_SOURCES: Final = 6
_CARDS: Final = 80


@njit
def follow_many(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    games: Games,
    acts: Array,
    numbers: Array,
    of_game: Array,
    seats: Array,
    turns: Array,
    cards: Array,
    indices: Array,
    count: int,
) -> None:
    """Replay the actions of the first `count` games, which have been dealt, and write their values for the tables.

    `acts` has the columns of `ACT`, `numbers` says how many there are; the others get those of `GAME_FACTS`, `SEAT`,
    `TURN`, `CARD` and the index of each action, as environments number them.
    """
    for n in range(count):
        g = games[n]
        of_game[n, :] = -1
        _note_hands(g, cards, n)
        done = 0
        while done < numbers[n] and _follow(g, acts[n, done], n, done, of_game, turns, cards, indices):
            done += 1
        over = done == numbers[n] and g.phase == OVER
        of_game[n, 0] = 1 if over else 0
        if over:
            of_game[n, 1], of_game[n, 2], of_game[n, 3] = g.round, g.end_cause, g.end_seat
            of_game[n, 6] = done
            of_game[n, 7] += 1
            _write_seats(g, seats, turns, cards, of_game, n)


@njit
def _note_hands(g: Game, cards: Array, n: int) -> None:
    cards[n, :, :] = -1
    for seat in range(g.seats):
        for slot in range(g.held[seat]):
            row = g.hand[seat, slot] - 1
            cards[n, row, 0], cards[n, row, 1], cards[n, row, 2] = _DEALT, seat, 0


@njit
def _follow(  # noqa: PLR0913, PLR0917  # arrays the caller owns
    g: Game, act: Array, n: int, at: int, of_game: Array, turns: Array, cards: Array, indices: Array
) -> bool:
    """Do an action and note it; return False, with nothing changed, if it is not legal or too far away."""
    seat, phase, what = act[0] + 0, act[1] + 0, act[2] + 0
    if seat < 0 or seat >= g.seats or phase != g.phase:
        return False
    if phase == PLACE:
        index = _place(g, act, n, of_game, turns, cards)
    elif phase == DRAW:
        if g.turn != seat or not _there(g, what):
            return False
        _draw(g, seat, what, n, of_game, turns, cards)
        index = DRAWS + what
    elif phase == SIDE:
        index = _choose_side(g, seat, what)
    else:
        index = _choose_objective(g, seat, what)
    if index < 0:
        return False
    indices[n, at] = index
    return True


@njit
def _choose_side(g: Game, seat: int, side: int) -> int:
    if g.side[seat] != NOBODY:
        return -1
    choose_side(g, seat, side)
    return SIDES + side


@njit
def _choose_objective(g: Game, seat: int, card: int) -> int:
    if g.objective[seat] != NONE:
        return -1
    for which in range(2):
        if g.offered[seat, which] == card:
            choose_objective(g, seat, which)
            return OBJECTIVES + which
    return -1


@njit
def _slot_of(g: Game, seat: int, card: int) -> int:
    for slot in range(g.held[seat]):
        if g.hand[seat, slot] == card:
            return slot
    return -1


@njit
def _place(g: Game, act: Array, n: int, of_game: Array, turns: Array, cards: Array) -> int:
    """Lay a card and begin the row of the turn; return the action's index, -1 if it is not legal."""
    seat, card, side, u, v = act[0] + 0, act[2] + 0, act[3] + 0, act[4] + 0, act[5] + 0
    slot = _slot_of(g, seat, card)
    if g.turn != seat or slot < 0 or max(abs(u), abs(v)) > _FARTHEST:
        return -1
    face = face_of(card, side)
    if side == 0 and not payable(g.symbols[seat], face):
        return -1
    cell = first_cell(g, seat) + ((u + g.stride * v) & g.mask)
    if g.cells[cell] != OPEN:
        return -1
    of_game[n, 7] += 1
    row = of_game[n, 7]
    _note_corners(g, face, cell, turns, n, row)
    number, before = g.round + 0, g.score[seat] + 0
    place(g, slot, side, cell)
    points = g.score[seat] - before
    turns[n, row, 0], turns[n, row, 1], turns[n, row, 2], turns[n, row, 3] = number, seat, card, side
    turns[n, row, 4], turns[n, row, 5], turns[n, row, 6] = u, v, points
    turns[n, row, 10], turns[n, row, 11], turns[n, row, 12] = g.score[seat], -1, -1
    cards[n, card - 1, 3], cards[n, card - 1, 4], cards[n, card - 1, 5] = number, side, points
    if max(abs(u), abs(v)) > RADIUS:
        return BEYOND
    return (2 * slot + side) * CELLS + (u + RADIUS) * WIDTH + v + RADIUS


@njit
def _note_corners(g: Game, face: int, cell: int, turns: Array, n: int, row: int) -> None:
    """Note how many corners a card is about to cover, and how many cells it opens and closes."""
    covered = opened = closed = 0
    for corner in range(4):
        there = g.cells[neighbour(g, cell, corner)] + 0
        hides = CORNERS[face, corner] == HIDES
        if there == VOID:
            opened += not hides
        elif there == OPEN:
            closed += hides
        elif there != BLOCKED:
            covered += 1
    turns[n, row, 7], turns[n, row, 8], turns[n, row, 9] = covered, opened, closed


@njit
def _there(g: Game, source: int) -> bool:
    if source < 0 or source >= _SOURCES:
        return False
    return g.market[source] != NONE if source < _SLOTS else g.decks[source - _SLOTS] > 0


@njit
def _draw(g: Game, seat: int, source: int, n: int, of_game: Array, turns: Array, cards: Array) -> None:
    deck = source - _SLOTS
    card = g.market[source] + 0 if deck < 0 else g.deck[deck, g.decks[deck] - 1] + 0
    row = of_game[n, 7]
    turns[n, row, 11], turns[n, row, 12] = source, card
    cards[n, card - 1, 0] = _MARKET if source < _SLOTS else _DECK
    cards[n, card - 1, 1], cards[n, card - 1, 2] = seat, g.round
    draw(g, source)


@njit
def _write_seats(g: Game, seats: Array, turns: Array, cards: Array, of_game: Array, n: int) -> None:
    best = ties = winners = 0
    for seat in range(g.seats):
        won = g.winners >> seat & 1
        winners += won
        ties = 1 if g.totals[seat] > best else ties + (g.totals[seat] == best)
        best = max(best, g.totals[seat])
        seats[n, seat, 0], seats[n, seat, 1], seats[n, seat, 2] = g.side[seat], g.objective[seat], g.score[seat]
        for which in range(3):
            objective = g.common[which] if which < 2 else g.objective[seat]  # noqa: PLR2004  # the third is its own
            seats[n, seat, 3 + which] = objective_points(g, seat, objective)
        seats[n, seat, 6], seats[n, seat, 7] = g.totals[seat], won
        seats[n, seat, 8] = seats[n, seat, 9] = 0
        seats[n, seat, 10] = g.open[seat] == 0
    for row in range(of_game[n, 7]):
        seats[n, turns[n, row, 1], 8] += 1
        seats[n, turns[n, row, 1], 9] += turns[n, row, 3]
    for card in range(_CARDS):
        if cards[n, card, 1] >= 0:
            cards[n, card, 6] = g.winners >> cards[n, card, 1] & 1
    of_game[n, 4] = g.tybor if g.solo > 0 else -1
    of_game[n, 5] = g.solo == 0 and ties > winners
    of_game[n, 8] = winners
