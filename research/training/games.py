# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Games to learn from: positions with the facts that hold, and how many points were still to come."""

from collections.abc import Iterator
from itertools import count, cycle
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from codex_naturalis.bots.planner.weights import AGAINST_TYBOR, AT_TABLE
from codex_naturalis.kernel.chance import seed, unit
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import GAME, NOBODY, OVER, PLACE, Array, Game, Games
from codex_naturalis.kernel.mcts.policy import play_draw, play_placement
from codex_naturalis.kernel.planner.choice import choose, seat_to_act
from codex_naturalis.kernel.planner.weights import planner_weights_of, playout_weights_of
from codex_naturalis.kernel.playout import deal
from codex_naturalis.kernel.turns import act
from codex_naturalis.kernel.value_network import MOST_FACTS, VALUE_NETWORK, look, see

__all__ = ["KINDS", "Rows", "generate_batches"]

Rows: TypeAlias = NDArray[Any]
"""Array of `ROW` records."""

KEPT: Final = 0.5
"""Share of turns that are remembered."""

WILD: Final = 0.3
"""The largest share of erratic turns in a game; each game has its own."""

GAMES: Final = 50
"""Number of games in a batch: all of one number of seats."""

KINDS: Final = {
    "table": ((2, 0),) * 15 + ((3, 0),) + ((2, 0),) * 15 + ((4, 0),),
    "solo": ((1, 1), (1, 2), (1, 3)) * 5 + ((1, 4),),
}
"""Seats and level of the games that each network learns from, batch by batch."""

ROW: Final = np.dtype(
    [
        ("facts", np.int16, MOST_FACTS),
        ("number", np.int16),
        ("seat", np.int16),
        ("has", np.int16),
        ("tybor", np.int16),
        ("to_come", np.float32, 2),  # points of the seat, and of Tybor
    ],
    align=True,
)
"""Record of one seat in one position."""


@njit
def play(  # arrays the caller owns
    games: Games, planners: Array, playout_weights: Array, nets: Array, scratch: Array, table: Array, rows: Array
) -> int:
    """Play games of `table` (seats, level, first, last) and write rows; return how many there are."""
    g, at = games[0], 0
    for n in range(table[2], table[3]):
        seed(g, n)
        deal(g, table[0], table[1], scratch)
        wild, begun = WILD * unit(g), at + 0
        while g.phase != OVER:
            if g.phase == PLACE and unit(g) < KEPT:
                at = note(g, nets[0], rows, at)
            if g.phase >= PLACE and unit(g) < wild:
                if g.phase == PLACE:
                    play_placement(g, playout_weights[0])
                else:
                    play_draw(g, playout_weights[0])
            else:
                act(g, choose(g, planners[0], seat_to_act(g)))
        for row in range(begun, at):
            rows[row].to_come[0] = g.totals[rows[row].seat] - rows[row].has
            rows[row].to_come[1] = g.tybor - rows[row].tybor
    return at


@njit
def note(g: Game, net: Array, rows: Array, at: int) -> int:
    """Write how each seat stands that has a turn to come, unless there is no room left."""
    look(g, net)
    for seat in range(g.seats):
        if at < len(rows) and (g.last_round == NOBODY or g.last_round - g.round + (seat >= g.turn) > 0):
            see(g, net, seat)
            for n in range(net.number):
                rows[at].facts[n] = net.facts[n]
            rows[at].number = net.number
            rows[at].seat = seat
            rows[at].has = net.has[seat]
            rows[at].tybor = g.tybor
            at += 1
    return at


def generate_batches(name: str, first: int) -> Iterator[Rows]:
    """Yield the rows of one batch of games after the other, for the network of this name."""
    planners = planner_weights_of(asdict(AT_TABLE if name == "table" else AGAINST_TYBOR))
    room = (np.zeros(1, GAME), planners, playout_weights_of(), np.zeros(1, VALUE_NETWORK), np.zeros(16, np.int16))
    for number, (seats, level) in zip(count(), cycle(KINDS[name])):
        rows = np.zeros(40 * seats * GAMES, ROW)
        begin = first + GAMES * number
        yield rows[: play(*room, np.array([seats, level, begin, begin + GAMES]), rows)]
