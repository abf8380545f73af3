"""Reading others: which objective each of them seems to be after, from the codex that lies before all.

What is looked at for each objective that may be theirs: how much of it they have fulfilled and how much they have
begun, and of which kind it is, since not all kinds are kept as often. `benchmarks/learn_reading.py` has learned from
games what that says, early and late in a game.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.kernel.bridge import new_games
from codex_naturalis.kernel.foresight import FORESIGHT, sketch_at
from codex_naturalis.kernel.layout import NONE, Games
from codex_naturalis.kernel.worlds import FIRST_OBJECTIVE
from codex_naturalis.rules import Seat
from codex_naturalis.views import View

__all__ = ["SIGNS", "read", "signs"]

_KIND: Final = (*(0,) * 4, *(1,) * 4, *(2,) * 4, 3, *(4,) * 3)
"""Of each objective: diagonals, bent patterns, sets of one kingdom's symbols, the set of all objects, sets of two."""

_KINDS: Final = 5

_FULFILLED: Final = 19
_SETS_BEGUN: Final = 20
_PATTERNS_BEGUN: Final = 21
_IS_PATTERN: Final = 22
"""Where the sketch of a seat (`kernel.foresight`) says so."""

SIGNS: Final = 2 * _KINDS + 12
"""How many numbers say what one objective looks like: its kind, and the same times the round; then for patterns and for
sets what is fulfilled and what is begun, the same times the round, and times its square."""

LEARNED: Final = np.array(
    [
        *(-0.79, 0.6, -0.34, 0.76, -0.14),  # kinds
        *(0.12, -1.05, 0.75, -0.23, 0.44),
        *(9.45, 5.54, 2.41, 5.39, 0.04, -2.25),  # patterns fulfilled, and begun
        *(6.47, 1.89, 0.25, 2.26, -0.19, -0.28),  # sets
    ]
)
"""What each of them counts, as a logarithm."""


def read(view: View, games: Games, hidden: Games) -> None:
    """Write into `hidden` how likely each objective is that others may have; `games` begins with a world of `view`."""
    objectives = [int(card) for card in hidden["objectives"][0, : hidden["goals"][0]]]
    for seat in view.seats:
        if seat.seat != view.viewer and objectives:
            likely = np.exp(signs(games, seat.seat, objectives) @ LEARNED)
            hidden["likely"][0, seat.seat, np.array(objectives) - FIRST_OBJECTIVE] = likely / likely.sum()
    hidden["read"] = 1


def signs(games: Games, seat: Seat, objectives: Sequence[int]) -> NDArray[np.float64]:
    """Return what each of these objectives looks like from the codex of `seat` in the first record: `SIGNS` columns."""
    room, nets = new_games(1), np.zeros(1, FORESIGHT)
    room[0] = games[0]
    room["common"] = NONE
    time = int(room["round"][0]) / 10
    rows = np.zeros((len(objectives), SIGNS))
    for row, objective in zip(rows, objectives, strict=True):
        room["objective"][0, seat] = objective
        sketch_at(room, 0, nets, seat)
        _write(row, nets["x"][0], _KIND[objective - FIRST_OBJECTIVE], time)
    return rows


def _write(row: NDArray[np.float64], sketched: NDArray[np.float32], kind: int, time: float) -> None:
    row[kind], row[_KINDS + kind] = 1, time
    is_set = not sketched[_IS_PATTERN]
    amounts = sketched[[_FULFILLED, _SETS_BEGUN if is_set else _PATTERNS_BEGUN]]
    first = 2 * _KINDS + 6 * is_set
    row[first : first + 6] = np.outer(amounts, [1, time, time * time]).ravel()
