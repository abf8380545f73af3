"""Moments of games between planners that tests of bots begin from."""

from collections.abc import Callable
from random import Random

from codex_naturalis.bots import bot_named
from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import GameState, Phase, SeededShuffler, SoloLevel, apply, awaited, deal, options_of
from codex_naturalis.views import view_of


def middle(seats: int, solo: SoloLevel | None = None, rounds: int = 5) -> GameState:
    """Return a game after some rounds between planners, the first seat to place."""
    begun = deal(catalogue(), options_of(seats, solo=solo), SeededShuffler("middle"))
    return _played(begun, lambda state: state.round >= rounds and state.turn == 0 and state.phase is Phase.PLACE)


def last_placement() -> GameState:
    """Return a game for two in which nothing is left but the very last placement."""
    begun = deal(catalogue(), options_of(2), SeededShuffler("last"))
    return _played(begun, lambda state: state.round == state.last_round and state.turn == 1)


def _played(state: GameState, until: Callable[[GameState], bool]) -> GameState:
    rng, planner = Random(1), bot_named("planner")
    while not until(state):
        seat = awaited(state)[0]
        state = apply(state, seat, planner.choose(view_of(state, seat), rng)).state
    return state
