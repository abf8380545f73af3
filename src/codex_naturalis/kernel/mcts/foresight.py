# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Value network: a small multilayer perceptron that predicts how a game will end, trained on planners' games.

It predicts for one seat how many points are still to come, track and objectives together, and against Tybor how many
his will be. From these follow a margin and the probability of victory. `benchmarks/learn_foresight.py` trains it.
"""

from math import exp, sqrt
from typing import Final

import numpy as np

from ..codex import cell_at, count_of, first_cell, lacking, points_of
from ..compiler.jit import njit
from ..layout import NOBODY, NONE, OPEN, OVER, VOID, Array, Game, Games
from ..objectives import copies_of
from ..tables import COST, KINGDOM, KINGDOM_ON, PATTERN, REWARD, SET

__all__ = [
    "CLEAR",
    "FEATURES",
    "FORESIGHT",
    "HIDDEN_UNITS",
    "appraise",
    "appraise_at",
    "guess",
    "guess_at",
    "sketch",
    "sketch_at",
]

FEATURES: Final = 40
HIDDEN_UNITS: Final = 24

FORESIGHT: Final = np.dtype(
    [
        ("first", np.float32, (FEATURES, HIDDEN_UNITS)),
        ("first_bias", np.float32, HIDDEN_UNITS),
        ("second", np.float32, (HIDDEN_UNITS, 2)),
        ("second_bias", np.float32, 2),
        ("unsure", np.float32, 2),  # variance of the margin: at once, and for each point still to come
        # From here on: room to work in.
        ("x", np.float32, FEATURES),
        ("hidden", np.float32, HIDDEN_UNITS),
        ("rewards", np.float64, 4),
    ],
    align=True,
)
"""Record of a value network: its weights, and room to work in."""

CLEAR: Final = 6.0
"""Scale of the margin, in points, from which on a victory is rather clear."""

_TO_LOGISTIC: Final = 0.55
"""Scale of a logistic distribution for each point of standard deviation."""

_TRACK = 20.0
_WIDE = 2.0
"""Expected number of corners that a card covers."""


@njit
def sketch(g: Game, n: Array, seat: int) -> float:
    """Write the input features of the network, before a placement; return the points that `seat` has already."""
    x = n.x
    x[:] = 0.0
    known = g.last_round != NOBODY
    first = seat >= g.turn
    left = g.last_round - g.round + first
    leader = g.tybor + 0 if g.solo > 0 else 0
    for other in range(g.seats):
        if other != seat:
            leader = max(leader, g.score[other])
    x[0] = known and left == 1
    x[1] = known and left > 1
    x[2] = g.score[seat] / _TRACK
    x[3] = leader / _TRACK
    x[4] = max(g.score[seat], leader) / _TRACK
    x[5] = (g.decks[0] + g.decks[1]) / 70.0
    x[6] = first
    x[7] = g.seats == 3  # noqa: PLR2004
    x[8] = g.seats == 4  # noqa: PLR2004
    x[9] = g.round / 15.0
    for symbol in range(7):
        x[10 + symbol] = count_of(g.symbols[seat], symbol) / 8.0
    x[17] = min(g.open[seat], 4) / 4.0
    x[18] = min(g.open[seat], 16) / 16.0
    _sketch_hand(g, x, seat)
    if g.solo > 0:
        x[31] = g.tybor / _TRACK
        for kingdom in range(4):
            x[32 + kingdom] = count_of(g.tybor_resources, kingdom) / 4.0
        x[36] = g.solo in (1, 4)  # it has learned on the levels of the rulebook: gentle is nearest to easy
        x[37] = g.solo == 3  # noqa: PLR2004
    return g.score[seat] + _sketch_goals(g, x, seat)


@njit
def _sketch_hand(g: Game, x: Array, seat: int) -> None:
    symbols = g.symbols[seat]
    for slot in range(g.held[seat]):
        face = g.hand[seat, slot] - 1
        points = points_of(symbols, face, _WIDE) / 5.0
        missing = lacking(symbols, face)
        if not COST[face]:
            x[29] += 1 / 3
        if missing == 0:
            x[24] = max(x[24], points)
            x[25] += points
        else:
            x[25 + min(missing, 3)] += points
    x[30] = g.held[seat] / 3.0


@njit
def _sketch_goals(g: Game, x: Array, seat: int) -> float:
    kingdoms = 0
    for slot in range(g.held[seat]):
        kingdoms |= 1 << KINGDOM[g.hand[seat, slot] - 1]
    total = 0.0
    for n in range(3):
        objective = g.common[n] if n < 2 else g.objective[seat]  # noqa: PLR2004  # two common ones
        if objective == NONE:
            continue
        copies = copies_of(g, seat, objective)
        total += copies * REWARD[objective]
        if PATTERN[objective, 0] < 0:
            x[20] += REWARD[objective] * _begun(g.symbols[seat], objective, copies) / 4.0
            x[38] += REWARD[objective] / 6.0
        else:
            x[22] += REWARD[objective] / 6.0
            _sketch_pattern(g, x, seat, objective, kingdoms)
    x[19] = total / 10.0
    return total


@njit
def _begun(symbols: int, objective: int, copies: int) -> float:
    begun = 0
    size = 0
    for symbol in range(7):
        need = SET[objective, symbol]
        if need:
            size += need
            begun += min(count_of(symbols, symbol) - copies * need, need)
    return begun / size


@njit
def _sketch_pattern(g: Game, x: Array, seat: int, objective: int, kingdoms: int) -> None:
    """Write the pattern features: two of three cards lie and the third may still come, or can come at once."""
    own = first_cell(g, seat)
    middle, u, v = PATTERN[objective, 1], PATTERN[objective, 3], PATTERN[objective, 4]
    reward = REWARD[objective]
    for n in range(g.logged):
        cell = g.log[n]
        if cell & ~g.mask != own:
            continue
        here = KINGDOM_ON[g.cells[cell]]
        if here == middle:
            first = g.cells[cell_at(g, cell, u, v)]
            last = g.cells[cell_at(g, cell, PATTERN[objective, 5], PATTERN[objective, 6])]
            if KINGDOM_ON[first] == PATTERN[objective, 0]:
                _count_two(x, last, kingdoms >> PATTERN[objective, 2] & 1, reward)
            if KINGDOM_ON[last] == PATTERN[objective, 2]:
                _count_two(x, first, kingdoms >> PATTERN[objective, 0] & 1, reward)
        if here == PATTERN[objective, 0]:
            anchor = cell_at(g, cell, -u, -v)
            last = g.cells[cell_at(g, anchor, PATTERN[objective, 5], PATTERN[objective, 6])]
            if KINGDOM_ON[last] == PATTERN[objective, 2]:
                _count_two(x, g.cells[anchor], kingdoms >> middle & 1, reward)


@njit
def _count_two(x: Array, third: int, held: int, reward: int) -> None:
    if third in (VOID, OPEN):
        x[21] += reward / 6.0
        if third == OPEN and held:
            x[23] = max(x[23], reward / 3.0)
            x[39] += reward / 6.0


@njit
def guess(n: Array, output: int) -> float:
    """Run the network: return the points still to come for the seat (output 0) or Tybor (1)."""
    hidden = n.hidden
    units = min(HIDDEN_UNITS, HIDDEN_UNITS + output)  # no constant, or the loop below is unrolled: not four at a time
    for j in range(HIDDEN_UNITS):
        hidden[j] = n.first_bias[j]
    for i in range(FEATURES):
        x = n.x[i]
        if x != 0.0:
            for j in range(units):
                hidden[j] += x * n.first[i, j]
    value = n.second_bias[output] + 0.0
    for j in range(HIDDEN_UNITS):
        if hidden[j] > 0.0:
            value += hidden[j] * n.second[j, output]
    return 10.0 * value


@njit
def appraise(g: Game, n: Array) -> None:
    """Evaluate a leaf: write each seat's reward, 0 to 1, before a placement or at the end.

    The reward is the mean of the probability of victory and of how clear it is.
    """
    if g.phase == OVER:
        _settle(g, n)
        return
    tybor = -1e3
    to_come = 0.0
    for seat in range(g.seats):
        own = sketch(g, n, seat)
        more = 0.0
        if g.last_round == NOBODY or g.last_round - g.round + (seat >= g.turn) > 0:
            more = max(0.0, guess(n, 0))
        to_come += more
        n.rewards[seat] = own + more
        if g.solo > 0:
            more = max(0.0, guess(n, 1))
            tybor = g.tybor + more
            to_come += more
    _compare(g, n, tybor, _TO_LOGISTIC * sqrt(n.unsure[0] + n.unsure[1] * to_come))


@njit
def _compare(g: Game, n: Array, tybor: float, scale: float) -> None:
    """Convert expected totals to rewards, 0 to 1."""
    most = tybor
    second = tybor
    for seat in range(g.seats):
        total = n.rewards[seat]
        if total > most:
            second = most
            most = total
        elif total > second:
            second = total
    for seat in range(g.seats):
        total = n.rewards[seat]
        ahead = total - (second if total == most else most)
        n.rewards[seat] = 0.5 / (1.0 + exp(-ahead / scale)) + 0.5 / (1.0 + exp(-ahead / CLEAR))


@njit
def _settle(g: Game, n: Array) -> None:
    winners = 0
    for seat in range(g.seats):
        winners += g.winners >> seat & 1
    for seat in range(g.seats):
        best = g.tybor + 0.0 if g.solo > 0 else -1.0
        for other in range(g.seats):
            if other != seat:
                best = max(best, g.totals[other])
        won = (g.winners >> seat & 1) / max(1, winners)
        n.rewards[seat] = 0.5 * won + 0.5 / (1.0 + exp((best - g.totals[seat]) / CLEAR))


@njit
def sketch_at(games: Games, at: int, nets: Array, seat: int) -> float:
    """Return the features of record `at`, as `sketch` writes them: the way in from Python."""
    return sketch(games[at], nets[0], seat)


@njit
def guess_at(nets: Array, output: int) -> float:
    """Run the first network, as `guess`: the way in from Python."""
    return guess(nets[0], output)


@njit
def appraise_at(games: Games, at: int, nets: Array) -> None:
    """Evaluate record `at`, as `appraise`: the way in from Python."""
    appraise(games[at], nets[0])
