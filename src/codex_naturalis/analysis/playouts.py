# mypy: disable-error-code=no-any-return
# Compiled functions read records, whose fields have no static types.
"""Playouts by planners from many imagined worlds: how those games end gives a turn's worth."""

from typing import Final

from codex_naturalis.kernel.chance import below, seed
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import DRAW, Array, Game, Games
from codex_naturalis.kernel.mcts.worlds import resample
from codex_naturalis.kernel.planner.choice import play_by_planners
from codex_naturalis.kernel.tables import KINGDOM
from codex_naturalis.kernel.turns import act

__all__ = ["ALL_HANDS", "play_on_from", "redraw"]

ALL_HANDS: Final = -1
"""Viewer who sees every hand, but only the decks' top backs."""


@njit
def redraw(games: Games, hidden: Array, viewer: int, chance: int) -> None:
    """Make every record but the last a copy of the first in which what `viewer` does not know is drawn again.

    `hidden` describes that (`mcts.worlds`); its second record is working space; `ALL_HANDS` reads none of it.
    """
    for at in range(len(games) - 2, -1, -1):
        games[at] = games[0]
        seed(games[at], chance + at)
        if viewer >= 0:
            hidden[1] = hidden[0]
            resample(games[at], hidden[1], viewer)
        else:
            _reshuffle(games[at], 0)
            _reshuffle(games[at], 1)


@njit
def _reshuffle(g: Game, deck: int) -> None:
    """Draw the order of a deck again, the card on top among those of its back."""
    last = g.decks[deck] - 1
    if last < 1:
        return
    cards = g.deck[deck]
    kingdom = KINGDOM[cards[last] - 1]
    alike = 0
    for n in range(last + 1):
        alike += KINGDOM[cards[n] - 1] == kingdom
    alike = below(g, alike)
    at = -1
    while alike >= 0:
        at += 1
        alike -= KINGDOM[cards[at] - 1] == kingdom
    _swap(cards, at, last)
    for n in range(last - 1, 0, -1):
        _swap(cards, n, below(g, n + 1))


@njit
def _swap(cards: Array, one: int, other: int) -> None:
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card


@njit
def play_on_from(games: Games, first: int, last: int, planners: Array, turns: Array, ends: Array) -> None:
    """Play records `first` up to `last` to the end once after each of `turns`, and write how they ended.

    A turn is up to two codes of actions, -1 for none. Each world has a random stream of its own, the same one for every
    turn, so that turns are compared under equal chance (common random numbers). `ends` has a row for each turn, in it
    one for each record, and there for each seat its lead over the best of the others, its part of the victory, and the
    rounds played. The last record is working space.
    """
    spare = len(games) - 1
    g = games[spare]
    for world in range(first, last):
        for turn in range(len(turns)):
            games[spare] = games[world]
            seed(g, world)
            begun = g.round + 0
            _begin(g, turns[turn])
            play_by_planners(g, planners, 0)
            _write(g, ends[turn, world], g.round - begun)


@njit
def _begin(g: Game, turn: Array) -> None:
    """Play the turn; no card is drawn if its placement has ended it."""
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
