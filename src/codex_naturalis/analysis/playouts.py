# mypy: disable-error-code=no-any-return
# Compiled functions read records, whose fields have no static types.
"""Playouts by planners from many imagined worlds: what a turn is worth is how those games end."""

from codex_naturalis.kernel.chance import seed
from codex_naturalis.kernel.codes import act
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import DRAW, OVER, Array, Game, Games
from codex_naturalis.kernel.planner import awaited, choose

__all__ = ["play_on_from"]


@njit
def play_on_from(games: Games, first: int, last: int, minds: Array, turns: Array, ends: Array) -> None:
    """Play records `first` up to `last` to the end once after each of `turns`, and write how far apart all ended.

    A turn is up to two codes of actions, -1 for none. Each world has a random stream of its own, the same one for every
    turn, so that turns are compared under equal luck (common random numbers). `ends` has a row for each turn, in it one
    for each record, and there for each seat what it was ahead of the best of the others, its part of the victory, and
    the rounds that were played. The last record is for working.
    """
    spare = len(games) - 1
    g = games[spare]
    for world in range(first, last):
        for turn in range(len(turns)):
            games[spare] = games[world]
            seed(g, world)
            begun = g.round + 0
            _begin(g, turns[turn])
            while g.phase != OVER:
                act(g, choose(g, minds[0], awaited(g)))
            _write(g, ends[turn, world], g.round - begun)


@njit
def _begin(g: Game, turn: Array) -> None:
    """Do what the turn says; no card is drawn where its placement has ended it."""
    if turn[0] < 0:
        return
    act(g, turn[0])
    if turn[1] >= 0 and g.phase == DRAW:
        act(g, turn[1])


@njit
def _write(g: Game, end: Array, rounds: int) -> None:
    winners = 0
    for seat in range(g.seats):
        winners += g.winners >> seat & 1
    for seat in range(g.seats):
        best = g.tybor + 0 if g.solo > 0 else -1
        for other in range(g.seats):
            if other != seat:
                best = max(best, g.totals[other])
        end[seat, 0] = g.totals[seat] - best
        end[seat, 1] = (g.winners >> seat & 1) / max(1, winners)
        end[seat, 2] = rounds
